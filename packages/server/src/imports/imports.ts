import { type AnyRecord, invalid, kindNamed, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { createGate } from '../base/gate.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Outbound } from '../base/outbound/index.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Queryable, Tx } from '../store/db.ts'
import { deleteImportChanges, findImportChanges, listImportsOf } from '../store/imports/changes.ts'
import { deleteImportFiles, findImportFile, type ImportFile, insertImportFile } from '../store/imports/files.ts'
import { addJob } from '../store/queues/jobs.ts'
import { findRecord, findRecords, lockRecord } from '../store/records/records.ts'
import { type ChangesPage, type ChangesRequest, readChanges } from './changes.ts'
import type { CheckFields, ContentWrites, WriteContent } from './content-writes.ts'
import { createFetchFile } from './fetch-file.ts'
import type { Choice } from './merge.ts'
import { queueCheck } from './poll.ts'
import { type Prepared, prepareImport } from './prepare.ts'
import { findSource, type ImportOptions, type OpenHeaders } from './source.ts'

export interface ImportsParts {
  db: Db
  clock: Clock
  outbound: Outbound
  writeContent: WriteContent
  checkFields: CheckFields
  openHeaders: OpenHeaders
}

/** A programme to import: a file, an address, a text, or the file of an earlier preview. */
export type Given = { file: ImportFile } | { url: string } | { text: string; name?: string } | { importId: string }

/** What people decided about the plan. */
export interface Decisions {
  /** Records of the file that are an existing record, or none. */
  matches?: { kind: string; key: string; recordId: string | null }[]
  fields?: { kind: string; key: string; field: string; choice: Choice }[]
}

export interface Imports {
  /** Reads and plans a programme. */
  prepare(broadcastId: string, given: Given, options: ImportOptions): Promise<Prepared>
  /** Stores a planned import as a preview. An earlier preview of the same source is discarded. */
  store(tx: Tx, tenant: Tenant, actor: Actor, prepared: Prepared, status?: 'previewed' | 'waiting'): Promise<AnyRecord>
  /** Deletes the plan of an import that was not stored. */
  drop(broadcastId: string, prepared: Prepared): Promise<void>
  /** Queues the job that applies a preview. */
  apply(
    tx: Tx,
    tenant: Tenant,
    actor: Actor,
    importId: string,
    options?: { decisions?: Decisions; confirmRemovals?: boolean },
  ): Promise<AnyRecord>
  /** Queues the job that takes the last import of a source back. */
  undo(tx: Tx, tenant: Tenant, actor: Actor, importId: string): Promise<AnyRecord>
  /** Queues a check of a followed source, unless one is queued or running. */
  check(tx: Tx, broadcastId: string, sourceId: string): Promise<void>
  /** A page of the plan of a stored import. */
  readPlan(broadcastId: string, importId: string, request: ChangesRequest): Promise<ChangesPage>
  changes(db: Queryable, broadcastId: string, importId: string, request: ChangesRequest): Promise<ChangesPage>
}

export const importJob = 'import'
const kind = kinds.import

