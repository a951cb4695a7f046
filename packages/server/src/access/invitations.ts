import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from '../base/vault.ts'

/** What an invitation says: which member record of which broadcast it is for, and until when. */
export interface Invitation {
  broadcastId: string
  memberId: string
  expiresAtMs: number
}

/** Whoever holds the token may become the member. It is worked out, not stored; deleting the member record ends it. */
export function invitationToken(vault: Vault, { broadcastId, memberId, expiresAtMs }: Invitation): string {
  const text = `${broadcastId}.${memberId}.${Math.floor(expiresAtMs / 1_000)}`
  return `${text}.${sign(vault, text)}`
}

export function readInvitation(vault: Vault, token: string, nowMs: number): Invitation | undefined {
  const [broadcastId = '', memberId = '', seconds = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(vault, `${broadcastId}.${memberId}.${seconds}`))
  const given = Buffer.from(signature)
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  const expiresAtMs = Number(seconds) * 1_000
  return isGenuine && expiresAtMs > nowMs ? { broadcastId, memberId, expiresAtMs } : undefined
}

const sign = (vault: Vault, text: string) =>
  createHmac('sha256', vault.derive('invitations')).update(text).digest('base64url')
