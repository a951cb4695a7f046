import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { blockTypes, broadcastKinds } from '@marquee/model'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
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
let document: OpenApi

before(async () => {
  service = await startService()
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
  const { valid, errors } = await validator.validate(structuredClone(document))
  assert.deepEqual([valid, errors], [true, undefined])
  assert.equal(validator.version, '3.1')
  assert.match(document.openapi, /^3\.1\.\d$/)
  assert.deepEqual([document.info.title, document.info.version], ['Marquee', '1.0.0'])
})

test('the validator detects errors', async () => {
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: { 200: {} } } } } }
  assert.equal((await new Validator().validate(broken)).valid, false)
})

test('every schema in it is valid JSON Schema 2020-12', () => {
  const ajv = new Ajv2020()
  for (const schema of schemasOf(document)) {
    assert(ajv.validateSchema(schema), `${JSON.stringify(schema).slice(0, 300)}: ${ajv.errorsText()}`)
  }
})

test('it contains every route of the service, and nothing else', () => {
  const routes = service.runtime.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.deepEqual(
    operations()
      .map(({ name }) => name)
      .sort(),
    routes.sort(),
  )
  assert.equal(new Set(routes).size, routes.length)
})

test('every $ref resolves', () => {
  const missing = refsIn(document).filter((ref) => {
    let found: unknown = document
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
    assert.deepEqual(operation?.requestBody?.content['application/json']?.example, body?.example, name)
    for (const [status, answer] of Object.entries(answers)) {
      const { example } = answer as { example?: unknown }
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
  for (const { name, operation } of operations()) {
    const route = routes.find(({ method, path }) => name === `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    assert(route)
    const named = operation.security.flatMap((scheme) => Object.keys(scheme))
    assert.deepEqual(named, wanted[route.access.who], name)
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
    if (!open.includes(path))
      for (const status of ['401', '403', '404', '429']) assert(operation.responses[status], `${name} ${status}`)
  }
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