export function createImports(parts: ImportsParts): Imports {
  const { db, clock, writeContent, openHeaders } = parts
  const fetchFile = createFetchFile(parts)
  const gate = createGate({
    limit: 1,
    maxWaiting: 20,
    maxWaitMs: 60_000,
    refusal: 'Too many files are being read at the moment.',
  })
  const fileOf = async (broadcastId: string, given: Given, { sourceId }: ImportOptions): Promise<ImportFile> => {
    if ('file' in given) return given.file
    if ('text' in given)
      return { bytes: Buffer.from(given.text), isPacked: false, name: given.name ?? null, contentType: null, url: null }
    if ('importId' in given) {
      const file = await findImportFile(db, broadcastId, given.importId)
      if (!file) throw invalid('/importId', 'not_found_reference', 'is not an import whose file is still stored')
      return file
    }
    // An address that needs credentials is a source that has them.
    const source = await findSource(db, broadcastId, { sourceId, url: given.url, title: given.url })
    const headers = source?.url === given.url ? await openHeaders(broadcastId, source) : {}
    const fetched = await fetchFile({ url: given.url, headers })
    if (!fetched) throw invalid('/url', 'unreachable', 'answers without a file')
    // The source is known by the address that was asked for, wherever it redirects.
    return { ...fetched, url: given.url }
  }
  const queue = async (
    { tx, tenant, actor }: { tx: Tx; tenant: Tenant; actor: Actor },
    importId: string,
    status: 'applying' | 'undoing',
    payload: Record<string, unknown>,
  ): Promise<AnyRecord> => {
    const { broadcastId } = tenant
    const at = new Date(clock.now())
    const jobId = newObjectId(clock.now())
    const job = { importId, actor, mode: status, ...payload }
    if (!(await addJob(tx, { broadcastId, id: jobId, type: importJob, key: importJob, payload: job, at })))
      throw new AppError('job_running', 'Another import of this broadcast is in progress; wait until it has ended.')
    return writeContent(tx, tenant, actor, (writes) =>
      writes.set(kind, importId, { status, jobId, startedAt: at.toISOString(), finishedAt: null, reason: null }),
    )
  }
  return {
    prepare: async (broadcastId, given, options) =>
      prepareImport({ ...parts, gate }, broadcastId, await fileOf(broadcastId, given, options), options),
    store: (tx, tenant, actor, prepared, status = 'previewed') =>
      writeContent(tx, tenant, actor, (writes) => storeImport(tx, tenant, writes, prepared, { status, clock })),
    drop: (broadcastId, { importId }) => deleteImportChanges(db, broadcastId, [importId]),
    async apply(tx, tenant, actor, importId, { decisions = {}, confirmRemovals = false } = {}) {
      const record = await requireImport(tx, tenant.broadcastId, importId)
      if (record.status !== 'previewed' && record.status !== 'waiting')
        throw new AppError('import_closed', 'Only an import that was previewed can be applied.')
      const source = await findRecord(tx, tenant.broadcastId, kinds.importSource, String(record.sourceId))
      if (!source || JSON.parse(source).lastImportId !== record.previousImportId)
        throw new AppError(
          'import_outdated',
          'Its source was imported again or deleted since the preview; preview it again.',
        )
      if (record.needsConfirmation && !confirmRemovals) throw confirmationRequired(record)
      return queue(
        { tx, tenant, actor },
        importId,
        'applying',
        await decided(tx, tenant.broadcastId, importId, decisions),
      )
    },
    async undo(tx, tenant, actor, importId) {
      const record = await requireImport(tx, tenant.broadcastId, importId)
      if (record.status !== 'applied')
        throw new AppError('import_closed', 'Only an import that was applied can be undone.')
      const source = await findRecord(tx, tenant.broadcastId, kinds.importSource, String(record.sourceId))
      if (!source || JSON.parse(source).lastImportId !== importId)
        throw new AppError('import_closed', 'Only the last import of a source can be undone.')
      return queue({ tx, tenant, actor }, importId, 'undoing', {})
    },
    async check(tx, broadcastId, sourceId) {
      const body = await findRecord(tx, broadcastId, kinds.importSource, sourceId)
      if (body === undefined) throw notFound()
      if (JSON.parse(body).url === null)
        throw new AppError('import_closed', 'This source has no address; import its next file instead.')
      await queueCheck(tx, clock, broadcastId, sourceId)
    },
    changes: readChanges,
    async readPlan(broadcastId, importId, request) {
      if ((await findRecord(db, broadcastId, kind, importId)) === undefined) throw notFound()
      return readChanges(db, broadcastId, importId, request)
    },
  }
}

