/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { byHour } from '../data/day-grid.ts'
import { calendarOf, type Slot } from '../data/programme.ts'
import { formatTime } from '../format.ts'
import { Piece } from '../parts/piece.tsx'
import { SessionRows } from '../parts/session-row.tsx'

/** The sessions of a day by the hour in which they begin. */
export function DayList({ slots }: { slots: Slot[] }) {
  const { data, locale } = useApp()
  const { timezone } = calendarOf(data)
  return (
    <>
      {byHour(slots, timezone).map(({ ms, slots: ofHour }) => (
        <Piece key={ms}>
          <section class="mq-hour">
            <h2 class="mq-hour-heading">{formatTime(ms, timezone, locale)}</h2>
            <SessionRows slots={ofHour} />
          </section>
        </Piece>
      ))}
    </>
  )
}
