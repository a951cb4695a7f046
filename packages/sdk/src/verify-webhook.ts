import type { WebHeaders } from './web-types.ts'

/** The payload of a webhook delivery. */
export interface WebhookEvent {
  id: string
  type: string
  api_version: string
  timestamp: string
  broadcast_id: string
  sequence: number | null
  data: Record<string, unknown>
  truncated?: boolean
}

export interface VerifyOptions {
  /** The raw body as received, before any parsing. */
  body: string
  headers: WebHeaders | Record<string, string | string[] | undefined>
  /** The secret of the webhook; during a rotation, the new and the old one. */
  secret: string | string[]
  /** The maximum age of a delivery. Default: 300. */
  toleranceSeconds?: number
  /** The current time in milliseconds; for tests. */
  nowMs?: number
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

export class WebhookVerificationError extends Error {}

/**
 * The event of a delivery whose signature is valid and fresh; throws otherwise.
 * Either of the two signature headers is enough; when both are present, both must be valid.
 */
export async function verifyWebhook(options: VerifyOptions): Promise<WebhookEvent> {
  const { body, toleranceSeconds = 300, nowMs = Date.now() } = options
  const header = (name: string) => headerOf(options.headers, name)
  const keys = await Promise.all([options.secret].flat().map(importKey))
  const standard = header('webhook-signature')
  const own = header('x-service-signature')
  if (standard === undefined && own === undefined) throw new WebhookVerificationError('the delivery is not signed')
  if (standard !== undefined) {
    const [id, timestamp] = [header('webhook-id') ?? '', header('webhook-timestamp') ?? '']
    requireFresh(timestamp, toleranceSeconds, nowMs)
    const given = standard.split(' ').flatMap((part) => (part.startsWith('v1,') ? [fromBase64(part.slice(3))] : []))
    await requireSigned(keys, `${id}.${timestamp}.${body}`, given)
  }
  if (own !== undefined) {
    const parts = own.split(',').map((part) => part.split('=', 2))
    const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
    requireFresh(timestamp, toleranceSeconds, nowMs)
    const given = parts.flatMap(([name, value]) => (name === 'v1' ? [fromHex(value ?? '')] : []))
    await requireSigned(keys, `${timestamp}.${body}`, given)
  }
  return JSON.parse(body)
}

async function requireSigned(keys: Key[], text: string, given: (Uint8Array<ArrayBuffer> | undefined)[]): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  for (const key of keys) {
    for (const signature of given) {
      // crypto.subtle.verify compares in constant time.
      if (signature?.length === 32 && (await crypto.subtle.verify('HMAC', key, signature, bytes))) return
    }
  }
  throw new WebhookVerificationError('the signature does not fit')
}

function requireFresh(timestamp: string, toleranceSeconds: number, nowMs: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('the timestamp is missing')
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('the timestamp is too old or in the future')
}

function importKey(secret: string): Promise<Key> {
  const bytes = secret.startsWith('whsec_')
    ? fromBase64(secret.slice('whsec_'.length))
    : new TextEncoder().encode(secret)
  if (!bytes || bytes.length === 0) throw new WebhookVerificationError('the secret is not valid')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerOf(headers: VerifyOptions['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(found) ? found[0] : found
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
