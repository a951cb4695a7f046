import { type AnyRecord, dayOf, invalid, kinds } from '@marquee/model'
import { AppError, notFound } from '../base/errors.ts'
import type { Tenant } from '../base/tenant.ts'
import { dropSubscription } from '../push/drop-subscription.ts'
import { obstacleTo } from '../push/obstacle.ts'
import { type Recipient, recipientOf } from '../push/recipient.ts'
import { ensurePublicKey, openSender } from '../push/sender.ts'
import { type Outcome, verdictOf } from '../push/verdict.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Queryable, Tx } from '../store/db.ts'
import { noOpenings, readOpenings } from '../store/public/openings.ts'
import { countReach, findRecipient, findSendingStanding, type Reach } from '../store/public/recipients.ts'
import { callOffCampaign, planCampaign } from '../store/queues/campaign-jobs.ts'
import type { JobHandler } from '../store/queues/jobs.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { findRecord } from '../store/records/records.ts'
import { audienceOf } from './audience.ts'
import type { CampaignParts } from './parts.ts'
import { payloadOf } from './payload.ts'
import { createCampaignHandler, lockCampaign, statsOf } from './run.ts'
import { type CampaignSummary, hoursFrom, summaryOf } from './summary.ts'

/** Operations on campaigns beyond create, read, update and delete. */
export interface Campaigns {
  /** Sends it now. */
  send(tx: Tx, tenant: Tenant, actor: Actor, id: string): Promise<AnyRecord>
  /** Cancels it, or stops sending to the remaining clients. */
  cancel(tx: Tx, tenant: Tenant, actor: Actor, id: string): Promise<AnyRecord>
  /** The number of recipients; with filters, those of that audience instead of its own. */
  reach(broadcastId: string, id: string, filters?: { filters: unknown; filtersLogical: string }): Promise<Reach>
  /** What became of it: delivered, opened, by language and hour. */
  summary(broadcastId: string, id: string): Promise<CampaignSummary>
  /** Finds the client of a test message. */
  prepareTrial(db: Queryable, broadcastId: string, id: string, clientId: string): Promise<Trial>
  /** Sends it to a single client, regardless of its audience. */
  try(tenant: Tenant, trial: Trial): Promise<Outcome>
  publicKey(broadcastId: string): Promise<string>
  handler: JobHandler
}

export interface Trial {
  campaign: AnyRecord
  recipient: Recipient
}

export function createCampaigns(parts: CampaignParts): Campaigns {
  const { db, writeQueue, clock, content } = parts

  const requireCampaign = async (reader: Queryable, broadcastId: string, id: string): Promise<AnyRecord> => {
    const body = await findRecord(reader, broadcastId, kind, id)
    if (body === undefined) throw notFound()
    return JSON.parse(body)
  }

  return {
    async send(tx, tenant, actor, id) {
      const { broadcastId } = tenant
      const standing = await findSendingStanding(tx, broadcastId)
      const campaign = await lockCampaign(tx, broadcastId, id)
      if (!standing || !campaign) throw notFound()
      if (!['draft', 'scheduled'].includes(String(campaign.status)))
        throw new AppError('campaign_closed', 'The campaign has been sent or cancelled; create a new one.')
      const obstacle = obstacleTo(standing)
      if (obstacle !== undefined)
        throw new AppError(standing.plan === 'free' ? 'plan_required' : 'broadcast_private', obstacle)
      if (!campaign.title && !campaign.body) throw invalid('/title', 'required', 'is required, or a body')
      await audienceOf(tx, broadcastId, campaign.audience)
      const at = new Date(clock.now())
      await planCampaign(tx, broadcastId, id, at, at)
      return content.setFields(tx, tenant, actor, kind, id, { status: 'sending' })
    },
    async cancel(tx, tenant, actor, id) {
      const { broadcastId } = tenant
      const campaign = await lockCampaign(tx, broadcastId, id)
      if (!campaign) throw notFound()
      const { status } = campaign
      if (status !== 'scheduled' && status !== 'sending')
        throw new AppError('campaign_not_under_way', 'The campaign is neither scheduled nor being sent.')
      const at = new Date(clock.now())
      // A campaign in progress is ended by its job, which also counts the messages in flight.
      if (status === 'scheduled') await callOffCampaign(tx, broadcastId, id, at)
      const stats = { ...statsOf(campaign), ...(status === 'sending' && { endedAt: at.toISOString() }) }
      return content.setFields(tx, tenant, actor, kind, id, { status: 'cancelled', stats })
    },
    async reach(broadcastId, id, other) {
      const { audience } = await requireCampaign(db, broadcastId, id)
      const where = other
        ? await audienceOf(db, broadcastId, other, '?filters')
        : await audienceOf(db, broadcastId, audience)
      return countReach(db, broadcastId, where)
    },
    async summary(broadcastId, id) {
      const stats = statsOf(await requireCampaign(db, broadcastId, id))
      const startedMs = Date.parse(stats.startedAt ?? '')
      if (Number.isNaN(startedMs)) return summaryOf(stats, noOpenings, [])
      const { timeZone, dayStart } = await findCalendar(db, broadcastId)
      const openings = await readOpenings(db, broadcastId, id, dayOf(startedMs, dayStart, timeZone))
      return summaryOf(stats, openings, hoursFrom(startedMs, dayStart, timeZone))
    },
    async prepareTrial(reader, broadcastId, id, clientId) {
      const campaign = await requireCampaign(reader, broadcastId, id)
      if (!campaign.title && !campaign.body) throw invalid('/title', 'required', 'is required, or a body')
      const row = await findRecipient(reader, broadcastId, clientId)
      if (!row) throw invalid('/clientId', 'not_found_reference', 'points to no broadcastClient of this broadcast')
      const recipient = recipientOf(broadcastId, row, parts.openSubscription)
      if (!recipient) throw invalid('/clientId', 'unreachable', 'has no push subscription')
      return { campaign, recipient }
    },
    async try(tenant, { campaign, recipient }) {
      const { broadcastId } = tenant
      const { subscription, clientId, sealed } = recipient
      const { locales } = await findCalendar(db, broadcastId)
      const locale = recipient.locale !== null && locales.includes(recipient.locale) ? recipient.locale : null
      const local = locale === null ? campaign : parts.localize(kind, campaign, locale)
      const send = await openSender(parts, broadcastId)
      const reply = await send(subscription, payloadOf({ ...campaign, ...local }, broadcastId, locale))
      const { type } = verdictOf(Number.POSITIVE_INFINITY, reply, 0)
      if (type === 'gone')
        await writeQueue.write(broadcastId, (tx) => dropSubscription(content, tx, tenant, clientId, sealed))
      return type === 'retry' ? 'failed' : type
    },
    publicKey: (broadcastId) => ensurePublicKey(parts, broadcastId),
    handler: createCampaignHandler(parts),
  }
}

const kind = kinds.broadcastCampaign
