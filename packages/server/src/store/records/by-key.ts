import type { RecordKey } from '../changes/versions.ts'
import { textsSql, unnestSql } from '../rows-sql.ts'
import { raw, type Sql, sql } from '../sql.ts'

/**
 * Selects records by their keys, in the order in which all transactions lock them. `rest` continues the condition, and may lock.
 *
 * Each is found by itself, in the index of keys. PostgreSQL would read and join the whole broadcast where its statistics take that for
 * small, as they do with a programme that was just imported beside many others.
 */
export function byKeySql(broadcastId: string, keys: readonly RecordKey[], columns: string, rest: Sql = raw('')): Sql {
  const kinds = textsSql(keys.map(({ kind }) => kind))
  const ids = textsSql(keys.map(({ id }) => id))
  return sql`
    select found.* from (
      select distinct kind, id from ${unnestSql(kinds, ids)} as sent (kind, id) order by kind, id
    ) wanted cross join lateral (
      select ${raw(columns)} from records
      where broadcast_id = ${broadcastId} and records.kind = wanted.kind and records.id = wanted.id ${rest}
      offset 0
    ) found`
}
