import type { Clock } from '../base/clock.ts'
import { networkOf } from '../base/network.ts'

/** A throttled action. Each has separate counts. */
export type ThrottledAction = keyof typeof limits

/** The origin of an attempt. */
export interface Trier {
  /** IP address. */
  address: string
  /** The e-mail address as sent, or the id of a person; empty when unknown. */
  account: string
  /** A browser that signed in to this account before (`known-device.ts`). */
  device?: string | undefined
}

export interface SignInThrottle {
  /** Whether an attempt is allowed. It counts as failed until `succeeded` is called, so that concurrent attempts have no advantage. */
  allow(action: ThrottledAction, trier: Trier): { isAllowed: boolean; retryAfterSeconds: number }
  succeeded(action: ThrottledAction, trier: Trier): void
}

/**
 * Throttles brute force of passwords and addresses, and floods of mails and accounts, on this node. Few attempts per account
 * and network, more per network (which many people may share) and per account (against attacks from many networks),
 * each in a sliding window of 15 minutes.
 */
export function createSignInThrottle({ clock }: { clock: Clock }): SignInThrottle {
  /** The times of the attempts of each subject, in two generations: the older is dropped when the younger is old or full. */
  let young = new Map<string, number[]>()
  let old = new Map<string, number[]>()
  let youngSinceMs = clock.now()

  const recent = (subject: string) => {
    const sinceMs = clock.now() - windowMs
    return (young.get(subject) ?? old.get(subject) ?? []).filter((atMs) => atMs > sinceMs)
  }
  const forgetOld = () => {
    if (young.size < maxSubjects && clock.now() - youngSinceMs < windowMs) return
    old = young
    young = new Map()
    youngSinceMs = clock.now()
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
        // Shared subjects are credited only one attempt: a successful sign-in must not reset the count of an attacker.
        young.set(name, isOwn ? [] : recent(name).slice(0, -1))
      }
    },
  }
}

const windowMs = 15 * 60_000
const maxSubjects = 30_000
const maxAccountLength = 320
const unlimited = Number.POSITIVE_INFINITY

/** Attempts per window: `both` per account and network together, then per network and per account. */
const limits = {
  signIn: { both: 10, network: 100, account: 50 },
  changePassword: { both: 10, network: 100, account: 20 },
  /** Every attempt may send a mail. */
  resetPassword: { both: 5, network: 30, account: 10 },
  signUp: { both: 10, network: 30, account: 10 },
  /** Counts every sign-up, also successful ones, which `signUp` does not count. */
  newAccount: { both: unlimited, network: 100, account: unlimited },
  confirmSignUp: { both: unlimited, network: 30, account: unlimited },
}

interface Subject {
  name: string
  limit: number
  /** Whether it counts only this caller, and is not shared with others. */
  isOwn: boolean
}

/**
 * A known device has a separate count: however many attackers guess at an account, its owner can still sign in from a
 * browser used before.
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
