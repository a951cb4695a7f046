import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount } from '../../src/store/embedded/account.ts'
import type { ServerConnection } from './database.ts'
import { freePort } from './process.ts'
import { until } from './until.ts'

/** A PgBouncer in transaction mode in front of a PostgreSQL. */
export interface Pooler {
  port: number
  stop(): Promise<void>
}

/**
 * Few connections to the server, so that statements of one client soon run on the connections of others. It refuses to run as root, and
 * takes the account of PostgreSQL instead, which alone may open its socket.
 */
export async function startPooler(program: string, server: ServerConnection, size = 3): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-pooler-'))
  const account = await chooseAccount(folder)
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: size,
    max_client_conn: 500,
    server_idle_timeout: 5,
    logfile: join(folder, 'log'),
  }
  await writeFile(
    join(folder, 'ini'),
    [
      '[databases]',
      `* = host=${server.host} port=${server.port} user=${server.user}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  )
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o755)
  const child = spawn(program, [join(folder, 'ini')], {
    ...(account && { uid: account.uid, gid: account.gid }),
    stdio: 'ignore',
  })
  await once(child, 'spawn')
  await until(() => isListening(port), 'the pooler listens')
  return {
    port,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => !socket.destroy().connecting,
    () => false,
  )
}

/** The address of a database through a pooler. */
export function throughPooler(url: string, port: number): string {
  const { username, pathname } = new URL(url)
  return `postgres://${username}@127.0.0.1:${port}${pathname}`
}
