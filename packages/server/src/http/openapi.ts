import { allKinds, hoistTitled } from '@marquee/model'
import { statusOf } from '../base/errors.ts'
import type { Route } from './route.ts'

/** The OpenAPI 3.1 document of all routes. Schemas with a title are defined once, under `components`. */
export function openApiDocument(routes: Route[], baseUrl: string): object {
  const components: Record<string, object> = {}
  const shown = (schema: object) =>
    plainRefs(hoistTitled({ title: undefined, ...wrapTitled(schema) }, refPrefix, components).schema)
  const problem = { $ref: `${refPrefix}Problem` }
  components.Problem = problemSchema
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = {
      operationId: operationId(route),
      tags: [route.tag],
      summary: route.summary,
      security: securityOf(route),
      parameters: [...pathParameters(route), ...queryParameters(route)],
      ...(route.body && {
        requestBody: {
          required: !route.body.optional,
          content: {
            'application/json': {
              schema: shown(route.body.schema),
              ...(route.body.example !== undefined && { example: route.body.example }),
            },
          },
        },
      }),
      ...(route.upload && {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: shown(route.upload.schema) } } },
      }),
      responses: responsesOf(route, shown, problem),
    }
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marquee',
      version: '1.0.0',
      description: 'Content management for the apps and websites of festivals, conferences and venues.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map(tagOf),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'marquee.session_token' },
      },
    },
  }
}

const tagOf = (name: string) => ({
  name,
  description: allKinds.find((kind) => kind.name === name)?.about ?? subjects[name] ?? '',
})

const subjects: Record<string, string> = {
  apiKeys: 'Keys for programs, made by signed-in owners.',
  audit: 'Events outside the content, such as sign-ins and keys.',
  conflicts: 'Conflicts in the programme, and broken links.',
  changes: 'All changes in order: read them page by page, or follow the stream.',
  people: 'Everything about a person, by e-mail address: export or erase it.',
  public: 'Published content for apps, websites and visitors, readable without a key.',
  system: 'For operators and tools.',
}

const refPrefix = '#/components/schemas/'

/** A titled schema is hoisted when it is inside another, so the outermost one is wrapped. */
const wrapTitled = (schema: object) => ({ allOf: [schema] })

function plainRefs(schema: object): object {
  const { allOf } = schema as { allOf?: object[] }
  return allOf?.[0] ?? schema
}

function responsesOf(route: Route, shown: (schema: object) => object, problem: object): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, answer] of Object.entries(answersOf(route))) {
    const isFailure = Number(status) >= 400
    const type = answer.contentType ?? (isFailure ? 'application/problem+json' : 'application/json')
    const schema = answer.schema ? shown(answer.schema) : isFailure ? problem : undefined
    const media = { ...(schema && { schema }), ...(answer.example !== undefined && { example: answer.example }) }
    const also = answer.alsoAs && { [answer.alsoAs]: { schema: { type: 'string' } } }
    const content = schema || answer.contentType ? { content: { [type]: media, ...also } } : {}
    responses[status] = { description: answer.description, ...content }
  }
  for (const [status, description] of refusals(route)) {
    responses[status] ??= { description, content: { 'application/problem+json': { schema: problem } } }
  }
  return responses
}

/** The responses of a route, adjusted by its parameters: a dry run returns 200 with a report, `?fields=` leaves fields out. */
function answersOf(route: Route): Route['answers'] {
  const answers = { ...route.answers }
  const ok = answers[200]
  const isReading = 'fields' in route.params && ok?.schema !== undefined
  if (ok && isReading)
    answers[200] = { ...ok, schema: { anyOf: [ok.schema, isList(ok.schema) ? pickedList : pickedRecord] } }
  if ('dry_run' in route.params) {
    answers[200] = ok?.schema
      ? {
          ...ok,
          description: `${ok.description} With \`?dry_run=true\`, what would happen.`,
          schema: { anyOf: [ok.schema, dryRunReport] },
        }
      : { description: 'With `?dry_run=true`: what would happen. Nothing was changed.', schema: dryRunReport }
  }
  return answers
}

