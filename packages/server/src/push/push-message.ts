import webPush from 'web-push'
import type { OutboundRequest } from '../base/outbound/index.ts'

/** The push subscription of a browser: the endpoint, and the keys that its messages are encrypted for. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The sender as push services identify it (RFC 8292). */
export interface Sender {
  publicKey: string
  privateKey: string
  /** The contact for operators of push services. */
  contact: string
}

export interface MessageOptions {
  /** Messages with the same topic replace each other while they wait at the push service. */
  topic?: string
  /** How long a push service stores the message for a device that is offline; a day by default. */
  ttlSeconds?: number
  /** `high` also wakes a device that saves power. */
  urgency?: 'normal' | 'high'
  signal?: AbortSignal
}

export type MakeMessage = (subscription: Subscription, payload: string, options?: MessageOptions) => OutboundRequest

/** Builds requests with encrypted messages. Each message has its own keys; the token for a push service is reused for hours. */
export function createMessageMaker(sender: Sender): MakeMessage {
  const tokens = new Map<string, { header: string; madeMs: number }>()
  const tokenFor = (origin: string): string => {
    const known = tokens.get(origin)
    // Push services check the token against their own clock, so it uses the real time.
    if (known && performance.now() - known.madeMs < tokenUsedMs) return known.header
    const { publicKey, privateKey, contact } = sender
    const { Authorization: header } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, encoding)
    tokens.set(origin, { header, madeMs: performance.now() })
    return header
  }
  return ({ endpoint, keys }, payload, { topic, ttlSeconds = longestSeconds, urgency = 'normal', signal } = {}) => ({
    method: 'POST',
    url: endpoint,
    headers: {
      authorization: tokenFor(new URL(endpoint).origin),
      'content-encoding': encoding,
      'content-type': 'application/octet-stream',
      ttl: String(Math.min(ttlSeconds, longestSeconds)),
      urgency,
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
/** Messages of a festival are outdated the day after. */
const longestSeconds = 86_400
/** A token is valid for twelve hours. */
const tokenUsedMs = 6 * 3_600_000
const timeoutMs = 10_000
