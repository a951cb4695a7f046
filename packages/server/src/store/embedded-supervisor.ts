import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './embedded/hold.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, openEmbeddedPostgres, stopLeftBehind } from './embedded.ts'

/** The embedded PostgreSQL of a service, restarted whenever it dies. */
export interface SupervisedPostgres {
  /** Its current address. Each start gives it a new socket. */
  target(): Connection
  close(): Promise<void>
}

export interface SupervisorEvents {
  onLost(): void
  /** It could not be started; the next attempt follows after the delay. */
  onFailed(error: unknown, retryInMs: number): void
  onRestarted(): void
  /** The process of the first server runs; it is not ready yet. */
  onLaunched?: (() => void) | undefined
}

/**
 * A service outlives its database: while it is down requests get 503, and it is joined or restarted until that
 * works, however long it takes. A full disk or an unmounted folder needs an operator, but not a restart of the service.
 */
export async function superviseEmbeddedPostgres(
  dataDir: string,
  role: EmbeddedOptions['role'],
  events: SupervisorEvents,
): Promise<SupervisedPostgres> {
  const stop = new AbortController()
  let current: EmbeddedPostgres = await openEmbeddedPostgres({
    dataDir,
    role,
    onLaunched: events.onLaunched,
  })
  let openedMs = performance.now()
  let failures = 0
  let isLost = false
  let restarting: Promise<void> | undefined

  const restart = async () => {
    // One that dies as soon as it has started is not started in a tight loop.
    if (performance.now() - openedMs > settledMs) failures = 0
    while (!stop.signal.aborted) {
      await sleep(restartDelayMs(failures), undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted) return
      failures += 1
      try {
        current = await openEmbeddedPostgres({ dataDir, role, mustExist: true, signal: stop.signal })
        openedMs = performance.now()
        isLost = false
        events.onRestarted()
        return watch()
      } catch (error) {
        if (!stop.signal.aborted) events.onFailed(error, restartDelayMs(failures))
      }
    }
  }
  const watch = () =>
    current.onLost(() => {
      if (stop.signal.aborted) return
      isLost = true
      events.onLost()
      const lost = current
      restarting = lost
        .close()
        .catch(() => {})
        .then(restart)
    })
  watch()

  return {
    target: () => current.connection,
    async close() {
      stop.abort()
      await restarting
      await current.close()
      if (isLost) await stopLeftBehind(dataDir).catch(() => {})
    },
  }
}

/** At once, then after 0.5 s, 1 s, 2 s and so on up to 30 s. */
export const restartDelayMs = (failures: number) => (failures === 0 ? 0 : Math.min(500 * 2 ** (failures - 1), 30_000))

/** A server that ran for this long did not die because of its start. */
const settledMs = 30_000
