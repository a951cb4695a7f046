import {
  type AnyRecord,
  findReferences,
  Invalid,
  type Kind,
  kindNamed,
  type ReferencePlace,
  referencePlaces,
  withReferencesTo,
} from '@marquee/model'
import { AppError, notFound } from '../base/errors.ts'
import type { RecordKey } from '../store/changes/versions.ts'
import { bulkMs } from '../store/limits.ts'
import { lockRecords, updateRecords } from '../store/records/records.ts'
import {
  addReferrers,
  leaveTrash,
  listReferrers,
  lockTrashed,
  type Referrer,
  updateTrashed,
} from '../store/records/trash.ts'
import { changeOf } from './logged-write.ts'
import { changedFields } from './patch.ts'
import { carryOut, type LeftOut } from './restore.ts'
import { planRestore } from './restore-plan.ts'
import { ruleOf } from './rules/index.ts'
import { trashStart } from './trash.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

export interface RestoredRecord {
  kind: string
  record: AnyRecord
  /** Records that referred to it: how many do again, and how many could not be changed back. */
  referrers: { restored: number; left_out: number }
  left_out: LeftOut[]
}

/** Restores a deleted record with its id, and puts back references to it and from it where this is possible. */
export async function restoreTrashed(writing: Writing, id: string): Promise<RestoredRecord> {
  const { tx, broadcastId } = writing
  await tx.extendLimit(bulkMs)
  const [trashed] = await lockTrashed(tx, broadcastId, [id], trashStart(writing))
  if (!trashed) throw notFound()
  const kind = kindNamed(trashed.kind)
  const past: AnyRecord = JSON.parse(trashed.body)
  const { plan, leftOut } = await carryOut(writing, planRestore([{ kind, past, current: null }]))
  const record = plan.added[0]?.after
  if (!record) throw new AppError('file_gone', 'The file of this media was deleted, so it cannot be restored.')
  await keepForTargets(writing, kind, past, record)
  const referrers = await putBackReferences(writing, id)
  await leaveTrash(tx, broadcastId, [id])
  return { kind: kind.name, record, referrers, left_out: leftOut }
}

/** References of the restored record to others in the trash: they are put back when those are restored. */
async function keepForTargets(writing: Writing, kind: Kind, past: AnyRecord, record: AnyRecord): Promise<void> {
  const { tx, broadcastId } = writing
  const kept = new Set(findReferences(kind, record).map(({ id }) => id))
  const lost = new Set(findReferences(kind, past).flatMap(({ id }) => (kept.has(id) ? [] : [id])))
  if (lost.size === 0) return
  for (const { id } of await lockTrashed(tx, broadcastId, [...lost], trashStart(writing))) {
    const places = JSON.stringify(referencePlaces(kind, past, id))
    await addReferrers(tx, broadcastId, id, [{ kind: kind.name, id: record._id, places }])
  }
}

/** Puts back the references that the deletion cleared, also in records that are in the trash themselves. */
export async function putBackReferences(writing: Writing, id: string): Promise<RestoredRecord['referrers']> {
  const { tx, broadcastId } = writing
  const referrers = { restored: 0, left_out: 0 }
  let after: RecordKey | null = null
  for (;;) {
    const some: Referrer[] = await listReferrers(tx, broadcastId, id, after, atOnce)
    const last = some.at(-1)
    if (!last) return referrers
    after = last
    const stored = await lockRecords(tx, broadcastId, some)
    const writes: Parameters<typeof updateRecords>[1] = []
    for (const referrer of some) {
      const body = stored.get(`${referrer.kind}/${referrer.id}`)
      const rewritten = body === undefined ? undefined : await rewrittenBy(writing, referrer, JSON.parse(body), id)
      if (rewritten) writes.push(rewritten)
      referrers[rewritten ? 'restored' : 'left_out']++
    }
    if (writes.length > 0) await updateRecords(writing.log, writes)
    const gone = some.filter((one) => !stored.has(`${one.kind}/${one.id}`))
    if (gone.length > 0) await putBackInTrash(writing, gone, id)
  }
}

/** The write that puts references back into a record; undefined where this is not possible. */
async function rewrittenBy(writing: Writing, { kind: name, places }: Referrer, before: AnyRecord, id: string) {
  const kind = kindNamed(name)
  const { record, missing } = withReferencesTo(kind, before, id, placesOf(places))
  const fields = changedFields(before, record)
  if (missing > 0 && fields.length === 0) return undefined
  try {
    const after = (await ruleOf(kind).prepare?.({ writing, before, after: record, service: {} })) ?? record
    after._updatedAt = laterThan(before._updatedAt, writing.nowMs)
    return { write: { kind, record: after }, change: changeOf(writing, kind, 'update', before, after, fields) }
  } catch (error) {
    // A loop of categories, or a campaign that has been sent.
    if (error instanceof Invalid || error instanceof AppError) return undefined
    throw error
  }
}

async function putBackInTrash(writing: Writing, referrers: Referrer[], id: string): Promise<void> {
  const { tx, broadcastId } = writing
  const places = new Map(referrers.map((referrer) => [referrer.id, referrer.places]))
  for (const trashed of await lockTrashed(tx, broadcastId, [...places.keys()], trashStart(writing))) {
    const before: AnyRecord = JSON.parse(trashed.body)
    const { record } = withReferencesTo(kindNamed(trashed.kind), before, id, placesOf(places.get(trashed.id)))
    await updateTrashed(tx, broadcastId, trashed.id, JSON.stringify(record))
  }
}

const placesOf = (json = '[]'): ReferencePlace[] => JSON.parse(json)

const atOnce = 100
