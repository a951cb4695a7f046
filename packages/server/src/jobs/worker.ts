import { randomUUID } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { JobFailed, JobLost } from '../base/job.ts'
import { createPoller } from '../base/poller.ts'
import type { Db } from '../store/db.ts'
import { isLastingFailure } from '../store/lasting-failure.ts'
import { bulkMs } from '../store/limits.ts'
import {
  type ClaimedJob,
  claimJobs,
  endJob,
  type Job,
  type JobHandler,
  lockJob,
  postponeJob,
  releaseAllJobLeases,
  renewJobLeases,
  saveJob,
} from '../store/queues/jobs.ts'
import { decideRetry, maxAttempts } from './retry.ts'

export interface WorkerParts {
  db: Db
  clock: Clock
  /** How each type of work is done. */
  handlers: Record<string, JobHandler>
  onError(error: unknown): void
}

export interface Worker {
  /** There may be work. */
  wake(): void
  /** Begins nothing new, and puts back what does not come to its end soon. */
  stop(): Promise<void>
}

interface Held {
  abort: AbortController
  ended: Promise<void>
}

/** Does long work. Leases say whose a job is; every save names the lease, so a node that lost one cannot write for it. */
export function createWorker(parts: WorkerParts, options: { isAlone: boolean }): Worker {
  const { db, clock, handlers, onError } = parts
  const token = randomUUID()
  const held = new Map<string, Held>()

  const look = async () => {
    const limit = maxJobs - held.size
    if (limit <= 0) return false
    const claim = { token, nowMs: clock.now(), leaseMs, limit, perBroadcast, types: Object.keys(handlers) }
    const claimed = (await claimJobs(db, claim)).filter(({ id }) => !held.has(id))
    for (const row of claimed) {
      const abort = new AbortController()
      const ended = work({ ...parts, token }, row, abort.signal)
        .catch(onError)
        .finally(() => {
          held.delete(row.id)
          poller.wake()
        })
      held.set(row.id, { abort, ended })
    }
    return claimed.length > 0
  }
  const poller = createPoller(look, { everyMs: pollMs, onError })

  const renew = async () => {
    if (held.size === 0) return
    // Those that are begun while this is asked have a lease that is newer.
    const asked = [...held]
    const ids = asked.map(([id]) => id)
    const mine = await renewJobLeases(db, token, ids, new Date(clock.now() + leaseMs))
    for (const [id, { abort }] of asked) if (!mine.has(id)) abort.abort(new JobLost('it is no longer of this node'))
  }
  const renewal = setInterval(() => void renew().catch(onError), renewMs).unref()
  // Alone on the database, whatever is leased was leased by a process that is gone.
  const started = options.isAlone ? releaseAllJobLeases(db).catch(onError) : Promise.resolve()
  void started.then(poller.wake)

  return {
    wake: poller.wake,
    async stop() {
      await started
      await poller.stop()
      for (const { abort } of held.values()) abort.abort(new Interrupted('the service stops'))
      await Promise.race([
        Promise.all([...held.values()].map(({ ended }) => ended)),
        new Promise((resolve) => setTimeout(resolve, stopWithinMs).unref()),
      ])
      clearInterval(renewal)
      // What would not stop is free for whoever comes next.
      await renewJobLeases(db, token, [...held.keys()], new Date(0)).catch(onError)
    },
  }
}

class Interrupted extends Error {}

async function work(parts: WorkerParts & { token: string }, row: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { db, clock, token } = parts
  const handler = parts.handlers[row.type]
  if (!handler) throw new Error(`nobody does work of the type ${row.type}`)
  const job = openJob(parts, row, signal)
  try {
    if (row.attempt > maxAttempts) throw new JobFailed('It was interrupted too often.')
    const result = await handler.run(job)
    await db.transaction(async (tx) => {
      if (!(await lockJob(tx, token, job))) return
      await endJob(tx, job, { status: 'succeeded', result, reason: null, at: new Date(clock.now()) })
    })
  } catch (error) {
    if (error instanceof JobLost) return
    if (signal.aborted) return postponeJob(db, token, job, { at: new Date(clock.now()), isInterrupted: true })
    const cause = error instanceof JobFailed ? error.cause : error
    if (cause !== undefined) parts.onError(cause)
    const decision = decideRetry(error, row.attempt)
    if ('reason' in decision) await giveUp(parts, job, handler, decision.reason)
    else await postponeJob(db, token, job, { at: new Date(clock.now() + decision.retryInMs), isInterrupted: false })
  }
}

async function giveUp(
  { db, clock, token, onError }: WorkerParts & { token: string },
  job: Job,
  handler: JobHandler,
  reason: string,
): Promise<void> {
  const end = (isTold: boolean) =>
    db.transaction(async (tx) => {
      if (!(await lockJob(tx, token, job))) return
      if (isTold) await handler.onFailed?.(tx, job, reason)
      await endJob(tx, job, { status: 'failed', result: null, reason, at: new Date(clock.now()) })
    })
  await end(true).catch((error: unknown) => {
    // Otherwise its lease would run out and the job would be begun and given up again, without an end.
    if (!isLastingFailure(error)) throw error
    onError(error)
    return end(false)
  })
}

function openJob(parts: WorkerParts & { token: string }, row: ClaimedJob, signal: AbortSignal): Job {
  const { token } = parts
  const db = parts.db.withLimit(bulkMs)
  let state: Record<string, unknown> = JSON.parse(row.state)
  const job: Job = {
    id: row.id,
    broadcastId: row.broadcast_id,
    payload: JSON.parse(row.payload),
    get state() {
      return state
    },
    attempt: row.attempt,
    signal,
    save: (next) => job.commit(async () => next),
    async commit(step) {
      signal.throwIfAborted()
      const next = await db.transaction(async (tx) => {
        if (!(await lockJob(tx, token, job))) throw new JobLost('it is no longer of this node')
        const made = await step(tx)
        await saveJob(tx, job, made)
        return made
      })
      state = next.state ?? state
    },
  }
  return job
}

const maxJobs = 8
const perBroadcast = 2
const leaseMs = 10_000
const renewMs = 2_000
const pollMs = 500
const stopWithinMs = 5_000
