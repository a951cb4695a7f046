/** @jsxImportSource preact */
import { dayOf } from '@marquee/model/time'
import { useApp, useWords } from '../app-context.ts'
import { calendarOf, type Slot } from '../data/programme.ts'
import { textsIn } from '../data/shown.ts'
import { findAll } from '../data/site-data.ts'
import { formatDay } from '../format.ts'
import { mediaOf, Picture } from '../parts/picture.tsx'
import { stageNow } from './kiosk.ts'
import { NextRow } from './place-card.tsx'
import { Running } from './running.tsx'

/** One stage large: its current session with a picture, and the next three. */
export function Stage({ placeId }: { placeId: string }) {
  const { data, nowMs, t } = useApp()
  const words = useWords()
  const { place, current, next } = stageNow(data, placeId, nowMs)
  const [first] = current
  return (
    <section class="mq-kiosk-stage">
      <div class="mq-kiosk-act">
        <h2 class="mq-kiosk-place">{words(place, 'title')}</h2>
        {first && <ActPicture slot={first} />}
        {current.slice(0, 2).map((slot) => (
          <Running key={slot.id} slot={slot} />
        ))}
        {!first && <p class="mq-kiosk-pause">{t.nothingNow}</p>}
      </div>
      {next.length > 0 && <Following slots={next} />}
    </section>
  )
}

/** The picture of a session, or that of one of its hosts. */
function ActPicture({ slot: { session } }: { slot: Slot }) {
  const app = useApp()
  const hosts = findAll(app.data, 'host', textsIn(session.hostIds))
  const value = [session, ...hosts].map((record) => record.media).find((media) => mediaOf(app, media))
  return value === undefined ? null : <Picture value={value} class="mq-kiosk-picture" isDecorative isFirst />
}

export function Following({ slots }: { slots: Slot[] }) {
  const { data, locale, nowMs, t } = useApp()
  const { timezone, dayStart } = calendarOf(data)
  const today = dayOf(nowMs, dayStart, timezone)
  return (
    <div class="mq-kiosk-next">
      <h3 class="mq-kiosk-label">{t.comesNext}</h3>
      <ul class="mq-kiosk-rows">
        {slots.map((slot) => (
          <NextRow
            key={slot.id}
            slot={slot}
            day={slot.day === today ? undefined : formatDay(slot.day, locale, 'short')}
          />
        ))}
      </ul>
    </div>
  )
}
