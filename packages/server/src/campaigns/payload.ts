import type { AnyRecord } from '@marquee/model'
import { fittedPayload } from '../push/payload.ts'

/** The message of a campaign in one language. */
export function payloadOf(campaign: AnyRecord, broadcastId: string, locale: string | null): string {
  const { title, body, navigator } = campaign
  const url = Object(navigator).url
  return fittedPayload({
    type: 'campaign',
    title: typeof title === 'string' ? title : null,
    body: typeof body === 'string' ? body : null,
    navigator,
    broadcast_id: broadcastId,
    campaign_id: campaign._id,
    locale,
    ...(typeof url === 'string' && { url }),
  })
}
