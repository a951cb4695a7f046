import {
  type AnyRecord,
  type FieldError,
  findReferences,
  Invalid,
  type Kind,
  kindNamed,
  kinds,
  withoutReferencesTo,
} from '@marquee/model'
import { AppError, notFound } from '../base/errors.ts'
import { nextTurn, Slices } from '../base/turns.ts'
import {
  findLastSequence,
  holdLastSequence,
  listDiffering,
  type RecordKey,
  readVersions,
} from '../store/changes/versions.ts'
import { bulkMs } from '../store/limits.ts'
import {
  deleteRecords,
  findRecord,
  insertRecords,
  lockRecords,
  lockReferring,
  lockTargets,
  readInChunks,
  setUniqueAside,
  updateRecords,
  weighRecords,
} from '../store/records/records.ts'
import { leaveTrash } from '../store/records/trash.ts'
import { findTakenElsewhere, followAddresses } from './addresses.ts'
import { changeOf, writingUnique } from './logged-write.ts'
import { changedFields } from './patch.ts'
import { removalOf } from './removal.ts'
import { type Pair, type Plan, planRestore, type Rewrite, withoutDangling } from './restore-plan.ts'
import { rewriteRecord } from './rewrite-record.ts'
import { ruleOf } from './rules/index.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

export interface Restored {
  /** The last sequence number before the restore. */
  from_sequence: number
  /** The last sequence number after the restore. */
  sequence: number
  restored: { added: number; changed: number; removed: number }
  /** Records that could not be restored, with the reason. */
  left_out: LeftOut[]
}

export interface LeftOut {
  kind: string
  id: string
  /** The field, or empty for the whole record. */
  pointer: string
  reason: 'file_gone' | 'taken'
}

/**
 * Restores the editorial content of a revision, as ordinary writes. Other writers to the broadcast wait from the moment the
 * plan is computed, so that none of their changes is missed or overwritten unseen.
 */
export async function restoreRevision(writing: Writing, revisionId: string, ifSequence?: number): Promise<Restored> {
  const { tx, broadcastId, log } = writing
  // Earlier writes of the same transaction are numbered first.
  await tx.flush()
  await tx.extendLimit(bulkMs)
  const revision = await findRecord(tx, broadcastId, kinds.revision, revisionId)
  if (revision === undefined) throw notFound()
  const { sequence: to }: { sequence: number } = JSON.parse(revision)
  const { from, pairs } = await lockDiffering(writing, to)
  if (ifSequence !== undefined && from !== ifSequence)
    throw new AppError('precondition_failed', 'The broadcast has changed since the sequence number that was given.')
  const { plan, leftOut } = await carryOut(writing, await planned(pairs))
  const { added, changed, removed } = plan
  const back = added.map(({ after }) => after._id)
  if (back.length > 0) await leaveTrash(tx, broadcastId, back)
  return {
    from_sequence: from,
    sequence: from + log.changes.length,
    restored: { added: added.length, changed: changed.length, removed: removed.length },
    left_out: leftOut,
  }
}

/** Writes a plan as far as possible. Returns what was written, and the records and fields that were left out. */
export async function carryOut(writing: Writing, wanted: Plan): Promise<{ plan: Plan; leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = []
  const drafted = await withoutTaken(writing, await checked(writing, wanted, leftOut), leftOut)
  const plan = await onlyThere(drafted, await whatIsThere(writing, drafted))
  const clearing = await findClearing(writing, plan)
  await write(writing, plan, clearing)
  return { plan, leftOut }
}

/** The plan for all pairs, computed in slices. */
async function planned(pairs: Pair[]): Promise<Plan> {
  const plan: Plan = { added: [], changed: [], removed: [] }
  for (const some of chunks(pairs, slicedAtOnce)) {
    addTo(plan, planRestore(some))
    await nextTurn()
  }
  return plan
}

/** The plan without references to missing records, computed in slices. */
async function onlyThere(all: Plan, isThere: (kind: string, id: string) => boolean): Promise<Plan> {
  const plan: Plan = { added: [], changed: [], removed: all.removed }
  for (const part of ['added', 'changed'] as const) {
    for (const some of chunks(all[part], slicedAtOnce)) {
      addTo(plan, withoutDangling({ added: [], changed: [], removed: [], [part]: some }, isThere))
      await nextTurn()
    }
  }
  return plan
}

