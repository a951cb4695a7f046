import { setTimeout as wait } from 'node:timers/promises'
import { LeaseLost } from './job.ts'
import { createLeasedWorker, type Lease, type LeasedWork, type LeasedWorker } from './leased-worker.ts'

export interface LeasedTaskParts<Row> extends Omit<LeasedWork, 'claim' | 'hasRoom' | 'held' | 'onLost' | 'drain'> {
  maxTasks: number
  claim(claim: Lease & { limit: number }): Promise<Row[]>
  /** A claim takes everything that may start, so none follows it until a task ends. */
  claimsAll?: boolean
  /** The signal is aborted with LeaseLost when the task is no longer this node's. */
  run(row: Row, signal: AbortSignal): Promise<void>
  /** Whether work may wait for this task to end, `held` included it. Otherwise the queue is not polled for it. */
  makesRoom?(row: Row, held: Row[]): boolean
  /** How long tasks may go on when the worker stops; then they are aborted with Stopping. */
  abortAfterMs: number
  /** After so long, tasks that ignore their signal are no longer waited for. */
  giveUpAfterMs: number
}

export interface LeasedTasks extends LeasedWorker {
  has(id: string): boolean
  abort(id: string, reason: unknown): void
}

/** The reason of a signal that is aborted because the service stops. */
export class Stopping extends Error {}

export interface LeasedRow {
  broadcast_id: string
  id: string
}

/** A worker that runs each claimed row as one task, which can be aborted. */
export function createLeasedTasks<Row extends LeasedRow>(parts: LeasedTaskParts<Row>): LeasedTasks {
  const held = new Map<string, { row: Row; abort: AbortController; ended: Promise<void> }>()

  const start = (row: Row) => {
    const abort = new AbortController()
    const ended = parts
      .run(row, abort.signal)
      .catch(parts.onError)
      .finally(() => {
        const madeRoom =
          parts.makesRoom?.(
            row,
            [...held.values()].map((task) => task.row),
          ) ?? true
        held.delete(row.id)
        if (madeRoom) worker.wake(row.broadcast_id)
        worker.resume()
      })
    held.set(row.id, { row, abort, ended })
  }
  const abort = (id: string, reason: unknown) => held.get(id)?.abort.abort(reason)

  const worker = createLeasedWorker({
    ...parts,
    async claim(lease) {
      const limit = parts.maxTasks - held.size
      // A task whose lease expired before this node could renew it may be claimed by the same node.
      const claimed = (await parts.claim({ ...lease, limit })).filter(({ id }) => !held.has(id))
      claimed.forEach(start)
      return claimed.length > 0 && !parts.claimsAll
    },
    hasRoom: () => held.size < parts.maxTasks,
    held: () => [...held.values()].map(({ row }) => ({ broadcastId: row.broadcast_id, id: row.id })),
    onLost(ids) {
      for (const id of ids) abort(id, new LeaseLost('this node no longer holds the lease'))
    },
    async drain() {
      const ended = Promise.all([...held.values()].map((task) => task.ended))
      const abortAll = () => {
        for (const task of held.values()) task.abort.abort(new Stopping('the service stops'))
      }
      const timer = setTimeout(abortAll, parts.abortAfterMs)
      await Promise.race([ended, wait(parts.giveUpAfterMs, undefined, { ref: false })])
      clearTimeout(timer)
    },
  })
  return { ...worker, has: (id) => held.has(id), abort }
}
