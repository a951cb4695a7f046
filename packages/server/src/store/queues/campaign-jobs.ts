import { newObjectId } from '../../base/object-id.ts'
import type { Tx } from '../db.ts'
import { addJob, cancelJob } from './jobs.ts'

/** Schedules sending a campaign; an earlier schedule is replaced. */
export async function planCampaign(
  tx: Tx,
  broadcastId: string,
  campaignId: string,
  at: Date,
  dueAt: Date,
): Promise<void> {
  await callOffCampaign(tx, broadcastId, campaignId, at)
  await addJob(tx, {
    broadcastId,
    id: newObjectId(at.getTime()),
    type: campaignJobType,
    payload: { campaignId },
    key: keyOf(campaignId),
    at,
    dueAt,
  })
}

export async function callOffCampaign(tx: Tx, broadcastId: string, campaignId: string, at: Date): Promise<void> {
  await cancelJob(tx, broadcastId, keyOf(campaignId), at)
}

export const campaignJobType = 'campaign'

const keyOf = (campaignId: string) => `campaign/${campaignId}`
