import { type AnyRecord, Invalid, kinds } from '@marquee/model'
import { JobFailed } from '../base/job.ts'
import type { Tenant } from '../base/tenant.ts'
import { obstacleTo } from '../push/obstacle.ts'
import type { Tx } from '../store/db.ts'
import {
  deleteRecipients,
  findSendingStanding,
  insertRecipients,
  type SendingStanding,
} from '../store/public/recipients.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import { lockRecord } from '../store/records/records.ts'
import { audienceOf } from './audience.ts'
import type { CampaignParts } from './parts.ts'
import { sendCampaign } from './send-campaign.ts'
import type { Stats } from './tally.ts'

/** Runs a campaign to its end. Pending recipients are in the database, so after a crash it resumes with those. */
export function createCampaignHandler(parts: CampaignParts): JobHandler {
  return {
    async run(job) {
      const campaignId = String(job.payload.campaignId)
      const standing = await findSendingStanding(parts.db, job.broadcastId)
      if (!standing) return {}
      const tenant = { broadcastId: job.broadcastId, userId: standing.user_id }
      const campaign = await begin(parts, job, tenant, campaignId, standing)
      if (!campaign) return {}
      await sendCampaign(parts, job, tenant, campaign)
      return { ...(await end(parts, tenant, campaignId)) }
    },
    onFailed: (tx, { broadcastId, payload }, reason) =>
      fail(parts, tx, broadcastId, String(payload.campaignId), reason),
  }
}

/** Fixes the audience when sending starts. Undefined when there is nothing to send: it was cancelled, changed or deleted. */
function begin(
  { writeQueue, clock, content }: CampaignParts,
  { broadcastId }: Job,
  tenant: Tenant,
  campaignId: string,
  standing: SendingStanding,
): Promise<AnyRecord | undefined> {
  return writeQueue.write(broadcastId, async (tx) => {
    const campaign = await lockCampaign(tx, broadcastId, campaignId)
    if (!campaign || !['scheduled', 'sending'].includes(String(campaign.status))) return undefined
    if (statsOf(campaign).startedAt) return campaign
    const nowMs = clock.now()
    const obstacle = isTooLate(campaign, nowMs) ? tooLate : obstacleTo(standing)
    if (obstacle !== undefined) throw new JobFailed(obstacle)
    const where = await audienceOf(tx, broadcastId, campaign.audience).catch((error: unknown) => {
      throw error instanceof Invalid ? new JobFailed('The audience is no longer a valid filter on clients.') : error
    })
    const total = await insertRecipients(tx, broadcastId, campaignId, where)
    const stats: Stats = { total, sent: 0, failed: 0, gone: 0, startedAt: isoOf(nowMs), endedAt: null }
    return content.setFields(tx, tenant, service, kind, campaignId, { status: 'sending', stats })
  })
}

const tooLate = 'The service was not running when it was due, and now it is too late.'
const isTooLate = ({ status, scheduledAt }: AnyRecord, nowMs: number) =>
  status === 'scheduled' && nowMs - Date.parse(String(scheduledAt)) > latestMs

/** Closes a campaign after every recipient was tried. One that was cancelled in the meantime keeps its status. */
function end({ writeQueue, clock, content }: CampaignParts, tenant: Tenant, campaignId: string): Promise<Stats> {
  const { broadcastId } = tenant
  return writeQueue.write(broadcastId, async (tx) => {
    const campaign = await lockCampaign(tx, broadcastId, campaignId)
    if (!campaign) return {}
    await deleteRecipients(tx, broadcastId, campaignId)
    const before = statsOf(campaign)
    if (campaign.status !== 'sending') return before
    const { total = 0, sent = 0, failed = 0 } = before
    const isFailed = sent === 0 && failed > 0
    const stats: Stats = {
      ...before,
      // Includes clients that were deleted during sending: their recipient rows were deleted with them.
      gone: total - sent - failed,
      endedAt: isoOf(clock.now()),
      ...(isFailed && { reason: 'No push service accepted the message.' }),
    }
    await content.setFields(tx, tenant, service, kind, campaignId, { status: isFailed ? 'failed' : 'sent', stats })
    return stats
  })
}

async function fail(
  { clock, content }: CampaignParts,
  tx: Tx,
  broadcastId: string,
  campaignId: string,
  reason: string,
): Promise<void> {
  const standing = await findSendingStanding(tx, broadcastId)
  const campaign = await lockCampaign(tx, broadcastId, campaignId)
  if (!standing || !campaign) return
  await deleteRecipients(tx, broadcastId, campaignId)
  if (!['scheduled', 'sending'].includes(String(campaign.status))) return
  const stats: Stats = { ...statsOf(campaign), endedAt: isoOf(clock.now()), reason }
  const tenant = { broadcastId, userId: standing.user_id }
  await content.setFields(tx, tenant, service, kind, campaignId, { status: 'failed', stats })
}

export async function lockCampaign(tx: Tx, broadcastId: string, id: string): Promise<AnyRecord | undefined> {
  const stored = await lockRecord(tx, broadcastId, kind, { id })
  return stored && JSON.parse(stored.body)
}

export const statsOf = (campaign: AnyRecord): Stats => Object(campaign.stats)

const kind = kinds.broadcastCampaign
const service = { type: 'service' as const }
const isoOf = (ms: number) => new Date(ms).toISOString()
/** "Doors open in ten minutes" must not be sent an hour later. */
const latestMs = 3_600_000
