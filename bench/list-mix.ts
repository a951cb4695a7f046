import { lengthMs, type Programme, type ProgrammeSession } from './programme.ts'

/** A list of sessions, in the words of no surface. */
export interface ListQuery {
  /** Drafts too; the public surface never shows them. */
  withDrafts: boolean
  day?: string
  /** The earliest start. */
  from?: string
  /** The latest end. */
  to?: string
  category?: number
  place?: number
  /** Surface A always sorts by start. */
  order: Order
  limit: number
  offset: number
}

export type Order = 'start' | 'latest start' | 'title' | 'newest'

/** An endless series of lists, none of which occurs twice. The same series again for the same seed. */
export function createMix({ sessions, categories, placeIds }: Programme, seed: number): () => ListQuery {
  const random = createRandom(seed)
  const below = (count: number) => Math.floor(random() * Math.max(1, count))
  const published = sessions.filter(({ status }) => status === 'published')
  const counts = {
    category: categories.map((_, index) => published.filter(({ category }) => category === index).length),
    place: placeIds.map((_, index) => published.filter(({ place }) => place === index).length),
  }
  const days = fullDays(published)
  const starts = sessions.map(({ startMs }) => startMs).sort((one, other) => one - other)
  /** The start of a session in this share of the programme, and a few milliseconds that make it unlike any other. */
  const instant = (least: number, most: number) => {
    const at = starts[Math.floor(starts.length * (least + random() * (most - least)))] ?? 0
    return new Date(at - below(minuteMs)).toISOString()
  }
  /** A page that is full in a list of so many. */
  const pageOf = (total: number, furthest = 1_000) => {
    const limit = 40 + below(21)
    return { limit, offset: below(Math.min(furthest, total - limit + 1)) }
  }
  const first = () => ({ limit: 40 + below(21), offset: 0 })

  const shapes: (() => ListQuery)[] = [
    () => ({ withDrafts: false, order: 'start', ...pageOf(published.length, Number.POSITIVE_INFINITY) }),
    () => ({ withDrafts: true, order: 'newest', ...pageOf(published.length) }),
    () => {
      const { day, total } = days[below(days.length)] ?? { day: '', total: 0 }
      return { withDrafts: false, day, order: 'start', ...pageOf(total) }
    },
    () => ({ withDrafts: false, from: instant(0, 0.9), order: 'start', ...first() }),
    () => ({ withDrafts: false, from: instant(0, 0.4), to: instant(0.6, 1), order: 'start', ...first() }),
    () => {
      const category = below(categories.length)
      return { withDrafts: false, category, order: 'start', ...pageOf(counts.category[category] ?? 0) }
    },
    () => {
      const place = below(placeIds.length)
      return { withDrafts: false, place, order: 'latest start', ...pageOf(counts.place[place] ?? 0) }
    },
    () => ({
      withDrafts: false,
      from: instant(0, 0.6),
      category: below(categories.length),
      order: 'title',
      ...first(),
    }),
  ]
  const seen = new Set<string>()
  const isNew = (query: ListQuery) => {
    // The order is left out, because not every surface has it.
    const { order: _, ...rest } = query
    return seen.size < seen.add(JSON.stringify(rest)).size
  }
  let number = 0
  return () => {
    const shape = shapes[number++ % shapes.length]
    // A small programme has only some thousand pages of a day or a place; after that other instants follow.
    for (let attempt = 0; attempt < 1_000; attempt++) {
      const query = (attempt < 20 ? shape : shapes[anyInstant])?.()
      if (query && isNew(query)) return query
    }
    throw new Error('the mix has no further list')
  }
}

const anyInstant = 3
const minuteMs = 60_000

/** The days that have at least 100 sessions. A day of a broadcast begins at six. */
function fullDays(sessions: ProgrammeSession[]): { day: string; total: number }[] {
  const totals = new Map<string, number>()
  for (const { startMs } of sessions) {
    const day = new Date(startMs - dayStartMs).toISOString().slice(0, 10)
    totals.set(day, (totals.get(day) ?? 0) + 1)
  }
  return [...totals].map(([day, total]) => ({ day, total })).filter(({ total }) => total >= 100)
}

export const dayStartMs = 6 * 3_600_000

/** The sessions of a query in its order, by reading all of them: what every surface has to answer. */
export function expectedIds({ sessions }: Programme, query: ListQuery): { ids: string[]; total: number } {
  const { day, from, to, category, place, limit, offset } = query
  const dayMs = day === undefined ? Number.NEGATIVE_INFINITY : Date.parse(day) + dayStartMs
  const dayEndMs = day === undefined ? Number.POSITIVE_INFINITY : dayMs + 24 * 3_600_000
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from)
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  const found = sessions.filter(
    (session) =>
      (query.withDrafts || session.status === 'published') &&
      session.startMs >= Math.max(dayMs, fromMs) &&
      session.startMs < dayEndMs &&
      session.startMs + lengthMs <= toMs &&
      (category === undefined || session.category === category) &&
      (place === undefined || session.place === place),
  )
  const ordered = found.sort(byOrder[query.order])
  return { ids: ordered.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
}

const byOrder: Record<Order, (one: ProgrammeSession, other: ProgrammeSession) => number> = {
  start: (one, other) => one.startMs - other.startMs,
  'latest start': (one, other) => other.startMs - one.startMs,
  title: (one, other) => (one.title < other.title ? -1 : 1),
  newest: (one, other) => (one.id < other.id ? 1 : -1),
}

/** Mulberry32: small, and the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
