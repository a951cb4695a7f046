import type { AnyRecord } from '@marquee/model'
import type { Db } from '../store/db.ts'
import { findEnded } from '../store/queues/runs.ts'

/** Callers that wait for the end of a run. */
export interface Waiting {
  /** The record, when the run ended on this node; undefined when it ended elsewhere, or not in time. */
  waitFor(broadcastId: string, runId: string, ms: number): Promise<AnyRecord | undefined>
  /** A run has ended on this node. */
  onEnded(record: AnyRecord): void
  /** Releases all waiting callers. */
  release(): void
}

export function createWaiting(parts: {
  db: Db
  /** Whether the run is running on this node, which then reports its end. */
  isHere(runId: string): boolean
  onError(error: unknown): void
}): Waiting {
  const waiting = new Map<string, { broadcastId: string; tell: Set<(record: AnyRecord | undefined) => void> }>()
  let poll: NodeJS.Timeout | undefined
  let isReleased = false

  const tell = (runId: string, record: AnyRecord | undefined) => {
    for (const resolve of waiting.get(runId)?.tell ?? []) resolve(record)
  }
  const look = async () => {
    const elsewhere = [...waiting]
      .filter(([id]) => !parts.isHere(id))
      .map(([id, { broadcastId }]) => ({ broadcastId, id }))
    if (elsewhere.length === 0) return
    for (const id of await findEnded(parts.db, elsewhere)) tell(id, undefined)
  }

  return {
    async waitFor(broadcastId, runId, ms) {
      if (isReleased) return undefined
      const { promise, resolve } = Promise.withResolvers<AnyRecord | undefined>()
      const here = waiting.get(runId) ?? { broadcastId, tell: new Set() }
      here.tell.add(resolve)
      waiting.set(runId, here)
      poll ??= setInterval(() => void look().catch(parts.onError), pollMs).unref()
      const timer = setTimeout(() => resolve(undefined), ms)
      const record = await promise
      clearTimeout(timer)
      here.tell.delete(resolve)
      if (here.tell.size === 0) waiting.delete(runId)
      if (waiting.size === 0) {
        clearInterval(poll)
        poll = undefined
      }
      return record
    },
    onEnded: (record) => tell(record._id, record),
    release() {
      isReleased = true
      for (const id of waiting.keys()) tell(id, undefined)
    },
  }
}

const pollMs = 250
