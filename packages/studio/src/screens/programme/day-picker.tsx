import { ActionIcon, Group, Popover, Tooltip, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { DayCalendar } from '../../ui/day-calendar.tsx'
import { type Day, formatDay, shiftDay } from './days.ts'
import { texts } from './texts.ts'

interface Props {
  days: Day[]
  day: string
  /** Days with clashes. */
  clashing: ReadonlySet<string>
  /** The number of matches of a search by day; undefined while nothing is searched. */
  matches: ReadonlyMap<string, number> | undefined
  onChange: (day: string) => void
}

/** The days of the festival with their number of sessions, and a calendar for all others. */
export const DayPicker = memo(function DayPicker({ days, day, clashing, matches, onChange }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const [isOpen, calendar] = useDisclosure()
  const list = useRef<HTMLDivElement>(null)
  const counts = new Map(days.map((one) => [one.day, one.count]))
  const shown = counts.has(day)
    ? days
    : [...days, { day, count: 0, drafts: 0 }].sort((a, b) => (a.day < b.day ? -1 : 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen day is scrolled into view when it changes
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !chosen) return
    list.current.scrollLeft = chosen.offsetLeft - list.current.clientWidth / 2 + chosen.clientWidth / 2
  }, [day])
  return (
    <Group gap={4} wrap="nowrap" className="day-picker" component="nav" aria-label={t.day.label}>
      <ActionIcon aria-label={t.day.previous} onClick={() => onChange(shiftDay(day, -1))}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <div className="day-list" ref={list}>
        {shown.map((one) => (
          <button
            type="button"
            key={one.day}
            className="day-chip"
            aria-current={one.day === day ? 'date' : undefined}
            data-empty={(matches ? !matches.has(one.day) : one.count === 0) || undefined}
            onClick={() => onChange(one.day)}
          >
            <span className="day-name">
              {formatDay(one.day, language, { weekday: 'short', day: 'numeric', month: 'short' })}
            </span>
            {matches ? (
              <span className="day-matches" data-none={!matches.has(one.day) || undefined}>
                {matches.get(one.day) ?? 0}
                <VisuallyHidden> {t.find.unit(matches.get(one.day) ?? 0)}</VisuallyHidden>
              </span>
            ) : (
              <span className="day-count" title={countTitle(one, t)}>
                {one.count}
              </span>
            )}
            {clashing.has(one.day) && <span className="day-clash" role="img" aria-label={t.clash} title={t.clash} />}
          </button>
        ))}
      </div>
      <ActionIcon aria-label={t.day.next} onClick={() => onChange(shiftDay(day, 1))}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <Popover opened={isOpen} onChange={calendar.toggle} shadow="md" position="bottom-end" trapFocus>
        <Popover.Target>
          <Tooltip label={t.day.choose}>
            <ActionIcon aria-label={t.day.choose} onClick={calendar.toggle} aria-expanded={isOpen}>
              <IconCalendar size={18} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown>
          <DayCalendar
            day={day}
            isMarked={(one) => (counts.get(one) ?? 0) > 0}
            onChange={(chosen) => {
              onChange(chosen)
              calendar.close()
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
})

function countTitle(
  { count, drafts }: Day,
  t: { sessions: (n: number) => string; drafts: (n: number) => string },
): string {
  return drafts > 0 ? `${t.sessions(count)}, ${t.drafts(drafts)}` : t.sessions(count)
}
