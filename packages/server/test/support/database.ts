import { randomBytes } from 'node:crypto'
import { openClient } from '../../src/store/connection.ts'
import { testCluster } from './cluster.ts'
import { throughPooler } from './pooler.ts'
import { until } from './until.ts'

export const templateName = 'marquee_template'

export interface ServerConnection {
  host: string
  port: number
  user: string
}

export function urlOf({ host, port, user }: ServerConnection, database: string): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** A separate database, migrated and empty, on the PostgreSQL of this test run. */
export async function newDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server: ServerConnection = JSON.parse(process.env.MARQUEE_TEST_SERVER ?? '{}')
  if (!server.host)
    throw new Error(
      'run the tests with `npm test`, or with --test-global-setup=packages/server/test/support/global-setup.ts',
    )
  const name = `test_${randomBytes(8).toString('hex')}`
  // Without the service's watch for a silent database: the disk of a busy machine may stall for longer.
  const admin = async (statement: string) => {
    const client = await openClient(urlOf(server, 'postgres'), { connectionTimeoutMillis: 60_000 })
    await client.query(statement).finally(() => client.end())
  }
  await admin(`create database ${name} template ${templateName}`)
  const replica = replicaOf(server)
  if (replica) await until(() => isThere(urlOf(replica, name)), 'the replica has the new database')
  const cluster = testCluster()
  await cluster?.create(name)
  return {
    url: urlOf(server, name),
    async drop() {
      await admin(`drop database ${name} with (force)`)
      await cluster?.drop(name)
    },
  }
}

/** The replica of this run (MARQUEE_TEST_REPLICA), if there is one. */
function replicaOf(server: ServerConnection): ServerConnection | undefined {
  const host = process.env.MARQUEE_TEST_REPLICA_HOST
  return host ? { ...server, host } : undefined
}

async function isThere(url: string): Promise<boolean> {
  return openClient(url, {}).then(
    (client) => client.end().then(() => true),
    () => false,
  )
}

/**
 * How a service reaches a database: through the pooler of this run (MARQUEE_TEST_POOLER), if there is one, with the replica
 * of this run, or with its content on the cluster of this run. Other addresses, such as those of a proxy or of a lesser role, stay as they are.
 */
export function databaseEnv(url: string): Record<string, string> {
  const name = new URL(url).pathname.slice(1)
  const server: ServerConnection = JSON.parse(process.env.MARQUEE_TEST_SERVER ?? '{}')
  const direct = urlOf(server, name)
  const divided = testCluster()?.urlOf(name)
  if (divided) return { DATABASE_URL: divided, MARQUEE_CONTROL_URL: url === divided ? direct : url }
  const replica = replicaOf(server)
  if (replica && url === direct) return { DATABASE_URL: url, MARQUEE_REPLICA_URL: urlOf(replica, name) }
  const port = process.env.MARQUEE_TEST_POOLER_PORT
  if (!port) return { DATABASE_URL: url }
  const pooled = throughPooler(direct, Number(port))
  if (url !== direct && url !== pooled) return { DATABASE_URL: url }
  return { DATABASE_URL: pooled, MARQUEE_LISTEN_URL: direct, MARQUEE_PREPARED_STATEMENTS: 'off' }
}
