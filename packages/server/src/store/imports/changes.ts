import type { Aged } from '../aged.ts'
import type { Db, Queryable, Tx } from '../db.ts'
import { inStatements, insertRows, pairsSql, rowsSql } from '../rows-sql.ts'
import { sql } from '../sql.ts'
import type { ImportKey } from './identities.ts'

/** A row of the plan of an import, with its JSON as text. */
export interface ImportChange extends ImportKey {
  position: number
  recordId: string
  action: string
  title: string | null
  detail: string
  /** How to undo it, once it was applied. */
  applied: string | null
}

const columns = sql`position, kind, key, record_id as "recordId", action, title, detail::text as detail, applied::text as applied`

export async function insertImportChanges(
  db: Db,
  broadcastId: string,
  importId: string,
  changes: Omit<ImportChange, 'applied'>[],
): Promise<void> {
  for await (const some of inStatements(changes, ({ detail }) => detail.length)) {
    await insertRows(db, 'import_changes', some, {
      broadcast_id: ['text', () => broadcastId],
      import_id: ['text', () => importId],
      position: ['integer', ({ position }) => position],
      kind: ['text', ({ kind }) => kind],
      key: ['text', ({ key }) => key],
      record_id: ['text', ({ recordId }) => recordId],
      action: ['text', ({ action }) => action],
      title: ['text', ({ title }) => title],
      detail: ['json', ({ detail }) => detail],
    })
  }
}

export interface ChangesQuery {
  kind: string | null
  action: string | null
  /** Rows after this position. */
  after: number
  limit: number
}

/** The rows of a plan in the order of writing. */
export async function listImportChanges(
  db: Queryable,
  broadcastId: string,
  importId: string,
  { kind, action, after, limit }: ChangesQuery,
): Promise<ImportChange[]> {
  return db.query(sql`
    select ${columns} from import_changes
    where broadcast_id = ${broadcastId} and import_id = ${importId} and position > ${after}
      and (${kind}::text is null or kind = ${kind}) and (${action}::text is null or action = ${action})
    order by position limit ${limit}`)
}

/** The last applied rows before a position, for undoing. */
export async function listAppliedBefore(
  db: Queryable,
  broadcastId: string,
  importId: string,
  before: number,
  limit: number,
): Promise<ImportChange[]> {
  return db.query(sql`
    select ${columns} from import_changes
    where broadcast_id = ${broadcastId} and import_id = ${importId} and position < ${before} and applied is not null
    order by position desc limit ${limit}`)
}

export async function countImportChanges(db: Queryable, broadcastId: string, importId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from import_changes where broadcast_id = ${broadcastId} and import_id = ${importId}`,
  )
  return row?.count ?? 0
}

/** The rows of some keys. */
export async function findImportChanges(
  db: Queryable,
  broadcastId: string,
  importId: string,
  keys: ImportKey[],
): Promise<ImportChange[]> {
  return db.query(sql`
    select ${columns} from import_changes
    where broadcast_id = ${broadcastId} and import_id = ${importId}
      and ${pairsSql(
        'kind, key',
        keys.map(({ kind }) => kind),
        keys.map(({ key }) => key),
      )}`)
}

export async function saveApplied(
  tx: Tx,
  broadcastId: string,
  importId: string,
  applied: { position: number; applied: string }[],
): Promise<void> {
  if (applied.length === 0) return
  const rows = rowsSql('a', applied, {
    position: ['integer', ({ position }) => position],
    applied: ['json', (row) => row.applied],
  })
  await tx.query(sql`
    update import_changes c set applied = a.applied from ${rows}
    where c.broadcast_id = ${broadcastId} and c.import_id = ${importId} and c.position = a.position`)
}

export async function deleteImportChanges(db: Queryable, broadcastId: string, importIds: string[]): Promise<void> {
  await db.query(
    sql`delete from import_changes where broadcast_id = ${broadcastId} and import_id = any (${importIds}::text[])`,
  )
}

/** The imports of a source, with their status. */
export async function listImportsOf(
  db: Queryable,
  broadcastId: string,
  sourceId: string,
): Promise<{ id: string; status: string }[]> {
  return db.query(sql`
    select id, keys ->> 'status' as status from records
    where broadcast_id = ${broadcastId} and kind = 'import' and keys ->> 'sourceId' = ${sourceId} order by id`)
}

/** Plans of imports that were never stored, because the service ended while it planned them. Ids begin with their time. */
export function abandonedPlans(before: Date): Aged {
  const firstId = Math.floor(before.getTime() / 1_000).toString(16)
  return {
    find: sql`select distinct broadcast_id from import_changes where import_id < ${firstId}`,
    async prune(tx, broadcastId, limit) {
      const rows = await tx.query(sql`
        delete from import_changes where broadcast_id = ${broadcastId} and (import_id, position) in (
          select c.import_id, c.position from import_changes c
          where c.broadcast_id = ${broadcastId} and c.import_id < ${firstId} and not exists (
            select from records r where r.broadcast_id = ${broadcastId} and r.kind = 'import' and r.id = c.import_id)
          limit ${limit}
        ) returning 1`)
      return rows.length
    },
  }
}
