import { useBroadcast } from '../../data/broadcasts.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { dayOf, formatInstant, localeOf } from '../../ui/zoned.ts'
import { useFestivalDays } from './festival-days.ts'
import { phaseOf } from './now-next.ts'
import { texts } from './texts.ts'

/** The days until the festival, or the current day of it. */
export function PhaseLine() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone, record } = useBroadcast()
  const festival = useFestivalDays()
  if (!festival) return null
  const { first, last, days } = festival
  const today = dayOf(new Date().toISOString(), timezone, record.dayStart)
  const phase = phaseOf(today, days.from, days.to)
  if (!phase) return null
  const words =
    phase.phase === 'during'
      ? t.during(phase.day, phase.of)
      : phase.phase === 'before'
        ? t.before(phase.days)
        : t.after(phase.days)
  const dates = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: timezone,
  }).formatRange(new Date(first), new Date(last))
  return (
    <span className="phase-line" title={formatInstant(first, timezone, language)}>
      <strong data-phase={phase.phase}>{words}</strong> {dates}
    </span>
  )
}
