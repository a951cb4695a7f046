import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../src/store/db.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { migrate } from '../../src/store/migrate.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { prepareCluster } from './cluster.ts'
import { templateName, urlOf } from './database.ts'
import { type Pooler, startPooler } from './pooler.ts'

let server: EmbeddedPostgres
let folder: string
let pooler: Pooler | undefined

/**
 * One PostgreSQL for the whole run, with a migrated database that every test file copies, and a migrated data folder that
 * installations copy: making a cluster takes two seconds of processor time, copying it a quarter.
 */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  const dataDir = join(folder, 'data')
  server = await openEmbeddedPostgres({ dataDir, role: 'command' })
  const { database } = server.connection
  await withDatabase(database, migrate)
  await server.close()
  process.env.MARQUEE_TEST_DATA = join(folder, 'migrated')
  await cp(dataDir, process.env.MARQUEE_TEST_DATA, { recursive: true })

  server = await openEmbeddedPostgres({ dataDir, role: 'command' })
  process.env.MARQUEE_TEST_SERVER = JSON.stringify(server.connection)
  await withDatabase('postgres', async (db) => {
    await db.query(sql`create database ${raw(templateName)} template ${raw(database)}`)
    // Tests kill services and servers, never the machine.
    await db.query(sql`alter system set fsync = off`)
    await db.query(sql`select pg_reload_conf()`)
    if (process.env.MARQUEE_TEST_CLUSTER) await prepareCluster(process.env.MARQUEE_TEST_CLUSTER)
    if (!process.env.MARQUEE_TEST_POOLER) return
    // Tests block some transactions on purpose; the others need connections meanwhile.
    pooler = await startPooler(process.env.MARQUEE_TEST_POOLER, server.connection, 10)
    process.env.MARQUEE_TEST_POOLER_PORT = String(pooler.port)
    for (const setting of [
      'enable_seqscan = off',
      "statement_timeout = '9s'",
      "idle_in_transaction_session_timeout = '6s'",
    ])
      await db.query(sql`alter role ${raw(server.connection.user)} set ${raw(setting)}`)
  })
}

export async function globalTeardown(): Promise<void> {
  await pooler?.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

async function withDatabase(name: string, work: (db: ReturnType<typeof openDb>) => Promise<unknown>): Promise<void> {
  const db = openDb(urlOf(server.connection, name), { maxConnections: 1 })
  await work(db).finally(() => db.close())
}
