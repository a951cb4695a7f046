import { rateHeaderNames } from './headers.ts'

/** A part of the document that the reference page shows by itself. */
export interface Chapter {
  title: string
  slug: string
  includes(path: string): boolean
  /** Whether it has the requests that webhooks receive. */
  hasEvents?: boolean
}

const startsWith =
  (...prefixes: string[]) =>
  (path: string) =>
    prefixes.some((prefix) => path.startsWith(prefix))

/** The first one is shown first. */
export const chapters: Chapter[] = [
  {
    title: 'Surface A',
    slug: 'surface-a',
    includes: startsWith('/v1/events', '/v1/places', '/v1/articles', '/v1/webhooks'),
  },
  {
    title: 'Surface B',
    slug: 'surface-b',
    includes: startsWith('/v1/users/', '/v1/auth/', '/v1/invitations/', '/v1/hooks/'),
  },
  {
    title: 'Public surface',
    slug: 'public',
    includes: startsWith('/v1/public/', '/v1/openapi.json', '/media/', '/.well-known/', '/livez', '/readyz'),
  },
  { title: 'Webhook events', slug: 'webhook-events', includes: () => false, hasEvents: true },
]

interface Whole {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, { tags: string[] }>>
  tags: { name: string }[]
  components: Record<string, Record<string, unknown>>
}

interface Operation {
  tags: string[]
  parameters: { $ref?: string }[]
  responses: Record<string, { headers?: Record<string, object> }>
}

/**
 * A chapter of the document, with the components that it uses. Its operations lack what the introduction says of all: request ids,
 * rate limits, 500, 503. The page needs time for each node of a document before anything can be read.
 */
export function chapterOf(document: object, { includes, hasEvents }: Chapter): object {
  const { paths, webhooks, tags, components, ...rest } = document as Whole
  const shown = {
    paths: mapValues(pick(paths, includes), (methods) => mapValues(methods, briefOperation)),
    webhooks: hasEvents ? webhooks : {},
  }
  const operations = [...Object.values(shown.paths), ...Object.values(shown.webhooks)].flatMap((one) =>
    Object.values(one),
  )
  const named = new Set(operations.flatMap((operation) => operation.tags))
  const { responses = {}, ...others } = components
  const brief = { ...others, responses: briefResponses(responses as Operation['responses']) }
  return {
    ...rest,
    tags: tags.filter(({ name }) => named.has(name)),
    ...shown,
    components: { ...usedOf(brief, shown), securitySchemes: components.securitySchemes },
  }
}

const briefOperation = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters.filter(({ $ref }) => $ref !== '#/components/parameters/RequestId'),
  responses: briefResponses(operation.responses),
})

const briefResponses = (responses: Operation['responses']): Operation['responses'] =>
  mapValues(
    pick(responses, (status) => !status.startsWith('5')),
    ({ headers, ...response }) => ({
      ...response,
      ...(headers && { headers: pick(headers, (name) => !onAll.has(name)) }),
    }),
  )

const onAll = new Set(['X-Request-Id', ...rateHeaderNames])

/** The components that something refers to, and those that they refer to. */
function usedOf(components: Whole['components'], from: unknown): Whole['components'] {
  const used: Whole['components'] = {}
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as { $ref?: unknown }
    const [, group = '', name = ''] = typeof $ref === 'string' ? (/^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? []) : []
    if (group !== '' && used[group]?.[name] === undefined) {
      used[group] = { ...used[group], [name]: components[group]?.[name] }
      visit(components[group]?.[name])
    }
    for (const member of Object.values(value)) visit(member)
  }
  visit(from)
  return used
}

const pick = <T>(record: Record<string, T>, isKept: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)))

const mapValues = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
