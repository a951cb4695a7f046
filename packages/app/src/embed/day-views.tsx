/** @jsxImportSource preact */
import { dayOf } from '@marquee/model/time'
import { useApp } from '../app-context.ts'
import { calendarOf, openingDay, programmeOf, type Slot } from '../data/programme.ts'
import { formatDay } from '../format.ts'
import { SessionRows } from '../parts/session-row.tsx'
import { DayList } from '../programme/day-list.tsx'
import type { EmbedQuery } from './embed-query.ts'
import { Foot } from './foot.tsx'

/** All days. The current one is open, and the others open by themselves, with or without JavaScript. */
export function ProgrammeView() {
  const { data, locale, t } = useApp()
  const { days, byDay } = programmeOf(data)
  const opening = useOpeningDay()
  return (
    <>
      {days.length === 0 && <p class="mq-quiet">{t.soon}</p>}
      {days.map((day) => (
        <details key={day} class="mq-embedded-day" open={day === opening}>
          <summary class="mq-heading">{formatDay(day, locale)}</summary>
          <Sessions slots={byDay.get(day) ?? []} />
        </details>
      ))}
      <Foot route={{ screen: 'programme' }} />
    </>
  )
}

export function DayView({ query }: { query: EmbedQuery }) {
  const { data, locale, t } = useApp()
  const opening = useOpeningDay()
  const day = query.day ?? opening
  const slots = programmeOf(data).byDay.get(day ?? '') ?? []
  return (
    <>
      {slots.length > 0 && day !== undefined && <h2 class="mq-heading">{formatDay(day, locale)}</h2>}
      {slots.length === 0 && <p class="mq-quiet">{t.embedding.noSessions}</p>}
      <Sessions slots={slots} />
      <Foot route={{ screen: 'programme', day: slots.length > 0 ? day : undefined }} />
    </>
  )
}

function Sessions({ slots }: { slots: Slot[] }) {
  const timed = slots.filter(({ isAllDay }) => !isAllDay)
  const allDay = slots.filter(({ isAllDay }) => isAllDay)
  return (
    <>
      {allDay.length > 0 && <SessionRows slots={allDay} />}
      {timed.length > 0 && <DayList slots={timed} />}
    </>
  )
}

function useOpeningDay(): string | undefined {
  const { data, nowMs } = useApp()
  const { timezone, dayStart } = calendarOf(data)
  return openingDay(programmeOf(data), dayOf(nowMs, dayStart, timezone))
}
