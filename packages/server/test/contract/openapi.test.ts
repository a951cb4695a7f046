import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { blockTypes, broadcastKinds, eventTypes } from '@marquee/model'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { signInEndpoints } from '../../src/access/sign-in.ts'
import { statusOf } from '../../src/base/errors.ts'
import { startService, type TestService } from '../support/service.ts'
import {
  type MediaType,
  type OpenApi,
  type Operation,
  readDocumentation,
  schemaValidators,
  sentInstant,
} from './documented.ts'

let service: TestService
let served: OpenApi
/** With shared parameters, headers and answers in their places. */
let document: OpenApi

before(async () => {
  service = await startService()
  served = JSON.parse(await (await fetch(`${service.url}/v1/openapi.json`)).text())
  document = (await readDocumentation(service.url)).document
})
after(() => service.stop())

const operations = (): { name: string; path: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )

test('the document is valid OpenAPI 3.1 for an independent validator', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(served))
  assert.deepEqual([valid, errors], [true, undefined])
  assert.equal(validator.version, '3.1')
  assert.match(document.openapi, /^3\.1\.\d$/)
  assert.deepEqual([document.info.title, document.info.version], ['Marquee', '1.0.0'])
})

test('the validator detects errors', async () => {
  const broken = { ...structuredClone(served), paths: { '/x': { get: { responses: { 200: {} } } } } }
  assert.equal((await new Validator().validate(broken)).valid, false)
})

test('every schema in it is valid JSON Schema 2020-12', () => {
  const ajv = new Ajv2020()
  for (const schema of schemasOf(document)) {
    assert(ajv.validateSchema(schema), `${JSON.stringify(schema).slice(0, 300)}: ${ajv.errorsText()}`)
  }
})

test('every route of the service is in it, signing in too, and nothing else', () => {
  const signIn = Object.entries(signInEndpoints).map(([endpoint, method]) => `${method} /v1/auth${endpoint}`)
  const routes = service.runtime.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  routes.push(...signIn)
  assert.deepEqual(
    operations()
      .map(({ name }) => name)
      .sort(),
    routes.sort(),
  )
  assert.equal(new Set(routes).size, routes.length)
})

test('every $ref resolves', () => {
  const missing = refsIn(served).filter((ref) => {
    let found: unknown = served
    for (const part of ref.replace('#/', '').split('/')) found = (found as Record<string, unknown> | undefined)?.[part]
    return !ref.startsWith('#/') || found === undefined
  })
  assert.deepEqual(missing, [])
})

test('every operation has a unique id', () => {
  const ids = operations().map(({ operation }) => operation.operationId)
  assert.deepEqual(
    ids.filter((id, index) => !/^[a-z]\w+$/i.test(id) || ids.indexOf(id) !== index),
    [],
  )
})

test('every parameter of a path is declared, and no parameter twice', () => {
  for (const { name, path, operation } of operations()) {
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(
      declared.map((parameter) => [parameter.name, parameter.required]),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [parameter, true]),
      name,
    )
    const all = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    assert.equal(new Set(all).size, all.length, name)
  }
})

