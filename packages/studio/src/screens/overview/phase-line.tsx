import { useBroadcast } from '../../data/broadcasts.tsx'
import { useRecords } from '../../data/records.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { dayOf, formatInstant, localeOf } from '../../ui/zoned.ts'
import { phaseOf } from './now-next.ts'
import { texts } from './texts.ts'

const dated = { filters: [{ 'time.start': { $gt: '1970-01-01T00:00:00.000Z' } }], limit: 1, fields: ['time'] }
const earliest = { ...dated, sort: { 'time.start': 'asc' as const } }
const latest = { ...dated, sort: { 'time.start': 'desc' as const } }

/** The days until the festival, or the current day of it. */
export function PhaseLine() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone, record } = useBroadcast()
  const first = useRecords('broadcastSession', earliest).records[0]?.time.start
  const last = useRecords('broadcastSession', latest).records[0]?.time.start
  if (!first || !last) return null
  const dayAt = (instant: string) => dayOf(instant, timezone, record.dayStart)
  const phase = phaseOf(dayAt(new Date().toISOString()), dayAt(first), dayAt(last))
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
