import type { OpenApi, Operation } from '../../packages/server/test/contract/documented.ts'
import type { RequestParts } from '../http-client.ts'
import type { Random } from '../random.ts'
import { createValues, idPlaces, type Shape } from '../schema-values.ts'
import type { Held } from './foreign.ts'

/** One request with ids of another tenant, and the same with ids that do not exist. */
export interface Attempt {
  operation: string
  /** Where the ids are. */
  where: string
  foreign: RequestParts
  missing: RequestParts
  foreignIds: string[]
  missingIds: string[]
  /** Addresses a public resource by its id, which exists for everybody: only its secrets count. */
  isPublic: boolean
}

interface Sides {
  own: Held
  foreign: Held
  missing: Held
  random: Random
}

const content = '/v1/users/{userId}/broadcasts/{broadcastId}'

export function attemptsOf(document: OpenApi, sides: Sides): Attempt[] {
  const attempts: Attempt[] = []
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (isLeftOut(method, path)) continue
      const all = [
        ...inPath(method, path, operation, sides),
        ...inQuery(method, path, operation, sides),
        ...inBatch(method, path, operation, sides),
        ...inBody(document, method, path, operation, sides),
      ]
      attempts.push(...all)
    }
  // Those that end sessions come last.
  return attempts.sort(
    (one, other) => Number(one.operation.includes('/auth/')) - Number(other.operation.includes('/auth/')),
  )
}

/** Writes that anybody may make to a public broadcast, and accounts, which have no ids of a tenant. */
function isLeftOut(method: string, path: string): boolean {
  return (
    (method !== 'get' && /^\/v1\/public\/\{broadcast\}\/(contacts|clients|events)$/.test(path)) ||
    path.startsWith('/v1/auth/')
  )
}

function inPath(method: string, path: string, operation: Operation, sides: Sides): Attempt[] {
  const { own, foreign, missing } = sides
  const names = parametersOf(path)
  const records = names.filter((name) => !['userId', 'broadcastId', 'broadcast'].includes(name))
  const isPublic = path.includes('{broadcast}') || path.startsWith('/.well-known')
  const ways: { where: string; from: Held; to: Held }[] = []
  if (records.length > 0)
    ways.push({ where: 'in my broadcast', from: { ...foreign, ...placeOf(own) }, to: { ...missing, ...placeOf(own) } })
  if (names.includes('broadcastId') || names.includes('broadcast')) {
    const as = (userId: string, held: Held) => ({ ...held, userId })
    ways.push({ where: 'in theirs', from: foreign, to: missing })
    ways.push({ where: 'in theirs, under my account', from: as(own.userId, foreign), to: as(own.userId, missing) })
    ways.push({
      where: 'in mine, under their account',
      from: { ...own, userId: foreign.userId },
      to: { ...own, userId: missing.userId },
    })
  } else if (names.includes('userId')) ways.push({ where: 'of their account', from: foreign, to: missing })
  return ways.map(({ where, from, to }) => ({
    operation: `${method} ${path}`,
    where,
    foreign: requestOf(method, path, operation, from),
    missing: requestOf(method, path, operation, to),
    foreignIds: idsOf(path, from),
    missingIds: idsOf(path, to),
    isPublic: isPublic && where !== 'in my broadcast',
  }))
}

/** Ids in parameters: positions in lists, filters and whatever else takes one. */
function inQuery(method: string, path: string, operation: Operation, { own, foreign, missing }: Sides): Attempt[] {
  if (parametersOf(path).some((name) => !own.ids.has(name) && !['userId', 'broadcastId', 'broadcast'].includes(name)))
    return []
  const kindName = kindOfCollection(path)
  const id = ({ ids }: Held) => ids.get(`${kindName}Id`) ?? ids.get('broadcastSessionId') ?? ''
  const ways: Record<string, (held: Held) => string> = {
    startId: (held) => `startId=${id(held)}`,
    filters: (held) => `filters=${encodeURIComponent(JSON.stringify([{ _id: id(held) }]))}`,
  }
  for (const { name, in: where, schema } of operation.parameters)
    if (where === 'query' && (schema as Shape).format === 'objectId') ways[name] ??= (held) => `${name}=${id(held)}`
  return Object.entries(ways).flatMap(([name, query]) => {
    if (!operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name)) return []
    const request = requestOf(method, path, operation, own)
    const one = (held: Held) => ({ ...request, path: `${request.path}?${query(held)}` })
    return {
      operation: `${method} ${path}`,
      where: `as ${name}`,
      foreign: one(foreign),
      missing: one(missing),
      foreignIds: [id(foreign)],
      missingIds: [id(missing)],
      isPublic: false,
    }
  })
}

