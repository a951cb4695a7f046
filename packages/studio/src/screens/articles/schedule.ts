import type { BulkPatch } from '../../data/bulk-update.ts'

/** The state of an article: a draft (perhaps with a planned date), scheduled, or published. */
export type ArticleState = 'draft' | 'planned' | 'scheduled' | 'published'

export interface Schedule {
  state: ArticleState
  /** The publication date, past or planned. */
  at: string | null
}

/** A date on a draft is a plan and publishes nothing; a future date on a published article schedules it. */
export function scheduleOf(article: { status?: unknown; publishedAt?: unknown }, nowMs: number): Schedule {
  const at = typeof article.publishedAt === 'string' ? article.publishedAt : null
  if (article.status !== 'published') return { state: at === null ? 'draft' : 'planned', at }
  return { state: at !== null && Date.parse(at) > nowMs ? 'scheduled' : 'published', at }
}

/** The filters of the list for a state. */
export function stateFilters(state: unknown, now: string): unknown[] {
  if (state === 'draft') return [{ status: 'draft' }]
  if (state === 'scheduled') return [{ status: 'published' }, { publishedAt: { $gt: now } }]
  if (state === 'published') return [{ status: 'published' }, { publishedAt: { $lte: now } }]
  return []
}

export interface StripDay<A> {
  /** `2027-07-02` */
  day: string
  articles: A[]
}

/** The coming days with the articles scheduled on them. `dayOf` returns the local day of an instant. */
export function stripOf<A extends { publishedAt?: unknown }>(
  articles: readonly A[],
  today: string,
  length: number,
  dayOf: (instant: string) => string,
): StripDay<A>[] {
  const byDay = Map.groupBy(articles, ({ publishedAt }) => (typeof publishedAt === 'string' ? dayOf(publishedAt) : ''))
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(`${today}T12:00:00Z`) + index * dayMs).toISOString().slice(0, 10)
    return { day, articles: byDay.get(day) ?? [] }
  })
}

/** The patches of a bulk status change, and the patches that undo it. Articles that have the status already are skipped. */
export function statusChanges(
  articles: readonly { _id: string; status?: unknown; publishedAt?: unknown }[],
  status: 'draft' | 'published',
): { forth: BulkPatch[]; back: BulkPatch[] } {
  const changed = articles.filter((article) => article.status !== status)
  return {
    forth: changed.map(({ _id }) => ({ id: _id, body: { status } })),
    // Publishing sets a missing date, so undo restores the date, too.
    back: changed.map(({ _id, status: before, publishedAt }) => ({
      id: _id,
      body: { status: before, publishedAt: publishedAt ?? null },
    })),
  }
}

const dayMs = 86_400_000
