/** The payload that a service worker receives. */
export interface PushPayload {
  type: 'campaign' | 'reminder' | 'change'
  title: string | null
  body: string | null
  navigator: unknown
  broadcast_id: string
  /** Of a campaign. */
  campaign_id?: string
  /** Of a reminder, or of a notice that a session changed. */
  session_id?: string
  locale: string | null
  /** The link of the navigator, if it has one. */
  url?: string
}

/** The capacity of an encrypted record of 4,096 bytes (RFC 8291, section 4). */
export const maxPayloadBytes = 3_993

/** The payload as JSON that every push service accepts: texts that are too long are cut at a word, with an ellipsis. */
export function fittedPayload({ title, body, ...rest }: PushPayload): string {
  const around = { title: null, body: null, ...rest }
  // Two nulls take as many bytes as two pairs of quotation marks, so there is room for both.
  const room = maxPayloadBytes - Buffer.byteLength(JSON.stringify(around))
  const shownTitle = title === null ? null : cut(title, Math.min(room, maxTitleBytes))
  const shownBody = body === null ? null : cut(body, room - bytesOf(shownTitle ?? ''))
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
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, room))) {
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
