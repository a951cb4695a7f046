import { isMissingTable } from './failures.ts'
import type { Places } from './places.ts'
import { raw, type Sql, sql } from './sql.ts'
import type { Queryable } from './tx.ts'

/** Reads records of one broadcast. The statement is made for the table of records, or for the shard that has those of the broadcast. */
export type ReadRecords = <Row>(statementOn: (records: Sql) => Sql) => Promise<Row[]>

/**
 * In a cluster, one record takes six times the processor time when Citus plans the statement. So the shard itself is read, which is a
 * table of the worker. The same statement finds out whether the shard is still in use there: after a move the old table stays for a
 * while.
 */
export function readInShard(query: Queryable['query'], placesOf: () => Places | undefined): ReadRecords {
  return async <Row>(statementOn: (records: Sql) => Sql) => {
    const usual = statementOn(raw('records'))
    const places = placesOf()
    const place = await places?.of(usual)
    if (!places || !place) return query<Row>(usual)
    const { shard } = place
    const rows = await query<Row & { is_here: boolean; is_found: boolean | null }>(sql`
      select here.is_here, found.* from (
        select exists (
          select from pg_dist_placement
          where shardid = ${shard}::bigint and groupid = (select groupid from pg_dist_local_group)
        ) as is_here
      ) here left join (select true as is_found, r.* from (${statementOn(raw(`records_${shard}`))}) r) found on true`).catch(
      (error: unknown) => {
        if (isMissingTable(error)) return []
        throw error
      },
    )
    if (rows[0]?.is_here) return rows.filter(({ is_found: isFound }) => isFound)
    places.forget(usual)
    return query<Row>(usual)
  }
}
