import { type AnyRecord, kinds } from '@marquee/model'
import type { Change } from '../store/changes/changes.ts'
import { lockRecord, updateRecords } from '../store/records/records.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

/** Says which revision is the broadcast's newest, as a change of the broadcast. */
export async function setRevision(writing: Writing, next: (current: string | null) => string | null): Promise<void> {
  const kind = kinds.broadcast
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id: writing.broadcastId })
  if (!stored) return
  const before: AnyRecord = JSON.parse(stored.body)
  const revisionId = next(before.revisionId as string | null)
  if (revisionId === before.revisionId) return
  const record = { ...before, revisionId, _updatedAt: laterThan(before._updatedAt, writing.nowMs) }
  const change: Change = {
    kind,
    id: record._id,
    operation: 'update',
    record,
    fields: ['revisionId'],
    eventTypes: ['broadcast.updated'],
  }
  await updateRecords(writing.log, [{ write: { kind, record }, change }])
}
