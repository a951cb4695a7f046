/** @jsxImportSource preact */

import { useEffect, useRef } from 'preact/hooks'
import { useApp, useHref, useWords } from '../app-context.ts'
import { dayGrid, type DayGrid as Grid, rowMs, rowsOfHour } from '../data/day-grid.ts'
import { stageOrder } from '../data/places.ts'
import { calendarOf, type Slot } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { textOr, textsIn } from '../data/shown.ts'
import { find, findAll } from '../data/site-data.ts'
import { formatDay, formatTime } from '../format.ts'
import { isColor } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { SessionState, SessionTitle } from '../parts/session-state.tsx'

/** A day as a grid of stages and hours, which scrolls in its own box. Its links are in the order of time. */
export function DayGrid({ day, slots }: { day: string; slots: Slot[] }) {
  const { data, locale, nowMs, t } = useApp()
  const { timezone } = calendarOf(data)
  const order = stageOrder(locale)
  const grid = dayGrid(slots, timezone, (one, other) => order(find(data, 'place', one), find(data, 'place', other)))
  const nowRow = (nowMs - grid.startMs) / rowMs
  const isToday = nowRow >= 0 && nowRow < grid.rows
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>('.mq-grid-now')
    if (box.current && line) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 3
  }, [day])
  const shape = classOf({ '--rows': grid.rows, '--columns': grid.columns })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a box that has the focus
    <section ref={box} class="mq-grid-box" aria-label={`${t.programme}, ${formatDay(day, locale)}`} tabIndex={0}>
      <div class={classes('mq-grid', shape)}>
        <Stages grid={grid} />
        {grid.hours.map(({ ms, row }) => (
          <div key={ms} class={classes('mq-grid-hour', classOf({ gridRow: `${row + 2} / span ${rowsOfHour}` }))}>
            <span>{formatTime(ms, timezone, locale)}</span>
          </div>
        ))}
        <ol class="mq-grid-cards">
          {grid.cards.map(({ slot, column, row, span }) => (
            <li
              key={slot.id}
              class={classOf({ gridColumn: column + 2, gridRow: `${row + 2} / span ${span}`, '--span': span })}
            >
              <Card slot={slot} />
            </li>
          ))}
        </ol>
        {isToday && (
          <div class={classes('mq-grid-now', classOf({ gridRow: Math.floor(nowRow) + 2 }))} aria-hidden="true" />
        )}
      </div>
    </section>
  )
}

/** Screen readers get the place with each session instead. */
function Stages({ grid }: { grid: Grid }) {
  const { data, t } = useApp()
  const href = useHref()
  const words = useWords()
  return (
    <>
      <span class="mq-grid-corner" />
      {grid.stages.map(({ placeId, column, lanes }) => {
        const look = classes('mq-grid-stage', classOf({ gridColumn: `${column + 2} / span ${lanes}` }))
        const place = find(data, 'place', placeId)
        return placeId !== undefined && place ? (
          <a key={placeId} class={look} href={href({ screen: 'place', id: placeId })}>
            {words(place, 'title')}
          </a>
        ) : (
          <span key={placeId ?? ''} class={look}>
            {t.elsewhere}
          </span>
        )
      })}
    </>
  )
}

function Card({ slot }: { slot: Slot }) {
  const { data, locale, nowMs } = useApp()
  const href = useHref()
  const words = useWords()
  const { session, id, startMs, endMs, hasEnd } = slot
  const { timezone } = calendarOf(data)
  const color = [
    session.color,
    ...findAll(data, 'category', textsIn(session.categoryIds)).map((category) => category.color),
  ].find(isColor)
  const place = words(find(data, 'place', session.interestPointId), 'title')
  const state = endMs <= nowMs ? 'over' : startMs <= nowMs && !isCancelled(session) ? 'now' : undefined
  return (
    <a
      class={classes('mq-card', color !== undefined && classOf({ '--row-color': textOr(color) }))}
      href={href({ screen: 'session', id })}
      data-state={state}
    >
      <span class="mq-card-time">
        {formatTime(startMs, timezone, locale)}
        {hasEnd && ` – ${formatTime(endMs, timezone, locale)}`}
      </span>
      <span class="mq-card-title">
        <SessionTitle session={session} />
      </span>
      <SessionState session={session} />
      {place !== '' && <span class="mq-card-place mq-hidden">{place}</span>}
    </a>
  )
}
