import type { Actor } from '../store/changes.ts'
import type { LiveKey } from './keys.ts'
import type { Role, Standing } from './rights.ts'

/** A person who has signed in. */
export interface Person {
  type: 'user'
  id: string
  email: string
  sessionId: string
}

/** Who is asking. */
export type Principal = LiveKey | Person

/** The broadcast a request is about, and what the caller is in it. */
export interface Seat {
  broadcastId: string
  /** The account that owns the broadcast. */
  userId: string
  standing: Standing
}

export const seatOfKey = (key: LiveKey): Seat => ({
  broadcastId: key.broadcastId,
  userId: key.userId,
  standing: { scopes: key.scopes },
})

export const seatOfMember = (member: { broadcast_id: string; user_id: string; role: Role }): Seat => ({
  broadcastId: member.broadcast_id,
  userId: member.user_id,
  standing: { role: member.role },
})

export const actorOf = (principal: Principal): Actor => ({ type: principal.type, id: principal.id })