function addTo(plan: Plan, more: Plan): void {
  plan.added.push(...more.added)
  plan.changed.push(...more.changed)
  plan.removed.push(...more.removed)
}

/** Writers lock records first and the counter last; here, too, most records are locked before it, which avoids deadlocks. */
async function lockDiffering({ tx, broadcastId }: Writing, to: number): Promise<{ from: number; pairs: Pair[] }> {
  const differing = async (from: number) => {
    const keys = await listDiffering(tx, broadcastId, { from, to }, { after: null, limit: maxRecords + 1 })
    if (keys.length > maxRecords || (await weighRecords(tx, broadcastId, keys)) > maxBytes) throw tooLarge()
    return keys
  }
  await lockRecords(tx, broadcastId, await differing(await findLastSequence(tx, broadcastId)))
  const from = await holdLastSequence(tx, broadcastId)
  const keys = await differing(from)
  const standing = await lockRecords(tx, broadcastId, keys)
  const pairs: Pair[] = []
  const slices = new Slices()
  let bytes = 0
  for (const some of chunks(keys, slicedAtOnce)) {
    for (const { kind, id, to: past } of await readVersions(tx, broadcastId, some, { from, to })) {
      bytes += past?.length ?? 0
      if (bytes > maxBytes) throw tooLarge()
      await slices.spend(past?.length ?? 0)
      const now = standing.get(`${kind}/${id}`)
      pairs.push({ kind: kindNamed(kind), past: past && JSON.parse(past), current: now ? JSON.parse(now) : null })
    }
  }
  return { from, pairs }
}

/** Applies the rules of the kinds. A record may be left out; any other refusal aborts the restore, with a pointer. */
async function checked(writing: Writing, plan: Plan, leftOut: LeftOut[]): Promise<Plan> {
  const fieldErrors: FieldError[] = []
  const isAccepted = async ({ kind, before, after }: Rewrite) => {
    const at = `/${kind.plural}/${after._id}`
    const verdict = await ruleOf(kind).restoring?.({ writing, before, after })
    if (Array.isArray(verdict)) fieldErrors.push(...verdict.map((one) => ({ ...one, pointer: at + one.pointer })))
    if (verdict !== 'file_gone') return true
    leftOut.push({ kind: kind.name, id: after._id, pointer: '', reason: verdict })
    return false
  }
  const accepted = async (rewrites: Rewrite[]) => {
    const kept: Rewrite[] = []
    for (const rewrite of rewrites) if (await isAccepted(rewrite)) kept.push(rewrite)
    return kept
  }
  const result = { added: await accepted(plan.added), changed: await accepted(plan.changed), removed: plan.removed }
  if (fieldErrors.length > 0) throw new Invalid(fieldErrors)
  return result
}

/** A value that is unique in the whole service may be taken by another broadcast; then the field keeps its value, or stays empty. */
async function withoutTaken(writing: Writing, plan: Plan, leftOut: LeftOut[]): Promise<Plan> {
  const all = [...plan.added, ...plan.changed]
  for (const [kind, ofKind] of Map.groupBy(all, (rewrite) => rewrite.kind)) {
    for (const [name, { unique }] of Object.entries(kind.fields)) {
      if (unique !== 'service') continue
      const wanted = ofKind.flatMap(({ after }) => (typeof after[name] === 'string' ? [after[name]] : []))
      const taken = await findTakenElsewhere(writing, wanted)
      for (const { before, after } of ofKind) {
        if (!taken.has(String(after[name]))) continue
        const current = before?.[name] ?? null
        after[name] = wanted.includes(String(current)) ? null : current
        leftOut.push({ kind: kind.name, id: after._id, pointer: `/${name}`, reason: 'taken' })
      }
    }
  }
  return plan
}

/** The records that will exist: those of the plan, and existing ones that stay, which are locked against deletion. */
async function whatIsThere({ tx, broadcastId }: Writing, { added, changed, removed }: Plan) {
  const wanted = new Map<string, RecordKey>()
  for (const some of chunks([...added, ...changed], slicedAtOnce)) {
    for (const { kind, after } of some)
      for (const reference of findReferences(kind, after)) wanted.set(`${reference.kind}/${reference.id}`, reference)
    await nextTurn()
  }
  const there = wanted.size > 0 ? await lockTargets(tx, broadcastId, [...wanted.values()]) : new Set<string>()
  for (const { kind, after } of added) there.add(keyOf(kind, after))
  for (const { kind, record } of removed) there.delete(keyOf(kind, record))
  return (kind: string, id: string) => there.has(`${kind}/${id}`)
}

