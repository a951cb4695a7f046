import type { Random } from '../random.ts'

/** A kind that the suite writes, and its name on Surface A, if it has one. */
export interface WrittenKind {
  name: string
  plural: string
  plain?: string
}

export const session: WrittenKind = { name: 'broadcastSession', plural: 'broadcastSessions', plain: 'events' }
export const host: WrittenKind = { name: 'broadcastHost', plural: 'broadcastHosts' }
export const place: WrittenKind = { name: 'broadcastInterestPoint', plural: 'broadcastInterestPoints', plain: 'places' }
export const article: WrittenKind = { name: 'broadcastArticle', plural: 'broadcastArticles', plain: 'articles' }
export const writtenKinds = [session, host, place, article]

/** One record that a request writes. Its mark is a word of the title that no other write has. */
export interface Part {
  kind: WrittenKind
  op: 'create' | 'update' | 'delete'
  mark: string
  id?: string
  body?: object
}

export interface Request {
  method: string
  path: string
  body?: object
  parts: Part[]
  /** Whether all parts must be written or none; a batch of `each` may be refused in part. */
  isAtomic: boolean
  isBatch: boolean
  isPlain: boolean
}

/** What a writer knows of its broadcast. */
export interface Known {
  /** The records that only this writer changes, by the name of their kind. */
  own: Map<string, string[]>
  /** Hosts and places that sessions of all writers refer to. Some may be deleted at any time. */
  hosts: string[]
  places: string[]
}

/** The next request of a writer: one record on either surface, or a batch. */
export function nextRequest(random: Random, known: Known, path: string, name: string): Request {
  if (random.chance(0.4)) return batch(random, known, path, name)
  const part = nextPart(random, known, `${name}p0x`, new Set())
  const { kind, op, id, body } = part
  const isPlain = kind.plain !== undefined && random.chance(0.5)
  const at = `${isPlain ? `/v1/${kind.plain}` : `${path}/${kind.plural}`}${id ? `/${id}` : ''}`
  const method = op === 'create' ? 'POST' : op === 'delete' ? 'DELETE' : isPlain ? 'PUT' : 'PATCH'
  const sent = body && (isPlain ? plainBody(body, kind) : body)
  return { method, path: at, ...(sent && { body: sent }), parts: [part], isAtomic: true, isBatch: false, isPlain }
}

function batch(random: Random, known: Known, path: string, name: string): Request {
  const taken = new Set<string>()
  const parts = Array.from({ length: 2 + random.below(38) }, (_, index) =>
    nextPart(random, known, `${name}p${index}x`, taken),
  )
  const isAtomic = random.chance(0.75)
  const operations = parts.map(({ kind, op, id, body }) => ({
    kind: kind.name,
    op,
    ...(id !== undefined && { id }),
    ...(body && { body }),
  }))
  const body = { mode: isAtomic ? 'atomic' : 'each', operations }
  return { method: 'POST', path: `${path}/batch`, body, parts, isAtomic, isBatch: true, isPlain: false }
}

function nextPart(random: Random, known: Known, mark: string, taken: Set<string>): Part {
  const kind = random.pick([session, session, session, host, place, article])
  const free = (known.own.get(kind.name) ?? []).filter((id) => !taken.has(id))
  const choice = random.next()
  const op = free.length === 0 || choice < 0.5 ? 'create' : choice < 0.85 ? 'update' : 'delete'
  if (op === 'create') return { kind, op, mark, body: bodyOf(random, known, kind, mark) }
  const id = random.pick(free)
  taken.add(id)
  return op === 'delete' ? { kind, op, mark, id } : { kind, op, mark, id, body: { title: titleOf(mark) } }
}

function bodyOf(random: Random, known: Known, kind: WrittenKind, mark: string): object {
  const common = { title: titleOf(mark), status: random.chance(0.7) ? 'published' : 'draft' }
  if (kind !== session) return common
  const startMs = Date.UTC(2027, 6, 1) + random.below(10_000) * 300_000
  return {
    ...common,
    time: { start: new Date(startMs).toISOString(), end: new Date(startMs + 3_600_000).toISOString() },
    ...(known.hosts.length > 0 && { hostIds: [random.pick(known.hosts)] }),
    ...(known.places.length > 0 && { interestPointId: random.pick(known.places) }),
  }
}

interface Body {
  title: string
  status?: string
  time?: { start: string; end: string }
  interestPointId?: string
}

/** The same in the words of Surface A. Events and places are always published there. */
function plainBody(body: object, kind: WrittenKind): object {
  const { title, status, time, interestPointId } = body as Body
  return {
    [kind === place ? 'name' : 'title']: title,
    ...(kind === article && status && { status }),
    ...(time && { start_time: time.start, end_time: time.end }),
    ...(interestPointId && { place_id: interestPointId }),
  }
}

/** Every title has the same first word, for searches that must find all. */
const titleOf = (mark: string) => `Concert ${mark}`
export const markOf = (title: unknown) => /^Concert (\w+)$/.exec(String(title))?.[1]
