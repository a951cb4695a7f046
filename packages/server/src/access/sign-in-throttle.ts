import type { Clock } from '../base/clock.ts'
import { networkOf } from '../base/network.ts'

/** The throttled actions, each with its own counts. */
export type ThrottledAction = keyof typeof limits

/** Who tries. */
export interface Trier {
  /** IP address. */
  address: string
  /** An e-mail address as it was sent, or the id of a person; empty when none is known. */
  account: string
  /** A browser that signed in to this account before (`known-device.ts`). */
  device?: string | undefined
}

export interface SignInThrottle {
  /** Whether a try may be made, and counts it as a failed one until `succeeded` says otherwise; so many at once get no further than many in turn. */
  allow(action: ThrottledAction, trier: Trier): { isAllowed: boolean; retryAfterSeconds: number }
  succeeded(action: ThrottledAction, trier: Trier): void
}

/**
 * Slows the guessing of passwords and addresses, and floods of mails and accounts, on this node. Few tries for one account from
 * one network, more for one network (many people may share it) and for one account (somebody may guess from many networks),
 * each within any 15 minutes.
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
    allow(action, trier) {
      forgetOld()
      const subjects = subjectsOf(action, trier).map((subject) => ({ ...subject, times: recent(subject.name) }))
      const full = subjects.filter(({ times, limit }) => times.length >= limit)
      if (full.length > 0) {
        const freeAtMs = Math.max(...full.map(({ times, limit }) => (times.at(-limit) ?? 0) + windowMs))
        return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAtMs - clock.now()) / 1_000)) }
      }
      for (const { name, times } of subjects) young.set(name, [...times, clock.now()])
      return { isAllowed: true, retryAfterSeconds: 0 }
    },
    succeeded(action, trier) {
      for (const { name, isOwn } of subjectsOf(action, trier)) {
        // Of what others share only the one try: a person who signs in must not give whoever guesses at them a new start.
        young.set(name, isOwn ? [] : recent(name).slice(0, -1))
      }
    },
  }
}

const windowMs = 15 * 60_000
const maxSubjects = 30_000
const maxAccountLength = 320
const unlimited = Number.POSITIVE_INFINITY

/** Tries within the window: `both` for one account from one network, and for each of the two by itself. */
const limits = {
  signIn: { both: 10, network: 100, account: 50 },
  changePassword: { both: 10, network: 100, account: 20 },
  /** Every try may send a mail. */
  resetPassword: { both: 5, network: 30, account: 10 },
  signUp: { both: 10, network: 30, account: 10 },
  /** Every sign-up, also one that succeeds, which `signUp` forgives. */
  newAccount: { both: unlimited, network: 100, account: unlimited },
  confirmSignUp: { both: unlimited, network: 30, account: unlimited },
}

interface Subject {
  name: string
  limit: number
  /** It belongs to the one who tries, and to no others. */
  isOwn: boolean
}

/**
 * A device that is known has a count of its own and no other: however many others guess at an account, its owner can sign in
 * where they did before.
 */
function subjectsOf(action: ThrottledAction, { address, account, device }: Trier): Subject[] {
  const { both, network: perNetwork, account: perAccount } = limits[action]
  if (device !== undefined) return [{ name: `${action} device ${device}`, limit: both, isOwn: true }]
  const network = networkOf(address)
  const name = account.trim().toLowerCase().slice(0, maxAccountLength)
  const ofNetwork = { name: `${action} network ${network}`, limit: perNetwork, isOwn: false }
  if (name === '' || perAccount === unlimited) return [ofNetwork]
  return [
    { name: `${action} both ${network} ${name}`, limit: both, isOwn: true },
    ofNetwork,
    { name: `${action} account ${name}`, limit: perAccount, isOwn: false },
  ]
}
