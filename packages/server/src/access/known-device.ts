import { randomBytes } from 'node:crypto'
import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'

/**
 * Marks a browser that signed in to an account, so that others who guess at the account cannot lock its owner out
 * (docs/decisions/0109). It opens nothing: a password is needed as ever.
 */
export function deviceToken(vault: Vault, email: string, nowMs: number): string {
  return signToken(vault, 'devices', [randomBytes(12).toString('base64url'), accountOf(vault, email)], nowMs + lifeMs)
}

/** The id of the device, when the token is ours and for this account. */
export function readDevice(vault: Vault, token: string, email: string, nowMs: number): string | undefined {
  const [id, account] = readToken(vault, 'devices', token, nowMs)?.words ?? []
  return account === accountOf(vault, email) ? id : undefined
}

export const deviceCookie = 'marquee.device'
export const deviceLifeSeconds = 180 * 86_400
const lifeMs = deviceLifeSeconds * 1_000

/** The browser of one person should not tell another the address of the first. */
function accountOf(vault: Vault, email: string): string {
  const [digest] = vault.digests(email.toLowerCase(), 'devices')
  return digest?.toString('base64url') ?? ''
}
