import { AppError } from './errors.ts'

/** A semaphore with a bounded queue. */
export interface Gate {
  /** Waits for a free slot; the returned function releases it. */
  enter(): Promise<() => void>
  run<T>(work: () => Promise<T>): Promise<T>
}

export interface GateOptions {
  /** The maximum number of slots in use at once. */
  limit: number
  /** The maximum length of the queue; further callers are refused at once. */
  maxWaiting: number
  /** The maximum time in the queue. */
  maxWaitMs?: number
  /** The `detail` of the 503 response. */
  refusal: string
}

/** Limits concurrency to `limit`, in FIFO order. Callers that wait too long get a 503. */
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
