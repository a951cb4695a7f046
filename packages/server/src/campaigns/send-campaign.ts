import { type AnyRecord, kinds } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import { pageSize, sendAll } from '../push/send-all.ts'
import { type RecipientRow, readRecipients } from '../store/public/recipients.ts'
import type { Job } from '../store/queues/jobs.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import type { CampaignParts } from './parts.ts'
import { payloadOf } from './payload.ts'
import { saveTally } from './tally.ts'

/** Sends to all pending recipients, and saves the results. Ends early when the campaign is cancelled or deleted; throws when interrupted. */
export async function sendCampaign(parts: CampaignParts, job: Job, tenant: Tenant, campaign: AnyRecord): Promise<void> {
  const { broadcastId } = tenant
  const { locales } = await findCalendar(parts.db, broadcastId)
  const payloadFor = createPayloads(parts, campaign, broadcastId)
  await sendAll<RecipientRow>(parts, {
    broadcastId,
    signal: job.signal,
    async handOut({ add, hasRoom }) {
      for (let after = ''; await hasRoom(); ) {
        const page = await readRecipients(parts.db, broadcastId, campaign._id, after, pageSize)
        after = page.at(-1)?.client_id ?? ''
        if (after === '') break
        // A language that was removed since the app registered has no texts.
        for (const row of page) add({ ...row, locale: locales.includes(row.locale ?? '') ? row.locale : null })
      }
    },
    messageFor: ({ locale }) => ({
      id: campaign._id,
      payload: payloadFor(locale),
      options: { topic: campaign._id },
    }),
    async save(results) {
      const saved = await parts.writeQueue.write(broadcastId, (tx) =>
        saveTally(parts, tx, tenant, campaign._id, results),
      )
      await job.progressed()
      return saved
    },
  })
}

/** The payload in each language, built once. */
function createPayloads({ localize }: CampaignParts, campaign: AnyRecord, broadcastId: string) {
  const made = new Map<string | null, string>()
  return (locale: string | null): string => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const local = locale === null ? campaign : localize(kinds.broadcastCampaign, campaign, locale)
    const payload = payloadOf({ ...campaign, ...local }, broadcastId, locale)
    made.set(locale, payload)
    return payload
  }
}
