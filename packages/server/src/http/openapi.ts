import { allKinds, exampleOf, hoistTitled } from '@marquee/model'
import { sharedAnswers } from './openapi/answers.ts'
import { eventOperations } from './openapi/events.ts'
import { headerComponents } from './openapi/headers.ts'
import { introduction } from './openapi/introduction.ts'
import { createSharedParameters } from './openapi/parameters.ts'
import { problemSchema } from './openapi/problem-schema.ts'
import { responsesOf } from './openapi/responses.ts'
import type { DescribedRoute } from './route.ts'

/** The OpenAPI 3.1 document of all routes. Schemas with a title are defined once, under `components`. */
export function openApiDocument(routes: DescribedRoute[], baseUrl: string): object {
  const schemas: Record<string, object> = { Problem: problemSchema }
  const shown = (schema: object) =>
    plainRefs(hoistTitled({ title: undefined, ...wrapTitled(schema) }, refPrefix, schemas).schema)
  const parameters = createSharedParameters()
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, parameters.of(route), shown) }
  }
  const webhooks = eventOperations(shown)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marquee',
      version: '1.0.0',
      summary: 'Content management for the apps and websites of festivals, conferences and venues.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag)), 'webhook events'].map(tagOf),
    paths,
    webhooks,
    components: {
      schemas,
      parameters: parameters.components,
      headers: headerComponents,
      responses: sharedAnswers,
      securitySchemes,
    },
  }
}

function operationOf(route: DescribedRoute, parameters: object[], shown: (schema: object) => object): object {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    security: securityOf(route),
    parameters,
    ...requestBodyOf(route, shown),
    responses: responsesOf(route, shown),
  }
}

function requestBodyOf({ body, upload }: DescribedRoute, shown: (schema: object) => object): object {
  const media = (schema: object, example = exampleOf(schema)) => ({ schema: shown(schema), example })
  if (!body && !upload) return {}
  const content = {
    ...(body && { 'application/json': media(body.schema, body.example) }),
    ...(upload && { 'multipart/form-data': media(upload.schema) }),
  }
  return { requestBody: { required: !body?.optional, content } }
}

const tagOf = (name: string) => ({
  name,
  description: allKinds.find((kind) => kind.name === name)?.about ?? subjects[name] ?? '',
})

const subjects: Record<string, string> = {
  apiKeys: 'Keys for programs, made by signed-in owners.',
  audit: 'Events outside the content, such as sign-ins and keys.',
  auth: 'Accounts of people and their sessions. Programs use API keys instead.',
  conflicts: 'Conflicts in the programme, and broken links.',
  changes: 'All changes in order: read them page by page, or follow the stream.',
  people: 'Everything about a person, by e-mail address: export or erase it.',
  presence: 'Who is on which record of the studio, and in which field.',
  public: 'Published content for apps, websites and visitors, readable without a key.',
  system: 'For operators and tools.',
  translations: 'Which texts are translated, and which are missing.',
  views: 'Saved views of tables: of a person, or of everybody in the broadcast.',
  'webhook events': 'The requests that Marquee sends to your webhooks.',
}

const refPrefix = '#/components/schemas/'

/** A titled schema is hoisted when it is inside another, so the outermost one is wrapped. */
const wrapTitled = (schema: object) => ({ allOf: [schema] })

function plainRefs(schema: object): object {
  const { allOf } = schema as { allOf?: object[] }
  return allOf?.[0] ?? schema
}

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same API key.' },
  session: { type: 'apiKey', in: 'cookie', name: 'marquee.session_token' },
  clientToken: { type: 'http', scheme: 'bearer', description: 'The token that an app got when it registered.' },
}

function securityOf({ access, takesClientToken }: DescribedRoute): object[] {
  if (takesClientToken) return [{ clientToken: [] }, ...(takesClientToken === 'optional' ? [{}] : [])]
  if (access.who === 'anyone' || access.who === 'public') return []
  if (access.who === 'person') return [{ session: [] }]
  if (access.who === 'key') return [{ apiKey: [] }, { bearer: [] }]
  return [{ apiKey: [] }, { bearer: [] }, { session: [] }]
}

function operationId(route: DescribedRoute): string {
  const words = route.path.replace('/v1/', '').split(/[/:{}.-]+/)
  return route.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
