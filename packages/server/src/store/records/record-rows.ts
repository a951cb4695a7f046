import { type AnyRecord, type Kind, queryValues } from '@marquee/model'
import { idsIn } from '../../base/embedded-ids.ts'
import type { Lists } from '../binary-list.ts'
import { type Columns, insertionSql, rowsSql } from '../rows-sql.ts'
import { raw, type Sql, sql } from '../sql.ts'
import type { Tx } from '../tx.ts'

/** A row of the table. `body` is its JSON text. */
export interface StoredRecord {
  body: string
  secrets: Record<string, string> | null
}

export interface RecordWrite {
  kind: Kind
  record: AnyRecord
  /** Encrypted secrets; undefined keeps the stored ones. */
  secrets?: Record<string, string> | null | undefined
  /** The body that the record must still have, unless it is locked. */
  expected?: string | undefined
}

/** Writes records of a broadcast. `lists` are those of the statement that it is a part of. */
export type RecordsSql = (broadcastId: string, writes: RecordWrite[], lists?: Lists) => Sql

/** Inserts records. Part of another statement only for unlogged writes, because it bypasses the change log. */
export const insertSqlFor =
  (db: Pick<Tx, 'isDivided'>): RecordsSql =>
  (broadcastId, writes, lists) =>
    insertionSql(db, 'records', writes, { broadcast_id: ['text', () => broadcastId], ...recordColumns }, lists)

/** Updates records, each once: of two rows for one record, an arbitrary one would win. */
export const updateSqlFor =
  (db: Pick<Tx, 'isDivided'>): RecordsSql =>
  (broadcastId, writes, lists) => {
    const rows = rowsSql('r', writes, updatedColumns, lists)
    // Unless all are known to be of one broadcast, PostgreSQL finds each by its key (`by-key.ts`). A cluster has to know.
    const isKnown = db.isDivided() || writes.length === 1
    const from = isKnown ? rows : sql`(select ${broadcastId}::text as broadcast_id, r.* from ${rows} offset 0) as r`
    return sql`
      update records set
        body = r.body, keys = r.keys, reference = r.reference, refs = string_to_array(r.refs, ' '),
        secrets = case when r.keeps_secrets is not null then records.secrets else r.secrets end
      from ${from}
      where records.broadcast_id = ${isKnown ? sql`${broadcastId}` : raw('r.broadcast_id')}
        and records.kind = r.kind and records.id = r.id and (r.expected is null or records.body::text = r.expected)`
  }

const recordColumns: Columns<RecordWrite> = {
  kind: ['text', ({ kind }) => kind.name],
  id: ['text', ({ record }) => record._id],
  body: ['json', ({ record }) => textOf(record)],
  keys: ['jsonb', ({ kind, record }) => JSON.stringify(queryValues(kind, record))],
  reference: ['text', ({ record }) => record._reference],
  refs: ['text', ({ record }) => joinedReferences(record), (sent) => sql`string_to_array(${sent}, ' ')`],
  secrets: ['jsonb', ({ secrets }) => (secrets ? JSON.stringify(secrets) : null)],
}

const updatedColumns: Columns<RecordWrite> = {
  ...recordColumns,
  keeps_secrets: ['text', ({ secrets }) => (secrets === undefined ? 'yes' : null)],
  expected: ['text', ({ expected }) => expected],
}

/** Every id anywhere in a record, except its own: references, and ids in free-form parts. */
export function joinedReferences(record: AnyRecord): string | null {
  const ids = idsIn(record).filter((id) => id !== record._id)
  return ids.length > 0 ? ids.join(' ') : null
}

/** A written record as JSON. */
export const textOf = (record: Written): string => record[kept] ?? JSON.stringify(record)

/** The same for a record that will not be changed any more: its text is stored twice, as the record and in the change log. */
export function keptTextOf(record: Written): string {
  const text = textOf(record)
  // Hidden, so that no copy of the record has it. A weak map would keep both for longer (`per-transaction.ts`).
  if (record[kept] === undefined) Object.defineProperty(record, kept, { value: text })
  return text
}

const kept = Symbol('text')
type Written = AnyRecord & { readonly [kept]?: string }
