import { createHmac } from 'node:crypto'

/** The headers by which a receiver verifies a delivery. Each of several secrets signs, so that a rotation needs no pause. */
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

/** Binds an encrypted secret to its webhook. */
export const secretContext = (webhookId: string) => `webhook/${webhookId}`

const hmac = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest()
