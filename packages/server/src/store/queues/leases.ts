import type { Lease, Leases } from '../../base/leased-worker.ts'
import type { Queryable } from '../db.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** A table of work that nodes lease, in the columns `lease_token` and `lease_until`. */
export interface LeasedTable {
  name: string
  /** The condition of rows that can have a lease. */
  open: Sql
  /** A condition that makes a renewal use a partial index, where ids are not the whole key. */
  renewable?: Sql
}

export function leasesOf(db: Queryable, { name, open, renewable = raw('true') }: LeasedTable): Leases {
  const renew = async (token: string, ids: string[], until: Date) => {
    const rows = await db.query<{ id: string }>(sql`
      update ${raw(name)} set lease_until = ${until}
      where id = any (${ids}::text[]) and lease_token = ${token} and ${renewable} returning id`)
    return new Set(rows.map(({ id }) => id))
  }
  return {
    renew,
    release: releaseBy(renew),
    async releaseAll() {
      await db.query(
        sql`update ${raw(name)} set lease_until = null, lease_token = null where ${open} and lease_token is not null`,
      )
    },
  }
}

/** A released lease is one that expired long ago. */
export const releaseBy = (renew: Leases['renew']) => async (token: string, ids: string[]) =>
  void (await renew(token, ids, new Date(0)))

/** The columns that a claim sets. */
export const leaseTo = ({ token, nowMs, leaseMs }: Lease): Sql =>
  sql`lease_token = ${token}, lease_until = ${new Date(nowMs + leaseMs)}`