/** Records outside the plan that refer to deleted ones, such as favorites of visitors, and their bodies without these references. */
async function findClearing({ tx, broadcastId }: Writing, plan: Plan): Promise<Rewrite[]> {
  const gone = new Set(plan.removed.map(({ kind, record }) => keyOf(kind, record)))
  if (gone.size === 0) return []
  const planned = new Set([...gone, ...plan.changed.map(({ kind, after }) => keyOf(kind, after))])
  const referring = await lockReferring(
    tx,
    broadcastId,
    plan.removed.map(({ record }) => record._id),
  )
  const clearing: Rewrite[] = []
  for await (const { kind: name, body } of readInChunks(tx, broadcastId, referring)) {
    const kind = kindNamed(name)
    const before: AnyRecord = JSON.parse(body)
    if (planned.has(keyOf(kind, before))) continue
    const lost = findReferences(kind, before).filter((reference) => gone.has(`${reference.kind}/${reference.id}`))
    const after = lost.reduce((rest, { id }) => withoutReferencesTo(kind, rest, id), before)
    if (lost.length > 0) clearing.push({ kind, before, after })
  }
  return clearing
}

/** Deletions first, then unique values are cleared, so that no write violates an index because of a row that changes later. */
async function write(writing: Writing, { added, changed, removed }: Plan, clearing: Rewrite[]): Promise<void> {
  const { log } = writing
  for (const { kind, record } of removed)
    await ruleOf(kind).removing?.({
      writing,
      record,
      findReferring: async () => [],
      force: true,
      rewrite: rewriteRecord,
    })
  for (const some of chunks(removed)) {
    await deleteRecords(
      log,
      some.map(({ kind, record }) => removalOf(writing, kind, record)),
    )
    for (const { kind, record } of some) await followAddresses(writing, kind, [{ before: record, after: null }])
  }
  const exchanging = changed.filter(({ kind, before, after }) =>
    uniqueFields(kind).some((name) => before?.[name] !== after[name]),
  )
  if (exchanging.length > 0) await setUniqueAside(log, exchanging.map(recordKey), [...allUniqueFields(exchanging)])
  await save(writing, added, 'create')
  await save(writing, [...changed, ...clearing], 'update')
  for (const { kind, before, after } of [...added, ...changed])
    await ruleOf(kind).saved?.({ writing, before, after, rewrite: rewriteRecord })
}

async function save(writing: Writing, rewrites: Rewrite[], operation: 'create' | 'update'): Promise<void> {
  const put = operation === 'create' ? insertRecords : updateRecords
  for (const [kind, ofKind] of Map.groupBy(rewrites, (rewrite) => rewrite.kind)) {
    for (const some of chunks(ofKind, slicedAtOnce)) {
      const writes = some.map(({ before, after }) => {
        const fields = before ? changedFields(before, after) : Object.keys(after)
        after._updatedAt = laterThan((before ?? after)._updatedAt, writing.nowMs)
        return { write: { kind, record: after }, change: changeOf(writing, kind, operation, before, after, fields) }
      })
      await writingUnique(writing, kind, some, {}, () => put(writing.log, writes))
    }
  }
}

const keyOf = (kind: Kind, { _id }: AnyRecord) => `${kind.name}/${_id}`
const recordKey = ({ kind, after }: Rewrite): RecordKey => ({ kind: kind.name, id: after._id })

const uniqueFields = (kind: Kind) =>
  Object.keys(kind.fields).filter((name) => name === '_reference' || kind.fields[name]?.unique)
const allUniqueFields = (rewrites: Rewrite[]) => new Set(rewrites.flatMap(({ kind }) => uniqueFields(kind)))

function* chunks<T>(all: T[], size = chunkSize): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

const tooLarge = () =>
  new AppError(
    'restore_too_large',
    `A restore can change at most ${maxRecords} records or 64 MB at once, and this one is larger.`,
  )

const chunkSize = 1_000
/** Some milliseconds of work. */
const slicedAtOnce = 100
const maxRecords = 25_000
const maxBytes = 67_108_864
