import webPush from 'web-push'
import type { OutboundRequest } from '../base/outbound/index.ts'

/** Where a browser is reached, and for whom alone its messages are readable. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Who sends, as push services know them (RFC 8292). */
export interface Sender {
  publicKey: string
  privateKey: string
  /** How the operators of a push service reach ours. */
  contact: string
}

export interface MessageOptions {
  /** Messages with the same one replace each other as long as they wait at the push service. */
  topic?: string
  signal?: AbortSignal
}

export type MakeMessage = (subscription: Subscription, payload: string, options?: MessageOptions) => OutboundRequest

/** Makes requests that carry encrypted messages. Each has keys of its own; the token for a push service serves for hours. */
export function createMessageMaker(sender: Sender): MakeMessage {
  const tokens = new Map<string, { header: string; madeMs: number }>()
  const tokenFor = (origin: string): string => {
    const known = tokens.get(origin)
    // Push services look at their own clock, so the token is of the real one.
    if (known && performance.now() - known.madeMs < tokenUsedMs) return known.header
    const { publicKey, privateKey, contact } = sender
    const { Authorization: header } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, encoding)
    tokens.set(origin, { header, madeMs: performance.now() })
    return header
  }
  return ({ endpoint, keys }, payload, { topic, signal } = {}) => ({
    method: 'POST',
    url: endpoint,
    headers: {
      authorization: tokenFor(new URL(endpoint).origin),
      'content-encoding': encoding,
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      urgency: 'normal',
      ...(topic !== undefined && { topic }),
    },
    body: webPush.encrypt(bare(keys.p256dh), bare(keys.auth), payload, encoding).cipherText,
    timeoutMs,
    maxReplyBytes: 1_024,
    ...(signal && { signal }),
  })
}

export const newSenderKeys = () => webPush.generateVAPIDKeys()

const bare = (text: string) => text.replace(/=+$/, '')

const encoding = 'aes128gcm'
/** How long a push service keeps a message for a device that is off. What a festival has to say is old the day after. */
const keptSeconds = 86_400
/** A token is valid for twelve hours. */
const tokenUsedMs = 6 * 3_600_000
const timeoutMs = 10_000
