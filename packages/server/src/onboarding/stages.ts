import { type AnyRecord, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { JobFailed } from '../base/job.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import { endOnboarding, findByReference, insertCapture, listCaptures } from '../store/queues/onboarding.ts'
import { findOwner } from '../store/records/broadcasts.ts'
import { type Assets, collectAssets } from './capture/assets.ts'
import type { Browse } from './capture/browse.ts'
import { captureSite } from './capture/capture.ts'
import { createReader } from './capture/reader.ts'
import type { Capture } from './compose/captures.ts'
import { type Site, siteOf } from './compose/site.ts'
import { failureOf } from './failure.ts'
import { applyTheme, buildContent, finish, type Workplace } from './write/building.ts'
import type { KeepMedia, WriteContent } from './write/content-writes.ts'

export interface OnboardingParts {
  db: Db
  clock: Clock
  browse: Browse
  writeContent: WriteContent
  keepMedia: KeepMedia
}

/** State passed between stages, besides what is stored in tables. */
interface State extends Record<string, unknown> {
  /** The number of completed stages. */
  done: number
  assets: Assets
}

/** Generates an app from a website, stage by stage. Every stage can be repeated: existing results are found, and nothing is created twice. */
export function createOnboardingHandler(parts: OnboardingParts): JobHandler {
  return {
    async run(job) {
      const userId = await findOwner(parts.db, job.broadcastId)
      if (!userId) throw new JobFailed('The broadcast was deleted.')
      const tenant = { broadcastId: job.broadcastId, userId }
      try {
        return await runStages(parts, job, tenant)
      } catch (error) {
        throw failureOf(error, { website: String(job.payload.website), attempt: job.attempt })
      }
    },
    async onFailed(tx, { broadcastId }, reason) {
      const userId = await findOwner(tx, broadcastId)
      if (!userId) return
      await setStatus(parts, tx, { broadcastId, userId }, 'onboardingFailed')
      await endOnboarding(tx, broadcastId, { reason, at: new Date(parts.clock.now()) })
    },
  }
}

interface Stage {
  status: string
  run(work: Work): Promise<void>
}

interface Work {
  parts: OnboardingParts
  job: Job
  tenant: Tenant
}

const stages: Stage[] = [
  { status: 'onboardingCapturingWebsite', run: capture },
  { status: 'onboardingGeneratingAssets', run: generateAssets },
  { status: 'onboardingApplyingTheme', run: async (work) => applyTheme(await workplaceOf(work)) },
  { status: 'onboardingBuildingContent', run: async (work) => buildContent(await workplaceOf(work)) },
]

async function runStages(parts: OnboardingParts, job: Job, tenant: Tenant): Promise<Record<string, unknown>> {
  const work = { parts, job, tenant }
  for (const [at, stage] of stages.entries()) {
    if (stateOf(job).done > at) continue
    await job.commit(async (tx) => {
      await setStatus(parts, tx, tenant, stage.status)
      return { progress: { stage: stage.status, stages_done: at, stages: stages.length + 1 } }
    })
    await stage.run(work)
    await job.save({ state: { ...stateOf(job), done: at + 1 } })
  }
  return finalize(work)
}

async function capture({ parts, job, tenant }: Work): Promise<void> {
  const { db, browse } = parts
  const reader = createReader()
  // A stopping service does not wait for a slow file.
  const close = () => void reader.close()
  job.signal.addEventListener('abort', close)
  try {
    const known = await capturesOf(db, tenant.broadcastId)
    let place = known.length
    await captureSite(String(job.payload.website), {
      browse,
      reader,
      known,
      signal: job.signal,
      onCaptured: ({ what, url, found }) => {
        const at = place++
        const progress = { stage: stages[0]?.status, stages_done: 0, stages: stages.length + 1, files: at + 1 }
        return job.commit(async (tx) => {
          await insertCapture(tx, tenant.broadcastId, at, { what, url, found: found && JSON.stringify(found) })
          return { progress }
        })
      },
    })
  } finally {
    job.signal.removeEventListener('abort', close)
    await reader.close()
  }
}

async function generateAssets({ parts, job, tenant }: Work): Promise<void> {
  const { db, browse, keepMedia, clock } = parts
  const site = await requireSite(db, tenant.broadcastId)
  await collectAssets(site, stateOf(job).assets, {
    browse,
    keepMedia,
    findKept: (reference) => findByReference(db, tenant.broadcastId, kinds.media, reference),
    tenant,
    signal: job.signal,
    at: new Date(clock.now()).toISOString(),
    onKept: (assets) => {
      const pictures = Object.values(assets.pictures).filter((picture) => picture !== null).length
      const progress = { stage: stages[1]?.status, stages_done: 1, stages: stages.length + 1, pictures }
      return job.save({ state: { ...stateOf(job), assets }, progress })
    },
  })
}

/** The last step: look, front page and status in one transaction, so that no partial state is visible. */
async function finalize(work: Work): Promise<Record<string, unknown>> {
  const { parts, job, tenant } = work
  const kept = stateOf(job)
  if (isRecord(kept.result)) return kept.result
  await job.commit(async (tx) => {
    await setStatus(parts, tx, tenant, 'onboardingFinalizing')
    return { progress: { stage: 'onboardingFinalizing', stages_done: stages.length, stages: stages.length + 1 } }
  })
  const workplace = await workplaceOf(work)
  let found: Record<string, unknown> = {}
  await job.commit(async (tx) => {
    found = await finish(workplace, tx)
    await setStatus(parts, tx, tenant, 'idle')
    await endOnboarding(tx, tenant.broadcastId, { reason: null, found, at: new Date(parts.clock.now()) })
    return {
      state: { ...kept, result: found },
      progress: {
        stage: 'idle',
        stages_done: stages.length + 1,
        stages: stages.length + 1,
        notes: Array.isArray(found.notes) ? found.notes.length : 0,
      },
    }
  })
  return found
}

async function workplaceOf({ parts, job, tenant }: Work): Promise<Workplace> {
  const site = await requireSite(parts.db, tenant.broadcastId)
  return { ...parts, job, tenant, site, website: String(job.payload.website), assets: stateOf(job).assets }
}

async function setStatus({ writeContent }: OnboardingParts, tx: Tx, tenant: Tenant, status: string): Promise<void> {
  await writeContent(
    tx,
    tenant,
    (writes): Promise<AnyRecord> => writes.set(kinds.broadcast, tenant.broadcastId, { status }),
  )
}

async function requireSite(db: Db, broadcastId: string): Promise<Site> {
  const site = siteOf(await capturesOf(db, broadcastId))
  if (!site) throw new JobFailed('No part of the website could be read.')
  return site
}

async function capturesOf(db: Db, broadcastId: string): Promise<Capture[]> {
  const rows = await listCaptures(db, broadcastId)
  // Only the capturing stage writes these rows, and it writes captures.
  return rows.map(
    ({ what, url, found }) => ({ what, url, found: found === null ? null : JSON.parse(found) }) as Capture,
  )
}

function stateOf(job: Job): State {
  const { done = 0, assets = { pictures: {}, logoColours: [] }, ...rest } = job.state as Partial<State>
  return { ...rest, done, assets }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
