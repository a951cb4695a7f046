import assert from 'node:assert/strict'
import { isTimeZone } from '@marquee/model'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Api, Reply } from '../support/service.ts'

/** The served OpenAPI document, as far as tests use it. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Record<string, unknown>> }
  [member: string]: unknown
}

export interface Operation {
  operationId: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Answered>
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Record<string, unknown>
}

export interface Answered {
  headers?: Record<string, { required?: boolean; schema: object }>
  content?: Record<string, MediaType>
}

export interface MediaType {
  schema?: object
  example?: unknown
}

export interface Documented {
  /** With the references to shared parameters, headers and answers followed. */
  document: OpenApi
  /** A client whose every response must match the documented operation. */
  api(api: Api): Api
  check(method: string, path: string, reply: Reply): void
  /** How many answers were as documented so far. */
  count(): number
}

/** Compares responses with the OpenAPI document that the service itself serves. */
export async function readDocumentation(url: string): Promise<Documented> {
  const document = followed(JSON.parse(await (await fetch(`${url}/v1/openapi.json`)).text()))
  const validators = schemaValidators(document)
  const templateOf = templateFinder(document)
  let checked = 0

  const check = (method: string, path: string, reply: Reply) => {
    const said = `${method} ${path} answered ${reply.status}: ${reply.text.slice(0, 1_000)}`
    const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? ''
    if (reply.status >= 400) {
      assert.equal(type, 'application/problem+json', said)
      requireValid(validators.of({ $ref: '#/components/schemas/Problem' }), reply.body, said)
      assert.equal(reply.body.status, reply.status, said)
      assert.equal(reply.body.instance, `urn:request:${reply.headers.get('x-request-id')}`, said)
    }
    const operation = document.paths[templateOf(path) ?? '']?.[method.toLowerCase()]
    if (!operation) {
      assert([400, 401, 404, 405].includes(reply.status), `not documented at all: ${said}`)
      return
    }
    const response = operation.responses[reply.status]
    assert(response, `not a documented status: ${said}`)
    checkHeaders(response, reply, said)
    if (response.content) {
      const content = response.content[type]
      assert(content?.schema, `not the documented content type: ${said}`)
      requireValid(validators.of(content.schema), type.endsWith('json') ? reply.body : reply.text, said)
    } else assert.equal(reply.text, '', `no body is documented: ${said}`)
    checked += 1
  }

  /** An answer has no header that is not documented, and those that are have the documented form. */
  const checkHeaders = ({ headers = {} }: Answered, reply: Reply, said: string) => {
    const documented = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]))
    for (const name of describedHeaders) {
      const value = reply.headers.get(name)
      const header = documented.get(name)
      if (value === null) assert(!header?.required, `${name} is missing: ${said}`)
      else {
        assert(header, `${name} is not documented: ${said}`)
        requireValid(validators.of(header.schema), /^\d+$/.test(value) ? Number(value) : value, `${name}: ${said}`)
      }
    }
  }

  return {
    document,
    check,
    count: () => checked,
    api: (api) => async (method, path, body, headers) => {
      const reply = await api(method, path, body, headers)
      check(method, path, reply)
      return reply
    },
  }
}

/** The headers that the document describes. */
const describedHeaders = [
  'etag',
  'location',
  'marquee-sequence',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]

/** A document whose references to shared parameters, headers and answers are followed; those to schemas stay. */
function followed(document: OpenApi): OpenApi {
  const follow = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(follow)
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref !== 'string' || $ref.startsWith('#/components/schemas/'))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, follow(member)]))
    let found: unknown = document
    for (const part of $ref.replace('#/', '').split('/')) found = Object(found)[part]
    assert(found, `${$ref} leads nowhere`)
    return follow(found)
  }
  const { paths, webhooks } = document
  return { ...document, paths: follow(paths), webhooks: follow(webhooks) } as OpenApi
}

/** Instants in responses: UTC, with milliseconds. */
const returnedInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Instants in requests. */
export const sentInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/

/** Compiles the schemas of a document. */
export function schemaValidators(
  document: OpenApi,
  instant = returnedInstant,
): { of(schema: object): ValidateFunction } {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: {
      objectId: /^[0-9a-f]{24}$/,
      'date-time': instant,
      date: /^\d{4}-\d\d-\d\d$/,
      'time-zone': isTimeZone,
      uri: (text) => URL.canParse(text),
      'idn-hostname': /^[a-z0-9.-]+\.[a-z]+$/,
      email: /^[^\s@]+@[^\s@]+$/,
      // Only in requests, where the service is stricter than a pattern.
      'language-tag': true,
      'push-key': true,
      'push-auth': true,
    },
  })
  const { components } = document
  ajv.addSchema({ $id: 'document', components }, undefined, false, false)
  const compiled = new WeakMap<object, ValidateFunction>()
  const compile = (schema: object) => {
    const { $ref } = schema as { $ref?: string }
    const shared = $ref === undefined ? undefined : ajv.getSchema(`document${$ref}`)
    return shared ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#')))
  }
  return {
    of(schema) {
      const validate = compiled.get(schema) ?? compile(schema)
      compiled.set(schema, validate)
      return validate
    },
  }
}

function requireValid(validate: ValidateFunction, body: unknown, said: string): void {
  if (validate(body)) return
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => ({ instancePath, message, params }))
  assert.deepEqual(faults, [], `${JSON.stringify(faults)} in ${said}`)
}

/** Finds the path in the document for a URL: of several matches, the one with the fewest parameters. */
function templateFinder(document: OpenApi): (path: string) => string | undefined {
  const parameters = (template: string) => template.split('{').length
  const templates = Object.keys(document.paths)
    .sort((one, other) => parameters(one) - parameters(other))
    .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  return (path) => {
    const [address = ''] = path.split('?')
    return templates.find(({ pattern }) => pattern.test(address))?.template
  }
}
