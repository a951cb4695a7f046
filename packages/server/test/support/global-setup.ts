import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../src/store/db.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { migrate } from '../../src/store/migrate.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { prepareCluster } from './cluster.ts'
import { type ServerConnection, templateName, urlOf } from './database.ts'
import { startPooler } from './pooler.ts'
import { startReplica } from './replica.ts'

/** What ends after the run, the last first. */
const closers: (() => Promise<unknown>)[] = []

/**
 * One PostgreSQL for the whole run, with a migrated database that every test file copies, and a migrated data folder that
 * installations copy: making a cluster takes two seconds of processor time, copying it a quarter.
 */
export async function globalSetup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const migrated = join(folder, 'migrated')
  await makeMigrated(migrated)
  process.env.MARQUEE_TEST_DATA = migrated
  const { MARQUEE_TEST_POSTGRES: given, MARQUEE_TEST_CLUSTER: cluster, MARQUEE_TEST_POOLER: pooler } = process.env
  const server = given ? await useServer(given) : await startServer(folder, migrated)
  process.env.MARQUEE_TEST_SERVER = JSON.stringify(server)
  if (cluster) await prepareCluster(cluster)
  if (pooler) await poolConnections(pooler, server)
}

export async function globalTeardown(): Promise<void> {
  for (const close of closers.reverse()) await close()
}

/** Makes a migrated data folder. */
async function makeMigrated(dataDir: string): Promise<void> {
  const server = await openEmbeddedPostgres({ dataDir, role: 'command' })
  await withDatabase(server.connection, server.connection.database, migrate).finally(() => server.close())
}

async function startServer(folder: string, migrated: string): Promise<ServerConnection> {
  const copies = process.env.MARQUEE_TEST_REPLICA ? ['server', 'replica'] : ['server']
  for (const copy of copies) await cp(migrated, join(folder, copy), { recursive: true })
  const server = await openEmbeddedPostgres({ dataDir: join(folder, 'server'), role: 'command' })
  closers.push(server.close)
  const { host, port, user, database } = server.connection
  if (process.env.MARQUEE_TEST_REPLICA) {
    const replica = await startReplica(join(folder, 'replica'), { host, port, user }, database)
    closers.push(replica.close)
    process.env.MARQUEE_TEST_REPLICA_HOST = replica.host
  }
  await withDatabase({ host, port, user }, 'postgres', async (db) => {
    await db.query(sql`create database ${raw(templateName)} template ${raw(database)}`)
    // Tests kill services and servers, never the machine.
    await db.query(sql`alter system set fsync = off`)
    await db.query(sql`select pg_reload_conf()`)
  })
  return { host, port, user }
}

/** MARQUEE_TEST_POSTGRES is the address of a server as a superuser, such as one of another version. */
async function useServer(url: string): Promise<ServerConnection> {
  const { hostname: host, port, username: user } = new URL(url)
  const server = { host, port: Number(port), user }
  const dropTemplate = () =>
    withDatabase(server, 'postgres', (db) => db.query(sql`drop database if exists ${raw(templateName)} with (force)`))
  await dropTemplate()
  closers.push(dropTemplate)
  await withDatabase(server, 'postgres', (db) => db.query(sql`create database ${raw(templateName)}`))
  await withDatabase(server, templateName, migrate)
  return server
}

async function poolConnections(program: string, server: ServerConnection): Promise<void> {
  // Tests block some transactions on purpose; the others need connections meanwhile.
  const pooler = await startPooler(program, server, 10)
  closers.push(pooler.stop)
  process.env.MARQUEE_TEST_POOLER_PORT = String(pooler.port)
  await withDatabase(server, 'postgres', async (db) => {
    for (const setting of [
      'enable_seqscan = off',
      'jit = off',
      "statement_timeout = '9s'",
      "idle_in_transaction_session_timeout = '6s'",
    ])
      await db.query(sql`alter role ${raw(server.user)} set ${raw(setting)}`)
  })
}

async function withDatabase(
  server: ServerConnection,
  name: string,
  work: (db: ReturnType<typeof openDb>) => Promise<unknown>,
): Promise<void> {
  const db = openDb(urlOf(server, name), { maxConnections: 1 })
  await work(db).finally(() => db.close())
}
