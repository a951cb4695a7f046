import type { Outcome, Verdict } from './verdict.ts'

export interface LaneParts<T> {
  /** One attempt; `tries` counts from 1. */
  attempt(item: T, tries: number): Promise<Verdict>
  onDone(item: T, outcome: Outcome): void
}

/** Sends to many push services at once, to each as fast as it accepts messages. */
export interface Lanes<T> {
  add(host: string, item: T): void
  /** Waits until at most this many are left; false when it was stopped before. Rejects on an error of our own during an attempt. */
  untilLeft(count: number): Promise<boolean>
  /** Starts nothing new, and waits for attempts in flight. */
  stop(): Promise<void>
}

interface Lane<T> {
  waiting: { item: T; tries: number }[]
  inFlight: number
  /** The concurrency: increased by one with every response, halved with every failure. */
  width: number
  failuresInARow: number
  pausedUntilMs: number
  /** How long it has been paused without a response in between. */
  pausedMs: number
  isGivenUp: boolean
}

/** One lane per host, so that a slow, dead or hostile one uses little capacity and delays no other for long. */
export function createLanes<T>({ attempt, onDone }: LaneParts<T>): Lanes<T> {
  const lanes = new Map<string, Lane<T>>()
  /** Lanes that could start an attempt if the total limit allowed it. */
  const thirsty = new Set<Lane<T>>()
  const timers = new Set<NodeJS.Timeout>()
  const watchers = new Set<() => void>()
  let inFlight = 0
  let left = 0
  let isStopped = false
  let broken: { error: unknown } | undefined

  const laneOf = (host: string): Lane<T> => {
    const lane = lanes.get(host) ?? newLane<T>()
    lanes.set(host, lane)
    return lane
  }
  const done = (item: T, outcome: Outcome) => {
    left -= 1
    onDone(item, outcome)
  }
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const tell = () => {
    for (const look of watchers) look()
  }

  const start = (lane: Lane<T>): void => {
    if (isStopped) return
    if (lane.isGivenUp) {
      for (const { item } of lane.waiting.splice(0)) done(item, 'failed')
      return
    }
    if (performance.now() < lane.pausedUntilMs) return
    while (lane.waiting.length > 0 && lane.inFlight < lane.width) {
      if (inFlight >= maxInFlight) {
        thirsty.add(lane)
        return
      }
      const next = lane.waiting.shift()
      if (next) void run(lane, next)
    }
  }

  const run = async (lane: Lane<T>, { item, tries }: { item: T; tries: number }) => {
    lane.inFlight += 1
    inFlight += 1
    const began = performance.now()
    const verdict = await attempt(item, tries).catch((error: unknown) => {
      broken ??= { error }
      isStopped = true
      return undefined
    })
    lane.inFlight -= 1
    inFlight -= 1
    if (verdict) {
      judge(lane, verdict, performance.now() - began)
      if (verdict.type !== 'retry') done(item, verdict.type)
      else if (!isStopped) {
        later(verdict.delayMs, () => {
          lane.waiting.push({ item, tries: tries + 1 })
          start(lane)
          tell()
        })
      }
    }
    start(lane)
    const [waiting] = thirsty
    if (waiting) {
      thirsty.delete(waiting)
      start(waiting)
    }
    tell()
  }

  /** Adapts the lane of the host to the result of an attempt. */
  const judge = (lane: Lane<T>, verdict: Verdict, tookMs: number) => {
    // Any response counts as healthy, whatever its status: anybody can register addresses that a push service refuses.
    const isGood = verdict.type !== 'retry' && (verdict.type !== 'failed' || verdict.isRefused)
    if (isGood) {
      lane.failuresInARow = 0
      lane.pausedMs = 0
    } else lane.failuresInARow += 1
    lane.width = isGood && tookMs < slowMs ? Math.min(lane.width + 1, widest) : Math.max(Math.floor(lane.width / 2), 1)
    const nowMs = performance.now()
    if (verdict.type === 'retry' && verdict.isForAll && nowMs >= lane.pausedUntilMs) {
      lane.pausedUntilMs = nowMs + verdict.delayMs
      lane.pausedMs += verdict.delayMs
      later(verdict.delayMs + 1, () => start(lane))
    }
    lane.isGivenUp ||= lane.failuresInARow >= hopelessFailures || lane.pausedMs > hopelessPauseMs
  }

  return {
    add(host, item) {
      left += 1
      const lane = laneOf(host)
      lane.waiting.push({ item, tries: 1 })
      start(lane)
    },
    untilLeft(count) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>()
      const look = () => {
        if (broken) reject(broken.error)
        else if (left <= count || isStopped) resolve(!isStopped)
      }
      watchers.add(look)
      look()
      return promise.finally(() => watchers.delete(look))
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      tell()
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => inFlight === 0 && resolve()
      watchers.add(look)
      look()
      await promise
      watchers.delete(look)
    },
  }
}

const newLane = <T>(): Lane<T> => ({
  waiting: [],
  inFlight: 0,
  width: firstWidth,
  failuresInARow: 0,
  pausedUntilMs: 0,
  pausedMs: 0,
  isGivenUp: false,
})

const maxInFlight = 256
const firstWidth = 8
const widest = 64
const slowMs = 2_000
/** After this many attempts without a response, the host is given up. */
const hopelessFailures = 60
const hopelessPauseMs = 600_000
