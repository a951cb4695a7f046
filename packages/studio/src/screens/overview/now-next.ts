export interface Timed {
  time: { start?: string | null; end?: string | null; allDay?: boolean }
}

/** The current sessions with their progress, and the upcoming ones. */
export interface Moment<S> {
  now: { session: S; part: number }[]
  next: S[]
}

/** Sorts sessions into current and upcoming; without an end a session counts as an hour, or as a day. */
export function momentOf<S extends Timed>(sessions: readonly S[], nowMs: number): Moment<S> {
  const timed = sessions.flatMap((session) => {
    const { start, end, allDay } = session.time
    if (!start) return []
    const startMs = Date.parse(start)
    return [{ session, startMs, endMs: end ? Date.parse(end) : startMs + (allDay ? dayMs : hourMs) }]
  })
  timed.sort((one, other) => one.startMs - other.startMs)
  return {
    now: timed
      .filter(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs)
      .map(({ session, startMs, endMs }) => ({ session, part: (nowMs - startMs) / (endMs - startMs) })),
    next: timed.filter(({ startMs }) => startMs > nowMs).map(({ session }) => session),
  }
}

export type Phase =
  | { phase: 'before'; days: number }
  | { phase: 'during'; day: number; of: number }
  | { phase: 'after'; days: number }

/** The phase of the festival on a day. A programme of months is a venue, not a festival, and its days are not counted. */
export function phaseOf(today: string, first: string, last: string): Phase | undefined {
  const of = daysBetween(first, last) + 1
  if (of > longestFestival) return undefined
  if (today < first) return { phase: 'before', days: daysBetween(today, first) }
  if (today > last) return { phase: 'after', days: daysBetween(last, today) }
  return { phase: 'during', day: daysBetween(first, today) + 1, of }
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const longestFestival = 45
