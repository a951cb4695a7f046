import type { Reply } from '../support/service.ts'
import type { Thing, World } from './seen-world.ts'

/** A generated write: its operation, independent of the existing records. */
export interface Write {
  surface: 'own' | 'plain'
  operation: 'create' | 'change' | 'delete' | 'batch'
  kind: Thing['kind']
  target: number
  isPublished: boolean
  isPrivate: boolean
  /** Minutes from now at which an article is due. */
  dueIn: number
}

/** A write as sent, and the world after it. */
export interface Request {
  method: string
  address: string
  body?: unknown
  after(reply: Reply): World
}

/** The record to change or delete is an existing one; if there is none, one is created. */
export function requestOf(world: World, write: Write, around: { path: string; title: string; nowMs: number }): Request {
  const things = [...world.records]
  const [id, before] = things[write.target % Math.max(1, things.length)] ?? []
  const thing = thingOf(write, around)
  const own = (kind: Thing['kind']) => `${around.path}/${plurals[kind]}`
  const after = (entries: [string, Thing | undefined][]): World => ({ ...world, records: changed(world, entries) })

  if (write.operation === 'batch') return batch(write, thing, own(thing.kind), things, after)
  if (!id || !before || write.operation === 'create') {
    const isPlain = write.surface === 'plain'
    return {
      method: 'POST',
      address: isPlain ? `/v1/${plain[thing.kind]}` : own(thing.kind),
      body: isPlain ? plainBody(thing) : ownBody(thing),
      after: ({ body }) => after([[body._id ?? body.id, isPlain ? asPlain(thing) : thing]]),
    }
  }
  const address = write.surface === 'plain' ? `/v1/${plain[before.kind]}/${id}` : `${own(before.kind)}/${id}`
  if (write.operation === 'delete') return { method: 'DELETE', address, after: () => after([[id, undefined]]) }
  const next = { ...thing, kind: before.kind, dueMs: before.kind === 'session' ? 0 : thing.dueMs }
  if (write.surface === 'own')
    return { method: 'PATCH', address, body: ownBody(next), after: () => after([[id, asOwn(next)]]) }
  return {
    method: 'PUT',
    address,
    body: plainBody(next),
    after: () =>
      after([
        [
          id,
          {
            ...next,
            isPrivate: before.isPrivate,
            isPublished: next.kind === 'session' ? before.isPublished : next.isPublished,
          },
        ],
      ]),
  }
}

/** A new one and a changed one, together. */
function batch(
  write: Write,
  thing: Thing,
  address: string,
  things: [string, Thing][],
  after: (entries: [string, Thing | undefined][]) => World,
): Request {
  const [id, before] = things.find(([, { kind }]) => kind === thing.kind) ?? []
  const update = { op: 'update', id, body: { title: `${thing.title} too` } }
  return {
    method: 'POST',
    address: `${address}/batch`,
    body: {
      mode: write.isPrivate ? 'atomic' : 'each',
      operations: [{ op: 'create', body: ownBody(thing) }, ...(id ? [update] : [])],
    },
    after: ({ body }) =>
      after([
        [body.results[0].id, asOwn(thing)],
        ...(id && before ? [[id, { ...before, title: update.body.title }] as [string, Thing]] : []),
      ]),
  }
}

function thingOf(write: Write, { title, nowMs }: { title: string; nowMs: number }): Thing {
  const { kind, isPublished, isPrivate } = write
  const dueMs = Math.floor(nowMs / 1_000 + write.dueIn * 60) * 1_000
  return { kind, title, isPublished, isPrivate: kind === 'article' && isPrivate, dueMs: kind === 'session' ? 0 : dueMs }
}

function changed({ records }: World, entries: [string, Thing | undefined][]): Map<string, Thing> {
  const next = new Map(records)
  for (const [id, thing] of entries) {
    if (thing) next.set(id, thing)
    else next.delete(id)
  }
  return next
}

/** Only articles can be private. */
const asOwn = (thing: Thing): Thing => ({ ...thing, isPrivate: thing.kind === 'article' && thing.isPrivate })
/** Records created on Surface A are not private, and its events are published. */
const asPlain = (thing: Thing): Thing => ({
  ...thing,
  isPrivate: false,
  isPublished: thing.kind === 'session' || thing.isPublished,
})

const time = { start: '2026-07-04T18:00:00.000Z', end: '2026-07-04T19:00:00.000Z' }
const dateOf = ({ dueMs }: Thing) => new Date(dueMs).toISOString()
const statusOf = ({ isPublished }: Thing) => (isPublished ? 'published' : 'draft')

const ownBody = (thing: Thing) => ({
  title: thing.title,
  status: statusOf(thing),
  ...(thing.kind === 'session' ? { time } : { isPrivate: thing.isPrivate, publishedAt: dateOf(thing) }),
})
const plainBody = (thing: Thing) => ({
  title: thing.title,
  ...(thing.kind === 'session'
    ? { start_time: time.start, end_time: time.end }
    : { content: 'All of it', status: statusOf(thing), published_at: dateOf(thing) }),
})

const plurals = { session: 'broadcastSessions', article: 'broadcastArticles' }
const plain = { session: 'events', article: 'articles' }
