import type { DescribedRoute } from '../route.ts'
import { headerRefs, rateHeaderNames, takesKey } from './headers.ts'

interface Refusal {
  status: number
  name: string
  description: string
  /** Says when to try again. */
  isTemporary?: boolean
}

/** How a route can refuse, as references to `sharedAnswers`. */
export function refusalsOf(route: DescribedRoute): [status: string, ref: object][] {
  return refusals
    .filter(({ status }) => canRefuse(route, status))
    .map(({ status, name }) => {
      const shared = takesKey(route) ? name : `${name}WithoutKey`
      return [String(status), { $ref: `#/components/responses/${shared}` }]
    })
}

/** Says that the reader has the current state, as `sharedAnswers` has it. */
export const notModifiedOf = (route: DescribedRoute) => ({
  $ref: `#/components/responses/NotModified${takesKey(route) ? '' : 'WithoutKey'}`,
})

/** The headers of a failure. */
export const refusalHeaders = (isKeyed: boolean, isTemporary = false): object =>
  headerRefs([...(isTemporary ? ['Retry-After'] : []), ...(isKeyed ? rateHeaderNames : []), 'X-Request-Id'])

const forbidden = [
  'It is not allowed:',
  '`plan_required` (the API needs the Pro plan),',
  '`insufficient_scope` (the key lacks a scope),',
  '`insufficient_role` (the role of the member does not include it),',
  '`owner_required` (only signed-in people can do it, and no API key),',
  '`cross_site_request` (a change with a session cookie came from another site),',
  '`quota_exceeded` (the broadcast has no room for more).',
].join(' ')

const refusals: Refusal[] = [
  { status: 400, name: 'BadRequest', description: 'A part of the request is missing or invalid.' },
  { status: 401, name: 'Unauthorized', description: 'The key, session or token is missing or invalid.' },
  { status: 403, name: 'Forbidden', description: forbidden },
  { status: 404, name: 'NotFound', description: 'It does not exist.' },
  {
    status: 409,
    name: 'Conflict',
    description: 'It conflicts with existing content, or a request with the same Idempotency-Key is still running.',
    isTemporary: true,
  },
  { status: 412, name: 'PreconditionFailed', description: 'If-Match does not match.' },
  { status: 413, name: 'ContentTooLarge', description: 'The body is too large.' },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON; files are sent as multipart/form-data.',
  },
  { status: 422, name: 'IdempotencyKeyReused', description: 'The Idempotency-Key belongs to another request.' },
  { status: 429, name: 'TooManyRequests', description: 'Too many requests.', isTemporary: true },
  { status: 500, name: 'InternalError', description: 'Something went wrong on our side.' },
  {
    status: 503,
    name: 'Unavailable',
    description: 'The service is stopping or overloaded, or its database is out of reach.',
    isTemporary: true,
  },
]

function canRefuse(route: DescribedRoute, status: number): boolean {
  const { method, access } = route
  const isLimited = access.who !== 'anyone'
  const isClosed = isLimited && access.who !== 'public'
  const takesBody = (route.body ?? route.upload) !== undefined
  const takesIdempotencyKey = method === 'POST' && !route.takesNoIdempotencyKey
  const rules: Record<number, boolean> = {
    401: isClosed || route.takesClientToken !== undefined,
    403: isClosed,
    404: isLimited,
    409: takesBody || method === 'DELETE',
    412: route.takesIfMatch === true,
    413: takesBody,
    415: takesBody,
    422: takesIdempotencyKey,
    429: isLimited || 'limit' in access,
  }
  return route.refuses?.includes(status) || (rules[status] ?? true)
}

/** The answers that routes share, each under `components` once: to callers with an API key, and to others. */
export const sharedAnswers: Record<string, object> = {
  NotModified: notModified(['Marquee-Sequence', ...rateHeaderNames]),
  NotModifiedWithoutKey: notModified([]),
  ...Object.fromEntries(
    refusals.flatMap((refusal) => [
      // A key that is not valid has no limit to show.
      [refusal.name, problemAnswer(refusal, refusal.status !== 401)],
      [`${refusal.name}WithoutKey`, problemAnswer(refusal, false)],
    ]),
  ),
}

function problemAnswer({ description, isTemporary }: Refusal, isKeyed: boolean): object {
  return {
    description,
    headers: refusalHeaders(isKeyed, isTemporary),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

function notModified(more: string[]): object {
  return { description: 'The client already has it.', headers: headerRefs(['ETag', ...more, 'X-Request-Id']) }
}
