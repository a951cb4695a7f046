export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

interface Dates {
  expires_at: string | null
  revoked_at: string | null
}

/** The state of a key at a time; a key that expires within a week should be replaced. */
export function keyState({ expires_at, revoked_at }: Dates, nowMs: number): KeyState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'active'
  const leftMs = Date.parse(expires_at) - nowMs
  if (leftMs <= 0) return 'expired'
  return leftMs < weekMs ? 'expiring' : 'active'
}

/** Valid keys first, each part with the newest first. */
export function inOrder<K extends Dates & { created_at: string }>(keys: readonly K[], nowMs: number): K[] {
  const isOver = (key: K) => ['expired', 'revoked'].includes(keyState(key, nowMs))
  return [...keys].sort(
    (one, other) => Number(isOver(one)) - Number(isOver(other)) || other.created_at.localeCompare(one.created_at),
  )
}

export const expiryDays = [7, 30, 90, 365] as const

export const expiryAfter = (days: number, nowMs: number): string => new Date(nowMs + days * dayMs).toISOString()

const dayMs = 86_400_000
const weekMs = 7 * dayMs
