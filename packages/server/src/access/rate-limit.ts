import type { Clock } from '../base/clock.ts'
import { isFull } from '../store/failures.ts'

export interface RateLimit {
  limit: number
  windowSeconds: number
}

export interface RateState extends RateLimit {
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
  resetAtSeconds: number
  isExceeded: boolean
}

/** With several nodes: reserves a share of a window's quota in the database. Returns how many requests are granted. */
export type DrawShare = (subject: string, windowStartMs: number, wanted: number, limit: number) => Promise<number>

export interface RateLimiter {
  take(subject: string): Promise<RateState>
  /** The same without a database query; undefined when one is needed, and then nothing is counted. */
  takeNow(subject: string): RateState | undefined
  /** Whether `takeNow` would grant a request. Nothing is counted. */
  isOpen(subject: string): boolean
}

/** Rate limiter with fixed windows. A single node grants itself the whole quota; several nodes reserve blocks of it, so that most requests need no query. */
export function createRateLimiter({
  clock,
  rate,
  draw,
}: {
  clock: Clock
  rate: RateLimit
  draw?: DrawShare
}): RateLimiter {
  const windows = new Map<string, Window>()
  const windowMs = rate.windowSeconds * 1_000
  const block = draw ? Math.max(1, Math.ceil(rate.limit / blocksPerWindow)) : rate.limit

  const windowOf = (subject: string, nowMs: number): Window => {
    const startMs = Math.floor(nowMs / windowMs) * windowMs
    const found = windows.get(subject)
    if (found?.startMs === startMs) return found
    if (windows.size >= maxSubjects) forgetOld(windows, startMs)
    const fresh = { startMs, granted: draw ? 0 : rate.limit, used: 0, isExhausted: false }
    windows.set(subject, fresh)
    return fresh
  }
  const stateOf = (window: Window, isExceeded: boolean, nowMs: number): RateState => {
    const resetAtSeconds = Math.ceil((window.startMs + windowMs) / 1_000)
    return {
      ...rate,
      remaining: isExceeded ? 0 : Math.max(0, rate.limit - window.used),
      resetSeconds: Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1_000)),
      resetAtSeconds,
      isExceeded,
    }
  }

  const count = (window: Window, nowMs: number): RateState => {
    const isExceeded = window.used >= window.granted
    if (!isExceeded) window.used += 1
    return stateOf(window, isExceeded, nowMs)
  }

  return {
    async take(subject) {
      const window = windowOf(subject, clock.now())
      // Other requests may have used up the share while this one waited for it.
      while (window.used >= window.granted && draw && !window.isExhausted) {
        window.drawing ??= draw(subject, window.startMs, block, rate.limit)
          .catch((error: unknown) => shareWithoutDatabase(error, rate.limit - window.granted, block))
          .then((granted) => {
            window.granted += granted
            window.isExhausted = granted === 0
          })
          .finally(() => delete window.drawing)
        await window.drawing
      }
      return count(window, clock.now())
    },
    takeNow(subject) {
      const nowMs = clock.now()
      const window = windowOf(subject, nowMs)
      const needsQuery = window.used >= window.granted && draw !== undefined && !window.isExhausted
      return needsQuery ? undefined : count(window, nowMs)
    },
    isOpen(subject) {
      const { used, granted } = windowOf(subject, clock.now())
      return used < granted
    },
  }
}

/** On a full disk shares cannot be saved, but reads must continue: the node counts on its own, up to the whole limit. */
function shareWithoutDatabase(error: unknown, left: number, block: number): number {
  if (!isFull(error)) throw error
  return Math.max(0, Math.min(block, left))
}

interface Window {
  startMs: number
  granted: number
  used: number
  isExhausted: boolean
  drawing?: Promise<unknown>
}

const blocksPerWindow = 10
const maxSubjects = 100_000

function forgetOld(windows: Map<string, Window>, startMs: number): void {
  for (const [subject, window] of windows) if (window.startMs < startMs) windows.delete(subject)
  if (windows.size >= maxSubjects) windows.clear()
}
