import { type AnyRecord, kinds, unknownLanguage } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import { dropSubscription } from '../push/drop-subscription.ts'
import type { Result } from '../push/results.ts'
import type { Outcome } from '../push/verdict.ts'
import type { Tx } from '../store/db.ts'
import { type RecipientRow, takeRecipients } from '../store/public/recipients.ts'
import { lockRecord } from '../store/records/records.ts'
import type { CampaignParts } from './parts.ts'

/** Removes the recipients of a campaign and counts them in its `stats`. False when the campaign is no longer being sent. */
export async function saveTally(
  { content }: CampaignParts,
  tx: Tx,
  tenant: Tenant,
  campaignId: string,
  results: Result<RecipientRow>[],
): Promise<boolean> {
  const { broadcastId } = tenant
  const stored = await lockRecord(tx, broadcastId, kinds.broadcastCampaign, { id: campaignId })
  if (!stored) return false
  const campaign: AnyRecord = JSON.parse(stored.body)
  const ids = results.map(({ row }) => row.client_id)
  const taken = ids.length > 0 ? await takeRecipients(tx, broadcastId, campaignId, ids) : new Set<string>()
  const counted = results.filter(({ row }) => taken.has(row.client_id))
  for (const { row, goneSubscription } of counted) {
    if (goneSubscription !== undefined) await dropSubscription(content, tx, tenant, row.client_id, goneSubscription)
  }
  if (counted.length > 0)
    await content.setFields(tx, tenant, { type: 'service' }, kinds.broadcastCampaign, campaignId, {
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
  languages?: Record<string, Partial<Record<Outcome, number>>>
  startedAt?: string | null
  endedAt?: string | null
  reason?: string
}

function withResults(stats: Stats, results: Pick<Result<RecipientRow>, 'outcome' | 'row'>[]): Stats {
  const after = { ...stats, languages: { ...stats.languages } }
  for (const { outcome, row } of results) {
    const language = row.locale ?? unknownLanguage
    const known = after.languages[language]
    after[outcome] = (after[outcome] ?? 0) + 1
    after.languages[language] = { ...known, [outcome]: (known?.[outcome] ?? 0) + 1 }
  }
  return after
}
