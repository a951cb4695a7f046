import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../packages/server/src/store/db.ts'
import { sql } from '../../packages/server/src/store/sql.ts'

/** What must be 0 in every restored database. */
export interface Faults {
  /** Changes that are missing in a log, or beyond the counter of its broadcast. */
  gaps: number
  /** Records that differ from the newest change of them. */
  differing: number
  /** Counters of records that differ from the records. */
  counts: number
  /** Files that are missing, or differ from their checksum. */
  files: number
}

export async function findFaults(db: Db, mediaFolder: string): Promise<Faults> {
  const count = async (statement: ReturnType<typeof sql>) =>
    (await db.query<{ count: number }>(statement))[0]?.count ?? 0
  const gaps = await count(sql`
    select count(*) as count from broadcasts b left join lateral (
      select count(*) as found, coalesce(max(sequence), 0) as last from changes c where c.broadcast_id = b.id
    ) log on true
    where log.found <> b.last_sequence - b.pruned_through or log.last <> b.last_sequence`)
  const differing = await count(sql`
    select count(*) as count
    from (
      select distinct on (broadcast_id, kind, record_id) broadcast_id, kind, record_id, operation, body
      from changes where kind in ('broadcastSession', 'media')
      order by broadcast_id, kind, record_id, sequence desc
    ) c full join (select * from records where kind in ('broadcastSession', 'media')) r
      on (r.broadcast_id, r.kind, r.id) = (c.broadcast_id, c.kind, c.record_id)
    where case when c.operation = 'delete' then r.id is not null else r.body::jsonb is distinct from c.body::jsonb end`)
  const counts = await count(sql`
    select count(*) as count
    from broadcasts b cross join lateral jsonb_each_text(b.counts) counted (kind, count)
    where counted.kind in ('broadcastSession', 'media')
      and counted.count::bigint <> (select count(*) from records r where r.broadcast_id = b.id and r.kind = counted.kind)`)
  const stored = await db.query<{ broadcast_id: string; location: string; hash: string }>(
    sql`select broadcast_id, location, hash from stored_files where state = 'kept'`,
  )
  let files = 0
  for (const { broadcast_id: broadcastId, location, hash } of stored) {
    const bytes = await readFile(join(mediaFolder, 'files', broadcastId, location, 'original')).catch(() => undefined)
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== hash) files += 1
  }
  return { gaps, differing, counts, files }
}

/** Writes that were acknowledged before the backup began and are not in it, unless they were made again meanwhile. */
export async function findLost(
  db: Db,
  before: Map<string, string | null>,
  after: Map<string, string | null>,
  uploads: Set<string>,
): Promise<number> {
  const rows = await db.query<{ id: string; title: string | null }>(
    sql`select id, body ->> 'title' as title from records where kind in ('broadcastSession', 'media')`,
  )
  const there = new Map(rows.map(({ id, title }) => [id, title]))
  const lost = [...before].filter(
    ([id, title]) => after.get(id) === title && after.has(id) && (there.get(id) ?? null) !== title,
  )
  return lost.length + [...uploads].filter((id) => !there.has(id)).length
}
