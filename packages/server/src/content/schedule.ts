import type { AnyRecord } from '@marquee/model'

/** Published, but not before a date that is still to come. */
export function isScheduled(record: AnyRecord, nowMs: number): boolean {
  return (
    record.status === 'published' && typeof record.publishedAt === 'string' && Date.parse(record.publishedAt) > nowMs
  )
}

/** Published, and its date has come. */
export function isVisible(record: AnyRecord, nowMs: number): boolean {
  return record.status === 'published' && !isScheduled(record, nowMs)
}
