import { randomUUID } from 'node:crypto'
import { createLeasedTasks } from '../base/leased-tasks.ts'
import type { LeasedWorker } from '../base/leased-worker.ts'
import { claimJobs, jobLeases } from '../store/queues/jobs.ts'
import { type JobParts, runJob } from './run-job.ts'

/** Runs jobs, a few per broadcast at a time. */
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
    // A cancelled job that does not save for a long time is aborted when its lease is renewed.
    renewMs: 2_000,
    // Interrupted jobs resume from their last save, so they are not waited for.
    abortAfterMs: 0,
    giveUpAfterMs: 5_000,
  })
}
