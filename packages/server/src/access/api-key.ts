import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `mrq_live_`, 32 random characters, and a checksum that detects a mistyped key without a database query. */
export function newApiKey(): string {
  return apiKeyFrom(Array.from({ length: bodyLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''))
}

/** The key with a given random part. */
export function apiKeyFrom(body: string): string {
  return `${prefix}${body}${checksum(body)}`
}

/** Maps bytes to characters of the key alphabet. */
export function base62(bytes: Buffer): string {
  return [...bytes].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

export function isWellFormed(key: string): boolean {
  if (!shape.test(key)) return false
  const body = key.slice(prefix.length, prefix.length + bodyLength)
  return key.endsWith(checksum(body))
}

const prefix = 'mrq_live_'
const bodyLength = 32
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^mrq_live_[0-9A-Za-z]{38}$/

function checksum(body: string): string {
  let rest = crc32(`${prefix}${body}`)
  let text = ''
  for (let digit = 0; digit < 6; digit++) {
    text = alphabet.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
