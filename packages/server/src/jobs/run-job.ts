import type { Clock } from '../base/clock.ts'
import { JobFailed, LeaseLost } from '../base/job.ts'
import { noTracing, type Tracing } from '../base/tracing.ts'
import type { Db, Tx } from '../store/db.ts'
import { isLastingFailure } from '../store/lasting-failure.ts'
import { bulkMs } from '../store/limits.ts'
import {
  type ClaimedJob,
  endJob,
  type Job,
  type JobHandler,
  lockJob,
  postponeJob,
  resetAttempts,
  saveJob,
} from '../store/queues/jobs.ts'
import { decideRetry, maxAttempts } from './retry.ts'

export interface JobParts {
  db: Db
  clock: Clock
  /** By type of job. */
  handlers: Record<string, JobHandler>
  tracing?: Tracing
  onError(error: unknown): void
}

interface RunParts extends JobParts {
  /** Every save requires the lease of this token, so a node that lost a job cannot write for it. */
  token: string
}

/** Runs one attempt of a job: it succeeds, is retried later, or fails. */
export async function runJob(parts: RunParts, row: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { db, clock, token, tracing = noTracing } = parts
  const handler = parts.handlers[row.type]
  if (!handler) throw new Error(`no handler for jobs of the type ${row.type}`)
  const job = openJob(parts, row, signal)
  try {
    if (row.attempt > maxAttempts) throw new JobFailed('It was interrupted too often.')
    const about = { broadcast_id: row.broadcast_id, job_id: row.id, job_type: row.type, attempt: row.attempt }
    const result = await tracing.task('job', about, () => handler.run(job))
    await db.transaction(async (tx) => {
      if (!(await lockJob(tx, token, job))) return
      await endJob(tx, job, { status: 'succeeded', result, reason: null, at: new Date(clock.now()) })
    })
  } catch (error) {
    if (error instanceof LeaseLost) return
    // An interruption does not count.
    if (signal.aborted) return postponeJob(db, token, job, { at: new Date(clock.now()), attempts: job.attempt - 1 })
    const cause = error instanceof JobFailed ? error.cause : error
    if (cause !== undefined) parts.onError(cause)
    const decision = decideRetry(error, job.attempt)
    if ('reason' in decision) await fail(parts, job, handler, decision.reason)
    else await postponeJob(db, token, job, { at: new Date(clock.now() + decision.retryInMs), attempts: job.attempt })
  }
}

async function fail({ db, clock, token, onError }: RunParts, job: Job, handler: JobHandler, reason: string) {
  const end = (isNotified: boolean) =>
    db.transaction(async (tx) => {
      if (!(await lockJob(tx, token, job))) return
      if (isNotified) await handler.onFailed?.(tx, job, reason)
      await endJob(tx, job, { status: 'failed', result: null, reason, at: new Date(clock.now()) })
    })
  await end(true).catch((error: unknown) => {
    // Otherwise its lease would expire and the job would start and fail again, without an end.
    if (!isLastingFailure(error)) throw error
    onError(error)
    return end(false)
  })
}

function openJob(parts: RunParts, row: ClaimedJob, signal: AbortSignal): Job {
  const { token } = parts
  const db = parts.db.withLimit(bulkMs)
  let state: Record<string, unknown> = JSON.parse(row.state)
  let attempt = row.attempt
  const job: Job = {
    id: row.id,
    broadcastId: row.broadcast_id,
    payload: JSON.parse(row.payload),
    get state() {
      return state
    },
    get attempt() {
      return attempt
    },
    signal,
    save: (next) => job.commit(async () => next),
    async commit(step, { isLong = false } = {}) {
      signal.throwIfAborted()
      const lock = async (tx: Tx) => {
        if (!(await lockJob(tx, token, job))) throw new LeaseLost('this node no longer holds the lease')
      }
      const next = await db.transaction(async (tx) => {
        if (!isLong) await lock(tx)
        const made = await step(tx)
        if (isLong) await lock(tx)
        await saveJob(tx, job, made)
        return made
      })
      if (!next.state) return
      if (JSON.stringify(next.state) !== JSON.stringify(state)) attempt = 1
      state = next.state
    },
    async progressed() {
      if (attempt === 1) return
      attempt = 1
      await resetAttempts(db, token, job)
    },
  }
  return job
}
