import { kinds, type ShownRecord } from '@marquee/model'
import { showToAudience } from '../content/public-view.ts'
import { bytesOfText, type Rendering } from '../content/rendering.ts'
import type { Queryable } from '../store/db.ts'
import { listVisible } from '../store/public/public.ts'
import type { Site } from './site.ts'

/** The current and the next sessions at one place; null is for sessions without a place. */
export interface PlaceNow {
  place: ShownRecord | null
  current: ShownRecord[]
  next: ShownRecord[]
}

export interface Now {
  at: string
  /** When this response expires by the clock. */
  until: string | null
  places: PlaceNow[]
}

export async function readNow(
  db: Queryable,
  rendering: Rendering,
  site: Site,
  atMs: number,
  locale: string | undefined,
): Promise<Now> {
  const { broadcastId, audience } = site
  const places = await listVisible(db, broadcastId, kinds.broadcastInterestPoint, audience)
  const placeIds = new Set(await rendering.map(places, bytesOfText, (body): string => JSON.parse(body)._id))
  const stored = await listVisible(db, broadcastId, kinds.broadcastSession, audience)
  const slots = withEnds((await rendering.map(stored, bytesOfText, (body) => slotOf(body, placeIds))).flat())
  const current = slots.filter(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
  const next = comingNext(slots, atMs)
  const wanted = [
    ...places.map((body) => ({ kind: kinds.broadcastInterestPoint, body })),
    ...[...current, ...next].map(({ body }) => ({ kind: kinds.broadcastSession, body })),
  ]
  const shown = await showToAudience(db, rendering, wanted, audience, locale)
  const shownPlaces = shown.slice(0, places.length)
  const shownSessions = shown.slice(places.length)
  const byPlace = (sessions: ShownRecord[]) => Map.groupBy(sessions, ({ interestPointId }) => interestPointId ?? null)
  const currentAt = byPlace(shownSessions.slice(0, current.length))
  const nextAt = byPlace(shownSessions.slice(current.length))
  const rows = [...shownPlaces, null].map((place) => ({
    place,
    current: currentAt.get(place?._id ?? null) ?? [],
    next: nextAt.get(place?._id ?? null) ?? [],
  }))
  const turns = slots.flatMap(({ startMs, endMs }) => [startMs, endMs]).filter((ms) => ms > atMs)
  return {
    at: new Date(atMs).toISOString(),
    until: turns.length > 0 ? new Date(turns.reduce((a, b) => Math.min(a, b))).toISOString() : null,
    places: rows.filter(({ current: now, next: soon }) => now.length + soon.length > 0),
  }
}

interface Slot {
  body: string
  placeId: string | null
  startMs: number
  endMs: number
}

/** The time and place of a session. A hidden place counts as none. */
function slotOf(body: string, placeIds: Set<string>): Slot[] {
  const { time, interestPointId } = JSON.parse(body)
  if (typeof time?.start !== 'string') return []
  const endMs = typeof time.end === 'string' ? Date.parse(time.end) : Number.NaN
  const placeId = placeIds.has(interestPointId) ? interestPointId : null
  return [{ body, placeId, startMs: Date.parse(time.start), endMs }]
}

/** A session without an end lasts until the next one at its place begins, and at most three hours. Sorted by start. */
function withEnds(slots: Slot[]): Slot[] {
  const ordered = slots.toSorted((a, b) => a.startMs - b.startMs)
  /** The start of the next slot at a place, and of the one after those that begin together with it. */
  const following = new Map<string | null, { startMs: number; laterMs: number }>()
  const ended = ordered.toReversed().map((slot) => {
    const known = following.get(slot.placeId)
    const laterMs = known?.startMs === slot.startMs ? known.laterMs : (known?.startMs ?? Number.POSITIVE_INFINITY)
    following.set(slot.placeId, { startMs: slot.startMs, laterMs })
    return Number.isNaN(slot.endMs) ? { ...slot, endMs: Math.min(laterMs, slot.startMs + openEndMs) } : slot
  })
  return ended.reverse()
}

/** At each place the first session after the instant; several when they start together. */
function comingNext(slots: Slot[], atMs: number): Slot[] {
  const firstMs = new Map<string | null, number>()
  for (const { placeId, startMs } of slots)
    if (startMs > atMs && startMs < (firstMs.get(placeId) ?? Number.POSITIVE_INFINITY)) firstMs.set(placeId, startMs)
  return slots.filter(({ placeId, startMs }) => startMs === firstMs.get(placeId))
}
const openEndMs = 3 * 3_600_000
