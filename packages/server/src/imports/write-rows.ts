import { type AnyRecord, type Kind, kindNamed } from '@marquee/model'
import type { Tx } from '../store/db.ts'
import { type ImportChange, saveApplied } from '../store/imports/changes.ts'
import { deleteOtherKeys, findKnown, type IdentityWrite, saveIdentities, setGone } from '../store/imports/identities.ts'
import type { Applied } from './applied.ts'
import type { ContentWrites } from './content-writes.ts'
import type { Done } from './done.ts'
import { type Base, type Choice, type Fields, isTaken, mergeFields, nextBase } from './merge.ts'
import { addNote } from './notes.ts'
import { changeableFields, type Gone, type Known, onlyOf, type RowDetail } from './plan.ts'
import { referenceFields } from './resolve.ts'
import type { Rules } from './source.ts'

/** The transaction of a chunk. */
export interface Writing {
  tx: Tx
  writes: ContentWrites
  broadcastId: string
  importId: string
  sourceId: string
}

export interface Applying extends Writing {
  rules: Rules
  /** Ids of new records of the plan, and the existing records that they are. */
  matches: Record<string, string>
  /** Decisions by key of the record and name of the field. */
  choices: Record<string, Record<string, Choice>>
}

interface Row extends Omit<ImportChange, 'detail' | 'applied'> {
  detail: RowDetail
}

/** What writing a row leads to: how to undo it, and what to remember. */
interface Written {
  row: Row
  applied: Applied
  identity?: Omit<IdentityWrite, 'kind' | 'key'>
  gone?: Gone
}

/** Writes a chunk of the plan. Records are compared again, because people may have changed them since the preview. */
export async function writeRows(applying: Applying, changes: ImportChange[], before: Done): Promise<Done> {
  const { tx, broadcastId, importId, sourceId, matches } = applying
  const done: Done = structuredClone(before)
  const rows = changes.map(({ detail, ...row }): Row => ({ ...row, detail: JSON.parse(detail) }))
  const known = await knownOf(applying, rows)
  const written: Written[] = []
  for (const [kindName, ofKind] of Map.groupBy(rows, ({ kind }) => kind)) {
    const kind = kindNamed(kindName)
    const isNew = (row: Row) => row.action === 'create' && !(row.recordId in matches)
    written.push(...(await createRows(applying, kind, ofKind.filter(isNew), done)))
    for (const row of ofKind) if (!isNew(row)) written.push(...(await changeRow(applying, kind, row, known, done)))
  }
  await saveIdentities(
    tx,
    broadcastId,
    sourceId,
    written.flatMap(({ row: { kind, key }, identity }) => (identity ? [{ kind, key, ...identity }] : [])),
  )
  await setGone(
    tx,
    broadcastId,
    sourceId,
    written.flatMap(({ row: { kind, key }, gone }) => (gone ? [{ kind, key, gone }] : [])),
  )
  await saveApplied(
    tx,
    broadcastId,
    importId,
    written.map(({ row: { position }, applied }) => ({ position, applied: JSON.stringify(applied) })),
  )
  return done
}

async function knownOf({ tx, broadcastId, sourceId }: Writing, rows: Row[]): Promise<Map<string, Known>> {
  const found = await findKnown(tx, broadcastId, sourceId, rows)
  return new Map(
    found.map(({ kind, key, recordId, gone, base, current }) => [
      `${kind}/${key}`,
      { recordId, gone: gone as Gone | null, base: JSON.parse(base), current: JSON.parse(current ?? 'null') },
    ]),
  )
}

/** All at once; if one is refused, each by itself, so that one invalid record does not prevent the others. */
async function createRows(applying: Applying, kind: Kind, rows: Row[], done: Done): Promise<Written[]> {
  if (rows.length === 0) return []
  const { writes, rules } = applying
  const status = 'status' in kind.fields ? { status: rules.status } : {}
  const bodyOf = (row: Row) => ({ ...status, ...valuesOf(applying, kind, row, done) })
  const all = await writes.attempt(() =>
    writes.create(
      kind,
      rows.map((row) => ({ id: row.recordId, body: bodyOf(row) })),
    ),
  )
  const written: Written[] = []
  for (const [at, row] of rows.entries()) {
    const record =
      all?.[at] ??
      (await writes.attempt(
        async () => (await writes.create(kind, [{ id: row.recordId, body: bodyOf(row) }]))[0],
        (error) => refuse(done, row, error),
      ))
    if (!record) continue
    done.created++
    const base = nextBase(null, changeableFields(kind, valuesOf(applying, kind, row, done)), record, new Set())
    const identity = { recordId: row.recordId, base, gone: null }
    written.push({ row, identity, applied: { did: 'created', version: record._updatedAt } })
  }
  return written
}

