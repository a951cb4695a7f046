import { type AnyRecord, dayOf, findReferences, hourOf, invalid, type Kind, withoutReferencesTo } from '@marquee/model'
import { findCalendar } from '../store/records/broadcasts.ts'
import { lockTimelineHolding, rewriteTimeline } from '../store/records/timeline.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

/** Appends records to the timeline. Each counts for the day of the broadcast on which it happened, and for its subjects. */
export async function appendRecords(writing: Writing, kind: Kind, records: AnyRecord[]): Promise<void> {
  const { at, by, subjects } = kind.timeline ?? { at: '', by: '' }
  const { timeZone, dayStart } = await findCalendar(writing.tx, writing.broadcastId)
  const moments = new Map<number, { day: string; hour: number }>()
  const momentAt = (instantMs: number) => {
    const minute = Math.floor(instantMs / minuteMs)
    const known = moments.get(minute)
    if (known) return known
    const moment = { day: dayOf(instantMs, dayStart, timeZone), hour: hourOf(instantMs, timeZone) }
    moments.set(minute, moment)
    return moment
  }
  const entries = records.map((record) => {
    const instant = String(record[at])
    const { day, hour } = momentAt(Date.parse(instant))
    return { kind, record, at: instant, type: String(record[by]), day, subjects: subjects?.(record, hour) ?? [] }
  })
  await writing.timeline.append(writing.tx, writing.broadcastId, entries)
}

/** Instants older than the retention, or in the future, are refused; an hour ahead is tolerated, because clocks may be wrong. */
export function requireTimely(instant: string, pointer: string, { nowMs, timeline }: Writing): void {
  const ms = Date.parse(instant)
  if (ms > nowMs + aheadMs) throw invalid(pointer, 'range', 'must not be more than an hour from now')
  if (ms < nowMs - timeline.keptDays * dayMs)
    throw invalid(pointer, 'range', `must not be longer ago than the ${timeline.keptDays} days that are kept`)
}

/** Removes references to a record from the timelines that have some. Nothing is logged: the counts stay the same. */
export async function forgetOnTimelines(writing: Writing, kinds: Kind[], target: Kind, id: string): Promise<void> {
  for (const kind of kinds) {
    for (const field of pointersTo(kind, target)) {
      for (let isMore = true; isMore; ) {
        const found = await lockTimelineHolding(writing.tx, writing.broadcastId, kind, field, id, biteSize)
        const cleared = found.map((record) => ({
          ...withoutReferencesTo(kind, record, id),
          _updatedAt: laterThan(record._updatedAt, writing.nowMs),
        }))
        if (cleared.length > 0) await rewriteTimeline(writing.tx, writing.broadcastId, kind, cleared)
        isMore = found.length === biteSize
      }
    }
  }
}

/** The fields in which timeline records refer to records of a kind. */
const pointersTo = (kind: Kind, target: Kind) =>
  kind.timeline
    ? Object.keys(kind.fields).filter((name) =>
        findReferences(kind, { [name]: probe }).some((reference) => reference.kind === target.name),
      )
    : []

const probe = 'any'
const biteSize = 1_000
const minuteMs = 60_000
const dayMs = 86_400_000
const aheadMs = 3_600_000
