import { invalid, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Db, Tx } from '../store/db.ts'
import { addJob, findJob, type JobRow } from '../store/queues/jobs.ts'
import { beginOnboarding, findOnboarding, saveMadeRecords } from '../store/queues/onboarding.ts'
import { findRecord } from '../store/records/records.ts'
import { broadcastReference } from './write/broadcast-reference.ts'
import type { WriteContent } from './write/content-writes.ts'
import { digestsOf } from './write/keeping.ts'

/** Starts generating an app from a website, and reports its progress. */
export interface Onboarding {
  /** For a broadcast that is being created, with its status. A generated name may be replaced by the site's. */
  begin(tx: Tx, broadcastId: string, website: string, options: { isNameGiven: boolean }): Promise<void>
  /** For an existing broadcast; without a website, the one of last time. Refused while one is in progress. */
  restart(tx: Tx, tenant: Tenant, website: string | undefined): Promise<JobRow>
  read(broadcastId: string): Promise<OnboardingState>
}

export interface OnboardingState {
  status: string
  website: string | null
  job_id: string | null
  progress: Record<string, unknown>
  reason: string | null
  found: Record<string, unknown>
  started_at: string | null
  ended_at: string | null
}

export const onboardingJob = 'onboarding'

export function createOnboarding({
  db,
  clock,
  writeContent,
}: {
  db: Db
  clock: Clock
  writeContent: WriteContent
}): Onboarding {
  const start = async (tx: Tx, broadcastId: string, website: string): Promise<string> => {
    const at = new Date(clock.now())
    const jobId = newObjectId(clock.now())
    const job = { broadcastId, id: jobId, type: onboardingJob, key: onboardingJob, payload: { website }, at }
    if (!(await addJob(tx, job))) throw new AppError('onboarding_running', 'The website is being read already.')
    await beginOnboarding(tx, broadcastId, { website, jobId, at })
    return jobId
  }
  return {
    async begin(tx, broadcastId, website, { isNameGiven }) {
      await start(tx, broadcastId, website)
      const body = await findRecord(tx, broadcastId, kinds.broadcast, broadcastId)
      if (isNameGiven || body === undefined) return
      const written = digestsOf(JSON.parse(body), ['name'])
      await saveMadeRecords(tx, broadcastId, [
        { reference: broadcastReference, kind: kinds.broadcast.name, recordId: broadcastId, written },
      ])
    },
    async restart(tx, tenant, website) {
      const { broadcastId } = tenant
      const address = website ?? (await findOnboarding(tx, broadcastId))?.website
      if (!address) throw invalid('/website', 'required', 'is required: no website was given before')
      const jobId = await start(tx, broadcastId, address)
      await writeContent(tx, tenant, (writes) => writes.set(kinds.broadcast, broadcastId, { status: 'onboarding' }))
      const row = await findJob(tx, broadcastId, jobId)
      if (!row) throw new Error('the job was deleted before it started')
      return row
    },
    read: (broadcastId) => stateOf(db, broadcastId),
  }
}

async function stateOf(db: Db, broadcastId: string): Promise<OnboardingState> {
  // The status is read first: a caller who sees the failure also sees its reason.
  const body = await findRecord(db, broadcastId, kinds.broadcast, broadcastId)
  const row = await findOnboarding(db, broadcastId)
  const job = row && (await findJob(db, broadcastId, row.job_id))
  return {
    status: body === undefined ? 'idle' : JSON.parse(body).status,
    website: row?.website ?? null,
    job_id: job?.id ?? null,
    progress: job ? JSON.parse(job.progress) : {},
    reason: row?.reason ?? null,
    found: row ? JSON.parse(row.found) : {},
    started_at: row?.started_at.toISOString() ?? null,
    ended_at: row?.ended_at?.toISOString() ?? null,
  }
}
