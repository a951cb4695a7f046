import {
  type AnyRecord,
  allKinds,
  findReferences,
  invalid,
  type Kind,
  kindNamed,
  withoutReferencesTo,
} from '@marquee/model'
import { AppError, notFound } from '../base/errors.ts'
import { hasMoreValues, maxRecordValues } from '../base/json.ts'
import { newObjectId } from '../base/object-id.ts'
import { Slices } from '../base/turns.ts'
import type { Logged } from '../store/changes/change-log.ts'
import type { RecordKey } from '../store/changes/versions.ts'
import { violatedIndex } from '../store/failures.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import {
  deleteRecord,
  insertRecords,
  lockRecord,
  lockReferring,
  lockTargets,
  type RecordWrite,
  readInChunks,
  updateRecords,
} from '../store/records/records.ts'
import { normaliseInstants } from './instants.ts'
import { applyPatch, changedFields, newRecord, ordered } from './patch.ts'
import { ruleOf } from './rules/index.ts'
import { absorbSecrets, secretContext } from './secrets.ts'
import { checkCreate, checkPatch } from './shape.ts'
import { appendRecords, forgetOnTimelines } from './timeline.ts'
import { laterThan } from './version-time.ts'
import type { Precondition, Writing } from './writing.ts'

export interface NewRecord {
  body: unknown
  id?: string
  /** Fields that the service fills. */
  service?: Record<string, unknown>
}

export async function createRecord(
  writing: Writing,
  kind: Kind,
  body: unknown,
  options: Omit<NewRecord, 'body'> = {},
): Promise<AnyRecord> {
  const [record] = await createRecords(writing, kind, [{ body, ...options }])
  if (!record) throw new Error('nothing was created')
  return record
}

/** Several records at once, with as many statements as one. When one is refused, all are. */
export async function createRecords(writing: Writing, kind: Kind, wanted: NewRecord[]): Promise<AnyRecord[]> {
  const drafts: RecordWrite[] = []
  const slices = new Slices()
  for (const one of wanted) {
    drafts.push(await draftRecord(writing, kind, one, slices))
  }
  await requireTargets(
    writing,
    kind,
    drafts.map(({ record }) => ({ before: null, after: record })),
  )
  await translatingConflicts(kind, () => (kind.timeline ? append : insert)(writing, kind, drafts))
  for (const { record } of drafts) await ruleOf(kind).saved?.({ writing, before: null, after: record })
  const records = drafts.map(({ record }) => record)
  await writing.check?.(writing, kind, records)
  return records
}

function insert(writing: Writing, kind: Kind, drafts: RecordWrite[]): Promise<void> {
  const writes = drafts.map((write) => ({
    write,
    change: changeOf(writing, kind, 'create', null, write.record, Object.keys(write.record)),
  }))
  return insertRecords(writing.log, writes)
}

const append = (writing: Writing, kind: Kind, drafts: RecordWrite[]) =>
  appendRecords(
    writing,
    kind,
    drafts.map(({ record }) => record),
  )

async function draftRecord(writing: Writing, kind: Kind, wanted: NewRecord, slices: Slices): Promise<RecordWrite> {
  const text = plainJson(checkCreate(kind, wanted.body))
  const pause = slices.spend(Math.max(draftBytes, text.length))
  if (pause) await pause
  const sent = JSON.parse(text)
  ruleOf(kind).arriving?.({ writing, sent })
  const id = wanted.id ?? newObjectId(writing.nowMs)
  await normaliseInstants(kind, sent, () => zoneFor(writing, kind, sent))
  const absorbed = absorbSecrets(
    kind,
    sent,
    { record: null, secrets: null },
    writing.vault,
    secretContext(writing.broadcastId, kind, id),
  )
  const now = new Date(writing.nowMs).toISOString()
  const service = {
    _id: id,
    _createdAt: now,
    _updatedAt: now,
    ...(await ruleOf(kind).serviceFields?.(writing)),
    ...wanted.service,
  }
  const record = await prepared(writing, kind, null, newRecord(kind, absorbed.sent, service), wanted.service)
  return { kind, record, ...(absorbed.secrets && { secrets: absorbed.secrets }) }
}

