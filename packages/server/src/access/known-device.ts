import { randomBytes } from 'node:crypto'
import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'

/**
 * Marks a browser that has signed in to an account, so that attackers who guess passwords cannot lock its owner out
 * (docs/decisions/0109). It grants no access: the password is still required.
 */
export function deviceToken(vault: Vault, email: string, nowMs: number): string {
  return signToken(vault, 'devices', [randomBytes(12).toString('base64url'), accountOf(vault, email)], nowMs + lifeMs)
}

/** The id of the device, when the token is valid and for this account. */
export function readDevice(vault: Vault, token: string, email: string, nowMs: number): string | undefined {
  const [id, account] = readToken(vault, 'devices', token, nowMs)?.words ?? []
  return account === accountOf(vault, email) ? id : undefined
}

export const deviceCookie = 'marquee.device'
export const deviceLifeSeconds = 180 * 86_400
const lifeMs = deviceLifeSeconds * 1_000

/** Digested, so that the cookie does not reveal the e-mail address to other users of the browser. */
function accountOf(vault: Vault, email: string): string {
  const [digest] = vault.digests(email.toLowerCase(), 'devices')
  return digest?.toString('base64url') ?? ''
}
