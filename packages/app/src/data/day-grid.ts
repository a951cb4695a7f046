import { zoneOffsetMs } from '@marquee/model/time'
import type { Slot } from './programme.ts'

/** A day as a grid: a row for every five minutes, a column for every place, several where sessions overlap. */
export interface DayGrid {
  startMs: number
  rows: number
  columns: number
  hours: { ms: number; row: number }[]
  stages: { placeId: string | undefined; column: number; lanes: number }[]
  /** In the order of time. Rows and columns begin at 0. */
  cards: { slot: Slot; column: number; row: number; span: number }[]
}

export const rowMs = 5 * 60_000
export const rowsOfHour = 12

/** The title of a session needs the height of 25 minutes. */
const leastMs = 25 * 60_000
const dayMs = 24 * 3_600_000

/** The grid of the timed sessions of a day. `order` compares the ids of places; sessions without a place come last. */
export function dayGrid(slots: Slot[], timezone: string, order: (one: string, other: string) => number): DayGrid {
  const timed = slots.filter(({ isAllDay }) => !isAllDay)
  const startMs = startOfHour(Math.min(...timed.map((slot) => slot.startMs)), timezone)
  const shown = timed.map((slot) => ({ slot, startMs: slot.startMs, endMs: shownEnd(slot, startMs) }))
  const places = [...new Set(timed.map(({ placeId }) => placeId))].sort((one, other) =>
    one === undefined || other === undefined ? (one === other ? 0 : one === undefined ? 1 : -1) : order(one, other),
  )
  const stages: DayGrid['stages'] = []
  const cards: DayGrid['cards'] = []
  let columns = 0
  for (const placeId of places) {
    const { lanes, count } = lanesOf(shown.filter(({ slot }) => slot.placeId === placeId))
    stages.push({ placeId, column: columns, lanes: count })
    for (const [{ slot, endMs }, lane] of lanes) {
      const row = Math.floor((slot.startMs - startMs) / rowMs)
      cards.push({ slot, column: columns + lane, row, span: Math.max(1, Math.ceil((endMs - startMs) / rowMs) - row) })
    }
    columns += count
  }
  const hourCount = Math.ceil((Math.max(...shown.map(({ endMs }) => endMs)) - startMs) / 3_600_000)
  return {
    startMs,
    rows: hourCount * rowsOfHour,
    columns,
    hours: Array.from({ length: hourCount }, (_, hour) => ({ ms: startMs + hour * 3_600_000, row: hour * rowsOfHour })),
    stages,
    cards: cards.sort((one, other) => one.slot.startMs - other.slot.startMs || one.column - other.column),
  }
}

/** An exhibition that is open for weeks ends with the day. */
const shownEnd = ({ startMs, endMs }: Slot, gridMs: number) =>
  Math.max(startMs + leastMs, Math.min(endMs, gridMs + dayMs))

/** Puts each session into the first lane that is free when it begins. Sessions are ordered by start. */
export function lanesOf<T extends { startMs: number; endMs: number }>(
  spans: T[],
): { lanes: [T, number][]; count: number } {
  const ends: number[] = []
  const lanes = spans.map((span): [T, number] => {
    const free = ends.findIndex((endMs) => endMs <= span.startMs)
    const lane = free < 0 ? ends.length : free
    ends[lane] = span.endMs
    return [span, lane]
  })
  return { lanes, count: Math.max(1, ends.length) }
}

/** The sessions by the hour of the festival's clock in which they begin. */
export function byHour(slots: Slot[], timezone: string): { ms: number; slots: Slot[] }[] {
  const hours = Map.groupBy(slots, ({ startMs }) => startOfHour(startMs, timezone))
  return [...hours].map(([ms, ofHour]) => ({ ms, slots: ofHour }))
}

/** Not every zone is whole hours from UTC. */
function startOfHour(ms: number, timezone: string): number {
  const wallMs = ms + zoneOffsetMs(ms, timezone)
  return ms - (((wallMs % 3_600_000) + 3_600_000) % 3_600_000)
}