export async function updateRecord(
  writing: Writing,
  kind: Kind,
  by: { id: string } | { reference: string },
  body: unknown | ((before: AnyRecord) => Promise<unknown>),
  precondition?: Precondition,
  service: Record<string, unknown> = {},
): Promise<AnyRecord> {
  const early = typeof body === 'function' ? undefined : checkPatch(kind, body)
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, by)
  if (!stored) throw notFound()
  const before: AnyRecord = JSON.parse(stored.body)
  const sent = JSON.parse(plainJson(early ?? checkPatch(kind, typeof body === 'function' ? await body(before) : body)))
  ruleOf(kind).arriving?.({ writing, sent })
  await normaliseInstants(kind, sent, () => zoneFor(writing, kind, sent))
  const absorbed = absorbSecrets(
    kind,
    sent,
    { record: before, secrets: stored.secrets },
    writing.vault,
    secretContext(writing.broadcastId, kind, before._id),
  )
  const drafted = { ...applyPatch(kind, before, absorbed.sent), ...service }
  await requireMatch(precondition, before)
  const after = await prepared(writing, kind, before, drafted, service)
  const fields = [...new Set([...changedFields(before, after), ...absorbed.fields])]
  if (fields.length === 0) return before
  if (stored.body.length > mergedBytes) requireSize(after)
  await requireTargets(writing, kind, [{ before, after }])
  await save(
    writing,
    { kind, record: after, ...(absorbed.secrets !== undefined && { secrets: absorbed.secrets }) },
    before,
    fields,
  )
  await ruleOf(kind).saved?.({ writing, before, after })
  await writing.check?.(writing, kind, [after])
  return after
}

export async function removeRecord(
  writing: Writing,
  kind: Kind,
  id: string,
  options: { precondition?: Precondition | undefined; force?: boolean; eventTypes?: string[] } = {},
): Promise<void> {
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id })
  if (!stored) throw notFound()
  const record: AnyRecord = JSON.parse(stored.body)
  await requireMatch(options.precondition, record)
  const holding = await lockReferring(writing.tx, writing.broadcastId, [id])
  const findReferring = async () => {
    const found: RecordKey[] = []
    for await (const referring of readReferring(writing, holding, id)) found.push(referring.key)
    return found
  }
  await ruleOf(kind).removing?.({ writing, record, findReferring, force: options.force ?? false })
  await clearReferences(writing, id, holding)
  await forgetOnTimelines(writing, allKinds, kind, id)
  const change = changeOf(writing, kind, 'delete', record, null, [])
  const further = options.eventTypes ?? []
  const told = change === 'unlogged' ? change : { ...change, eventTypes: [...change.eventTypes, ...further] }
  await deleteRecord(writing.log, kind, id, told)
}

/** Rewrites a record as a whole, for the service itself: it is logged like any change, and its shape is not checked again. */
export async function rewriteRecord(
  writing: Writing,
  kind: Kind,
  id: string,
  rewrite: (record: AnyRecord) => AnyRecord,
): Promise<void> {
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id })
  if (!stored) return
  const before: AnyRecord = JSON.parse(stored.body)
  const record = rewrite(before)
  const fields = changedFields(before, record)
  if (fields.length > 0) await save(writing, { kind, record }, before, fields)
}

