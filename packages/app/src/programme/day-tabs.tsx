/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks'
import { useApp, useHref } from '../app-context.ts'
import { formatDay } from '../format.ts'

interface Props {
  days: string[]
  day: string | undefined
  today: string
  /** How many sessions a filter finds on each day; undefined without a filter. */
  counts: Map<string, number> | undefined
}

/** The days as links. They keep the filters and the view. */
export function DayTabs({ days, day, today, counts }: Props) {
  const { locale, route, t } = useApp()
  const href = useHref()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>('[aria-current]')
    // Only sideways: `scrollIntoView` would scroll the page, too.
    if (bar.current && chosen)
      bar.current.scrollLeft = chosen.offsetLeft - (bar.current.clientWidth - chosen.offsetWidth) / 2
  }, [day])
  if (days.length === 0) return null
  return (
    <nav ref={bar} class="mq-days" aria-label={t.programme}>
      {days.map((one) => (
        <a
          key={one}
          class="mq-day"
          href={href({ screen: 'programme', day: one, query: route.query ?? {} })}
          aria-current={one === day ? 'date' : undefined}
        >
          <span>
            {formatDay(one, locale, 'short')}
            {counts && <small> ({counts.get(one) ?? 0})</small>}
          </span>
          {one === today && <small class="mq-today">{t.today}</small>}
        </a>
      ))}
    </nav>
  )
}
