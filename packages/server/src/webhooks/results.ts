import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import { isUnavailable } from '../store/failures.ts'
import { type Finished, finishDeliveries, storeDelivered } from '../store/queues/deliveries.ts'
import { switchOff } from './switch-off.ts'

export interface ResultParts {
  db: Db
  clock: Clock
  /** Identifies the leases of this node: a result is stored only while its delivery is leased under it. */
  token: string
  onError(error: unknown): void
}

export interface ResultWriter {
  /** Resolves once the result is committed, or was given up. */
  store(finished: Finished, options: { changesHealth: boolean }): Promise<void>
  /** From now on an unavailable database is not waited for. */
  stop(): void
}

/**
 * Stores the results of deliveries by group commit, in two lanes. Successes of healthy receivers change only their
 * own rows and wait for no lock, so that several batches are written at once. All others are written one batch after the
 * other, because they change the state of the webhook and may disable it.
 */
export function createResultWriter({ db, clock, token, onError }: ResultParts): ResultWriter {
  let isStopped = false

  /** A delivery whose result is dropped is sent again, so an unavailable database is waited for. */
  const withRetry = (write: Write): Write =>
    async function writeWithRetry(broadcastId, batch) {
      for (;;) {
        try {
          return await write(broadcastId, batch)
        } catch (error) {
          onError(error)
          if (isStopped) return
          if (!isUnavailable(error)) break
          await setTimeout(retryMs)
        }
      }
      // A result that the database refuses must not fail the others.
      if (batch.length > 1) for (const one of batch) await writeWithRetry(broadcastId, [one])
    }

  const healthLane = createLane(
    1,
    withRetry((broadcastId, batch) =>
      db.transaction(async (tx) => {
        await finishDeliveries(tx, token, broadcastId, batch)
        for (const one of batch) await switchOff(tx, one, clock)
      }),
    ),
  )
  const quickLane = createLane(
    quickWriters,
    withRetry(async (broadcastId, batch) => {
      // One statement, which PostgreSQL completes even when this process is killed while it waits for the commit.
      const stored = await storeDelivered(db, token, broadcastId, batch)
      // Their rows were locked, or their leases lost: the other lane waits until that is known.
      const left = batch.filter(({ id }) => !stored.has(id))
      await Promise.all(left.map((one) => healthLane(one)))
    }),
  )
  return {
    store: (finished, { changesHealth }) => (changesHealth ? healthLane : quickLane)(finished),
    stop() {
      isStopped = true
    },
  }
}

type Write = (broadcastId: string, batch: Finished[]) => Promise<void>

interface Waiting {
  finished: Finished
  resolve(): void
}

/** Results of a broadcast that come in while all writers of a lane are busy make one batch. Broadcasts take turns. */
function createLane(maxWriters: number, write: Write): (finished: Finished) => Promise<void> {
  const pending = new Map<string, Waiting[]>()
  let writers = 0

  const takeBatch = (): [broadcastId: string, batch: Waiting[]] | undefined => {
    const [next] = pending
    if (!next) return undefined
    const [broadcastId, waiting] = next
    const batch = waiting.splice(0, maxBatch)
    pending.delete(broadcastId)
    if (waiting.length > 0) pending.set(broadcastId, waiting)
    return [broadcastId, batch]
  }
  const run = async () => {
    writers += 1
    // Results of the same turn of the event loop are stored together.
    await setImmediate()
    for (let taken = takeBatch(); taken; taken = takeBatch()) {
      const [broadcastId, batch] = taken
      await write(
        broadcastId,
        batch.map(({ finished }) => finished),
      )
      for (const { resolve } of batch) resolve()
    }
    writers -= 1
  }
  return (finished) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = pending.get(finished.broadcastId)
    if (waiting) waiting.push({ finished, resolve })
    else pending.set(finished.broadcastId, [{ finished, resolve }])
    if (writers < maxWriters) void run()
    return promise
  }
}

const quickWriters = 3
const maxBatch = 200
const retryMs = 500
