import { AppError } from './errors.ts'

/** Runs work when it is its turn. */
export interface Gate {
  /** Waits for a free place; the returned function gives it back. */
  enter(): Promise<() => void>
  run<T>(work: () => Promise<T>): Promise<T>
}

export interface GateOptions {
  /** How many may be inside at once. */
  limit: number
  /** How many may wait; more are refused at once. */
  maxWaiting: number
  /** How long one may wait. */
  maxWaitMs?: number
  /** Refuses with 503 and this sentence. */
  refusal: string
}

/** Admits a few at a time, in the order in which they come. Callers for whom it takes too long get a 503. */
export function createGate({ limit, maxWaiting, maxWaitMs = 10_000, refusal }: GateOptions): Gate {
  let inside = 0
  const queue: (() => void)[] = []
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else inside -= 1
  }
  const wait = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const admit = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(admit), 1)
      reject(busy(refusal))
    }, maxWaitMs)
    queue.push(admit)
    return promise
  }
  const enter = async () => {
    if (inside < limit) inside += 1
    else if (queue.length >= maxWaiting) throw busy(refusal)
    else await wait()
    return leave
  }
  return {
    enter,
    async run(work) {
      const leaveOnce = await enter()
      try {
        return await work()
      } finally {
        leaveOnce()
      }
    },
  }
}

const busy = (refusal: string) => new AppError('unavailable', refusal, { headers: { 'retry-after': '2' } })
