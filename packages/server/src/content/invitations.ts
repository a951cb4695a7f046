import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'

/** An invitation: the member record it is for, and its expiry. */
export interface Invitation {
  broadcastId: string
  memberId: string
  expiresAtMs: number
}

/** The bearer of the token can become the member. Deleting the member record revokes it. */
export function invitationToken(vault: Vault, { broadcastId, memberId, expiresAtMs }: Invitation): string {
  return signToken(vault, 'invitations', [broadcastId, memberId], expiresAtMs)
}

export function readInvitation(vault: Vault, token: string, nowMs: number): Invitation | undefined {
  const read = readToken(vault, 'invitations', token, nowMs)
  const [broadcastId = '', memberId = ''] = read?.words ?? []
  return read && { broadcastId, memberId, expiresAtMs: read.expiresAtMs }
}
