import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** All cryptography based on `MARQUEE_SECRET_KEY`. The first key of the ring encrypts and signs; all of them decrypt and verify. */
export interface Vault {
  /** Encrypts a text with `context` as additional authenticated data; decrypting needs the same context. */
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
  /** A keyed hash with every key of the ring, the current one first. */
  digests(text: string, purpose: string): Buffer[]
  /** Derives a secret for a purpose from the current key; always the same one. */
  derive(purpose: string): Buffer
}

export function createVault(ring: Buffer[]): Vault {
  const keys = ring.map((secret) => ({
    secret,
    id: fingerprintOf(secret),
  }))
  const [current] = keys
  if (!current) throw new Error('the key ring is empty')

  return {
    seal(text, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', subKey(current.secret, 'seal'), iv)
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${current.id}.${iv.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(sealed, context) {
      const [version, keyId, iv = '', body = ''] = sealed.split('.')
      const key = keys.find(({ id }) => id === keyId)
      if (version !== 'v1' || !key) throw new Error('encrypted with a key that is not in MARQUEE_SECRET_KEY')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', subKey(key.secret, 'seal'), Buffer.from(iv, 'base64url'))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    },
    digests: (text, purpose) =>
      keys.map(({ secret }) => createHmac('sha256', subKey(secret, purpose)).update(text).digest()),
    derive: (purpose) => subKey(current.secret, purpose),
  }
}

/** Identifies a secret key without revealing it. Everything that is encrypted with the key shows it. */
export const fingerprintOf = (secret: Buffer) => createHash('sha256').update(secret).digest('base64url').slice(0, 8)

const subKeys = new Map<string, Buffer>()

function subKey(secret: Buffer, purpose: string): Buffer {
  const name = `${purpose}:${secret.toString('base64')}`
  const known = subKeys.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `marquee ${purpose}`, 32))
  subKeys.set(name, key)
  return key
}
