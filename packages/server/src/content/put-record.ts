import type { AnyRecord, Kind } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { bulkMs } from '../store/limits.ts'
import { leaveTrash, lockTrashedByReference } from '../store/records/trash.ts'
import { createRecord, type NewRecord } from './create-record.ts'
import { putBackReferences } from './restore-trashed.ts'
import { trashStart } from './trash.ts'
import { updateRecord } from './update-record.ts'
import { laterThan } from './version-time.ts'
import type { Precondition, Writing } from './writing.ts'

export interface PutRecord {
  record: AnyRecord
  isNew: boolean
}

/** Creates the record with a reference, or changes it. A precondition requires that it exists. */
export function putRecord(
  writing: Writing,
  kind: Kind,
  reference: string,
  body: unknown,
  precondition?: Precondition,
): Promise<PutRecord> {
  return updateOrCreate(writing, kind, reference, {
    update: () => updateRecord(writing, kind, { reference }, body, { precondition }),
    create: (options) => createRecord(writing, kind, { ...Object(body), _reference: reference }, options),
    isRequired: precondition !== undefined,
  })
}

interface Ways {
  update(): Promise<AnyRecord>
  create(options: Omit<NewRecord, 'body'>): Promise<AnyRecord>
  /** Whether the record must exist. */
  isRequired: boolean
}

/** Updates the record with a reference; without one, creates it with the id of the record that had the reference before it was deleted. */
export async function updateOrCreate(
  writing: Writing,
  kind: Kind,
  reference: string,
  { update, create, isRequired }: Ways,
): Promise<PutRecord> {
  try {
    return { record: await update(), isNew: false }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    if (isRequired) throw new AppError('precondition_failed', 'There is no record with this reference to match.')
  }
  return { record: await createAgain(writing, kind, reference, create), isNew: true }
}

/** Clients know a record by its id, so one that returns keeps it, and the references to it that its deletion cleared. */
async function createAgain(
  writing: Writing,
  kind: Kind,
  reference: string,
  create: Ways['create'],
): Promise<AnyRecord> {
  const { tx, broadcastId } = writing
  const isKept = kind.trash && writing.trashDays > 0
  const trashed = isKept
    ? await lockTrashedByReference(tx, broadcastId, kind.name, reference, trashStart(writing))
    : undefined
  if (!trashed) return create({})
  await tx.extendLimit(bulkMs)
  const { _createdAt, _updatedAt }: AnyRecord = JSON.parse(trashed.body)
  // Calendars count the age of a record as its version, which must not decrease.
  const service = { _createdAt, _updatedAt: laterThan(_updatedAt, writing.nowMs) }
  const record = await create({ id: trashed.id, service })
  await putBackReferences(writing, trashed.id)
  await leaveTrash(tx, broadcastId, [trashed.id])
  return record
}
