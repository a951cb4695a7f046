import pg from 'pg'
import { openEmbeddedPostgres } from '../packages/server/src/store/embedded.ts'

/** A statement for `pg`; with a name it is prepared once per connection. */
export interface Statement {
  name?: string
  text: string
  values: unknown[]
}

export interface BenchDatabase {
  /** Connections for a yardstick. */
  pool(connections: number): pg.Pool
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Connects to the embedded database of a running service. */
export async function joinDatabase(dataDir: string): Promise<BenchDatabase> {
  const embedded = await openEmbeddedPostgres({ dataDir, role: 'command' })
  const pools: pg.Pool[] = []
  const pool = (connections: number) => {
    const made = new pg.Pool({ ...embedded.connection, max: connections, types: { getTypeParser } })
    pools.push(made)
    return made
  }
  const own = pool(1)
  let closing: Promise<void> | undefined
  const close = async () => {
    for (const open of pools) await open.end()
    await embedded.close()
  }
  return {
    pool,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await own.query<Row>(text, values)).rows,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** The default parsers, except that JSON stays text, like in the service. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const isJson = oid === pg.types.builtins.JSON || oid === pg.types.builtins.JSONB
  return isJson ? String : pg.types.getTypeParser(oid, format)
}

/** Runs statements through `pg` with limited concurrency. */
export async function runStatements(
  pool: pg.Pool,
  { atOnce, durationMs }: { atOnce: number; durationMs?: number },
  next: () => Statement | undefined,
): Promise<{ perSecond: number }> {
  let count = 0
  const startedAt = performance.now()
  const endAt = startedAt + (durationMs ?? Number.POSITIVE_INFINITY)
  const work = async () => {
    while (performance.now() < endAt) {
      const statement = next()
      if (!statement) return
      await pool.query(statement)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { perSecond: (count * 1_000) / (performance.now() - startedAt) }
}
