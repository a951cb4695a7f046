import type { Clock } from '../base/clock.ts'

export interface SignInThrottle {
  /** Whether a try may be made, and counts it as a failed one until `succeeded` says otherwise; so many at once get no further than many in turn. */
  allow(address: string, email: string): { isAllowed: boolean; retryAfterSeconds: number }
  succeeded(address: string, email: string): void
}

/**
 * Slows the guessing of passwords on this node. Few tries for one account from one address, more for one address (many
 * people may share it) and for one account (somebody may guess from many addresses), each within any 15 minutes.
 */
export function createSignInThrottle({ clock }: { clock: Clock }): SignInThrottle {
  /** When the tries of each subject were made, in two generations: the older is dropped when the younger is old or full. */
  let young = new Map<string, number[]>()
  let old = new Map<string, number[]>()
  let bornMs = clock.now()

  const recent = (subject: string) => {
    const sinceMs = clock.now() - windowMs
    return (young.get(subject) ?? old.get(subject) ?? []).filter((atMs) => atMs > sinceMs)
  }
  const forgetOld = () => {
    if (young.size < maxSubjects && clock.now() - bornMs < windowMs) return
    old = young
    young = new Map()
    bornMs = clock.now()
  }

  return {
    allow(address, email) {
      forgetOld()
      const subjects = subjectsOf(address, email).map((subject) => ({ ...subject, times: recent(subject.name) }))
      const full = subjects.filter(({ times, limit }) => times.length >= limit)
      if (full.length > 0) {
        const freeAtMs = Math.max(...full.map(({ times, limit }) => (times.at(-limit) ?? 0) + windowMs))
        return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAtMs - clock.now()) / 1_000)) }
      }
      for (const { name, times } of subjects) young.set(name, [...times, clock.now()])
      return { isAllowed: true, retryAfterSeconds: 0 }
    },
    succeeded(address, email) {
      const [pair, ...others] = subjectsOf(address, email)
      if (pair) young.set(pair.name, [])
      // Only the one try: a person who signs in must not give whoever guesses at them a new start.
      for (const { name } of others) young.set(name, recent(name).slice(0, -1))
    },
  }
}

const windowMs = 15 * 60_000
const maxSubjects = 30_000
const maxEmailLength = 320

function subjectsOf(address: string, email: string): { name: string; limit: number }[] {
  const account = email.trim().toLowerCase().slice(0, maxEmailLength)
  return [
    { name: `both ${address} ${account}`, limit: 10 },
    { name: `address ${address}`, limit: 100 },
    { name: `account ${account}`, limit: 50 },
  ]
}
