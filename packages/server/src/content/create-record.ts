import type { AnyRecord, Kind } from '@marquee/model'
import { isoOf } from '../base/clock.ts'
import { newObjectId } from '../base/object-id.ts'
import { Slices } from '../base/turns.ts'
import { insertRecords, type RecordWrite } from '../store/records/records.ts'
import { type Recheck, withAllErrors } from './all-errors.ts'
import { normalizeInstants } from './instants.ts'
import { requireLocales } from './locales.ts'
import { changeOf, writingUnique } from './logged-write.ts'
import { withIds } from './named-references.ts'
import { newRecord } from './patch.ts'
import { plainJson, prepared, zoneFor } from './prepare-record.ts'
import { requireTargets } from './references.ts'
import { rewriteRecord } from './rewrite-record.ts'
import { ruleOf } from './rules/index.ts'
import { absorbSecrets, secretContext } from './secrets.ts'
import { checkCreate, createErrors } from './shape.ts'
import { appendRecords } from './timeline.ts'
import type { Writing } from './writing.ts'

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
  const [sent] = await withIds(writing, kind, [body])
  const wanted = { body: sent, ...options }
  const [record] = await withAllErrors(
    () => createAll(writing, kind, [wanted]),
    async () => recheckCreate(writing, kind, wanted),
  )
  if (!record) throw new Error('nothing was created')
  return record
}

/** How a new record that was refused is checked for all its errors. */
export function recheckCreate(writing: Writing, kind: Kind, wanted: NewRecord): Recheck {
  const isWhole = (sent: object) =>
    Object.entries(kind.fields).every(
      ([name, field]) => field.presence !== 'required' || field.readOnly || name in sent,
    )
  return {
    writing,
    kind,
    body: wanted.body,
    shape: (body) => createErrors(kind, body),
    // Rules rely on the required fields.
    draft: async (sent) => (isWhole(sent) ? draftSent(writing, kind, sent, wanted) : undefined),
  }
}

/** Creates several records with as many statements as for one. If one is refused, all are. */
export async function createRecords(writing: Writing, kind: Kind, wanted: NewRecord[]): Promise<AnyRecord[]> {
  const bodies = wanted.map(({ body }) => body)
  const sent = await withIds(writing, kind, bodies)
  return createAll(
    writing,
    kind,
    sent === bodies ? wanted : wanted.map((one, index) => ({ ...one, body: sent[index] })),
  )
}

/** Of many records, some are inserted while the next ones are drafted. */
async function createAll(writing: Writing, kind: Kind, wanted: NewRecord[]): Promise<AnyRecord[]> {
  const records: AnyRecord[] = []
  const slices = new Slices()
  // Records of a timeline are counted by the statement that inserts them.
  const atOnce = kind.timeline ? wanted.length : draftedAtOnce
  let inserting = Promise.resolve()
  try {
    for (let from = 0; from < wanted.length; from += atOnce) {
      const some = wanted.slice(from, from + atOnce)
      const drafts: RecordWrite[] = []
      for (const one of some) drafts.push(await draftRecord(writing, kind, one, slices))
      await inserting
      inserting = insertDrafts(writing, kind, drafts, wanted.length === 1 ? wanted[0]?.body : undefined)
      // What it fails with is thrown where it is awaited.
      inserting.catch(() => {})
      for (const { record } of drafts) records.push(record)
    }
  } catch (error) {
    // A failed insert is the cause of what fails after it.
    await inserting
    throw error
  }
  await inserting
  for (const record of records)
    await ruleOf(kind).saved?.({ writing, before: null, after: record, rewrite: rewriteRecord })
  await writing.check?.(writing, kind, records)
  return records
}

/** `sent` is the body of a single record. */
async function insertDrafts(writing: Writing, kind: Kind, drafts: RecordWrite[], sent: unknown): Promise<void> {
  const rewritten = drafts.map(({ record }) => ({ before: null, after: record }))
  await requireTargets(writing, kind, rewritten)
  const alone = sent === undefined ? {} : { record: drafts[0]?.record, sent }
  await writingUnique(writing, kind, rewritten, alone, () => (kind.timeline ? append : insert)(writing, kind, drafts))
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
  return draftSent(writing, kind, JSON.parse(text), wanted)
}

/** The record of a body whose shape was checked. The body is changed. */
async function draftSent(
  writing: Writing,
  kind: Kind,
  sent: Record<string, unknown>,
  wanted: NewRecord,
): Promise<RecordWrite> {
  ruleOf(kind).arriving?.({ writing, sent })
  const id = wanted.id ?? newObjectId(writing.nowMs)
  await normalizeInstants(kind, sent, () => zoneFor(writing, kind, sent))
  await requireLocales(writing, kind, null, sent)
  const absorbed = absorbSecrets(
    kind,
    sent,
    { record: null, secrets: null },
    writing.vault,
    secretContext(writing.broadcastId, kind, id),
  )
  const now = isoOf(writing.nowMs)
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

const draftedAtOnce = 100

/** The minimum cost of a record within a slice of work. */
const draftBytes = 1_024
