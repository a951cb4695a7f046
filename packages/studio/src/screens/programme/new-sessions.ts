import { copyOf } from '../../kinds/copy.ts'
import type { Language } from '../../texts/define.ts'
import { type Column, noPlace } from './columns.ts'
import { shiftDay } from './days.ts'
import { movedTime, timeAt } from './moves.ts'
import type { Session } from './sessions.ts'

/** A session on another day as a draft, with its name, at the same time of the day. */
export function copiedTo(session: Session, days: number, zone: string, language: Language) {
  const { localeDetails, title } = session
  const time = movedTime(session.time, days * 86_400_000, zone)
  return { ...copyOf('broadcastSession', session, language), title, localeDetails, time }
}

interface Break {
  title: string
  /** `12:30` */
  start: string
  minutes: number
}

/** A draft for each stage with sessions on the day. A time before the start of the day is in the night after it. */
export function breaksOf(
  { title, start, minutes }: Break,
  columns: readonly Column[],
  { day, dayStart, zone }: { day: string; dayStart: string; zone: string },
) {
  const date = start < dayStart ? shiftDay(day, 1) : day
  const time = timeAt(`${date}T${start}:00`, minutes * 60_000, zone)
  return stagesOf(columns).map(({ id }) => ({ title, time, interestPointId: id, status: 'draft' }))
}

export const stagesOf = (columns: readonly Column[]) => columns.filter(({ id, count }) => id !== noPlace && count > 0)
