import type { Reply } from '../support/service.ts'

/** The content of a broadcast, as far as these tests use it. */
export interface World {
  records: ReadonlyMap<string, Thing>
  /** Whether the broadcast is private. */
  isPrivate: boolean
}

export interface Thing {
  kind: 'session' | 'article'
  title: string
  isPublished: boolean
  isPrivate: boolean
  /** When it becomes public. */
  dueMs: number
}

/** A request for a view of a broadcast. */
export interface View {
  /** Whether it is public. */
  isPublic: boolean
  address(target: Target): string
  /** A summary of the response. */
  seen(reply: Reply): string
  /** The expected summary for a world at an instant. */
  expected(world: World, nowMs: number, target: Target): string
}

/** The target: a broadcast, and one of its records for views of a record. */
export interface Target {
  path: string
  broadcastId: string
  id: string
  kind: Thing['kind']
}

const plurals = { session: 'broadcastSessions', article: 'broadcastArticles' }

const ownList: View = {
  isPublic: false,
  address: ({ path, kind }) => `${path}/${plurals[kind]}?limit=200`,
  seen: ({ status, body }) => told(status, body.data),
  expected: ({ records }, _, { kind }) => all(records, (thing) => thing.kind === kind),
}
const ownOne: View = {
  isPublic: false,
  address: ({ path, kind, id }) => `${path}/${plurals[kind]}/${id}`,
  seen: ({ status, body }) => told(status, [body]),
  expected: ({ records }, _, { id }) => one(records, id, () => true),
}
const plainList: View = {
  isPublic: false,
  address: () => '/v1/events?limit=200',
  seen: ({ status, body }) => told(status, body.data),
  expected: ({ records }) => all(records, ({ kind, isPublished }) => kind === 'session' && isPublished),
}
const plainOne: View = {
  isPublic: false,
  address: ({ kind, id }) => `/v1/${kind === 'session' ? 'events' : 'articles'}/${id}`,
  seen: ({ status, body }) => told(status, [body]),
  expected: ({ records }, _, { id }) => one(records, id, () => true),
}
const publicList: View = {
  isPublic: true,
  address: ({ broadcastId, kind }) => `/v1/public/${broadcastId}/${plurals[kind]}?limit=200`,
  seen: ({ status, body }) => told(status, body.data),
  expected: ({ records, isPrivate }, nowMs, { kind }) =>
    isPrivate ? '404' : all(records, (thing) => thing.kind === kind && isShown(thing, nowMs)),
}
const publicOne: View = {
  isPublic: true,
  address: ({ broadcastId, kind, id }) => `/v1/public/${broadcastId}/${plurals[kind]}/${id}`,
  seen: ({ status, body }) => told(status, [body]),
  expected: ({ records, isPrivate }, nowMs, { id }) =>
    isPrivate ? '404' : one(records, id, (thing) => isShown(thing, nowMs)),
}
const bundle: View = {
  isPublic: true,
  address: ({ broadcastId }) => `/v1/public/${broadcastId}/bundle`,
  seen: ({ status, body }) =>
    told(status, status === 200 ? Object.values(plurals).flatMap((plural) => body.data[plural] ?? []) : []),
  expected: ({ records, isPrivate }, nowMs) => (isPrivate ? '404' : all(records, (thing) => isShown(thing, nowMs))),
}

export const views = [ownList, ownOne, plainList, plainOne, publicList, publicOne, bundle]

const isShown = ({ isPublished, isPrivate, dueMs }: Thing, nowMs: number) => isPublished && !isPrivate && dueMs <= nowMs

const all = (records: World['records'], isIn: (thing: Thing) => boolean) =>
  inShort([...records].filter(([, thing]) => isIn(thing)).map(([id, { title }]) => `${id}: ${title}`))

function one(records: World['records'], id: string, isIn: (thing: Thing) => boolean): string {
  const thing = records.get(id)
  return thing && isIn(thing) ? inShort([`${id}: ${thing.title}`]) : '404'
}

interface Told {
  _id?: string
  id?: string
  title: string
}

const told = (status: number, records: Told[]) =>
  status === 200 ? inShort(records.map(({ _id, id, title }) => `${_id ?? id}: ${title}`)) : String(status)

const inShort = (lines: string[]) => `200 ${lines.toSorted().join('; ')}`
