import { randomUUID } from 'node:crypto'
import { createLeasedTasks } from '../base/leased-tasks.ts'
import type { LeasedWorker } from '../base/leased-worker.ts'
import { claimJobs, jobLeases } from '../store/queues/jobs.ts'
import { type JobParts, runJob } from './run-job.ts'

/** Runs jobs, of every broadcast a few at a time. */
export function createWorker(parts: JobParts, { isAlone }: { isAlone: boolean }): LeasedWorker {
  const { db, handlers } = parts
  const token = randomUUID()
  const types = Object.keys(handlers)
  return createLeasedTasks({
    ...parts,
    token,
    isAlone,
    leases: jobLeases(db),
    maxTasks: 8,
    claim: (claim) => claimJobs(db, { ...claim, perBroadcast: 2, types }),
    run: (row, signal) => runJob({ ...parts, token }, row, signal),
    // A cancelled job that saves nothing for long learns of it by its renewal.
    renewMs: 2_000,
    // Interrupted jobs go on from their last save, so they need no time to end by themselves.
    abortAfterMs: 0,
    giveUpAfterMs: 5_000,
  })
}
