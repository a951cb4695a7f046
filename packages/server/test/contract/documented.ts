import assert from 'node:assert/strict'
import { isTimeZone } from '@marquee/model'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Api, Reply } from '../support/service.ts'

/** The served OpenAPI document, as far as tests use it. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Record<string, unknown>> }
  [member: string]: unknown
}

export interface Operation {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, { content?: Record<string, MediaType> }>
}

export interface MediaType {
  schema?: object
  example?: unknown
}

export interface Documented {
  document: OpenApi
  /** A client whose every response must match the documented operation. */
  api(api: Api): Api
  check(method: string, path: string, reply: Reply): void
}

/** Compares responses with the OpenAPI document that the service itself serves. */
export async function readDocumentation(url: string): Promise<Documented> {
  const document: OpenApi = JSON.parse(await (await fetch(`${url}/v1/openapi.json`)).text())
  const validators = schemaValidators(document)

  const templateOf = templateFinder(document)

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
    const content = response.content?.[type]
    assert(content?.schema, `not the documented content type: ${said}`)
    requireValid(validators.of(content.schema), reply.body, said)
  }

  return {
    document,
    check,
    api: (api) => async (method, path, body, headers) => {
      const reply = await api(method, path, body, headers)
      check(method, path, reply)
      return reply
    },
  }
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
      'time-zone': isTimeZone,
      uri: (text) => URL.canParse(text),
      email: /^[^\s@]+@[^\s@]+$/,
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
  assert.deepEqual(faults, [], said)
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
