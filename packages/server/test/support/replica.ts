import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '../../src/store/connection.ts'
import { type Child, runOnCluster } from '../../src/store/embedded/child.ts'
import { prepareCluster } from '../../src/store/embedded/cluster.ts'
import { requirePrograms } from '../../src/store/embedded/programs.ts'
import { makeSocketDir, removeSocketDir } from '../../src/store/embedded/socket-dir.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { type ServerConnection, urlOf } from './database.ts'
import { until } from './until.ts'

/** A streaming replica of a PostgreSQL. */
export interface Replica {
  /** Its port and user are those of the primary. */
  host: string
  /** Runs a statement on it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
  ask(text: string): Promise<any[]>
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Starts a replica on a data folder that was copied from the primary's while that was stopped. */
export async function startReplica(dataDir: string, primary: ServerConnection, database: string): Promise<Replica> {
  const { host: primaryHost, port, user } = primary
  await writeFile(join(dataDir, 'postgres/standby.signal'), '')
  const cluster = await prepareCluster(dataDir)
  const { postgres } = await requirePrograms(cluster.source, cluster.account)
  const host = await makeSocketDir(cluster.account)
  const settings = {
    listen_addresses: '',
    port,
    unix_socket_directories: host,
    // At least that of the primary.
    max_connections: 300,
    primary_conninfo: `host=${primaryHost} port=${port} user=${user}`,
    // Looks for its primary again at once.
    wal_retrieve_retry_interval: '100ms',
  }
  let child: Child | undefined
  const ask = async (text: string) => {
    const client = await openClient(urlOf({ host, port, user }, database), {})
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  const start = async () => {
    child = await runOnCluster({
      program: postgres,
      clusterDir: cluster.dir,
      account: cluster.account,
      arguments: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.process.stderr?.resume()
    const isReady = () =>
      ask('select pg_is_in_recovery() as yes').then(
        ([row]) => row.yes,
        () => false,
      )
    await until(isReady, 'the replica accepts connections')
  }
  const stop = async () => {
    child?.process.kill('SIGINT')
    await child?.ended
    child = undefined
  }
  const close = async () => {
    await stop()
    await removeSocketDir(host)
  }
  await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { host, ask, start, stop, close }
}

/** A PostgreSQL and a replica of it, both migrated. */
export interface ReplicatedDatabase {
  primaryUrl: string
  replicaUrl: string
  replica: Replica
  close(): Promise<void>
}

/** Both begin as copies of the same stopped cluster, and so the replica follows from there. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-replicated-'))
  for (const name of ['primary', 'replica'])
    await cp(process.env.MARQUEE_TEST_DATA ?? '', join(folder, name), { recursive: true })
  const primary = await openEmbeddedPostgres({ dataDir: join(folder, 'primary'), role: 'command' })
  const { host, port, user, database } = primary.connection
  const closePrimary = async () => {
    await primary.close()
    await rm(folder, { recursive: true, force: true })
  }
  const replica = await startReplica(join(folder, 'replica'), { host, port, user }, database).catch(
    async (error: unknown) => {
      await closePrimary()
      throw error
    },
  )
  return {
    primaryUrl: urlOf({ host, port, user }, database),
    replicaUrl: urlOf({ host: replica.host, port, user }, database),
    replica,
    async close() {
      await replica.close()
      await closePrimary()
    },
  }
}
