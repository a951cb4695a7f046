import type { Clock } from './clock.ts'
import { createPoller } from './poller.ts'

/** The leases of a queue. Work belongs to the node whose token is in its lease; once that expires, any node may claim it. */
export interface Leases {
  /** Returns the ids that are still leased under the token. */
  renew(token: string, ids: string[], until: Date): Promise<Set<string>>
  /** Other nodes may claim the work at once. */
  release(token: string, ids: string[]): Promise<void>
  /** Releases the leases of every token. */
  releaseAll(): Promise<void>
}

/** The lease that a claim gives to what it takes. */
export interface Lease {
  token: string
  nowMs: number
  leaseMs: number
}

export interface LeasedWork {
  token: string
  clock: Clock
  leases: Leases
  /** No other process works on the database, so any lease that exists at the start is that of a dead process. */
  isAlone: boolean
  renewMs?: number
  /** Claims work and starts it, as far as this node has capacity. Returns whether to claim again at once. */
  claim(lease: Lease): Promise<boolean>
  /** The ids of claimed work that has not ended. */
  held(): string[]
  /** The leases of these were lost: they were ended from outside, or another node claimed them. */
  onLost?(ids: string[]): void
  /** Ends or waits for the work under way, after the last claim. */
  drain(): Promise<void>
  onError(error: unknown): void
}

export interface LeasedWorker {
  /** There may be work to claim. */
  wake(): void
  /** Claims no more, drains, and releases the work that did not end. */
  stop(): Promise<void>
}

/** The life of a worker on a queue: claim, renew while the work takes, claim again while there is more, release at the end. */
export function createLeasedWorker(work: LeasedWork): LeasedWorker {
  const { token, clock, leases, onError } = work
  const claim = () => work.claim({ token, nowMs: clock.now(), leaseMs })
  const poller = createPoller(claim, { everyMs: pollMs, onError })

  const renew = async () => {
    // Work that is claimed while this runs has a newer lease, so it is not among the ids that can be lost.
    const ids = work.held()
    if (ids.length === 0) return
    const leased = await leases.renew(token, ids, new Date(clock.now() + leaseMs))
    work.onLost?.(ids.filter((id) => !leased.has(id)))
  }
  const renewal = setInterval(() => void renew().catch(onError), work.renewMs ?? leaseMs / 3).unref()
  const started = work.isAlone ? leases.releaseAll().catch(onError) : Promise.resolve()
  void started.then(poller.wake)

  return {
    wake: poller.wake,
    async stop() {
      await started
      await poller.stop()
      // Work that ends while draining has no lease any more, so releasing its id changes nothing.
      const ids = work.held()
      await work.drain()
      clearInterval(renewal)
      if (ids.length > 0) await leases.release(token, ids).catch(onError)
    },
  }
}

const leaseMs = 10_000
const pollMs = 500
