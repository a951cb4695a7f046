import { type AnyRecord, type Kind, queryValues } from '@marquee/model'
import { idsIn } from '../../base/embedded-ids.ts'
import { rowsSql, valuesSql } from '../rows-sql.ts'
import { type Sql, sql } from '../sql.ts'
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
  secrets?: Record<string, string> | null
}

/** Inserts records. Part of another statement only for unlogged writes, because it bypasses the change log. */
export const insertSql = (broadcastId: string, writes: RecordWrite[]) => sql`
  insert into records (broadcast_id, kind, id, body, keys, reference, refs, secrets)
  select ${broadcastId}, kind, id, body, keys, reference, string_to_array(refs, ' '), secrets from ${writtenRows(writes)}`

/** Inserts records as a statement of its own. */
export const insertingSql = (tx: Tx) => (tx.isDivided() ? insertValuesSql : insertSql)

const insertValuesSql = (broadcastId: string, writes: RecordWrite[]) => sql`
  insert into records (broadcast_id, kind, id, body, keys, reference, refs, secrets) ${valuesSql(
    writes,
    ({ kind, record, secrets }) => [
      sql`${broadcastId}::text`,
      sql`${kind.name}::text`,
      sql`${record._id}::text`,
      sql`${textOf(record)}::json`,
      sql`${JSON.stringify(queryValues(kind, record))}::jsonb`,
      sql`${record._reference}::text`,
      sql`string_to_array(${joinedReferences(record)}::text, ' ')`,
      sql`${secrets ? JSON.stringify(secrets) : null}::jsonb`,
    ],
  )}`

/** Updates records, each once: of two rows for one record, an arbitrary one would win. */
export const updateSql = (broadcastId: string, writes: RecordWrite[]) => sql`
  update records set
    body = r.body, keys = r.keys, reference = r.reference, refs = string_to_array(r.refs, ' '),
    secrets = case when r.keeps_secrets then records.secrets else r.secrets end
  from ${writtenRows(writes)}
  where records.broadcast_id = ${broadcastId} and records.kind = r.kind and records.id = r.id`

function writtenRows(writes: RecordWrite[]): Sql {
  return rowsSql('r', writes, {
    kind: ['text', ({ kind }) => kind.name],
    id: ['text', ({ record }) => record._id],
    body: ['json', ({ record }) => textOf(record)],
    keys: ['jsonb', ({ kind, record }) => JSON.stringify(queryValues(kind, record))],
    reference: ['text', ({ record }) => record._reference],
    refs: ['text', ({ record }) => joinedReferences(record)],
    secrets: ['jsonb', ({ secrets }) => (secrets ? JSON.stringify(secrets) : null)],
    keeps_secrets: ['boolean', ({ secrets }) => secrets === undefined],
  })
}

/** Every id anywhere in a record, except its own: references, and ids in free-form parts. */
export function joinedReferences(record: AnyRecord): string | null {
  const ids = idsIn(record).filter((id) => id !== record._id)
  return ids.length > 0 ? ids.join(' ') : null
}

/** A written record as JSON. */
export const textOf = (record: AnyRecord): string => texts.get(record) ?? JSON.stringify(record)

/** The same for a record that will not be changed any more: its text is stored twice, as the record and in the change log. */
export function keptTextOf(record: AnyRecord): string {
  const text = textOf(record)
  texts.set(record, text)
  return text
}

const texts = new WeakMap<AnyRecord, string>()
