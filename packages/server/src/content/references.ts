import {
  type AnyRecord,
  type FieldError,
  type FoundReference,
  findReferences,
  Invalid,
  type Kind,
  kindNamed,
  referencePlaces,
  withoutReferencesTo,
} from '@marquee/model'
import type { RecordKey } from '../store/changes/versions.ts'
import { lockTargets, readInChunks, updateRecords } from '../store/records/records.ts'
import { type Referrer, referrersSql } from '../store/records/trash.ts'
import { changeOf } from './logged-write.ts'
import { changedFields } from './patch.ts'
import { maxErrors } from './shape-errors.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

/**
 * New references must name records of the right kind in this broadcast. The targets are locked against deletion. `after` needs only the
 * fields that have changed.
 */
export async function requireTargets(
  writing: Writing,
  kind: Kind,
  writes: { before: AnyRecord | null; after: Record<string, unknown> }[],
): Promise<void> {
  const wanted = writes.flatMap(({ before, after }) => {
    const found = findReferences(kind, after)
    if (!before || found.length === 0) return found
    const known = new Set(findReferences(kind, before).map(({ kind: target, id }) => `${target}/${id}`))
    return found.filter(({ kind: target, id }) => !known.has(`${target}/${id}`))
  })
  const errors = await referenceErrors(writing, wanted)
  if (errors.length > 0) throw new Invalid(errors)
}

/** The errors of references that point to nothing. The targets of the others are locked. */
export async function referenceErrors(
  { tx, broadcastId, copying }: Writing,
  all: FoundReference[],
): Promise<FieldError[]> {
  const references = copying ? all.filter(({ kind, id }) => !copying.isComing(kind, id)) : all
  if (references.length === 0) return []
  const found = await lockTargets(tx, broadcastId, references)
  return references
    .filter(({ kind, id }) => !found.has(`${kind}/${id}`))
    .slice(0, maxErrors)
    .map(({ kind, pointer }) => ({
      pointer,
      code: 'not_found_reference',
      message: `points to no ${kind} of this broadcast`,
    }))
}

/** The records that refer to another, without those that only contain its id in free-form JSON. */
export async function* readReferring(
  { tx, broadcastId }: Writing,
  holding: RecordKey[],
  id: string,
): AsyncGenerator<{ key: RecordKey; kind: Kind; before: AnyRecord }> {
  for await (const { kind: name, body } of readInChunks(tx, broadcastId, holding)) {
    const kind = kindNamed(name)
    const before: AnyRecord = JSON.parse(body)
    const isPointing = findReferences(kind, before).some((reference) => reference.id === id)
    if (isPointing) yield { key: { kind: name, id: before._id }, kind, before }
  }
}

/**
 * Removes every reference to a record, as logged changes of the records that had one. With `isTrashed` their places are stored, so
 * that restoring the record can put the references back.
 */
export async function clearReferences(
  writing: Writing,
  id: string,
  holding: RecordKey[],
  isTrashed: boolean,
): Promise<void> {
  let writes: Parameters<typeof updateRecords>[1] = []
  let referrers: Referrer[] = []
  const store = async () => {
    const places = isTrashed ? referrersSql(writing.tx, writing.broadcastId, id, referrers) : undefined
    await updateRecords(writing.log, writes, places)
    writes = []
    referrers = []
  }
  for await (const { key, kind, before } of readReferring(writing, holding, id)) {
    if (before._id === id) continue
    const cleared = withoutReferencesTo(kind, before, id)
    const record = { ...cleared, _updatedAt: laterThan(before._updatedAt, writing.nowMs) }
    const change = changeOf(writing, kind, 'update', before, record, changedFields(before, cleared))
    writes.push({ write: { kind, record }, change })
    referrers.push({ ...key, places: JSON.stringify(referencePlaces(kind, before, id)) })
    if (writes.length >= clearedAtOnce) await store()
  }
  if (writes.length > 0) await store()
}

const clearedAtOnce = 100