const isList = (schema: object | undefined) =>
  'data' in ((schema as { properties?: object } | undefined)?.properties ?? {})

const pickedRecord = {
  title: 'PickedRecord',
  description: 'The fields that `?fields=` requested.',
  type: 'object',
  required: ['_id'],
  properties: { _id: { type: 'string' } },
}
const pickedList = {
  title: 'PickedList',
  type: 'object',
  required: ['data', 'metadata', '_type'],
  properties: { data: { type: 'array', items: pickedRecord }, metadata: { type: 'object' }, _type: { type: 'string' } },
}
const dryRunReport = {
  title: 'DryRun',
  description: 'The changes that the write would make. Nothing was changed.',
  type: 'object',
  required: ['dry_run', 'would_status', 'record', 'changes', 'event_types'],
  properties: {
    dry_run: { type: 'boolean', const: true },
    would_status: { type: 'integer' },
    record: { type: ['object', 'null'] },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'id', 'operation', 'fields'],
        properties: {
          kind: { type: 'string' },
          id: { type: 'string' },
          operation: { type: 'string' },
          fields: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    event_types: { type: 'array', items: { type: 'string' } },
  },
}

const forbidden = [
  'It is not allowed:',
  '`plan_required` (the API needs the Pro plan),',
  '`insufficient_scope` (the key lacks a scope),',
  '`insufficient_role` (the role of the member does not include it),',
  '`owner_required` (only signed-in people can do it, and no API key),',
  '`cross_site_request` (a change with a session cookie came from another site),',
  '`quota_exceeded` (the broadcast has no room for more).',
].join(' ')

function refusals(route: Route): [string, string][] {
  const all: [string, string][] = [['400', 'A part of the request is missing or invalid.']]
  if (route.access.who === 'public') all.push(['404', 'It does not exist.'], ['429', 'Too many requests.'])
  else if (route.access.who !== 'anyone') {
    all.push(
      ['401', 'The key or session is missing or invalid.'],
      ['403', forbidden],
      ['404', 'It does not exist.'],
      ['429', 'Too many requests.'],
    )
  }
  if (route.method === 'PATCH' || route.method === 'DELETE' || route.method === 'PUT')
    all.push(['412', 'If-Match does not match.'])
  const takesBody = route.body ?? route.upload
  if (takesBody || route.method === 'DELETE') all.push(['409', 'It conflicts with existing content.'])
  const needed = route.upload ? 'multipart/form-data' : 'JSON'
  if (takesBody) all.push(['413', 'The body is too large.'], ['415', `The body is not ${needed}.`])
  if (route.method === 'POST') all.push(['422', 'The Idempotency-Key belongs to another request.'])
  return all
}

function securityOf(route: Route): object[] {
  if (route.access.who === 'anyone' || route.access.who === 'public') return []
  if (route.access.who === 'person') return [{ session: [] }]
  if (route.access.who === 'key') return [{ apiKey: [] }, { bearer: [] }]
  return [{ apiKey: [] }, { bearer: [] }, { session: [] }]
}

function pathParameters(route: Route): object[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('Id')
      ? { type: 'string', format: 'objectId', minLength: 24, maxLength: 24 }
      : { type: 'string' },
  }))
}

function queryParameters(route: Route): object[] {
  return Object.entries(route.params).map(([name, { schema, description }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }))
}

function operationId(route: Route): string {
  const words = route.path.replace('/v1/', '').split(/[/:{}.-]+/)
  return route.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const problemSchema = {
  title: 'Problem',
  description: 'A failure, as RFC 9457 describes it.',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: {
      type: 'string',
      enum: Object.keys(statusOf),
      description: 'Stable and machine-readable. Each code always comes with the same status; new ones may be added.',
    },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'message'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the body, or `?name` for a query parameter.' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
}
