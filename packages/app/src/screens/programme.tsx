/** @jsxImportSource preact */
import { dayOf } from '@marquee/model/time'
import { useState } from 'preact/hooks'
import { useApp, useHref } from '../app-context.ts'
import { calendarOf, datesOf, openingDay, programmeOf, type Slot } from '../data/programme.ts'
import { filterOf, isFiltered, wantedBy } from '../data/programme-filter.ts'
import { type Shown, wordsOf } from '../data/shown.ts'
import { formatDay, formatDays } from '../format.ts'
import { Icon } from '../parts/icon.tsx'
import { Piece } from '../parts/piece.tsx'
import { SessionRows } from '../parts/session-row.tsx'
import { TileList } from '../parts/tile.tsx'
import { DayGrid } from '../programme/day-grid.tsx'
import { DayList } from '../programme/day-list.tsx'
import { DayTabs } from '../programme/day-tabs.tsx'
import { FilterChips, useChosen } from '../programme/filter-chips.tsx'
import { Filters } from '../programme/filters.tsx'
import { countOn, NoMatch } from '../programme/no-match.tsx'
import { useLive } from '../use-live.ts'

/** The programme of a day as a list or a grid, with a search and filters. */
export function ProgrammeScreen() {
  const { data, locale, nowMs, route, t } = useApp()
  const [text, setText] = useTyped(route.query?.q ?? '')
  const programme = programmeOf(data)
  const { timezone, dayStart } = calendarOf(data)
  const today = dayOf(nowMs, dayStart, timezone)
  const day = (route.screen === 'programme' ? route.day : undefined) ?? openingDay(programme, today)
  const filter = { ...filterOf(route.query), text }
  const dates = datesOf(data)
  const chosen = useChosen(filter)
  const isWanted = wantedBy(data, filter, locale)
  const slots = (programme.byDay.get(day ?? '') ?? []).filter(({ session }) => isWanted(session))
  const counts = isFiltered(filter)
    ? new Map(programme.days.map((one) => [one, countOn(programme, one, isWanted)]))
    : undefined
  return (
    <div class="mq-content">
      <div class="mq-headline">
        <h1 class="mq-title">{t.programme}</h1>
        <Views day={day} />
      </div>
      <p class="mq-print-head">
        {[wordsOf(data.broadcast, 'name', locale), day !== undefined && formatDay(day, locale)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <DayTabs days={programme.days} day={day} today={today} counts={counts} />
      <Piece>
        <Filters day={day} filter={filter} onSearch={setText} />
      </Piece>
      <FilterChips chosen={chosen} day={day} />
      {day === undefined && dates && <p class="mq-dates">{formatDays(dates, locale)}</p>}
      {day === undefined && programme.undated.length === 0 && <p class="mq-quiet">{t.soon}</p>}
      {day !== undefined && (
        <p class="mq-count mq-quiet" role="status">
          {t.filtering.count(slots.length)}
        </p>
      )}
      {day !== undefined && slots.length === 0 && <NoMatch chosen={chosen} day={day} counts={counts ?? new Map()} />}
      {day !== undefined && <Day day={day} slots={slots} />}
      <Undated sessions={programme.undated.filter(isWanted)} />
      {slots.length > 0 && <PrintButton />}
    </div>
  )
}

/** A search that is being typed, until the address has another one. */
function useTyped(q: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ q, text: q })
  return [typed.q === q ? typed.text : q, (text) => setTyped({ q, text })]
}

function Day({ day, slots }: { day: string; slots: Slot[] }) {
  const { route, t } = useApp()
  const allDay = slots.filter(({ isAllDay }) => isAllDay)
  const timed = slots.filter(({ isAllDay }) => !isAllDay)
  return (
    <>
      {allDay.length > 0 && (
        <section class="mq-hour">
          <h2 class="mq-hour-heading">{t.allDay}</h2>
          <SessionRows slots={allDay} />
        </section>
      )}
      {timed.length > 0 &&
        (route.query?.view === 'grid' ? <DayGrid day={day} slots={timed} /> : <DayList slots={timed} />)}
    </>
  )
}

function Views({ day }: { day: string | undefined }) {
  const { route, t } = useApp()
  const href = useHref()
  const { view, ...query } = route.query ?? {}
  const views = [
    { name: t.list, icon: 'list', isChosen: view !== 'grid', query },
    { name: t.grid, icon: 'layout-columns', isChosen: view === 'grid', query: { ...query, view: 'grid' } },
  ]
  if (day === undefined) return null
  return (
    <nav class="mq-views" aria-label={t.view}>
      {views.map(({ name, icon, isChosen, query: own }) => (
        <a
          key={name}
          class="mq-view"
          href={href({ screen: 'programme', day, query: own })}
          aria-current={isChosen ? 'true' : undefined}
        >
          <Icon name={icon} size={18} /> <span>{name}</span>
        </a>
      ))}
    </nav>
  )
}

function Undated({ sessions }: { sessions: Shown[] }) {
  const { t } = useApp()
  if (sessions.length === 0) return null
  return (
    <section class="mq-block">
      <h2 class="mq-heading">{t.timeToCome}</h2>
      <TileList kind="session" records={sessions} />
    </section>
  )
}

function PrintButton() {
  const { t } = useApp()
  if (!useLive()) return null
  return (
    <div class="mq-print-button">
      <button type="button" class="mq-button mq-button-outlined" onClick={() => print()}>
        <Icon name="printer" /> {t.print}
      </button>
    </div>
  )
}
