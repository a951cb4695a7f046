/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import type { PlaceNow } from '../data/now.ts'
import { calendarOf, type Slot } from '../data/programme.ts'
import { formatTime } from '../format.ts'
import { SessionState, SessionTitle } from '../parts/session-state.tsx'
import { Running } from './running.tsx'

/** A place: its current and its next session. */
export function PlaceCard({ place, current, next }: PlaceNow) {
  const { t } = useApp()
  const words = useWords()
  return (
    <section class="mq-kiosk-card">
      <h2 class="mq-kiosk-place">{place ? words(place, 'title') : t.elsewhere}</h2>
      {current.slice(0, 2).map((slot) => (
        <Running key={slot.id} slot={slot} />
      ))}
      {current.length === 0 && <p class="mq-kiosk-pause">{t.nothingNow}</p>}
      {next.length > 0 && (
        <div class="mq-kiosk-next">
          <h3 class="mq-kiosk-label">{t.next}</h3>
          <ul class="mq-kiosk-rows">
            {next.slice(0, current.length > 1 ? 1 : 2).map((slot) => (
              <NextRow key={slot.id} slot={slot} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

export function NextRow({ slot: { session, startMs }, day }: { slot: Slot; day?: string | undefined }) {
  const { data, locale } = useApp()
  return (
    <li class="mq-kiosk-row">
      <span class="mq-kiosk-when">
        {day !== undefined && <span class="mq-kiosk-day">{day}</span>}
        <time dateTime={new Date(startMs).toISOString()}>{formatTime(startMs, calendarOf(data).timezone, locale)}</time>
      </span>
      <span class="mq-kiosk-what">
        <SessionTitle session={session} /> <SessionState session={session} />
      </span>
    </li>
  )
}
