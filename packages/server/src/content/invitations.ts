import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'

/** An invitation is for one member record of one broadcast, until it expires. */
export interface Invitation {
  broadcastId: string
  memberId: string
  expiresAtMs: number
}

/** A bearer token: any account that presents it becomes the member. Deleting the member record invalidates it. */
export function invitationToken(vault: Vault, { broadcastId, memberId, expiresAtMs }: Invitation): string {
  return signToken(vault, 'invitations', [broadcastId, memberId], expiresAtMs)
}

export function readInvitation(vault: Vault, token: string, nowMs: number): Invitation | undefined {
  const read = readToken(vault, 'invitations', token, nowMs)
  const [broadcastId = '', memberId = ''] = read?.words ?? []
  return read && { broadcastId, memberId, expiresAtMs: read.expiresAtMs }
}
