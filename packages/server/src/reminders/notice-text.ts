import { type Kind, kinds } from '@marquee/model'
import type { PushParts } from '../push/parts.ts'
import type { Notice } from '../store/public/notices.ts'
import type { Named, SessionState } from '../store/public/session-states.ts'
import { isMoved } from './session-slot.ts'
import { type Texts, textsIn } from './texts.ts'

interface Reading {
  localize: PushParts['localize']
  timeZone: string
  nowMs: number
}

/** The texts of a notice in the language of a visitor. Pure. */
export function noticeText({ minutes, before, after }: Notice, locale: string | null, reading: Reading) {
  const texts = textsIn(locale)
  const nameOf = (kind: Kind, named: Named) =>
    (locale === null ? named : reading.localize(kind, named, locale)).title ?? null
  const title = nameOf(kinds.broadcastSession, after ?? before)
  const place = after?.place ? nameOf(kinds.broadcastInterestPoint, after.place) : null
  if (after === null) return { title, body: texts.removed }
  if (minutes !== null) {
    const begins = texts.begins(timeOf(String(after.start), texts, reading))
    return { title, body: place === null ? begins : `${begins} · ${place}` }
  }
  if (after.isCancelled) return { title, body: texts.cancelled }
  if (before.isCancelled) return { title, body: restoredText(after, place, texts, reading) }
  const sentences = [
    ...(isMoved(before, after) ? [movedText(before, after, texts, reading)] : []),
    ...(before.placeId === after.placeId ? [] : [place === null ? texts.otherPlace : texts.place(place)]),
  ]
  return { title, body: sentences.join(' ') }
}

/** Time and place in full: they may have changed while it was cancelled. */
function restoredText({ start, allDay }: SessionState, place: string | null, texts: Texts, reading: Reading): string {
  const when = start === null ? [] : [texts.scheduled(whenOf(start, allDay, texts, reading))]
  return [texts.restored, ...when, ...(place === null ? [] : [texts.place(place)])].join(' ')
}

function movedText(before: SessionState, after: SessionState, texts: Texts, reading: Reading): string {
  const from = before.start === null ? null : whenOf(before.start, before.allDay, texts, reading)
  const to = after.start === null ? null : whenOf(after.start, after.allDay, texts, reading)
  if (from === null) return texts.scheduled(String(to))
  return to === null ? texts.unscheduled(from) : texts.moved(from, to)
}

/** `Fri 21:00`; with the date as well when the weekday alone could mean another week. */
function whenOf(start: string, allDay: boolean, texts: Texts, reading: Reading): string {
  const isNear = Math.abs(Date.parse(start) - reading.nowMs) < nearMs
  const date = new Intl.DateTimeFormat(texts.dates, {
    timeZone: reading.timeZone,
    weekday: 'short',
    ...(!isNear && { day: 'numeric', month: 'short' }),
  }).format(new Date(start))
  return allDay ? date : `${date} ${timeOf(start, texts, reading)}`
}

const timeOf = (start: string, { dates }: Texts, { timeZone }: Reading) =>
  new Intl.DateTimeFormat(dates, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(start),
  )

const nearMs = 6 * 86_400_000
