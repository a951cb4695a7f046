import { perTransaction } from '../store/per-transaction.ts'
import { type Calendar, findCalendar } from '../store/records/broadcasts.ts'
import type { Writing } from './writing.ts'

/** The calendar and the languages of the broadcast, read once for all writes of a transaction. */
export function calendarOf({ tx, broadcastId }: Writing): Promise<Calendar> {
  const known = calendars.get(tx)
  if (known) return known
  const calendar = findCalendar(tx, broadcastId)
  calendars.set(tx, calendar)
  return calendar
}

/**
 * Whether the broadcast has all these languages, as far as this node knows: most writes then read nothing. A node that has not
 * seen the removal of a language yet accepts texts in it for some seconds; like those written before, they are hidden.
 */
export function areKnownLocales({ broadcastId, nowMs }: Writing, locales: string[]): boolean {
  const known = recent.get(broadcastId)
  return known !== undefined && nowMs - known.atMs < recentMs && locales.every((one) => known.locales.includes(one))
}

export async function localesOf(writing: Writing): Promise<readonly string[]> {
  const { locales } = await calendarOf(writing)
  if (recent.size >= maxRecent) recent.clear()
  recent.set(writing.broadcastId, { locales, atMs: writing.nowMs })
  return locales
}

/** For a write that changes the broadcast itself. The next writes know its languages without reading them. */
export function replaceCalendar({ tx, broadcastId, nowMs }: Writing, locales: readonly string[]): void {
  calendars.delete(tx)
  recent.delete(broadcastId)
  tx.afterCommit(() => recent.set(broadcastId, { locales, atMs: nowMs }))
}

const calendars = perTransaction<Promise<Calendar>>()
const recent = new Map<string, { locales: readonly string[]; atMs: number }>()
const recentMs = 5_000
const maxRecent = 10_000
