import { createHmac } from 'node:crypto'

/** The bytes of a secret: `whsec_` and base64 as Standard Webhooks has it, or any other text as it is. Undefined when the base64 is none. */
export function secretBytes(secret: string): Buffer | undefined {
  if (!secret.startsWith('whsec_')) return Buffer.from(secret, 'utf8')
  const encoded = secret.slice('whsec_'.length)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.replace(/=+$/, '').length % 4 === 1) return undefined
  return Buffer.from(encoded, 'base64')
}

/** The headers by which a receiver knows a delivery is ours. Each of several secrets signs, so that a rotation needs no pause. */
export function signatureHeaders(
  secrets: Buffer[],
  message: { id: string; timestampSeconds: number; body: string },
): Record<string, string> {
  const { id, timestampSeconds: t, body } = message
  const head = { 'webhook-id': id, 'webhook-timestamp': String(t) }
  if (secrets.length === 0) return head
  const standard = secrets.map((secret) => `v1,${hmac(secret, `${id}.${t}.${body}`).toString('base64')}`)
  const own = secrets.map((secret) => `v1=${hmac(secret, `${t}.${body}`).toString('hex')}`)
  return { ...head, 'webhook-signature': standard.join(' '), 'x-service-signature': `t=${t},${own.join(',')}` }
}

const hmac = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest()
