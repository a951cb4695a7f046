import { type AnyRecord, kinds } from '@marquee/model'
import { lockRecord, updateRecords } from '../store/records.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

/** Says which revision is the broadcast's newest, as a change of the broadcast. */
export async function setRevision(writing: Writing, next: (current: unknown) => string | null): Promise<void> {
  const kind = kinds.broadcast
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id: writing.broadcastId })
  if (!stored) return
  const before: AnyRecord = JSON.parse(stored.body)
  const revisionId = next(before.revisionId)
  if (revisionId === before.revisionId) return
  const record = { ...before, revisionId, _updatedAt: laterThan(before._updatedAt, writing.nowMs) }
  await updateRecords(writing.tx, writing.broadcastId, [{ kind, record }])
  writing.changes.push({
    kind,
    id: record._id,
    operation: 'update',
    record,
    fields: ['revisionId'],
    eventTypes: ['broadcast.updated'],
  })
}
