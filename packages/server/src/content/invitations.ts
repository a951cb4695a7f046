import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'

/** What an invitation says: which member record of which broadcast it is for, and until when. */
export interface Invitation {
  broadcastId: string
  memberId: string
  expiresAtMs: number
}

/** Whoever holds the token may become the member. Deleting the member record ends it. */
export function invitationToken(vault: Vault, { broadcastId, memberId, expiresAtMs }: Invitation): string {
  return signToken(vault, 'invitations', [broadcastId, memberId], expiresAtMs)
}

export function readInvitation(vault: Vault, token: string, nowMs: number): Invitation | undefined {
  const read = readToken(vault, 'invitations', token, nowMs)
  const [broadcastId = '', memberId = ''] = read?.words ?? []
  return read && { broadcastId, memberId, expiresAtMs: read.expiresAtMs }
}
