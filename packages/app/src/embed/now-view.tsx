/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { nowAndNext, stageOfFestival } from '../data/now.ts'
import { calendarOf } from '../data/programme.ts'
import { idOf } from '../data/shown.ts'
import { formatMoment } from '../format.ts'
import { SessionRows } from '../parts/session-row.tsx'
import { Foot } from './foot.tsx'

/** The current and the next session of every place; else those that come first. */
export function NowView() {
  const { data, locale, nowMs, t } = useApp()
  const words = useWords()
  const places = nowAndNext(data, nowMs)
  const { state, opening } = stageOfFestival(data, nowMs)
  return (
    <>
      <h2 class="mq-heading">{t.now}</h2>
      <p class="mq-quiet">{formatMoment(nowMs, calendarOf(data).timezone, locale)}</p>
      <div class="mq-columns">
        {places.map(({ place, current, next }) => (
          <section key={place ? idOf(place) : ''}>
            <h3 class="mq-small-heading">{place ? words(place, 'title') : t.elsewhere}</h3>
            <SessionRows slots={[...current, ...next]} />
          </section>
        ))}
      </div>
      {places.length === 0 && <p>{state === 'empty' ? t.soon : state === 'after' ? t.isOver : t.nothingNow}</p>}
      {places.length === 0 && opening.length > 0 && <SessionRows slots={opening} withDay />}
      <Foot route={{ screen: 'now' }} />
    </>
  )
}
