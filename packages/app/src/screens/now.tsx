/** @jsxImportSource preact */
import { useApp, useHref, useWords } from '../app-context.ts'
import { nowAndNext, type PlaceNow, stageOfFestival } from '../data/now.ts'
import { calendarOf, type Slot } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { idOf } from '../data/shown.ts'
import { formatMoment, formatTime } from '../format.ts'
import { SessionRows } from '../parts/session-row.tsx'

/** The current and the next session of every place, with the clock of the festival and of the visitor. */
export function NowScreen() {
  const { data, locale, nowMs, t } = useApp()
  const { timezone } = calendarOf(data)
  const places = nowAndNext(data, nowMs)
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.now}</h1>
      <p class="mq-subtitle">
        <time dateTime={new Date(nowMs).toISOString()}>{formatMoment(nowMs, timezone, locale)}</time>
        <YourTime />
      </p>
      {places.length === 0 && <Between />}
      <div class="mq-columns">
        {places.map((one) => (
          <Place key={one.place ? idOf(one.place) : ''} {...one} />
        ))}
      </div>
    </div>
  )
}

/** The clock of the visitor, where it differs. */
function YourTime() {
  const { data, locale, nowMs, t, visitor } = useApp()
  const { timezone } = calendarOf(data)
  if (!visitor) return null
  const own = formatTime(nowMs, visitor.timezone, locale)
  return own === formatTime(nowMs, timezone, locale) ? null : <span> ({t.yourTime(own)})</span>
}

/** Nothing runs, and nothing follows soon: it is before the festival, between two days, or after it. */
function Between() {
  const { data, locale, nowMs, t } = useApp()
  const { timezone } = calendarOf(data)
  const { state, opening } = stageOfFestival(data, nowMs)
  if (state === 'empty') return <p class="mq-quiet">{t.soon}</p>
  const [first] = opening
  if (!first) return <p>{t.isOver}</p>
  return (
    <section class="mq-block">
      <p>{state === 'before' ? t.opens(formatMoment(first.startMs, timezone, locale)) : t.nothingNow}</p>
      <h2 class="mq-heading">{t.comesNext}</h2>
      <SessionRows slots={opening} withDay />
    </section>
  )
}

function Place({ place, current, next }: PlaceNow) {
  const { t } = useApp()
  const href = useHref()
  const words = useWords()
  return (
    <section class="mq-block mq-now-place">
      <h2 class="mq-heading">
        {place ? <a href={href({ screen: 'place', id: idOf(place) })}>{words(place, 'title')}</a> : t.elsewhere}
      </h2>
      {current.map((slot) => (
        <div key={slot.id} class="mq-running">
          <SessionRows slots={[slot]} />
          <Progress slot={slot} />
        </div>
      ))}
      {next.length > 0 && (
        <>
          <h3 class="mq-small-heading">{t.next}</h3>
          <SessionRows slots={next} />
        </>
      )}
    </section>
  )
}

/** How much of a session is over. Unknown without an end of its own. */
function Progress({ slot: { session, startMs, endMs, hasEnd } }: { slot: Slot }) {
  const { data, locale, nowMs, t } = useApp()
  const title = useWords()(session, 'title')
  if (!hasEnd || isCancelled(session)) return null
  return (
    <p class="mq-progress">
      <progress max={endMs - startMs} value={nowMs - startMs} aria-label={title} />
      <span>{t.until(formatTime(endMs, calendarOf(data).timezone, locale))}</span>
    </p>
  )
}
