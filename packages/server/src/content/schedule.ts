import type { AnyRecord } from '@marquee/model'

/** Published, with a date in the future. */
export function isScheduled(record: AnyRecord, nowMs: number): boolean {
  return (
    record.status === 'published' && typeof record.publishedAt === 'string' && Date.parse(record.publishedAt) > nowMs
  )
}

/** Published, and due. */
export function isVisible(record: AnyRecord, nowMs: number): boolean {
  return record.status === 'published' && !isScheduled(record, nowMs)
}