test('every query parameter of a route is declared', () => {
  const ofPath = new Map(operations().map(({ name, operation }) => [name, operation]))
  for (const { method, path, params } of service.runtime.routes) {
    const operation = ofPath.get(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    const declared = operation?.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
    assert.deepEqual(declared?.sort(), Object.keys(params).sort(), `${method} ${path}`)
  }
})

test('every kind has schemas for requests and responses', () => {
  const { schemas } = document.components
  const needed = broadcastKinds.flatMap(({ name, operations: allowed }) => [
    name,
    `${name}List`,
    ...(allowed.includes('create') ? [`${name}Create`] : []),
    ...(allowed.includes('update') ? [`${name}Patch`] : []),
  ])
  for (const name of ['broadcast', 'broadcastCreate', 'broadcastPatch', 'DeleteResult', 'Problem', ...needed])
    assert.equal(schemas[name]?.type, 'object', name)
})

test('all sixteen block types are documented, each with its own schema', () => {
  const { schemas } = document.components
  const options = (schemas.Block as { oneOf: { $ref: string }[] }).oneOf
  const types = options.map(({ $ref }) => {
    const { properties } = schemas[$ref.replace('#/components/schemas/', '')] as {
      properties: { type: { const: string } }
    }
    return properties.type.const
  })
  assert.deepEqual(types.sort(), [
    'articles',
    'button',
    'countdown',
    'divider',
    'embed',
    'hosts',
    'interestPoints',
    'map',
    'media',
    'meteo',
    'paragraph',
    'question',
    'section',
    'sessions',
    'socials',
    'title',
  ])
  assert.deepEqual(blockTypes.toSorted(), types)
})

test('every example matches its schema', () => {
  const sent = schemaValidators(document, sentInstant)
  const returned = schemaValidators(document)
  const wrong: unknown[] = []
  const check = (name: string, content: Record<string, MediaType> = {}, validators: typeof sent) => {
    const { schema, example } = content['application/json'] ?? {}
    if (!schema || example === undefined) return
    const validate = validators.of(schema)
    if (!validate(example))
      wrong.push([name, validate.errors?.map(({ instancePath, params }) => [instancePath, params])])
  }
  for (const { name, operation } of operations()) {
    check(name, operation.requestBody?.content, sent)
    for (const { content } of Object.values(operation.responses)) check(name, content, returned)
  }
  assert.deepEqual(wrong, [])
})

test('every declared example is shown', () => {
  const ofPath = new Map(operations().map(({ name, operation }) => [name, operation]))
  for (const { method, path, body, answers } of service.runtime.routes) {
    const name = `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
    const operation = ofPath.get(name)
    if (body?.example !== undefined)
      assert.deepEqual(operation?.requestBody?.content['application/json']?.example, body.example, name)
    for (const [status, answer] of Object.entries(answers)) {
      const { example } = answer as { example?: unknown }
      if (example === undefined) continue
      const type = Number(status) < 400 ? 'application/json' : 'application/problem+json'
      assert.deepEqual(operation?.responses[status]?.content?.[type]?.example, example, name)
    }
  }
})

test('every operation lists its credentials', () => {
  const { routes } = service.runtime
  const wanted = {
    anyone: [],
    public: [],
    person: ['session'],
    key: ['apiKey', 'bearer'],
    forMembers: ['apiKey', 'bearer', 'session'],
  }
  for (const { method, path, access, takesClientToken } of routes) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const named = operation?.security.flatMap((scheme) => Object.keys(scheme))
    assert.deepEqual(named, takesClientToken ? ['clientToken'] : wanted[access.who], `${method} ${path}`)
  }
})

test('errors are problem documents, and authenticated routes document theirs', () => {
  const open = service.runtime.routes
    .filter(({ access }) => access.who === 'anyone' || access.who === 'public')
    .map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  for (const { name, path, operation } of operations()) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      const { schema } = content?.['application/problem+json'] ?? {}
      assert.deepEqual(schema, { $ref: '#/components/schemas/Problem' }, `${name} ${status}`)
    }
    if (!open.includes(path) && !path.startsWith('/v1/auth/'))
      for (const status of ['401', '403', '404', '429']) assert(operation.responses[status], `${name} ${status}`)
  }
})

test('every operation has the headers that it takes and gives', () => {
  for (const { name, operation } of operations()) {
    const [method = '', path = ''] = name.split(' ')
    const taken = operation.parameters.filter((parameter) => parameter.in === 'header').map((header) => header.name)
    const isStream = path.endsWith('/changes/stream')
    const isTagged = method === 'GET' && !isStream && !path.endsWith('/archive')
    const takesKey = method === 'POST' && !withoutIdempotencyKey.some((end) => path.endsWith(end))
    const isContentWrite = operation.parameters.some((parameter) => parameter.name === 'dry_run')
    const takesApiKey = operation.security.some((scheme) => 'apiKey' in scheme)
    const isOfBroadcast = takesApiKey || path.startsWith('/v1/public/{broadcast}')
    const wanted = [
      ...(takesKey && !path.startsWith('/v1/auth/') ? ['Idempotency-Key'] : []),
      ...(isContentWrite && method !== 'POST' ? ['If-Match'] : []),
      ...(isTagged ? ['If-None-Match'] : []),
      ...(isStream ? ['Last-Event-ID'] : []),
      ...(method === 'GET' && isOfBroadcast ? ['Marquee-Min-Sequence'] : []),
      'X-Request-Id',
    ]
    assert.deepEqual(taken, wanted, name)
    for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
      const said = `${name} ${status}`
      assert('X-Request-Id' in headers, said)
      assert.equal('RateLimit' in headers, takesApiKey && status !== '401', said)
      if (method === 'GET' && Number(status) < 400) assert.equal('ETag' in headers, isTagged, said)
      if (method !== 'GET' && Number(status) < 400) assert.equal('Marquee-Sequence' in headers, takesApiKey, said)
      if (['429', '503'].includes(status)) assert('Retry-After' in headers, said)
    }
    assert.equal('304' in operation.responses, isTagged, name)
  }
})

/** POSTs that make nothing, or nothing that lasts. */
const withoutIdempotencyKey = [
  '/previews',
  '/check',
  '/download',
  '/lookup',
  '/hook',
  '/hooks/{token}',
  '/workflows/{token}',
]

test('every body and every success has an example', () => {
  const missing = operations().flatMap(({ name, operation }) => [
    ...withoutExample(`${name} body`, operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Number(status) < 400 ? withoutExample(`${name} ${status}`, content) : [],
    ),
  ])
  assert.deepEqual(missing, [])
})

const withoutExample = (name: string, content: Record<string, MediaType> = {}) =>
  Object.entries(content)
    .filter(([type, { example }]) => !binaryTypes.includes(type) && example === undefined)
    .map(([type]) => `${name} ${type}`)

const binaryTypes = ['application/octet-stream', 'application/zip']

test('no example has a value that was made up for want of a better one', () => {
  const poor = operations().flatMap(({ name, operation }) => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((one) => one?.content ?? {})
    const examples = contents.flatMap((content) => Object.values(content).map(({ example }) => example))
    return JSON.stringify(examples).includes('"…"') ? [name] : []
  })
  assert.deepEqual(poor, [])
})

test('every event of the catalogue is a webhook, with a payload that fits its schema', async () => {
  const validators = schemaValidators(document)
  assert.deepEqual(
    Object.keys(document.webhooks),
    eventTypes().map(({ type }) => type),
  )
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema = {}, example } = post?.requestBody?.content['application/json'] ?? {}
    const validate = validators.of(schema)
    assert(validate(example), `${type}: ${JSON.stringify(validate.errors)}`)
    assert.equal(validate({ ...Object(example), type: 'other' }), false, type)
    const headers = post?.parameters.map(({ name }) => name)
    assert.deepEqual(headers, ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Service-Signature'])
    assert(post?.responses['2XX'])
  }
})

test('the introduction explains what all operations share, with every code of a problem', () => {
  const { description } = document.info
  const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  for (const heading of ['Keys', 'Errors', 'Paging', 'Retries', 'Idempotency', 'Webhooks'])
    assert(headings.includes(heading), heading)
  for (const code of Object.keys(statusOf)) assert(description.includes(`\`${code}\``), code)
})

test('days and instants in a query have a format', () => {
  for (const { name, operation } of operations()) {
    for (const { name: parameter, in: place, schema } of operation.parameters) {
      if (place !== 'query' || !['from', 'to', 'day'].includes(parameter) || name.endsWith('/diff')) continue
      assert.match(JSON.stringify(schema), /"format":"date/, `${name} ?${parameter}`)
    }
  }
})

test('media types are named without parameters', () => {
  const types = operations().flatMap(({ operation }) =>
    [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) => Object.keys(one?.content ?? {})),
  )
  assert.deepEqual(
    types.filter((type) => type.includes(';')),
    [],
  )
})

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  )
}

function schemasOf({ components }: OpenApi): object[] {
  const inline = operations().flatMap(({ operation }) => [
    ...Object.values(operation.requestBody?.content ?? {}),
    ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
    ...(operation.parameters as MediaType[]),
  ])
  return [...Object.values(components.schemas), ...inline.flatMap(({ schema }) => schema ?? [])]
}
