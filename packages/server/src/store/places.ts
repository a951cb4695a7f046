import { type Sql, sql } from './sql.ts'
import type { Queryable } from './tx.ts'

/** Where the content of broadcasts is in a cluster. A wrong answer costs time and nothing else: every node knows the way to all rows. */
export interface Places {
  /** The address of the database that a statement is about; undefined when any will do. */
  of(statement: Sql): Promise<string | undefined>
}

/** Asks the coordinator once in a while, so that broadcasts that were moved are found again. */
export function createPlaces(cluster: { ask: Queryable['query']; coordinator: string }): Places {
  const known = new Map<string, { untilMs: number; place: Promise<string | undefined> }>()
  const forgetOld = (nowMs: number) => {
    for (const [broadcastId, { untilMs }] of known) {
      if (untilMs > nowMs && known.size <= mostKnown) return
      known.delete(broadcastId)
    }
  }
  return {
    async of({ values }) {
      const broadcastId = values.find(isObjectId)
      if (broadcastId === undefined) return undefined
      const nowMs = performance.now()
      forgetOld(nowMs)
      const found = known.get(broadcastId)
      if (found) return found.place
      const place = findPlace(cluster, broadcastId).catch(() => undefined)
      known.set(broadcastId, { untilMs: nowMs + knownMs, place })
      return place
    },
  }
}

/** The first id of a statement is that of its broadcast. */
const isObjectId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)

async function findPlace(
  { ask, coordinator }: { ask: Queryable['query']; coordinator: string },
  broadcastId: string,
): Promise<string | undefined> {
  const [node] = await ask<{ host: string; port: number }>(sql`
    select n.nodename as host, n.nodeport as port
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.isactive
    where p.shardid = get_shard_id_for_distribution_column('broadcasts', ${broadcastId}::text) limit 1`)
  return node && Object.assign(new URL(coordinator), { hostname: node.host, port: String(node.port) }).href
}

const knownMs = 30_000
const mostKnown = 100_000
