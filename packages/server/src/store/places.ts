import { type Sql, sql } from './sql.ts'
import type { Queryable } from './tx.ts'

/** Where the content of broadcasts is in a cluster. A wrong answer costs time and nothing else: every node knows the way to all rows. */
export interface Places {
  /** Where the rows are that a statement is about; undefined when any node will do. */
  of(statement: Sql): Promise<Place | undefined>
  /** Asks again before the next such statement. */
  forget(statement: Sql): void
}

export interface Place {
  /** The address of the database. */
  address: string
  /** The number of the shard of `records`. */
  shard: number
}

/** Asks the coordinator once in a while, so that broadcasts that were moved are found again. */
export function createPlaces(cluster: { ask: Queryable['query']; coordinator: string }): Places {
  const known = new Map<string, { untilMs: number; place: Promise<Place | undefined> }>()
  const forgetOld = (nowMs: number) => {
    for (const [broadcastId, { untilMs }] of known) {
      if (untilMs > nowMs && known.size <= mostKnown) return
      known.delete(broadcastId)
    }
  }
  return {
    async of(statement) {
      const broadcastId = broadcastOf(statement)
      if (broadcastId === undefined) return undefined
      const nowMs = performance.now()
      forgetOld(nowMs)
      const found = known.get(broadcastId)
      if (found) return found.place
      const place = findPlace(cluster, broadcastId).catch(() => undefined)
      known.set(broadcastId, { untilMs: nowMs + knownMs, place })
      return place
    },
    forget(statement) {
      known.delete(broadcastOf(statement) ?? '')
    },
  }
}

/** The first id of a statement is that of its broadcast. */
const broadcastOf = ({ values }: Sql) => values.find(isObjectId)
const isObjectId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)

async function findPlace(
  { ask, coordinator }: { ask: Queryable['query']; coordinator: string },
  broadcastId: string,
): Promise<Place | undefined> {
  const [found] = await ask<{ host: string; port: number; shard: number }>(sql`
    select n.nodename as host, n.nodeport as port, get_shard_id_for_distribution_column('records', ${broadcastId}::text) as shard
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.isactive
    where p.shardid = get_shard_id_for_distribution_column('broadcasts', ${broadcastId}::text) limit 1`)
  if (!found) return undefined
  const { host, port, shard } = found
  return { address: Object.assign(new URL(coordinator), { hostname: host, port: String(port) }).href, shard }
}

const knownMs = 30_000
const mostKnown = 100_000
