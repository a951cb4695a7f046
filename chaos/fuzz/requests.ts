import type { OpenApi, Operation, Parameter } from '../../packages/server/test/contract/documented.ts'
import { nastyStrings } from '../../packages/server/test/support/nasty-strings.ts'
import type { Reply } from '../../packages/server/test/support/service.ts'
import { sqlPayloads } from '../../packages/server/test/support/sql-payloads.ts'
import type { Tenant } from '../accounts.ts'
import type { RequestParts } from '../http-client.ts'
import type { Random } from '../random.ts'
import { createValues, type Shape } from '../schema-values.ts'
import { mutated, mutatedText } from './mutations.ts'

export interface FuzzRequest extends RequestParts {
  operation: string
  /** The schema of the body, when it is JSON. */
  schema?: object
  isBodyOptional?: boolean
  /** Whether a parameter is not as documented. */
  isInvalidQuery: boolean
}

export interface FuzzRequests {
  next(): FuzzRequest
  /** Keeps ids that answers show, for later paths and references. */
  learn(request: FuzzRequest, reply: Reply): void
}

interface Target {
  method: string
  template: string
  operation: Operation
}

const naughty = [
  ...nastyStrings().filter((text) => text.length < 5_000),
  ...sqlPayloads(),
  '\0',
  '\ud800',
  '{{7*7}}',
  '__proto__',
]

/** The requests of one worker in its own broadcast. */
export function createRequests(
  document: OpenApi,
  { random, tenant, key }: { random: Random; tenant: Tenant; key: Record<string, string> },
): FuzzRequests {
  const targets = Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]): Target => ({ method, template, operation })),
  )
  const known = new Map<string, string[]>()
  const randomId = () => Array.from({ length: 24 }, () => random.below(16).toString(16)).join('')
  const id = (name: string | undefined) => {
    const some = name === undefined ? undefined : known.get(name)
    return some && some.length > 0 && random.chance(0.85) ? random.pick(some) : randomId()
  }
  const text = () => random.pick(naughty)
  const values = createValues(document, { random, text, id: (kind) => id(kind && `${kind}Id`) })

  const pathOf = ({ template, method }: Target) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (random.chance(0.03)) return encodeURIComponent(text().toWellFormed())
      // The broadcast of the worker is not deleted, or left.
      const isKept = method === 'delete' && (template.endsWith('/{broadcastId}') || template.includes('/memberships/'))
      if (name === 'broadcastId' || name === 'broadcast') return isKept ? randomId() : tenant.broadcastId
      if (name === 'userId') return tenant.founder.userId
      if (name === 'reference')
        return random.chance(0.5) ? `ref-${random.below(50)}` : encodeURIComponent(text().toWellFormed())
      return id(name === 'id' ? template.split('/')[2] : name)
    })

  const queryOf = ({ operation, template }: Target) => {
    const parts: string[] = []
    let isInvalid = false
    for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
      if (!random.chance(parameter.required ? 0.95 : 0.15)) continue
      const value = (random.chance(0.3) ? text() : sampleOf(parameter)).toWellFormed()
      if (!fits(parameter.schema as Shape, value)) isInvalid = true
      parts.push(`${parameter.name}=${encodeURIComponent(value)}`)
    }
    if (random.chance(0.02) && !/\/(hooks|auth)\//.test(template)) {
      parts.push(`unknown${random.below(9)}=1`)
      isInvalid = true
    }
    return { query: parts.length > 0 ? `?${parts.join('&')}` : '', isInvalid }
  }
  const sampleOf = ({ schema, name }: Parameter) => {
    const shape = schema as Shape
    if (name === 'filters') return JSON.stringify(random.pick(filters(random, text)))
    if (name === 'sort')
      return random.pick(['{"_createdAt":"desc"}', '{"_id":"asc"}', '{"title":"asc"}', '{"x":"asc"}'])
    const made = values(shape)
    return typeof made === 'object' ? JSON.stringify(made) : String(made)
  }

  const bodyOf = ({ operation }: Target): Pick<FuzzRequest, 'body' | 'schema' | 'isBodyOptional'> => {
    const json = operation.requestBody?.content['application/json']
    if (!json?.schema) return {}
    const plain = random.chance(0.35) ? structuredClone(json.example) : values(json.schema as Shape)
    const changed = random.chance(0.55) ? mutated(plain, random, text) : plain
    const written = JSON.stringify(changed) ?? 'null'
    return {
      schema: json.schema,
      isBodyOptional: operation.requestBody?.required !== true,
      body: random.chance(0.05) ? mutatedText(written, random) : written,
    }
  }

  const headersOf = ({ operation, template }: Target): Record<string, string> => {
    const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
    const more: Record<string, string> = { 'x-forwarded-for': address }
    for (const { name } of operation.parameters.filter((one) => one.in === 'header'))
      if (random.chance(0.08)) more[name] = headerValue(name, random)
    if (random.chance(0.03)) return { ...more, authorization: `Bearer ${text().replaceAll(/[^\x21-\x7e]/g, '')}` }
    // Ending the worker's own session would leave nothing to test.
    if (/^\/v1\/auth\/(sign-out|revoke|change-password)/.test(template)) return more
    const schemes = operation.security.flatMap((scheme) => Object.keys(scheme))
    if (schemes.includes('apiKey') && !random.chance(0.1)) {
      // Some routes are for people only; the document does not tell which.
      const isForPeople = /\/(broadcastMembers|apiKeys|audit|archive|duplicate|people|presence|views)\b/.test(template)
      return { ...more, ...(isForPeople ? tenant.founder.headers : key) }
    }
    return schemes.includes('session') || random.chance(0.1) ? { ...more, ...tenant.founder.headers } : more
  }

  const next = (): FuzzRequest => {
    let target = random.pick(targets)
    while (!random.chance(shareOf(target))) target = random.pick(targets)
    const { query, isInvalid } = queryOf(target)
    const { method, template, operation } = target
    const multipart = operation.requestBody && !operation.requestBody.content['application/json']
    return {
      operation: `${method} ${template}`,
      method: method.toUpperCase(),
      path: `${pathOf(target)}${query}`,
      isInvalidQuery: isInvalid,
      headers: { ...headersOf(target), ...(multipart && { 'content-type': 'multipart/form-data; boundary=x' }) },
      ...(multipart ? { body: `--x\r\n${text()}\r\n--x--` } : bodyOf(target)),
    }
  }
  return {
    next,
    learn({ operation }, { status, body }) {
      if (status !== 201 && status !== 202) return
      const [, template = ''] = operation.split(' ')
      const made = String(body?._id ?? body?.id ?? '')
      if (!/^[0-9a-f]{24}$/.test(made)) return
      const name = nameOfCollection(template)
      const some = known.get(name) ?? []
      known.set(name, [...some.slice(-30), made])
    },
  }
}

