import { type AnyRecord, kinds } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import type { Tx } from '../store/db.ts'
import { takeRecipients } from '../store/public/recipients.ts'
import { lockRecord } from '../store/records/records.ts'
import type { CampaignParts } from './parts.ts'
import type { Outcome } from './verdict.ts'

/** The final result for one client. */
export interface Result {
  clientId: string
  outcome: Outcome
  /** The encrypted subscription that a push service no longer knows. */
  goneSubscription?: string
}

export interface Tally {
  add(result: Result): void
  /** Saves the results so far. False when the campaign is no longer being sent. */
  flush(): Promise<boolean>
}

/** Removes the recipients of a campaign and counts them in its `stats`, in one transaction for all results since the last. */
export function createTally(parts: CampaignParts, tenant: Tenant, campaignId: string): Tally {
  const results: Result[] = []
  return {
    add: (result) => void results.push(result),
    async flush() {
      let isOpen = true
      do {
        const batch = results.splice(0, maxTogether)
        try {
          isOpen = await parts.writeQueue.write(tenant.broadcastId, (tx) =>
            record(parts, tx, tenant, campaignId, batch),
          )
        } catch (error) {
          // Results that could not be saved are kept for the next save: otherwise the messages would be sent again.
          results.unshift(...batch)
          throw error
        }
      } while (results.length > 0)
      return isOpen
    },
  }
}

const maxTogether = 200

async function record(
  { content }: CampaignParts,
  tx: Tx,
  tenant: Tenant,
  campaignId: string,
  batch: Result[],
): Promise<boolean> {
  const { broadcastId } = tenant
  const stored = await lockRecord(tx, broadcastId, kinds.broadcastCampaign, { id: campaignId })
  if (!stored) return false
  const campaign: AnyRecord = JSON.parse(stored.body)
  const ids = batch.map(({ clientId }) => clientId)
  const taken = ids.length > 0 ? await takeRecipients(tx, broadcastId, campaignId, ids) : new Set<string>()
  const counted = batch.filter(({ clientId }) => taken.has(clientId))
  for (const one of counted) await dropSubscription(content, tx, tenant, one)
  if (counted.length > 0)
    await content.setFields(tx, tenant, service, kinds.broadcastCampaign, campaignId, {
      stats: withResults(campaign.stats as Stats, counted),
    })
  return campaign.status === 'sending'
}

/** The counts of a campaign, from its record. */
export interface Stats {
  total?: number
  sent?: number
  failed?: number
  gone?: number
  startedAt?: string | null
  endedAt?: string | null
  reason?: string
}

export function withResults(stats: Stats, results: Pick<Result, 'outcome'>[]): Stats {
  const after = { ...stats }
  for (const { outcome } of results) after[outcome] = (after[outcome] ?? 0) + 1
  return after
}

/** Deletes a subscription that no longer exists, unless the client has sent another one in the meantime. */
export async function dropSubscription(
  content: CampaignParts['content'],
  tx: Tx,
  tenant: Tenant,
  { clientId, goneSubscription }: Pick<Result, 'clientId' | 'goneSubscription'>,
): Promise<void> {
  if (goneSubscription === undefined) return
  const kind = kinds.broadcastClient
  const stored = await lockRecord(tx, tenant.broadcastId, kind, { id: clientId })
  if (stored?.secrets?.pushSubscription !== goneSubscription) return
  await content.update(tx, tenant, service, kind, clientId, { pushSubscription: null })
}

const service = { type: 'service' as const }
