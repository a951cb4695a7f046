/** @jsxImportSource preact */
import { dayOf } from '@marquee/model/time'
import { useApp, useWords } from '../app-context.ts'
import { calendarOf, programmeOf } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { idOf, type Shown, textOr } from '../data/shown.ts'
import { formatDay, formatTime } from '../format.ts'

/** The title of a session, struck through when it is cancelled. */
export function SessionTitle({ session }: { session: Shown }) {
  const title = useWords()(session, 'title') || '…'
  return isCancelled(session) ? <s>{title}</s> : <>{title}</>
}

/** That a session is cancelled, or where it was before it moved. */
export function SessionState({ session }: { session: Shown }) {
  const { t } = useApp()
  const before = useFormerSlot(session)
  if (isCancelled(session)) return <span class="mq-cancelled">{t.cancelled}</span>
  return before === '' ? null : <span class="mq-moved">{t.movedFrom(before)}</span>
}

/** `18:00, Main stage`; with the date when it was on another day. */
function useFormerSlot(session: Shown): string {
  const { data, locale } = useApp()
  const { timezone, dayStart } = calendarOf(data)
  const { start, place }: Shown = Object(session.movedFrom)
  const startMs = Date.parse(textOr(start))
  const slot = programmeOf(data).byId.get(idOf(session))
  const day = Number.isNaN(startMs) ? undefined : dayOf(startMs, slot?.isAllDay ? '00:00' : dayStart, timezone)
  const parts = [
    day !== undefined && day !== slot?.day && formatDay(day, locale, 'short'),
    day !== undefined && !slot?.isAllDay && formatTime(startMs, timezone, locale),
    textOr(place),
  ]
  return parts.filter(Boolean).join(', ')
}