/** The parameter that names a member of a collection: `broadcastCategories` has `broadcastCategoryId`. */
function nameOfCollection(template: string): string {
  if (/^\/v1\/(events|places|articles)\b/.test(template)) return template.split('/')[2] ?? ''
  if (template.endsWith('/runs')) return 'workflowRunId'
  const plural =
    template
      .replace(/\/by-reference\/.*/, '')
      .split('/')
      .at(-1) ?? ''
  return `${plural.replace(/ies$/, 'y').replace(/s$/, '')}Id`
}

/** Expensive operations are rarer: they make accounts, copies, files, or requests elsewhere. */
function shareOf({ method, template }: Target): number {
  if (/\/auth\/(sign-up|sign-in|reset|change|request|confirm)/.test(template)) return 0.02
  if (/\/(archive|duplicate|onboarding|restore|test|redeliver|recover|rotate)$/.test(template)) return 0.05
  if (method === 'post' && /\/(webhooks|importSources|imports|revisions|broadcasts)$/.test(template)) return 0.1
  if (method === 'get' && /\/(bundle|stream)$/.test(template)) return 0.2
  return 1
}

const filters = (random: Random, text: () => string): unknown[] => [
  [{ title: { $ne: text() } }],
  [{ _id: { $in: [text(), 'x'] } }],
  [{ [text()]: text() }],
  [{ $where: text() }],
  [{ status: 'published' }, { _createdAt: { $gt: '2027-01-01T00:00:00Z' } }],
  [{ 'authData.basic.password': { $exists: true } }],
  Array.from({ length: random.below(60) }, () => ({ title: 'x' })),
  text(),
]

function headerValue(name: string, random: Random): string {
  const values: Record<string, string[]> = {
    'If-Match': ['*', '"x"', 'W/"x"', 'x', '"', `"${'a'.repeat(500)}"`],
    'If-None-Match': ['*', '"x"', 'W/"x", "y"', 'x'],
    'Idempotency-Key': [`key-${random.below(20)}`, 'x'.repeat(256), 'caf\xe9', ' '],
    'X-Request-Id': ['abc', 'a b', 'x'.repeat(129), '\xff'],
    'Marquee-Min-Sequence': ['0', '1', '-1', 'x', '1'.repeat(16)],
    'Last-Event-ID': ['0', 'x', '9'.repeat(30)],
  }
  return random.pick(values[name] ?? ['x'])
}

/** Whether a text can be a parameter of this schema; only forms that leave no doubt are refused. */
function fits({ type, enum: choices, minimum, maximum }: Shape, value: string): boolean {
  if (choices) return choices.map(String).includes(value)
  if (type === 'boolean') return value === 'true' || value === 'false'
  if (type !== 'integer') return true
  const number = Number(value)
  return /^-?\d+$/.test(value) && number >= (minimum ?? number) && number <= (maximum ?? number)
}
