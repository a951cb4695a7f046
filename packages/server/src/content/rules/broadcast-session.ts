import { type AnyRecord, invalid } from '@marquee/model'
import type { Rule } from './rule.ts'

/** A session ends after it starts. On Surface A it is an event once it has a title and both times, and its webhook events follow from that. */
export const sessionRule: Rule = {
  isSelfContained: true,
  prepare({ after }) {
    const { start, end } = timeOf(after)
    if (end && !start) throw invalid('/time/start', 'required', 'is required when there is an end')
    if (start && end && end < start) throw invalid('/time/end', 'order', 'must not come before the start')
    return after
  },
  eventTypes({ before, after }) {
    const was = before !== null && isEvent(before)
    const is = after !== null && isEvent(after)
    if (was && is) return ['event.updated']
    if (is) return ['event.created']
    return was ? ['event.deleted'] : []
  },
}

function isEvent(record: AnyRecord): boolean {
  const { start, end } = timeOf(record)
  return record.title !== null && start !== null && end !== null
}

const timeOf = (record: AnyRecord) => record.time as { start: string | null; end: string | null }
