import { useBroadcast } from '../../data/broadcasts.tsx'
import { useRecords } from '../../data/records.ts'
import { dayOf } from '../../ui/zoned.ts'

const dated = { filters: [{ 'time.start': { $gt: '1970-01-01T00:00:00.000Z' } }], limit: 1, fields: ['time'] }
const earliest = { ...dated, sort: { 'time.start': 'asc' as const } }
const latest = { ...dated, sort: { 'time.start': 'desc' as const } }

/** The first and the last start of a session, and their days; undefined while no session has a date. */
export function useFestivalDays() {
  const { timezone, record } = useBroadcast()
  const first = useRecords('broadcastSession', earliest).records[0]?.time.start
  const last = useRecords('broadcastSession', latest).records[0]?.time.start
  if (!first || !last) return undefined
  const dayAt = (instant: string) => dayOf(instant, timezone, record.dayStart)
  return { first, last, days: { from: dayAt(first), to: dayAt(last) } }
}
