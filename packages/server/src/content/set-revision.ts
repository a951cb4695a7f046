import { type AnyRecord, kinds } from '@marquee/model'
import { lockRecord, updateRecords } from '../store/records.ts'
import type { Writing } from './writing.ts'

/** Makes a revision the broadcast's newest, as a change of the broadcast. */
export async function setRevision(writing: Writing, revisionId: string): Promise<void> {
  const kind = kinds.broadcast
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id: writing.broadcastId })
  if (!stored) return
  const before: AnyRecord = JSON.parse(stored.body)
  const record = { ...before, revisionId, _updatedAt: new Date(writing.nowMs).toISOString() }
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
