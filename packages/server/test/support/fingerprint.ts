import type { Queryable } from '../../src/store/db.ts'
import { sql } from '../../src/store/sql.ts'

/** A hash of everything that requests could have written, except the last use of API keys. */
export async function fingerprint(db: Queryable): Promise<string> {
  const [row] = await db.query<{ hash: string }>(sql`
    select md5(concat_ws('/',
      (select md5(string_agg(r::text, '|' order by broadcast_id, kind, id)) from records r),
      (select md5(string_agg(t::text, '|' order by broadcast_id, kind, id)) from timeline t),
      (select md5(string_agg(t::text, '|' order by t::text)) from timeline_counts t),
      (select md5(string_agg(t::text, '|' order by t::text)) from timeline_subject_counts t),
      (select md5(string_agg(c::text, '|' order by broadcast_id, sequence)) from changes c),
      (select md5(string_agg(b::text, '|' order by id)) from broadcasts b),
      (select md5(string_agg((to_jsonb(k) - 'last_used_at')::text, '|' order by id)) from api_keys k),
      (select md5(string_agg(i::text, '|' order by scope, key)) from idempotency_keys i),
      (select md5(string_agg(m::text, '|' order by broadcast_id, user_id)) from memberships m),
      (select md5(string_agg(d::text, '|' order by broadcast_id)) from directory d)
    )) as hash`)
  return row?.hash ?? ''
}
