import type { AnswerHeader, DescribedRoute } from '../route.ts'

/** The headers that a request can have, as references to `components`. */
export function requestHeaders(route: DescribedRoute): object[] {
  return [
    ...(route.method === 'POST' && !route.takesNoIdempotencyKey ? ['IdempotencyKey'] : []),
    ...(route.takesIfMatch ? ['IfMatch'] : []),
    ...(hasEtag(route) ? ['IfNoneMatch'] : []),
    ...(isStream(route) ? ['LastEventId'] : []),
    ...(takesMinSequence(route) ? ['MinSequence'] : []),
    'RequestId',
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The headers of an answer that succeeds. */
export function answerHeaders(route: DescribedRoute, declared: AnswerHeader[] = []): object {
  const isTagged = hasEtag(route) || declared.includes('etag')
  return headerRefs([
    ...(isTagged ? ['ETag'] : []),
    ...(declared.includes('location') ? ['Location'] : []),
    ...(declared.includes('marquee-sequence') || showsSequence(route) ? ['Marquee-Sequence'] : []),
    ...(takesKey(route) ? rateHeaderNames : []),
    'X-Request-Id',
  ])
}

export const headerRefs = (names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Every read has an ETag, but for a stream, which never ends, and an archive, which is made anew for each download. */
export const hasEtag = (route: DescribedRoute) =>
  route.method === 'GET' && !isStream(route) && answerType(route) !== 'application/zip'

const isStream = (route: DescribedRoute) => answerType(route) === 'text/event-stream'

const answerType = ({ answers }: DescribedRoute) => answers[200]?.contentType

/** Whether an API key can be used, so that rate limits are shown. */
export const takesKey = ({ access }: DescribedRoute) => access.who === 'key' || access.who === 'forMembers'

/** A read of one broadcast. */
const takesMinSequence = (route: DescribedRoute) =>
  route.method === 'GET' && (takesKey(route) || route.access.who === 'public')

/** A write to one broadcast. */
const showsSequence = (route: DescribedRoute) => route.method !== 'GET' && takesKey(route)

export const rateHeaderNames = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

const requestHeader = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
})

const etag = '"dDZ3cUe0WmVq3DAyv0Bvq1sMv0o"'
const requestId = '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b'

export const requestHeaderComponents = {
  IdempotencyKey: requestHeader(
    'Idempotency-Key',
    'Makes a repetition of the request safe: it gets the first answer again, for 24 hours.',
    { minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['import-2027-07-02-0017'] },
  ),
  IfMatch: requestHeader(
    'If-Match',
    'Writes only while the record has this ETag, or exists at all (`*`); else the answer is 412.',
    { examples: [etag] },
  ),
  IfNoneMatch: requestHeader('If-None-Match', 'The ETag of what the reader has; if it is current, the answer is 304.', {
    examples: [etag],
  }),
  LastEventId: requestHeader('Last-Event-ID', 'The id of the last event that arrived; the stream resumes after it.', {
    pattern: '^\\d+$',
    examples: ['1842'],
  }),
  MinSequence: requestHeader(
    'Marquee-Min-Sequence',
    'The `Marquee-Sequence` of the answer to a write: no node answers with content from before it.',
    { pattern: '^\\d{1,15}$', examples: ['1842'] },
  ),
  RequestId: requestHeader('X-Request-Id', 'Names the request in logs and problems; one is made up when absent.', {
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    examples: [requestId],
  }),
}

const header = (description: string, schema: object, required = false) => ({
  description,
  ...(required && { required }),
  schema,
})
const text = (example: string) => ({ type: 'string', examples: [example] })
const count = (example: number) => ({ type: 'integer', minimum: 0, examples: [example] })
const limited = 'On every answer to an API key while limits are on.'

export const headerComponents = {
  ETag: header(
    'A strong tag of these bytes. `If-Match` takes that of one record. Not on tables and replays.',
    text(etag),
  ),
  Location: header(
    'The path of what was made.',
    text('/v1/users/66a1f0c2d4e5b60718293a4d/broadcasts/66a1f0c2d4e5b60718293a4c/jobs/66a1f0c2d4e5b60718293a4b'),
    true,
  ),
  'Marquee-Sequence': header(
    'On a list: the last change that it contains, where `/changes` goes on from. On a write: a change that is not before it; reads that send it as `Marquee-Min-Sequence` contain the write on every node.',
    count(1_842),
  ),
  'RateLimit-Policy': header(`How many requests in how many seconds. ${limited}`, text('"default";q=600;w=60')),
  RateLimit: header(`How many are left, and the seconds until the reset. ${limited}`, text('"default";r=599;t=42')),
  'X-RateLimit-Limit': header(`Requests in a window. ${limited}`, count(600)),
  'X-RateLimit-Remaining': header(`How many are left of them. ${limited}`, count(599)),
  'X-RateLimit-Reset': header(`When the next window begins, in seconds since 1970. ${limited}`, count(1_814_551_260)),
  'Retry-After': header('How many seconds to wait before trying again.', count(42)),
  'X-Request-Id': header('The id of the request, as sent or made up.', text(requestId), true),
}
