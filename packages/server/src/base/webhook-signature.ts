import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The bytes of a secret: `whsec_` and base64 as in Standard Webhooks, or any other text as it is. Undefined when the base64 is invalid
 * or not canonical: receivers' libraries differ in what else they accept.
 */
export function secretBytes(secret: string): Buffer | undefined {
  if (!secret.startsWith('whsec_')) return Buffer.from(secret, 'utf8')
  const encoded = secret.slice('whsec_'.length)
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === encoded ? bytes : undefined
}

/**
 * Whether a call is signed with the secret: by the headers of Standard Webhooks, at most five minutes ago, or by the header of GitHub,
 * which has no time. A call with both must have both right.
 */
export function isSigned(secret: string, headers: IncomingHttpHeaders, body: Buffer, nowMs: number): boolean {
  const key = secretBytes(secret)
  const standard = headers['webhook-signature']
  const github = headers['x-hub-signature-256']
  if (!key || (standard === undefined && github === undefined)) return false
  return (
    (standard === undefined || isStandard(key, String(standard), headers, body, nowMs)) &&
    (github === undefined || isSame(`sha256=${signed(key, '', body).toString('hex')}`, String(github)))
  )
}

function isStandard(key: Buffer, given: string, headers: IncomingHttpHeaders, body: Buffer, nowMs: number): boolean {
  const [id, timestamp] = [String(headers['webhook-id'] ?? ''), String(headers['webhook-timestamp'] ?? '')]
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (id === '' || !isFresh) return false
  const expected = `v1,${signed(key, `${id}.${timestamp}.`, body).toString('base64')}`
  // A list during the rotation of a secret.
  return given.split(' ').some((one) => isSame(expected, one))
}

const signed = (key: Buffer, head: string, body: Buffer) => createHmac('sha256', key).update(head).update(body).digest()

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const toleranceSeconds = 300
