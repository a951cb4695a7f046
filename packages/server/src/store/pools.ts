import type pg from 'pg'
import { isUnavailable } from './failures.ts'
import type { Places } from './places.ts'
import { begin, type Session } from './session.ts'
import type { Sql } from './sql.ts'
import type { Queryable } from './tx.ts'

/** Connections to a database, or to the nodes of a cluster. */
export interface Pools extends Connecting {
  /** Whether it matters what a connection is for. */
  isRouted(): boolean
  routeBy(places: Places): void
  places(): Places | undefined
  sum(count: (pool: pg.Pool) => number): number
  end(): Promise<void>
}

interface Connecting {
  /** A connection to the node that a statement is about. */
  connect(statement?: Sql): Promise<pg.PoolClient>
}

export function createPools(main: pg.Pool, poolAt: (address: string) => pg.Pool): Pools {
  const others = new Map<string, pg.Pool>()
  let places: Places | undefined
  const all = () => [main, ...others.values()]
  const at = (address: string) => {
    const pool = others.get(address) ?? poolAt(address)
    others.set(address, pool)
    return pool
  }
  return {
    isRouted: () => places !== undefined,
    routeBy(next) {
      places = next
    },
    places: () => places,
    async connect(statement) {
      const place = statement && (await places?.of(statement))
      if (place === undefined) return main.connect()
      // Every node knows the way to all rows.
      return at(place.address)
        .connect()
        .catch((error: unknown) => {
          if (!isUnavailable(error)) throw error
          return main.connect()
        })
    },
    sum: (count) => all().reduce((sum, pool) => sum + count(pool), 0),
    end: async () => void (await Promise.all(all().map((pool) => pool.end()))),
  }
}

type OpenSession = (client: pg.PoolClient) => Session

/** Runs a single statement. */
export function queryOn(pools: Connecting, on: OpenSession): Queryable['query'] {
  return async (statement) => {
    const client = await pools.connect(statement)
    let broken: Error | undefined
    try {
      return await on(client).run(statement)
    } catch (error) {
      if (isUnavailable(error) && error instanceof Error) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** A connection for several statements. It may be made only when the first of them is known. */
export interface Line {
  isRouted: boolean
  connect(first?: Sql): Promise<void>
  isConnected(): boolean
  session: Session
  release(broken: Error | undefined): void
}

export function createLine(pools: Pools, on: OpenSession): Line {
  let client: pg.PoolClient | undefined
  let session: Session | undefined
  const current = (): Session => {
    if (!session) throw new Error('a statement without a connection')
    return session
  }
  return {
    isRouted: pools.isRouted(),
    async connect(first) {
      if (client) return
      client = await pools.connect(first)
      session = on(client)
    },
    isConnected: () => client !== undefined,
    session: {
      run: async (statement, bounds) => current().run(statement, bounds),
      command: async (text) => current().command(text),
      extend: (ms) => current().extend(ms),
    },
    release: (broken) => client?.release(broken),
  }
}

/** Runs several reads in one snapshot. */
export async function readAtOnce<T>(
  line: Line,
  limitMs: number | undefined,
  work: (query: Queryable['query']) => Promise<T>,
): Promise<T> {
  const { session } = line
  let opening: Promise<void> | undefined
  const open = async (first?: Sql) => {
    await line.connect(first)
    await begin(session, 'begin isolation level repeatable read, read only', limitMs)
  }
  let broken: Error | undefined
  try {
    if (!line.isRouted) {
      opening = open()
      await opening
    }
    return await work(async (statement) => {
      opening ??= open(statement)
      await opening
      return session.run(statement)
    })
  } finally {
    if (line.isConnected())
      await session.command('commit').catch((error: Error) => {
        broken = error
      })
    line.release(broken)
  }
}
