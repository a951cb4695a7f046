import type { Kind } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { nameSql } from '../name-sql.ts'
import { sql } from '../sql.ts'

/** The records of one kind that use others, and the names of the latest. */
export interface UsesOfKind {
  kind: string
  total: number
  records: { id: string; title: string | null }[]
}

/** How many records of some kinds contain one of the given ids, without those records themselves. */
export async function countUses(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  kinds: Kind[],
  named: number,
): Promise<UsesOfKind[]> {
  const rows = await db.query<{ kind: string; total: number; records: string }>(sql`
    select kind, count(*) as total,
      json_agg(json_build_object('id', id, 'title', ${nameSql}) order by id desc) filter (where place <= ${named}) as records
    from (
      select kind, id, body, row_number() over (partition by kind order by id desc) as place
      from records
      where broadcast_id = ${broadcastId} and refs && ${ids}::text[] and id <> all (${ids}::text[])
        and kind = any (${kinds.map(({ name }) => name)}::text[])
    ) referring
    group by kind order by total desc, kind`)
  return rows.map(({ kind, total, records }) => ({ kind, total, records: JSON.parse(records) }))
}
