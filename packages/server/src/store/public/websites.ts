import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'
import type { SiteRow } from './public.ts'

/** A broadcast with the published website or kiosk that shows it. */
export interface WebsiteRow extends SiteRow {
  type: 'web' | 'kiosk'
  slug: string | null
  domain: string | null
}

/** The website or kiosk at a slug or at its own domain, which is in lower case. */
export async function findWebsite(db: Queryable, address: string): Promise<WebsiteRow | undefined> {
  const field = address.includes('.') ? sql`'domain'` : sql`'slug'`
  const [row] = await db.query<WebsiteRow>(sql`
    select b.id as broadcast_id, b.user_id, r.body, d.keys ->> 'type' as type, d.keys ->> 'slug' as slug, d.keys ->> 'domain' as domain
    from records d
      join broadcasts b on b.id = d.broadcast_id
      join records r on r.broadcast_id = b.id and r.kind = 'broadcast' and r.id = b.id
    where d.kind = 'broadcastDiffuser' and d.keys ->> ${field} = ${address}
      and d.keys ->> 'type' in ('web', 'kiosk') and d.keys ->> 'status' = 'published'`)
  return row
}

/** Every own domain of a published website or kiosk. */
export async function listDomains(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ domain: string }>(sql`
    select keys ->> 'domain' as domain from records
    where kind = 'broadcastDiffuser' and keys ->> 'domain' is not null
      and keys ->> 'type' in ('web', 'kiosk') and keys ->> 'status' = 'published'`)
  return rows.map(({ domain }) => domain)
}
