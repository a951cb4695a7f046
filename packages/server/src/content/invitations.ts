import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'

/** An invitation is for one member record of one broadcast, until it expires. */
export interface Invitation {
  broadcastId: string
  memberId: string
  /** The account that invites, whose name the invited person sees. Empty in tokens of earlier releases. */
  inviterId: string
  expiresAtMs: number
}

/** An invitation as the invited person sees it before signing in. All but the status is null unless it can be of use to them. */
export interface ShownInvitation {
  status: 'open' | 'expired' | 'accepted' | 'withdrawn'
  expires_at: string
  broadcast: { name: string; logo: unknown } | null
  invited_by: string | null
  email: string | null
  role: string | null
}

/** A bearer token: any account that presents it becomes the member. Deleting the member record invalidates it. */
export function invitationToken(vault: Vault, { broadcastId, memberId, inviterId, expiresAtMs }: Invitation): string {
  return signToken(vault, 'invitations', [broadcastId, memberId, inviterId], expiresAtMs)
}

/** The invitation of a token with a valid signature, also after its expiry. */
export function readInvitation(vault: Vault, token: string): Invitation | undefined {
  const read = readToken(vault, 'invitations', token, 0)
  const [broadcastId = '', memberId = '', inviterId = ''] = read?.words ?? []
  return read && { broadcastId, memberId, inviterId, expiresAtMs: read.expiresAtMs }
}
