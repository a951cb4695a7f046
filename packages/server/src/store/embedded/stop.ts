import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../base/errors.ts'
import type { Cluster } from './cluster.ts'
import { isAlive, isServerOf, type Server } from './server.ts'
import { removeSocketDir } from './socket-dir.ts'

/**
 * Ends the sessions, flushes everything and waits until the process has ended. A server that takes too long is asked to
 * shut down immediately, which loses nothing: committed changes are recovered at the next start.
 */
export async function stopServer({ dir }: Cluster, { pid, socketDir }: Server): Promise<void> {
  const isGone = async () => !isAlive(pid) || (await isServerOf(pid, dir)) === false
  const stopsOn = async (signal: 'SIGINT' | 'SIGQUIT', timeoutMs: number) => {
    if (await isGone()) return true
    process.kill(pid, signal)
    const giveUpAtMs = Date.now() + timeoutMs
    while (Date.now() < giveUpAtMs) {
      if (await isGone()) return true
      await sleep(pauseMs)
    }
    return false
  }
  if (!(await stopsOn('SIGINT', fastShutdownMs)) && !(await stopsOn('SIGQUIT', immediateShutdownMs))) {
    throw new StartupError(`PostgreSQL in ${dir} (process ${pid}) does not stop; end that process first.`)
  }
  await removeSocketDir(socketDir)
}

/** Asks the server to shut down with its last session. Does not wait, so that it can be called while the process exits. */
export function stopWhenUnused({ pid }: Server): void {
  if (isAlive(pid)) process.kill(pid, 'SIGTERM')
}

const fastShutdownMs = 10_000
/** PostgreSQL gives its processes five seconds before it kills them. */
const immediateShutdownMs = 10_000
const pauseMs = 20
