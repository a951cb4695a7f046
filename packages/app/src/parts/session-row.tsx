/** @jsxImportSource preact */
import { useApp, useHref, useWords } from '../app-context.ts'
import { calendarOf, type Slot } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { textOr, textsIn } from '../data/shown.ts'
import { find, findAll } from '../data/site-data.ts'
import { formatDay, formatTime } from '../format.ts'
import { isColor } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { SessionState, SessionTitle } from './session-state.tsx'
import { Star } from './star.tsx'

/** Sessions as rows with their times, as in a printed programme. */
export function SessionRows({ slots, withDay = false }: { slots: Slot[]; withDay?: boolean }) {
  return (
    <ul class="mq-rows">
      {slots.map((slot) => (
        <li key={slot.id}>
          <SessionRow slot={slot} withDay={withDay} />
        </li>
      ))}
    </ul>
  )
}

export function SessionRow({ slot, withDay = false }: { slot: Slot; withDay?: boolean }) {
  const { data, locale, nowMs, t } = useApp()
  const href = useHref()
  const words = useWords()
  const { session, id, startMs, endMs, hasEnd, isAllDay, day } = slot
  const { timezone } = calendarOf(data)
  const title = words(session, 'title') || '…'
  const categories = findAll(data, 'category', textsIn(session.categoryIds))
  const color = [session.color, ...categories.map((category) => category.color)].find(isColor)
  const details = [
    words(find(data, 'place', session.interestPointId), 'title'),
    ...categories.slice(0, 2).map((category) => words(category, 'title')),
  ].filter((text) => text !== '')
  const isOn = !isAllDay && !isCancelled(session)
  const state = isAllDay ? undefined : endMs <= nowMs ? 'over' : isOn && startMs <= nowMs ? 'now' : undefined
  return (
    <div class={classes('mq-row', color !== undefined && classOf({ '--row-color': textOr(color) }))} data-state={state}>
      <a class="mq-row-link" href={href({ screen: 'session', id })}>
        <span class="mq-row-time">
          {withDay && <span class="mq-row-day">{formatDay(day, locale, 'short')}</span>}
          {isAllDay ? (
            t.allDay
          ) : (
            <>
              <time dateTime={new Date(startMs).toISOString()}>{formatTime(startMs, timezone, locale)}</time>
              {hasEnd && <small>{formatTime(endMs, timezone, locale)}</small>}
            </>
          )}
        </span>
        <span class="mq-row-words">
          <span class="mq-row-title">
            <SessionTitle session={session} />
            {state === 'now' && <span class="mq-now">{t.nowHere}</span>}
          </span>
          <SessionState session={session} />
          {details.length > 0 && <span class="mq-row-detail">{details.join(' · ')}</span>}
        </span>
      </a>
      <Star id={id} title={title} />
    </div>
  )
}
