import { type AnyRecord, allKinds, type Kind } from '@marquee/model'
import { notFound } from '../base/errors.ts'
import type { RecordKey } from '../store/changes/versions.ts'
import { deleteRecords, lockRecord, lockReferring } from '../store/records/records.ts'
import { followAddresses } from './addresses.ts'
import { requireMatch } from './prepare-record.ts'
import { clearReferences, readReferring } from './references.ts'
import { removalOf } from './removal.ts'
import { rewriteRecord } from './rewrite-record.ts'
import { ruleOf } from './rules/index.ts'
import { forgetOnTimelines } from './timeline.ts'
import type { Precondition, Writing } from './writing.ts'

export interface RemoveOptions {
  precondition?: Precondition | undefined
  /** Deletes a record even if others use it. */
  force?: boolean
  /** Webhook events in addition to that of the deletion. */
  eventTypes?: string[]
}

/** Deletes a record and every reference to it. Both can be restored from the trash. */
export async function removeRecord(
  writing: Writing,
  kind: Kind,
  id: string,
  { precondition, force = false, eventTypes = [] }: RemoveOptions = {},
): Promise<void> {
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id })
  if (!stored) throw notFound()
  const record: AnyRecord = JSON.parse(stored.body)
  await requireMatch(precondition, record)
  const holding = await lockReferring(writing.tx, writing.broadcastId, [id])
  const findReferring = async () => {
    const found: RecordKey[] = []
    for await (const referring of readReferring(writing, holding, id)) found.push(referring.key)
    return found
  }
  await ruleOf(kind).removing?.({ writing, record, findReferring, force, rewrite: rewriteRecord })
  const removal = removalOf(writing, kind, record)
  await clearReferences(writing, id, holding, removal.trashed !== null)
  await forgetOnTimelines(writing, allKinds, kind, id)
  const { change } = removal
  const logged = change === 'unlogged' ? change : { ...change, eventTypes: [...change.eventTypes, ...eventTypes] }
  await deleteRecords(writing.log, [{ ...removal, change: logged }])
  await followAddresses(writing, kind, [{ before: record, after: null }])
}
