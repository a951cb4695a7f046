/** Where an article stands: a draft (perhaps with a date in mind), waiting for its date, or out. */
export type ArticleState = 'draft' | 'planned' | 'scheduled' | 'published'

export interface Schedule {
  state: ArticleState
  /** When it comes out, came out, or is meant to. */
  at: string | null
}

/** A date on a draft is a plan and publishes nothing; a date to come on a published article makes it wait. */
export function scheduleOf(article: { status?: unknown; publishedAt?: unknown }, nowMs: number): Schedule {
  const at = typeof article.publishedAt === 'string' ? article.publishedAt : null
  if (article.status !== 'published') return { state: at === null ? 'draft' : 'planned', at }
  return { state: at !== null && Date.parse(at) > nowMs ? 'scheduled' : 'published', at }
}

/** What the list asks the service for, for those in a state. */
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

/** The coming days with what is to come out on them. `dayOf` tells the day of an instant in the zone of the broadcast. */
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

/** What a bulk change of the status does to each, and what takes it back. Those that stand so already are left alone. */
export function statusChanges(
  articles: readonly { _id: string; status?: unknown; publishedAt?: unknown }[],
  status: 'draft' | 'published',
): { forth: StatusPatch[]; back: StatusPatch[] } {
  const changed = articles.filter((article) => article.status !== status)
  return {
    forth: changed.map(({ _id }) => ({ id: _id, body: { status } })),
    // Publishing sets a date where there was none, so the date is put back, too.
    back: changed.map(({ _id, status: before, publishedAt }) => ({
      id: _id,
      body: { status: before, publishedAt: publishedAt ?? null },
    })),
  }
}

export interface StatusPatch {
  id: string
  body: Record<string, unknown>
}

const dayMs = 86_400_000
