import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '../../src/store/connection.ts'
import { type Child, runOnCluster } from '../../src/store/embedded/child.ts'
import { prepareCluster } from '../../src/store/embedded/cluster.ts'
import { requirePrograms } from '../../src/store/embedded/programs.ts'
import { makeSocketDir, removeSocketDir } from '../../src/store/embedded/socket-dir.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { urlOf } from './database.ts'
import { until } from './until.ts'

/** A PostgreSQL and a streaming replica of it, both migrated. */
export interface ReplicatedDatabase {
  primaryUrl: string
  replicaUrl: string
  /** Runs a statement on the replica itself. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
  askReplica(text: string): Promise<any[]>
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  close(): Promise<void>
}

/** Both begin as copies of the same stopped cluster, and so the replica follows from there. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-replicated-'))
  for (const name of ['primary', 'replica'])
    await cp(process.env.MARQUEE_TEST_DATA ?? '', join(folder, name), { recursive: true })
  const primary = await openEmbeddedPostgres({ dataDir: join(folder, 'primary'), role: 'command' })
  const { host, port, user, database } = primary.connection
  await writeFile(join(folder, 'replica/postgres/standby.signal'), '')
  const cluster = await prepareCluster(join(folder, 'replica'))
  const { postgres } = await requirePrograms(cluster.source, cluster.account)
  const socketDir = await makeSocketDir(cluster.account)
  const replicaUrl = urlOf({ host: socketDir, port, user }, database)
  const settings = {
    listen_addresses: '',
    port,
    unix_socket_directories: socketDir,
    // At least that of the primary.
    max_connections: 300,
    primary_conninfo: `host=${host} port=${port} user=${user}`,
    // Looks for its primary again at once.
    wal_retrieve_retry_interval: '100ms',
  }
  let child: Child | undefined
  const askReplica = async (text: string) => {
    const client = await openClient(replicaUrl, {})
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  const startReplica = async () => {
    child = await runOnCluster({
      program: postgres,
      clusterDir: cluster.dir,
      account: cluster.account,
      arguments: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.process.stderr?.resume()
    const isReady = () =>
      askReplica('select pg_is_in_recovery() as yes').then(
        ([row]) => row.yes,
        () => false,
      )
    await until(isReady, 'the replica accepts connections')
  }
  const stopReplica = async () => {
    child?.process.kill('SIGINT')
    await child?.ended
    child = undefined
  }
  const close = async () => {
    await stopReplica()
    await removeSocketDir(socketDir)
    await primary.close()
    await rm(folder, { recursive: true, force: true })
  }
  await startReplica().catch(async (error: unknown) => {
    await close()
    throw error
  })
  const primaryUrl = urlOf({ host, port, user }, database)
  return { primaryUrl, replicaUrl, askReplica, startReplica, stopReplica, close }
}
