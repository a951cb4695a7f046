/**
 * Bounds how many requests are worked on at once, so that under overload the accepted ones are answered soon and the others wait for a
 * moment or are refused, instead of all of them waiting until the callers give up. Only authorized requests whose body has arrived count,
 * so slow clients and strangers take no places; and only for five seconds, so those that wait for a run to end do not keep theirs.
 */
export interface Admission {
  /** Whether requests that arrive have to wait. */
  isFull(): boolean
  /**
   * Counts a request until its work ends. The returned function ends it. Undefined when there are too many even for a burst: of requests
   * that arrive at the same moment, none is counted yet.
   */
  begin(): (() => void) | undefined
  /** How many more can begin. */
  places(): number
  /** Calls this each time the work on a request has ended. */
  onEnd(listener: () => void): void
  /** Counts a request that was refused because it is full. */
  countRefused(): void
  refused(): number
}

export function createAdmission(
  { max, maxBurst, maxLate }: { max: number; maxBurst: number; maxLate: number } = limits,
  now: () => number = () => performance.now(),
): Admission {
  /** By the second of their beginning, newest first. */
  const seconds: { count: number; isOld: boolean }[] = []
  let second = Number.NaN
  let young = 0
  let refused = 0
  let listener = () => {}

  const look = () => {
    const current = Math.floor(now() / 1_000)
    if (current === second) return
    const passed = Number.isNaN(second) ? countedSeconds : Math.min(countedSeconds, current - second)
    second = current
    for (let at = 0; at < passed; at++) seconds.unshift({ count: 0, isOld: false })
    for (const old of seconds.splice(countedSeconds)) {
      young -= old.count
      old.isOld = true
    }
  }
  const isBeyond = (most: number) => {
    if (young < maxLate) return false
    look()
    if (young >= most) return true
    // The first of these seconds is not over, so some of the second are younger than one.
    const late = young - (seconds[0]?.count ?? 0) - (seconds[1]?.count ?? 0)
    return late >= maxLate
  }
  const isFull = () => isBeyond(max)
  return {
    isFull,
    begin() {
      if (isBeyond(maxBurst)) return undefined
      look()
      const own = seconds[0]
      if (!own) return undefined
      own.count += 1
      young += 1
      return () => {
        own.count -= 1
        if (!own.isOld) young -= 1
        listener()
      }
    },
    places: () => (isFull() ? 0 : max - young),
    onEnd(given) {
      listener = given
    },
    countRefused() {
      refused += 1
    },
    refused: () => refused,
  }
}

/** On a slow machine, fewer requests that take more than a second are too many. */
const limits = { max: 120, maxBurst: 400, maxLate: 50 }
const countedSeconds = 5