/** References in bodies. */
function inBody(document: OpenApi, method: string, path: string, operation: Operation, sides: Sides): Attempt[] {
  const { own, foreign, missing, random } = sides
  const media = operation.requestBody?.content['application/json']
  if (!media?.schema || path === '/v1/users/{userId}/broadcasts') return []
  // Without choices, so that both bodies differ in nothing but the id.
  const source = { random: firstOf, text: () => 'x', id: () => missing.broadcastId }
  const places = idPlaces(document, media.schema as Shape, createValues(document, source))
  const fitting = places.flatMap(({ refersTo, name, body }) => {
    const held = kindByName(refersTo, name, path)
    const [from, to] = [foreign.ids.get(held), missing.ids.get(held)]
    return from === undefined || to === undefined ? [] : [{ name, body, from, to }]
  })
  // Blocks and languages repeat the same references many times.
  const some = fitting.length > mostPlaces ? Array.from({ length: mostPlaces }, () => random.pick(fitting)) : fitting
  const request = requestOf(method, path, operation, own)
  return some.map(({ name, body, from, to }) => {
    const sent = (id: string) => JSON.stringify({ ...exampleFor(method, media.example), ...Object(body(id)) })
    return {
      operation: `${method} ${path}`,
      where: `in the body as ${name}`,
      foreign: { ...request, body: sent(from) },
      missing: { ...request, body: sent(to) },
      foreignIds: [from],
      missingIds: [to],
      isPublic: false,
    }
  })
}

const mostPlaces = 12

const firstOf: Random = {
  next: () => 0,
  below: () => 0,
  pick: (items) => items[0] as (typeof items)[number],
  chance: () => false,
}

/** Changes of records by their ids, in both modes. */
function inBatch(method: string, path: string, operation: Operation, { own, foreign, missing }: Sides): Attempt[] {
  if (!path.endsWith('/batch')) return []
  const isMixed = path === `${content}/batch`
  const kind = isMixed ? 'broadcastSession' : kindOfCollection(path.replace(/\/batch$/, ''))
  const [from, to] = [foreign.ids.get(`${kind}Id`), missing.ids.get(`${kind}Id`)]
  if (from === undefined || to === undefined) return []
  const request = requestOf(method, path, operation, own)
  return ['atomic', 'each'].flatMap((mode) =>
    ['update', 'delete'].map((op) => {
      const one = (id: string) => ({ ...(isMixed && { kind }), op, id, ...(op === 'update' && { body: {} }) })
      const body = (id: string) => JSON.stringify({ mode, operations: [one(id)] })
      return {
        operation: `${method} ${path}`,
        where: `in a batch to ${op} (${mode})`,
        foreign: { ...request, body: body(from) },
        missing: { ...request, body: body(to) },
        foreignIds: [from],
        missingIds: [to],
        isPublic: false,
      }
    }),
  )
}

/** A patch needs nothing but the reference, whose place in lists an example could hide. */
const exampleFor = (method: string, example: unknown) => (method === 'patch' ? {} : Object(example))

function requestOf(method: string, path: string, { requestBody }: Operation, held: Held): RequestParts {
  const json = requestBody?.content['application/json']
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameterOf(path, name, held)),
    // A reference is free in every broadcast where it is not taken; this must not make it taken.
    ...(path.includes('{reference}') && { headers: { 'if-match': '*' } }),
    ...(json && { body: JSON.stringify(json.example) }),
    ...(!json && requestBody && { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }),
  }
}

function parameterOf(path: string, name: string, { userId, broadcastId, ids }: Held): string {
  const collection = path.replace(/(\/by-reference)?\/\{(id|reference)\}.*/, '')
  const known: Record<string, string> = { userId, broadcastId, broadcast: broadcastId }
  const own = `/v1/users/${userId}/broadcasts/${broadcastId}`
  return (
    known[name] ??
    ids.get(name) ??
    ids.get(`${collection.replace(content, own)} ${name}`) ??
    [...ids].find(([key]) => key.endsWith(`/${collection.split('/').at(-1)} ${name}`))?.[1] ??
    ids.get('broadcastSessionId') ??
    ''
  )
}

const idsOf = (path: string, held: Held) => parametersOf(path).map((name) => parameterOf(path, name, held))
const placeOf = ({ userId, broadcastId }: Held) => ({ userId, broadcastId })
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function kindOfCollection(path: string): string {
  const plural = path.split('/').at(-1) ?? ''
  return plural.replace(/ies$/, 'y').replace(/s$/, '')
}

/** The held record that a field of this name refers to. */
function kindByName(refersTo: string | undefined, name: string, path: string): string {
  if (refersTo !== undefined) return `${refersTo}Id`
  const known: Record<string, string> = {
    place_id: 'broadcastInterestPointId',
    importId: 'importId',
    sourceId: 'importSourceId',
    recordId: 'recordId',
    clientId: 'broadcastClientId',
    formId: 'broadcastNetworkingFormId',
    id: `${kindOfCollection(path.replace(/\/batch$/, ''))}Id`,
  }
  return known[name] ?? name
}