async function changeRow(
  applying: Applying,
  kind: Kind,
  row: Row,
  known: Map<string, Known>,
  done: Done,
): Promise<Written[]> {
  if (row.action === 'remove' || !row.detail.incoming) return removeRow(applying, kind, row, done)
  const matched = applying.matches[row.recordId]
  const before = known.get(`${row.kind}/${row.key}`)
  if (matched !== undefined) {
    await deleteOtherKeys(applying.tx, applying.broadcastId, applying.sourceId, { ...row, recordId: matched })
    return updateRow(applying, kind, row, { recordId: matched, base: null, gone: null }, done)
  }
  if (!before) return []
  if (before.current) return updateRow(applying, kind, row, before, done)
  // People deleted it since the preview.
  if (before.gone === null) return []
  return bringBack(applying, kind, row, before, done)
}

type Identity = Omit<Known, 'base' | 'current'> & { base: Base | null }

async function updateRow(
  applying: Applying,
  kind: Kind,
  row: Row,
  { recordId, base, gone }: Identity,
  done: Done,
): Promise<Written[]> {
  const { writes, rules, choices } = applying
  const incoming = changeableFields(kind, valuesOf(applying, kind, row, done))
  const was = base && onlyOf(kind, base)
  const kept = new Set<string>()
  let patch: Fields = {}
  let current: AnyRecord | undefined
  const after = await writes.attempt(
    () =>
      writes.update(kind, recordId, async (record) => {
        current = record
        patch = gone === 'unpublished' && record.status === 'draft' ? { status: 'published' } : {}
        for (const [name, field] of Object.entries(mergeFields(was, record, incoming))) {
          if (isTaken(field, rules.conflicts, choices[`${row.kind}/${row.key}`]?.[name]))
            patch[name] = incoming[name] ?? null
          else kept.add(name)
        }
        return patch
      }),
    (error) => refuse(done, row, error),
  )
  if (!after || !current) return []
  const names = Object.keys(patch)
  if (gone !== null) done.created++
  else if (names.length > 0) done.changed++
  const applied: Applied = {
    did: 'updated',
    recordId,
    before: pick(current, names),
    after: pick(after, names),
    identity: base && { recordId, base, gone },
  }
  return [{ row, applied, identity: { recordId, base: nextBase(was, incoming, after, kept), gone: null } }]
}

/** A record that an earlier import deleted is restored with its id; from the file if it is no longer in the trash. */
async function bringBack(applying: Applying, kind: Kind, row: Row, before: Known, done: Done): Promise<Written[]> {
  const { writes } = applying
  const { recordId, base, gone } = before
  const isBack = await writes.attempt(() => writes.restore(recordId))
  if (!isBack) {
    const [written] = await createRows(applying, kind, [{ ...row, recordId }], done)
    const version = written?.applied.did === 'created' ? written.applied.version : null
    return written ? [{ ...written, applied: { did: 'restored', version, identity: { recordId, base, gone } } }] : []
  }
  const [written] = await updateRow(applying, kind, row, before, done)
  if (!written) return []
  const { _updatedAt: version } = await writes.update(kind, recordId, {})
  return [{ ...written, applied: { did: 'restored', version, identity: { recordId, base, gone } } }]
}

/** A record that the source no longer has. */
async function removeRow({ writes, matches }: Applying, kind: Kind, row: Row, done: Done): Promise<Written[]> {
  const { reason } = row.detail
  if (reason === 'rule' || reason === 'not_publishable') return [{ row, applied: { did: 'kept' }, gone: 'kept' }]
  const isMatched = Object.values(matches).includes(row.recordId)
  if (row.action !== 'remove' || isMatched) return []
  const isDeleted = reason === 'delete'
  const isDone = await writes.attempt(async () => {
    if (isDeleted) await writes.remove(kind, row.recordId)
    else await writes.update(kind, row.recordId, { status: 'draft' })
    return true
  })
  // People deleted it since the preview.
  if (!isDone) return []
  done.removed++
  return [{ row, applied: { did: isDeleted ? 'deleted' : 'unpublished' }, gone: isDeleted ? 'deleted' : 'unpublished' }]
}

/** The values of the file, with the ids of matched records, and without references to refused ones. */
function valuesOf({ matches }: Applying, kind: Kind, { detail }: Row, { refused }: Done): Fields {
  const values: Fields = { ...detail.incoming }
  for (const name of referenceFields(kind)) {
    const value = values[name]
    if (Array.isArray(value))
      values[name] = [...new Set(value.map((id) => matches[id] ?? id))].filter((id) => !refused.includes(id))
    else if (typeof value === 'string') values[name] = refused.includes(value) ? null : (matches[value] ?? value)
  }
  return values
}

function refuse(done: Done, { recordId, title, detail: { at } }: Row, error: Error): void {
  done.refused.push(recordId)
  const message = `“${title ?? ''}” could not be imported: ${error.message}`
  addNote(done.notes, { code: 'refused', message, ...(at !== undefined && { at }) })
}

export const pick = (record: Fields, names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
