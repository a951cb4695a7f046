import type { Note } from '@marquee/formats/programme'
import { editorialKinds, kindNamed } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import type { Gate } from '../base/gate.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Db } from '../store/db.ts'
import { deleteImportChanges, insertImportChanges } from '../store/imports/changes.ts'
import type { ImportFile } from '../store/imports/files.ts'
import { findKnown, findMissing, type ImportKey, listCandidates, listIdentities } from '../store/imports/identities.ts'
import type { CheckFields } from './content-writes.ts'
import { type Counts, countRow, needsConfirmation, noCounts } from './counts.ts'
import { addNote } from './notes.ts'
import type { PlanRow } from './plan.ts'
import { createPlanner, type Planner } from './planner.ts'
import type { IdentityRow, KnownRow, PlanningTask, PlanPart, ReadAnswer } from './planning-task.ts'
import { findSource, type ImportOptions, type Settings, type Source, settingsOf } from './source.ts'

export interface PrepareParts {
  db: Db
  clock: Clock
  checkFields: CheckFields
  /** Limits how many files are read at once. */
  gate: Gate
}

/** A file that was read and compared. Its plan is stored; its record is not yet. */
export interface Prepared {
  importId: string
  title: string
  file: ImportFile
  source: Source | undefined
  settings: Settings
  read: Omit<ReadAnswer, 'counts' | 'packed'>
  counts: Counts
  kindCounts: Record<string, Counts>
  needsConfirmation: boolean
  /** There is nothing to write and nothing to remember. */
  isIdle: boolean
}

/** Reads a file and plans its import. Nothing but the plan is written. The bytes of the file go to the thread. */
export async function prepareImport(
  parts: PrepareParts,
  broadcastId: string,
  file: ImportFile,
  options: ImportOptions,
): Promise<Prepared> {
  const { db, clock } = parts
  const title = options.title ?? file.name ?? file.url ?? 'Text'
  const source = await findSource(db, broadcastId, { sourceId: options.sourceId, url: file.url, title })
  const settings = await settingsOf(db, broadcastId, options, source)
  const importId = newObjectId(clock.now())
  const planner = createPlanner()
  try {
    return await parts.gate.run(async () => {
      const plan = createPlan(parts, broadcastId, importId)
      const read = await readIn(planner, file, settings)
      for (const note of read.notes) plan.note(note)
      const existing = await compareIn(parts, planner, { broadcastId, source, settings, read, plan })
      const { counts, kindCounts, notes, noteCount, isIdle } = await plan.finish(read.counts)
      const removed = kindCounts[existing.kind ?? '']?.removed ?? counts.removed
      return {
        importId,
        title,
        file: { ...file, bytes: read.packed, isPacked: true },
        source,
        settings,
        read: { ...read, notes, noteCount: read.noteCount + noteCount - read.notes.length },
        counts,
        kindCounts,
        needsConfirmation: needsConfirmation(removed, existing.count),
        isIdle,
      }
    })
  } catch (error) {
    await deleteImportChanges(db, broadcastId, [importId])
    throw error
  } finally {
    await planner.close()
  }
}

async function readIn(planner: Planner, file: ImportFile, { read }: Settings): Promise<ReadAnswer> {
  const { bytes, isPacked, name, contentType, url } = file
  const source = {
    bytes,
    ...(name !== null && { name }),
    ...(contentType !== null && { contentType }),
    ...(url !== null && { url }),
  }
  // A part of a larger buffer is copied, because the rest may be in use.
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
  const transfer = isWhole ? [bytes.buffer as ArrayBuffer] : []
  const answer = await planner.ask({ step: 'read', file: source, isPacked, options: read }, transfer)
  if (answer && 'format' in answer) return answer
  const isDamaged = answer && 'unreadable' in answer
  const message = isDamaged ? answer.unreadable : 'The file takes too long or too much memory to read; split it.'
  throw new AppError('unreadable_file', message, {
    errors: [{ pointer: '/file', code: 'unreadable', message }],
    extra: { at: isDamaged ? answer.at : null },
  })
}

interface Comparison {
  broadcastId: string
  source: Source | undefined
  settings: Settings
  read: ReadAnswer
  plan: Plan
}