async function requireImport(tx: Tx, broadcastId: string, id: string): Promise<AnyRecord> {
  const stored = await lockRecord(tx, broadcastId, kind, { id })
  if (!stored) throw notFound()
  return JSON.parse(stored.body)
}

/** Many sessions leave at once when a wrong or truncated file is imported. */
function confirmationRequired({ kindCounts }: AnyRecord): AppError {
  const { removed, unchanged, changed } = Object(Object(kindCounts).broadcastSession ?? {})
  return new AppError(
    'confirmation_required',
    'More than 30 % of the programme is missing in the file. Send `confirmRemovals: true` to remove it.',
    { extra: { removed: removed ?? null, remaining: (unchanged ?? 0) + (changed ?? 0) } },
  )
}

async function storeImport(
  tx: Tx,
  { broadcastId }: Tenant,
  writes: ContentWrites,
  { importId, title, file, source, settings, read, counts, kindCounts, needsConfirmation }: Prepared,
  { status, clock }: { status: string; clock: Clock },
): Promise<AnyRecord> {
  const { rules, options } = settings
  const sourceId = source?._id ?? newObjectId(clock.now())
  if (!source)
    await writes.create(kinds.importSource, [{ id: sourceId, body: { title, url: file.url, rules, ...options } }])
  const open = (await listImportsOf(tx, broadcastId, sourceId)).filter((one) => isOpen(one.status))
  for (const { id } of open)
    await writes.set(kind, id, { status: 'discarded', finishedAt: new Date(clock.now()).toISOString() })
  const ids = open.map(({ id }) => id)
  await deleteImportFiles(tx, broadcastId, ids)
  await deleteImportChanges(tx, broadcastId, ids)
  await insertImportFile(tx, broadcastId, importId, file)
  const service = {
    title,
    status,
    sourceId,
    previousImportId: source?.lastImportId ?? null,
    format: read.format,
    counts: { ...counts, warnings: read.noteCount },
    kindCounts,
    needsConfirmation,
    notes: read.notes,
    table: read.table,
    rules,
    options,
  }
  const [record] = await writes.create(kind, [{ id: importId, body: {}, service }])
  if (!record) throw new Error('the import was not stored')
  return record
}

const isOpen = (status: string) => status === 'previewed' || status === 'waiting'

/** The decisions as the job needs them, checked against the plan. */
async function decided(
  tx: Tx,
  broadcastId: string,
  importId: string,
  { matches = [], fields = [] }: Decisions,
): Promise<Record<string, unknown>> {
  const at = ({ kind: name, key }: { kind: string; key: string }) => `${name}/${key}`
  const rows = new Map(
    (await findImportChanges(tx, broadcastId, importId, [...matches, ...fields])).map((row) => [at(row), row]),
  )
  const matched: Record<string, string> = {}
  for (const [index, match] of matches.entries()) {
    const row = rows.get(at(match))
    const pointer = `/decisions/matches/${index}`
    if (row?.action !== 'create') throw invalid(`${pointer}/key`, 'unknown_entry', 'is not a new record of this import')
    if (match.recordId === null) continue
    const found = await findRecords(tx, broadcastId, kindNamed(match.kind), [match.recordId])
    if (found.size === 0)
      throw invalid(`${pointer}/recordId`, 'not_found_reference', `is not a ${match.kind} of this broadcast`)
    if (Object.values(matched).includes(match.recordId))
      throw invalid(`${pointer}/recordId`, 'duplicate', 'is matched with another record of the file, too')
    matched[row.recordId] = match.recordId
  }
  const choices: Record<string, Record<string, Choice>> = {}
  for (const [index, decision] of fields.entries()) {
    if (!rows.has(at(decision)))
      throw invalid(`/decisions/fields/${index}/key`, 'unknown_entry', 'is not a record of this import')
    choices[at(decision)] = { ...choices[at(decision)], [decision.field]: decision.choice }
  }
  return { matches: matched, choices }
}
