import { ECDH } from 'node:crypto'

/** Whether a text is the public key of a push subscription: 65 bytes in base64url that are a point of P-256. */
export function isPushKey(text: string): boolean {
  const bytes = bytesOf(text, 65)
  if (bytes?.[0] !== 0x04) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    // Not on the curve: messages encrypted for it could be read by the attacker who chose the point, or by no one.
    return false
  }
}

export const isPushAuth = (text: string) => bytesOf(text, 16) !== undefined

/** The decoded bytes, when the length matches and the encoding is canonical. Some browsers pad. */
function bytesOf(text: string, length: number): Buffer | undefined {
  const bare = text.replace(/={1,2}$/, '')
  const bytes = Buffer.from(bare, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === bare ? bytes : undefined
}