/** Those of some records that point to another, rather than naming it in a free-form part. */
async function* readReferring(
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

/** The zone that local times are read in: the broadcast's, as it will be after this write. */
async function zoneFor({ tx, broadcastId }: Writing, kind: Kind, sent: Record<string, unknown>): Promise<string> {
  if ('timezone' in kind.fields && typeof sent.timezone === 'string') return sent.timezone
  return (await findCalendar(tx, broadcastId)).timeZone
}

/** The record as its kind's rule leaves it, within the limits that hold for all. */
async function prepared(
  writing: Writing,
  kind: Kind,
  before: AnyRecord | null,
  drafted: AnyRecord,
  service: Record<string, unknown> = {},
): Promise<AnyRecord> {
  const after = ordered(kind, (await ruleOf(kind).prepare?.({ writing, before, after: drafted, service })) ?? drafted)
  if (Buffer.byteLength(JSON.stringify(after.metadata)) > maxMetadataBytes)
    throw invalid('/metadata', 'too_large', 'may have 65536 bytes as JSON')
  return after
}

/** A body is bounded when it is parsed; several that are merged into one record, here. */
function requireSize(record: AnyRecord): void {
  if (Buffer.byteLength(JSON.stringify(record)) > maxRecordBytes || hasMoreValues(record, 2 * maxRecordValues))
    throw invalid('', 'too_large', 'would make the record larger than 1.25 MB, or than 40000 values')
}

/** Writes a changed record that is known and locked, with its own change row unless the change is only operational. */
async function save(writing: Writing, write: RecordWrite, before: AnyRecord, fields: string[]): Promise<void> {
  const isLogged = fields.some((field) => !write.kind.fields[field]?.unlogged)
  if (isLogged) write.record._updatedAt = laterThan(before._updatedAt, writing.nowMs)
  const change = isLogged ? changeOf(writing, write.kind, 'update', before, write.record, fields) : 'unlogged'
  await translatingConflicts(write.kind, () => updateRecords(writing.log, [{ write, change }]))
}

async function clearReferences(writing: Writing, id: string, holding: RecordKey[]): Promise<void> {
  let writes: Parameters<typeof updateRecords>[1] = []
  for await (const { kind, before } of readReferring(writing, holding, id)) {
    if (before._id === id) continue
    const cleared = withoutReferencesTo(kind, before, id)
    const record = { ...cleared, _updatedAt: laterThan(before._updatedAt, writing.nowMs) }
    const change = changeOf(writing, kind, 'update', before, record, changedFields(before, cleared))
    writes.push({ write: { kind, record }, change })
    if (writes.length < clearedAtOnce) continue
    await updateRecords(writing.log, writes)
    writes = []
  }
  if (writes.length > 0) await updateRecords(writing.log, writes)
}

const clearedAtOnce = 100

/** New pointers must lead to records of the right kind in this broadcast; those are kept from being deleted meanwhile. */
async function requireTargets(
  writing: Writing,
  kind: Kind,
  writes: { before: AnyRecord | null; after: AnyRecord }[],
): Promise<void> {
  const wanted = writes.flatMap(({ before, after }) => {
    const known = new Set(before ? findReferences(kind, before).map(({ kind: target, id }) => `${target}/${id}`) : [])
    return findReferences(kind, after).filter(({ kind: target, id }) => !known.has(`${target}/${id}`))
  })
  if (wanted.length === 0) return
  const found = await lockTargets(writing.tx, writing.broadcastId, wanted)
  const missing = wanted.find(({ kind: target, id }) => !found.has(`${target}/${id}`))
  if (missing) throw invalid(missing.pointer, 'not_found_reference', `points to no ${missing.kind} of this broadcast`)
}

async function requireMatch(precondition: Precondition | undefined, record: AnyRecord): Promise<void> {
  if (precondition && !(await precondition(record))) {
    throw new AppError('precondition_failed', 'The record has changed since it was read.')
  }
}

/** What a write is in the change log. */
export function changeOf(
  writing: Writing,
  kind: Kind,
  operation: 'create' | 'update' | 'delete',
  before: AnyRecord | null,
  after: AnyRecord | null,
  fields: string[],
): Logged {
  if (kind.logging === 'unlogged') return 'unlogged'
  const eventTypes = ruleOf(kind).eventTypes?.({ kind, before, after, nowMs: writing.nowMs }) ?? [
    `${kind.events}.${operation}d`,
  ]
  const isGonePerson = operation === 'delete' && kind.area !== 'content'
  const record = after ?? (isGonePerson ? null : before)
  return { kind, id: (after ?? before)?._id ?? '', operation, record, fields, eventTypes }
}

/** Runs a write; values that others have become refusals. */
export async function translatingConflicts(kind: Kind, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const index = violatedIndex(error)
    if (index === 'records_reference' || index === 'timeline_reference')
      throw new AppError('reference_taken', `Another ${kind.name} has this _reference.`, {
        errors: [{ pointer: '/_reference', code: 'taken', message: 'is taken' }],
      })
    if (!index?.startsWith('records_unique_')) throw error
    const field = index.slice('records_unique_'.length)
    throw new AppError('value_taken', `Another ${kind.name} has this ${field}.`, {
      errors: [{ pointer: `/${field}`, code: 'taken', message: 'is taken' }],
    })
  }
}

/** JSON to make a copy from that may be changed. Minus zero, which JSON has and nobody means, becomes zero. */
const plainJson = (value: Record<string, unknown>): string => JSON.stringify(value)

const maxMetadataBytes = 65_536
/** What the smallest record costs of a slice of work. */
const draftBytes = 1_024
/** A body of the largest size, and what the service adds to it. */
const maxRecordBytes = 1_310_720
/** A smaller record cannot be made too large by one patch. */
const mergedBytes = 32_768