/** Compares the file with what is stored, chunk by chunk. Returns how many records the source had, by which removals are judged. */
async function compareIn(
  { db, clock }: PrepareParts,
  planner: Planner,
  { broadcastId, source, settings, read, plan }: Comparison,
): Promise<{ kind: string | undefined; count: number }> {
  const sourceId = source?._id ?? ''
  const ask = async (task: PlanningTask): Promise<PlanPart> => {
    const answer = await planner.ask(task)
    if (answer === undefined)
      throw new AppError('unreadable_file', 'The file takes too long or too much memory; split it.')
    return answer && 'rows' in answer ? answer : { rows: [], compare: [], remove: [] }
  }
  const existing: Record<string, number> = {}
  let after: ImportKey | null = null
  while (source) {
    const rows = (await listIdentities(db, broadcastId, sourceId, after, identitiesAtOnce)) as IdentityRow[]
    for (const { kind, gone, isThere } of rows) if (gone === null && isThere) existing[kind] = (existing[kind] ?? 0) + 1
    if (rows.length > 0) await ask({ step: 'identities', rows })
    after = rows.at(-1) ?? null
    if (rows.length < identitiesAtOnce) break
  }
  for await (const json of listCandidates(db, broadcastId, Object.keys(read.counts)))
    await ask({ step: 'candidates', json })
  let part = await ask({ step: 'start', nowMs: clock.now() })
  while (part.compare.length > 0) {
    const known = source ? ((await findKnown(db, broadcastId, sourceId, part.compare)) as KnownRow[]) : []
    part = await ask({ step: 'compare', known })
    await plan.add(part.rows)
  }
  while (part.remove.length > 0) {
    const missing = await findMissing(db, broadcastId, sourceId, part.remove, editorial)
    part = await ask({ step: 'remove', missing, rule: settings.rules.gone })
    await plan.add(part.rows)
  }
  const sessions = existing.broadcastSession
  if (sessions) return { kind: 'broadcastSession', count: sessions }
  return { kind: undefined, count: Object.values(existing).reduce((sum, count) => sum + count, 0) }
}

const identitiesAtOnce = 2_000
const editorial = editorialKinds.map(({ name }) => name)

/** The plan under construction: checked, counted and stored as it arrives. */
interface Plan {
  note(note: Note): void
  add(rows: PlanRow[]): Promise<void>
  finish(
    fileCounts: Record<string, number>,
  ): Promise<Pick<Prepared, 'counts' | 'kindCounts' | 'isIdle'> & { notes: Note[]; noteCount: number }>
}

function createPlan({ db, checkFields }: PrepareParts, broadcastId: string, importId: string): Plan {
  const kindCounts: Record<string, Counts> = {}
  const countsOf = (kind: string) => (kindCounts[kind] ??= noCounts())
  const notes: Note[] = []
  let noteCount = 0
  let position = 0
  let isIdle = true
  const note = (one: Note) => {
    noteCount++
    addNote(notes, one)
  }
  return {
    note,
    async add(rows) {
      for (const row of rows) {
        leaveOutInvalid(row, checkFields, note)
        countRow(countsOf(row.kind), row)
        if (row.action !== 'none' || row.detail.hasNews) isIdle = false
      }
      await insertImportChanges(
        db,
        broadcastId,
        importId,
        rows.map(({ detail, ...row }) => ({ ...row, position: position++, detail: JSON.stringify(detail) })),
      )
    },
    async finish(fileCounts) {
      const counts = noCounts()
      for (const [kind, inFile] of Object.entries(fileCounts)) {
        const { created, changed } = countsOf(kind)
        countsOf(kind).unchanged = inFile - created - changed
      }
      for (const some of Object.values(kindCounts))
        for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += some[name]
      return { counts, kindCounts, notes, noteCount, isIdle }
    },
  }
}

/** A value that the kind does not accept is left out and reported; the rest of the record is imported. */
function leaveOutInvalid({ kind, action, title, detail }: PlanRow, checkFields: CheckFields, note: Plan['note']): void {
  const { incoming = {}, fields = {}, at } = detail
  const written = action === 'create' ? incoming : pick(incoming, Object.keys(fields))
  for (const { pointer, message } of checkFields(kindNamed(kind), written)) {
    const name = pointer.split('/')[1] ?? ''
    if (!(name in incoming)) continue
    delete incoming[name]
    delete fields[name]
    note({
      code: 'invalid_value',
      message: `${name} of “${title ?? ''}” ${message}; it is left out.`,
      ...(at && { at }),
    })
  }
}

const pick = (all: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name]]] : [])))
