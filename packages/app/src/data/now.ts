import { type Programme, programmeOf, type Slot } from './programme.ts'
import type { Shown } from './shown.ts'
import { find, type SiteData } from './site-data.ts'

/** The current and the next session at a place; the place is undefined for sessions without one. */
export interface PlaceNow {
  place: Shown | undefined
  current: Slot[]
  next: Slot[]
}

/** The places where something runs or comes within half a day, by the time of what is there. */
export function nowAndNext(data: SiteData, nowMs: number): PlaceNow[] {
  const { slots } = programmeOf(data)
  const near = slots.filter(({ isAllDay, startMs, endMs }) => !isAllDay && endMs > nowMs && startMs < nowMs + soonMs)
  const places = Map.groupBy(near, ({ placeId }) => placeId)
  return [...places].map(([placeId, ofPlace]) => {
    const later = ofPlace.filter(({ startMs }) => startMs > nowMs)
    const nextMs = later[0]?.startMs
    return {
      place: find(data, 'place', placeId),
      current: ofPlace.filter(({ startMs }) => startMs <= nowMs),
      next: later.filter(({ startMs }) => startMs === nextMs),
    }
  })
}

/** Where the festival is, and the sessions that open it or its next day. */
export interface FestivalStage {
  state: 'empty' | 'before' | 'during' | 'after'
  opening: Slot[]
}

export function stageOfFestival(data: SiteData, nowMs: number): FestivalStage {
  const { slots } = programmeOf(data)
  const timed = slots.filter(({ isAllDay }) => !isAllDay)
  const coming = timed.filter(({ startMs }) => startMs > nowMs)
  const [first] = timed
  const state =
    first === undefined ? 'empty' : first.startMs > nowMs ? 'before' : coming.length > 0 ? 'during' : 'after'
  return { state, opening: coming.slice(0, openingCount).filter(({ day }) => day === coming[0]?.day) }
}

const openingCount = 5

/** When the answer changes next: the next start or end. */
export function nextTurnMs({ slots }: Programme, nowMs: number): number {
  return slots.reduce((earliest, { startMs, endMs }) => {
    const next = startMs > nowMs ? startMs : endMs > nowMs ? endMs : Infinity
    return Math.min(earliest, next)
  }, Infinity)
}

const soonMs = 12 * 3_600_000
