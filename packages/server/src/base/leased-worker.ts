import type { Clock } from './clock.ts'
import { createRoundRobin } from './round-robin.ts'

/** Work of a queue that a node has claimed. */
export interface Held {
  broadcastId: string
  id: string
}

/** The leases of a queue. Work belongs to the node whose token is in its lease; once that expires, any node may claim it. */
export interface Leases {
  /** Returns the ids that are still leased under the token. */
  renew(token: string, held: Held[], until: Date): Promise<Set<string>>
  /** Other nodes may claim the work at once. */
  release(token: string, held: Held[]): Promise<void>
  /** Releases the leases of every token, and returns the broadcasts that had some. */
  releaseAll(): Promise<Set<string>>
}

/** The lease that a claim gives to what it takes, in one broadcast. */
export interface Lease {
  broadcastId: string
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
  /** Claims work of a broadcast and starts it, as far as this node has capacity. Returns whether to claim again at once. */
  claim(lease: Lease): Promise<boolean>
  /** Otherwise nothing is claimed until `resume`. */
  hasRoom?(): boolean
  /** Claimed work that has not ended. */
  held(): Held[]
  /** The leases of these were lost: they were ended from outside, or another node claimed them. */
  onLost?(ids: string[]): void
  /** Ends or waits for the work under way, after the last claim. */
  drain(): Promise<void>
  onError(error: unknown): void
}

export interface LeasedWorker {
  /** There may be work to claim in a broadcast. */
  wake(broadcastId: string): void
  /** There may be room for more work. */
  resume(): void
  /** Claims no more, drains, and releases the work that did not end. */
  stop(): Promise<void>
}

/** The life of a worker on a queue: claim, renew while the work takes, claim again while there is more, release at the end. */
export function createLeasedWorker(work: LeasedWork): LeasedWorker {
  const { token, clock, leases, onError } = work
  const started = work.isAlone ? leases.releaseAll().catch(onError) : Promise.resolve()
  const claims = createRoundRobin({
    async serve(broadcastId) {
      await started
      return work.claim({ broadcastId, token, nowMs: clock.now(), leaseMs })
    },
    ...(work.hasRoom && { hasRoom: work.hasRoom }),
    onError,
  })
  void started.then((broadcastIds) => broadcastIds?.forEach(claims.wake))

  const renew = async () => {
    // Work that is claimed while this runs has a newer lease, so it is not among the ids that can be lost.
    const held = work.held()
    if (held.length === 0) return
    const leased = await leases.renew(token, held, new Date(clock.now() + leaseMs))
    work.onLost?.(held.flatMap(({ id }) => (leased.has(id) ? [] : [id])))
  }
  const renewal = setInterval(() => void renew().catch(onError), work.renewMs ?? leaseMs / 3).unref()

  return {
    wake: claims.wake,
    resume: claims.resume,
    async stop() {
      await started
      await claims.stop()
      // Work that ends while draining has no lease any more, so releasing its id changes nothing.
      const held = work.held()
      await work.drain()
      clearInterval(renewal)
      if (held.length > 0) await leases.release(token, held).catch(onError)
    },
  }
}

const leaseMs = 10_000
