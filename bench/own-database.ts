import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '../packages/server/src/store/embedded.ts'

/** A PostgreSQL that belongs to the suite, for services that are given an address, like those on several machines. */
export interface OwnDatabase {
  url: string
  /** The data folder of its server. */
  folder: string
  /** The options with which services share it, at its own address or at that of a proxy. */
  env(url?: string): Record<string, string>
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function newOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-chaos-database-'))
  const embedded = await openEmbeddedPostgres({ dataDir, role: 'service' })
  const { host, port, user, database } = embedded.connection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const secretKey = randomBytes(32).toString('base64')
  const pool = new pg.Pool({ ...embedded.connection, max: 2 })
  return {
    url,
    folder: join(dataDir, 'postgres'),
    env: (address = url) => ({ DATABASE_URL: address, MARQUEE_SECRET_KEY: secretKey }),
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async close() {
      await pool.end()
      await embedded.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
