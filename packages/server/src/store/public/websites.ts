import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'
import type { SiteRow } from './public.ts'

/** A broadcast with the published website or kiosk that shows it. */
export interface WebsiteRow extends SiteRow {
  type: 'web' | 'kiosk'
  slug: string | null
  domain: string | null
}

/** The website or kiosk of a broadcast at a slug or at its own domain, which is in lower case. */
export async function findWebsite(
  db: Queryable,
  broadcastId: string,
  address: string,
): Promise<WebsiteRow | undefined> {
  const field = address.includes('.') ? sql`'domain'` : sql`'slug'`
  const [row] = await db.query<WebsiteRow>(sql`
    select b.id as broadcast_id, b.user_id, r.body, d.keys ->> 'type' as type, d.keys ->> 'slug' as slug, d.keys ->> 'domain' as domain
    from records d
      join broadcasts b on b.id = d.broadcast_id
      join records r on r.broadcast_id = b.id and r.kind = 'broadcast' and r.id = b.id
    where d.broadcast_id = ${broadcastId} and d.kind = 'broadcastDiffuser' and d.keys ->> ${field} = ${address}
      and d.keys ->> 'type' in ('web', 'kiosk') and d.keys ->> 'status' = 'published'`)
  return row
}

/** The own domains of published websites and kiosks of some broadcasts. */
export async function listShownDomains(
  db: Queryable,
  broadcastIds: string[],
): Promise<{ domain: string; broadcastId: string }[]> {
  return db.query(sql`
    select keys ->> 'domain' as domain, broadcast_id as "broadcastId" from records
    where broadcast_id = any (${broadcastIds}::text[]) and kind = 'broadcastDiffuser' and keys ->> 'domain' is not null
      and keys ->> 'type' in ('web', 'kiosk') and keys ->> 'status' = 'published'`)
}
