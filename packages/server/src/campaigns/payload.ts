import type { AnyRecord } from '@marquee/model'

/** The payload that a service worker receives. */
export interface PushPayload {
  title: string | null
  body: string | null
  navigator: unknown
  broadcast_id: string
  campaign_id: string
  locale: string | null
  /** The link of the navigator, if it has one. */
  url?: string
}

/** The capacity of an encrypted record of 4,096 bytes (RFC 8291, section 4). */
export const maxPayloadBytes = 3_993

/** The message in one language, as JSON that every push service accepts: texts that are too long are cut at a word, with an ellipsis. */
export function payloadOf(campaign: AnyRecord, broadcastId: string, locale: string | null): string {
  const { title, body, navigator } = campaign
  const url = Object(navigator).url
  const around: PushPayload = {
    title: null,
    body: null,
    navigator,
    broadcast_id: broadcastId,
    campaign_id: campaign._id,
    locale,
    ...(typeof url === 'string' && { url }),
  }
  // Two nulls take as many bytes as two pairs of quotation marks, so there is room for both.
  const room = maxPayloadBytes - Buffer.byteLength(JSON.stringify(around))
  const shownTitle = typeof title === 'string' ? cut(title, Math.min(room, maxTitleBytes)) : null
  const shownBody = typeof body === 'string' ? cut(body, room - bytesOf(shownTitle ?? '')) : null
  return JSON.stringify({ ...around, title: shownTitle, body: shownBody })
}

const maxTitleBytes = 600

/** The length of a text inside JSON, without its quotation marks. */
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** The text, or its longest beginning that fits; never cut inside a grapheme. */
function cut(text: string, room: number): string {
  if (bytesOf(text) <= room) return text
  let kept = ''
  let left = room - bytesOf(ellipsis)
  for (const { segment } of signs.segment(text.slice(0, room))) {
    left -= bytesOf(segment)
    if (left < 0) break
    kept += segment
  }
  const lastBlank = kept.search(/\s\S*$/)
  const isNear = lastBlank > kept.length - longestWord
  return `${(isNear ? kept.slice(0, lastBlank) : kept).trimEnd()}${ellipsis}`
}

const ellipsis = '…'
const longestWord = 40
const signs = new Intl.Segmenter()
