import { AppError } from '../base/errors.ts'
import { JobFailed } from '../base/job.ts'
import { findAccount } from '../store/control/accounts.ts'
import type { Tx } from '../store/db.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import { DamagedArchive } from './damaged.ts'
import { duplicateBroadcast } from './duplicate.ts'
import type { DuplicatePayload } from './duplications.ts'
import type { ImportParts } from './import.ts'

/** Makes the copy in one transaction with the result of the job: after a crash it starts again, and makes one copy. */
export function createDuplicateHandler(parts: ImportParts): JobHandler {
  return {
    async run(job) {
      const known = job.state.result
      if (known) return known as Record<string, unknown>
      const { userId, ...payload } = job.payload as unknown as DuplicatePayload
      const owner = await findAccount(parts.control, { id: userId })
      if (!owner) throw new JobFailed('The account that asked for the copy was deleted.')
      await job.save({ progress: { stage: 'reading' } })
      try {
        await duplicateBroadcast(parts, job.broadcastId, {
          ...payload,
          owner,
          onProgress: () => job.signal.throwIfAborted(),
          commit: (work, broadcastId) => commitCopy(job, work, { broadcastId, userId }),
        })
      } catch (error) {
        const isRefused = error instanceof DamagedArchive || (error instanceof AppError && error.status < 500)
        throw isRefused ? new JobFailed(error.message) : error
      }
      return job.state.result as Record<string, unknown>
    },
  }
}

async function commitCopy(
  job: Job,
  work: (tx: Tx) => Promise<string[]>,
  result: { broadcastId: string; userId: string },
): Promise<string[]> {
  let notes: string[] = []
  await job.save({ progress: { stage: 'writing' } })
  await job.commit(
    async (tx) => {
      notes = await work(tx)
      return { state: { result }, progress: { stage: 'done' } }
    },
    { isLong: true },
  )
  return notes
}
