import { type AnyRecord, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { JobFailed } from '../base/job.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import {
  countImportChanges,
  deleteImportChanges,
  listAppliedBefore,
  listImportChanges,
  listImportsOf,
} from '../store/imports/changes.ts'
import { deleteImportFiles } from '../store/imports/files.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import { findOwner } from '../store/records/broadcasts.ts'
import { findRecord } from '../store/records/records.ts'
import type { ContentWrites, WriteContent } from './content-writes.ts'
import { type Done, noneDone } from './done.ts'
import type { Choice } from './merge.ts'
import { maxNotes } from './notes.ts'
import type { Rules } from './source.ts'
import { undoRows } from './undo-rows.ts'
import { writeRows } from './write-rows.ts'

export interface ApplyParts {
  db: Db
  clock: Clock
  writeContent: WriteContent
}

interface Payload {
  importId: string
  actor: Actor
  mode: 'applying' | 'undoing'
  /** Ids of new records of the plan, and the existing records that they are. */
  matches?: Record<string, string>
  choices?: Record<string, Record<string, Choice>>
}

/** Resumed from after a crash; saved in the transaction of each chunk. */
interface State extends Record<string, unknown> {
  position?: number
  done?: Done
}

/** Applies or undoes an import, a hundred records a transaction, and ends with one revision. */
export function createImportHandler(parts: ApplyParts): JobHandler {
  return {
    async run(job) {
      const userId = await findOwner(parts.db, job.broadcastId)
      const { importId } = payloadOf(job)
      const body = await findRecord(parts.db, job.broadcastId, kinds.import, importId)
      if (!userId || body === undefined) throw new JobFailed('The import was deleted.')
      const work = { parts, job, tenant: { broadcastId: job.broadcastId, userId }, record: JSON.parse(body) }
      const total = await countImportChanges(parts.db, job.broadcastId, importId)
      while (await runChunk(work, total));
      return finish(work)
    },
    async onFailed(tx, job, reason) {
      const { importId, actor } = payloadOf(job)
      const userId = await findOwner(tx, job.broadcastId)
      if (!userId) return
      const ended = { status: 'failed', reason, finishedAt: new Date(parts.clock.now()).toISOString() }
      await parts.writeContent(tx, { broadcastId: job.broadcastId, userId }, actor, (writes) =>
        writes.set(kinds.import, importId, ended),
      )
    },
  }
}

interface Work {
  parts: ApplyParts
  job: Job
  tenant: Tenant
  record: AnyRecord
}

const payloadOf = (job: Pick<Job, 'payload'>) => job.payload as unknown as Payload
const stateOf = (job: Job) => job.state as State

/** Writes the next rows of the plan, or takes the last ones back. False when there are none. */
async function runChunk({ parts, job, tenant, record }: Work, total: number): Promise<boolean> {
  const { importId, actor, mode, matches = {}, choices = {} } = payloadOf(job)
  const { position, done = noneDone() } = stateOf(job)
  const { broadcastId } = tenant
  const rows =
    mode === 'applying'
      ? await listImportChanges(parts.db, broadcastId, importId, {
          kind: null,
          action: null,
          after: position ?? -1,
          limit: rowsAtOnce,
        })
      : await listAppliedBefore(parts.db, broadcastId, importId, position ?? total, rowsAtOnce)
  const last = rows.at(-1)
  if (!last) return false
  await job.commit((tx) =>
    parts.writeContent(tx, tenant, actor, async (writes) => {
      const writing = { tx, writes, broadcastId, importId, sourceId: String(record.sourceId) }
      const after =
        mode === 'applying'
          ? await writeRows({ ...writing, rules: record.rules as Rules, matches, choices }, rows, done)
          : await undoRows(writing, rows, done)
      const count = mode === 'applying' ? last.position + 1 : total - last.position
      const progress = { done: count, total }
      await writes.set(kinds.import, importId, { progress })
      return { state: { position: last.position, done: after }, progress }
    }),
  )
  return true
}

const rowsAtOnce = 100

/** The revision, the result and the next base of the source, in one transaction. */
async function finish({ parts, job, tenant, record }: Work): Promise<Record<string, unknown>> {
  const { importId, actor, mode } = payloadOf(job)
  const { done = noneDone(), result } = stateOf(job) as State & { result?: Record<string, unknown> }
  if (result) return result
  const isUndo = mode === 'undoing'
  const counts = isUndo ? record.counts : resultOf(record, done)
  await job.commit((tx) =>
    parts.writeContent(tx, tenant, actor, async (writes) => {
      const revisionId = await makeRevision(writes, record, done, isUndo)
      await writes.set(kinds.import, importId, {
        status: isUndo ? 'undone' : 'applied',
        counts,
        revisionId: revisionId ?? record.revisionId,
        notes: [...Object(record.notes), ...done.notes].slice(0, maxNotes),
        finishedAt: new Date(parts.clock.now()).toISOString(),
      })
      await settleSource(writes, record, isUndo)
      if (!isUndo) await forgetOlder(tx, tenant.broadcastId, String(record.sourceId), importId)
      return { state: { ...stateOf(job), result: { importId, ...Object(counts) } } }
    }),
  )
  return { importId, ...Object(counts) }
}

/** The counts of the plan, corrected by what was written. */
const resultOf = ({ counts }: AnyRecord, { created, changed, removed, notes }: Done) => {
  const planned = Object(counts)
  return { ...planned, created, changed, removed, warnings: planned.warnings + notes.length }
}

async function makeRevision(
  writes: ContentWrites,
  { title }: AnyRecord,
  { created, changed, removed }: Done,
  isUndo: boolean,
): Promise<string | undefined> {
  if (created + changed + removed === 0) return undefined
  const name = `${isUndo ? 'Import undone' : 'Import'}: ${title}`.slice(0, 5_000)
  const [revision] = await writes.create(kinds.revision, [{ body: { tos: { accepted: true }, title: name } }])
  return revision?._id
}

/** The source keeps the choices of its last import. */
async function settleSource(writes: ContentWrites, record: AnyRecord, isUndo: boolean): Promise<void> {
  const id = String(record.sourceId)
  if (isUndo) await writes.set(kinds.importSource, id, { lastImportId: record.previousImportId })
  else {
    const { options, rules } = record
    await writes.update(kinds.importSource, id, { ...Object(options), rules }, { lastImportId: record._id })
  }
}

/** Only the last import of a source can be undone, so the plans of the others are deleted. */
async function forgetOlder(tx: Tx, broadcastId: string, sourceId: string, importId: string): Promise<void> {
  const others = (await listImportsOf(tx, broadcastId, sourceId)).filter(({ id }) => id !== importId)
  await deleteImportChanges(
    tx,
    broadcastId,
    others.map(({ id }) => id),
  )
  await deleteImportFiles(tx, broadcastId, [importId])
}
