import type { Held, Lease, Leases } from '../../base/leased-worker.ts'
import type { Queryable } from '../db.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** A table of work that nodes lease, in the columns `lease_token` and `lease_until`. */
export interface LeasedTable {
  name: string
  /** The column with the ids, besides `broadcast_id`. */
  id?: string
  /** The condition of rows that can have a lease. */
  open: Sql
}

export function leasesOf(db: Queryable, table: LeasedTable): Leases {
  const [name, id] = [raw(table.name), raw(table.id ?? 'id')]
  return {
    ...leasesBy((token, broadcastId, ids, until) =>
      db.query(sql`
        update ${name} set lease_until = ${until}
        where broadcast_id = ${broadcastId} and ${id} = any (${ids}::text[]) and lease_token = ${token} returning ${id} as id`),
    ),
    async releaseAll() {
      const rows = await db.query<{ broadcast_id: string }>(sql`
        update ${name} set lease_until = null, lease_token = null where ${table.open} and lease_token is not null returning broadcast_id`)
      return new Set(rows.map((row) => row.broadcast_id))
    },
  }
}

/** `renew` sets the end of leases in one broadcast. A released lease is one that expired long ago. */
export function leasesBy(
  renewIn: (token: string, broadcastId: string, ids: string[], until: Date) => Promise<{ id: string }[]>,
): Pick<Leases, 'renew' | 'release'> {
  const renew = async (token: string, held: Held[], until: Date) => {
    const leased = new Set<string>()
    for (const [broadcastId, some] of Map.groupBy(held, (one) => one.broadcastId)) {
      const ids = some.map(({ id }) => id)
      for (const { id } of await renewIn(token, broadcastId, ids, until)) leased.add(id)
    }
    return leased
  }
  return { renew, release: async (token, held) => void (await renew(token, held, new Date(0))) }
}

/** The columns that a claim sets. */
export const leaseTo = ({ token, nowMs, leaseMs }: Lease): Sql =>
  sql`lease_token = ${token}, lease_until = ${new Date(nowMs + leaseMs)}`
