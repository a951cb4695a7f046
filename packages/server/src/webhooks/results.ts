import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import { type Finished, finishDeliveries } from '../store/deliveries.ts'
import { isUnavailable } from '../store/failures.ts'
import { switchOff } from './switch-off.ts'

export interface ResultParts {
  db: Db
  clock: Clock
  /** Names the leases of this node: a result is stored only while its delivery is leased under it. */
  token: string
  onError(error: unknown): void
}

export interface ResultWriter {
  /** Resolves once the result is committed, or was given up. */
  store(finished: Finished): Promise<void>
  /** From now on a database that cannot be reached is not waited for. */
  stop(): void
}

/**
 * Stores the results of deliveries by group commit. A few batches are written at a time, each for other receivers: a
 * result hardly waits, and a webhook whose row is locked for long, as while it is deleted, holds up few others.
 */
export function createResultWriter({ db, clock, token, onError }: ResultParts): ResultWriter {
  const pending = new Map<string, Pending[]>()
  const writing = new Set<string>()
  let writers = 0
  let isStopped = false

  const write = async (batch: Finished[]): Promise<void> => {
    const failed = batch.filter(({ next }) => next !== 'delivered')
    // One statement, which PostgreSQL completes even when this process is killed while it waits for the commit.
    if (failed.length === 0) return finishDeliveries(db, token, batch)
    await db.transaction(async (tx) => {
      await finishDeliveries(tx, token, batch)
      for (const one of failed) await switchOff(tx, one, clock)
    })
  }

  /** A result that was dropped would be sent again, so a database that is away is waited for. */
  const writeWithRetry = async (batch: Finished[]): Promise<void> => {
    for (;;) {
      try {
        return await write(batch)
      } catch (error) {
        onError(error)
        if (isStopped) return
        if (!isUnavailable(error)) break
        await setTimeout(retryMs)
      }
    }
    // A result that the database refuses must not take the others with it.
    if (batch.length > 1) for (const one of batch) await writeWithRetry([one])
  }

  const nextBatch = (): Pending[] => {
    const batch: Pending[] = []
    for (const [webhookId, results] of pending) {
      if (writing.has(webhookId)) continue
      if (batch.length >= maxBatch) break
      batch.push(...results)
      pending.delete(webhookId)
      writing.add(webhookId)
    }
    return batch
  }

  const run = async () => {
    writers += 1
    // Answers of the same turn of the event loop are stored together.
    await setImmediate()
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      await writeWithRetry(batch.map(({ finished }) => finished))
      for (const { finished, resolve } of batch) {
        writing.delete(finished.webhookId)
        resolve()
      }
    }
    writers -= 1
  }

  return {
    store(finished) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const results = pending.get(finished.webhookId)
      if (results) results.push({ finished, resolve })
      else pending.set(finished.webhookId, [{ finished, resolve }])
      if (writers < maxWriters) void run()
      return promise
    },
    stop() {
      isStopped = true
    },
  }
}

interface Pending {
  finished: Finished
  resolve(): void
}

const maxWriters = 2
const maxBatch = 200
const retryMs = 500
