import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from './vault.ts'

/** The purpose of a token. A token for one purpose is not valid for another. */
export type Purpose = 'invitations' | 'previews' | 'calendars' | 'devices' | 'hooks'

/** A signed token that carries claims. It is not stored, so it cannot leak from the database. */
export function signToken(vault: Vault, purpose: Purpose, words: string[], expiresAtMs: number): string {
  const text = [...words, Math.floor(expiresAtMs / 1_000)].join('.')
  return `${text}.${signature(vault, purpose, text)}`
}

/** The claims and the expiry of a token with a valid signature that has not expired. */
export function readToken(
  vault: Vault,
  purpose: Purpose,
  token: string,
  nowMs: number,
): { words: string[]; expiresAtMs: number } | undefined {
  const parts = token.split('.')
  const given = Buffer.from(parts.pop() ?? '')
  const expected = Buffer.from(signature(vault, purpose, parts.join('.')))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const expiresAtMs = Number(parts.pop()) * 1_000
  return expiresAtMs > nowMs ? { words: parts, expiresAtMs } : undefined
}

const signature = (vault: Vault, purpose: Purpose, text: string) =>
  createHmac('sha256', vault.derive(purpose)).update(text).digest('base64url')
