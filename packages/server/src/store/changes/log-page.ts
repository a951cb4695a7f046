import { raw, type Sql, sql } from '../sql.ts'

export interface LogPage {
  broadcastId: string
  since: number
  limit: number
  /** A page has at least one change, and otherwise at most this size. */
  maxBytes: number
}

/** A page of the log of a broadcast, for readers with a cursor. `needsBody` leaves out the records that a reader ignores. */
export const logPageSql = (
  { broadcastId, since, limit, maxBytes }: LogPage,
  isRead: Sql,
  needsBody: Sql = raw('true'),
) => sql`
  select sequence, kind, record_id, operation, body, fields, event_types, actor, at, place, bytes from (
    select *, row_number() over (order by sequence) as place,
      sum(coalesce(octet_length(body::text), 0)) over (order by sequence) as bytes
    from (
      select sequence, kind, record_id, operation, case when ${needsBody} then body end as body, fields, event_types, actor, at
      from changes where broadcast_id = ${broadcastId} and sequence > ${since} and ${isRead} order by sequence limit ${limit}
    ) picked
  ) weighed where place = 1 or bytes <= ${maxBytes}::bigint`
