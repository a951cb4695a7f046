import type { App } from '../app-context.ts'
import { programmeOf, type Slot } from '../data/programme.ts'
import { type Shown, textOr } from '../data/shown.ts'
import { find, type SiteData } from '../data/site-data.ts'

/** A screen at a wall: the app without a visitor, and the places that it is for. */
export interface Kiosk {
  app: App
  /** The places of the address; all of the festival when it names none. */
  placeIds: string[]
  /** When the service was last reached, once it has been away for minutes. */
  offlineSinceMs?: number | undefined
}

/** The places and the language that the address of a kiosk names: `?place=…,…&locale=fr`. */
export function readKioskQuery(search: string, data: SiteData, locales: readonly string[]) {
  const params = new URLSearchParams(search)
  const ids = params.getAll('place').flatMap((value) => value.split(','))
  const locale = locales.find((one) => one === params.get('locale')) ?? textOr(locales[0], 'en')
  return { locale, placeIds: [...new Set(ids)].filter((id) => find(data, 'place', id)) }
}

/** The current sessions of a place and the three that follow. */
export interface StageNow {
  place: Shown | undefined
  current: Slot[]
  next: Slot[]
}

export function stageNow(data: SiteData, placeId: string, nowMs: number): StageNow {
  const slots = timedSlots(data, [placeId]).filter(({ endMs }) => endMs > nowMs)
  return {
    place: find(data, 'place', placeId),
    current: slots.filter(({ startMs }) => startMs <= nowMs),
    next: slots.filter(({ startMs }) => startMs > nowMs).slice(0, 3),
  }
}

/** Sessions with a time of the day, at some places or at all. */
export function timedSlots(data: SiteData, placeIds: string[]): Slot[] {
  const isWanted = ({ placeId = '' }: Slot) => placeIds.length === 0 || placeIds.includes(placeId)
  return programmeOf(data).slots.filter((slot) => !slot.isAllDay && isWanted(slot))
}

/**
 * The page that is shown now. It follows from the time alone, so that nothing has to be remembered and screens beside each other
 * turn together.
 */
export const pageAt = (nowMs: number, pages: number): number => Math.floor(nowMs / turnMs) % Math.max(pages, 1)

export const turnMs = 15_000
