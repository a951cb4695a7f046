import { randomUUID } from 'node:crypto'
import type { AnyRecord } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { createPoller } from '../base/poller.ts'
import type { Db, Tx } from '../store/db.ts'
import { waitForLock } from '../store/locks.ts'
import type { Notifications } from '../store/notifications.ts'
import {
  type ClaimRequest,
  claimRuns,
  loadSteps,
  type RunRow,
  releaseAllRunLeases,
  renewRunLeases,
} from '../store/queues/runs.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import { driveRun } from './drive.ts'
import { createSaver, giveUpRun, showProgress } from './saving.ts'
import { deadlineMs, type RunState, restoreRun } from './state.ts'
import type { StepParts } from './step.ts'

export interface RunnerParts {
  db: Db
  writeQueue: WriteQueue
  clock: Clock
  notifications: Notifications
  steps: StepParts
  /** How many runs of a broadcast may be under way at once. */
  perBroadcast: number
  /** A run has ended here. */
  onEnded(record: AnyRecord): void
  onError(error: unknown): void
}

export interface Runner {
  /** There may be a run to start. */
  wake(): void
  /** Lets go of a run that was ended from outside. */
  drop(runId: string): void
  /** Whether this node is at the run. */
  holds(runId: string): boolean
  /** Begins nothing new, and lets the nodes that are at work come to their end. */
  stop(): Promise<void>
}

interface Held {
  state: RunState
  abort: AbortController
  shownCount: number
  shownAtMs: number
  ended: Promise<void>
}

/** Runs what is queued, and what a node that is gone has left. Leases say whose a run is; every save names the lease. */
export function createRunner(parts: RunnerParts, options: { isAlone: boolean }): Runner {
  const { db, clock } = parts
  const token = randomUUID()
  const save = createSaver({ ...parts, token })
  const held = new Map<string, Held>()
  let isStopped = false

  const look = async () => {
    const free = maxRuns - held.size
    if (free <= 0) return false
    const nowMs = clock.now()
    const request = { token, nowMs, leaseMs, limit: free, perBroadcast: parts.perBroadcast }
    const rows = options.isAlone ? await claimRuns(db, request) : await db.transaction((tx) => claimInTurn(tx, request))
    await Promise.all(rows.map(start))
    return false
  }
  const poller = createPoller(look, { everyMs: pollMs, onError: parts.onError })

  const start = async (row: RunRow) => {
    // Its lease had run out while this node was too busy to renew it; it has it back.
    if (held.has(row.id)) return
    const state = await restore(row)
    if (!state) return
    const abort = new AbortController()
    const ended = driveRun({ ...parts, token, save, isStopping: () => isStopped }, state, abort.signal)
      .then((record) => {
        if (record) parts.onEnded(record)
      }, parts.onError)
      .finally(() => {
        const madeRoom = row.is_serial || isFull(row.broadcast_id)
        held.delete(row.id)
        if (madeRoom) poller.wake()
      })
    held.set(row.id, { state, abort, shownCount: -1, shownAtMs: clock.now(), ended })
  }

  /** Whether others may wait for a run of this broadcast to end. */
  const isFull = (broadcastId: string) => {
    const ofBroadcast = [...held.values()].filter(({ state }) => state.row.broadcast_id === broadcastId)
    return ofBroadcast.length >= parts.perBroadcast || held.size >= maxRuns
  }

  /** What cannot be read any more must not be tried forever. */
  const restore = async (row: RunRow): Promise<RunState | undefined> => {
    const steps = row.steps > 0 ? await loadSteps(db, row.broadcast_id, row.id) : []
    try {
      return restoreRun(row, steps)
    } catch (error) {
      parts.onError(error)
      await db.transaction((tx) => giveUpRun(tx, parts, row))
      return undefined
    }
  }

  const renew = async () => {
    if (held.size === 0) return
    // Those that are begun while this is asked have a lease that is newer.
    const asked = [...held]
    const ids = asked.map(([id]) => id)
    const mine = await renewRunLeases(db, token, ids, new Date(clock.now() + leaseMs))
    for (const [id, { abort }] of asked) if (!mine.has(id)) abort.abort('lost')
  }

  /** Looks at the clock for every run, and shows those that take their time. */
  const tick = () => {
    const nowMs = clock.now()
    for (const one of held.values()) {
      if (nowMs >= deadlineMs(one.state)) one.abort.abort('timedOut')
      const { count } = one.state.progress
      if (count === one.shownCount || nowMs - one.shownAtMs < (one.shownCount < 0 ? firstShownMs : shownEveryMs))
        continue
      Object.assign(one, { shownCount: count, shownAtMs: nowMs })
      showProgress({ ...parts, token }, one.state).catch(parts.onError)
    }
  }

  const ticking = setInterval(tick, tickMs).unref()
  const renewal = setInterval(() => void renew().catch(parts.onError), leaseMs / 3).unref()
  // Alone on the database, whatever is leased was leased by a process that is gone.
  const started = options.isAlone ? releaseAllRunLeases(db).catch(parts.onError) : Promise.resolve()
  void started.then(poller.wake)

  return {
    wake: poller.wake,
    drop: (runId) => held.get(runId)?.abort.abort('lost'),
    holds: (runId) => held.has(runId),
    async stop() {
      isStopped = true
      await started
      await poller.stop()
      const giveUp = setTimeout(() => {
        for (const { abort } of held.values()) abort.abort('lost')
      }, stopWithinMs)
      const left = [...held.keys()]
      await Promise.all([...held.values()].map(({ ended }) => ended))
      clearTimeout(giveUp)
      // What was given up on is free at once for whoever comes next.
      if (left.length > 0) await renewRunLeases(db, token, left, new Date(0)).catch(parts.onError)
      clearInterval(ticking)
      clearInterval(renewal)
    },
  }
}

/** Nodes claim one after the other, so that together they keep to what a broadcast may have under way. */
async function claimInTurn(tx: Tx, request: ClaimRequest): Promise<RunRow[]> {
  await waitForLock(tx, 'claims')
  return claimRuns(tx, request)
}

const maxRuns = 100
const leaseMs = 10_000
const pollMs = 500
const tickMs = 200
const firstShownMs = 300
const shownEveryMs = 2_000
const stopWithinMs = 5_000
