import type { Actor } from '../store/changes/changes.ts'
import type { LiveKey } from './keys.ts'
import type { Permissions, Role } from './rights.ts'

/** A signed-in person. */
export interface Person {
  type: 'user'
  id: string
  email: string
  /** As other members see it. */
  name: string
  sessionId: string
}

/** An authenticated caller. */
export type Principal = LiveKey | Person

/** The broadcast of a request, and the caller's permissions in it. */
export interface Membership {
  broadcastId: string
  /** The account that owns the broadcast. */
  userId: string
  permissions: Permissions
}

export const membershipOfKey = (key: LiveKey): Membership => ({
  broadcastId: key.broadcastId,
  userId: key.userId,
  permissions: { scopes: key.scopes },
})

export const membershipOfMember = (member: { broadcast_id: string; user_id: string; role: Role }): Membership => ({
  broadcastId: member.broadcast_id,
  userId: member.user_id,
  permissions: { role: member.role },
})

export const actorOf = (principal: Principal): Actor => ({ type: principal.type, id: principal.id })
