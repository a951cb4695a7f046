import { randomUUID } from 'node:crypto'
import type { AnyRecord } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { LeaseLost } from '../base/job.ts'
import { createLeasedTasks } from '../base/leased-tasks.ts'
import type { LeasedWorker } from '../base/leased-worker.ts'
import type { Tracing } from '../base/tracing.ts'
import type { Db } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { claimRuns, loadSteps, lockRunClaims, type RunRow, runLeases } from '../store/queues/runs.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import { driveRun } from './drive.ts'
import type { RunState } from './run-state.ts'
import { createSaver, giveUpRun } from './saving.ts'
import { restoreRun } from './state.ts'
import type { StepParts } from './step.ts'
import { createWatch } from './watch.ts'

export interface RunnerParts {
  db: Db
  writeQueue: WriteQueue
  clock: Clock
  notifications: Notifications
  tracing: Tracing
  steps: StepParts
  /** The maximum number of runs of a broadcast at once. */
  perBroadcast: number
  /** A run has ended on this node. */
  onEnded(record: AnyRecord): void
  onError(error: unknown): void
}

export interface Runner extends LeasedWorker {
  /** Aborts a run that was ended from outside. */
  drop(runId: string): void
  /** Whether the run is running on this node. */
  holds(runId: string): boolean
}

/** Runs queued workflows, and those of dead nodes. */
export function createRunner(parts: RunnerParts, { isAlone }: { isAlone: boolean }): Runner {
  const { db, perBroadcast } = parts
  const token = randomUUID()
  const save = createSaver({ ...parts, token })
  let isStopped = false

  const run = async (row: RunRow, signal: AbortSignal) => {
    const state = await restore(parts, row)
    if (!state) return
    const unwatch = watch.add(state)
    const driving = driveRun({ ...parts, token, save, isStopping: () => isStopped }, state, signal)
    const record = await driving.finally(unwatch)
    if (record) parts.onEnded(record)
  }

  const tasks = createLeasedTasks<RunRow>({
    ...parts,
    token,
    isAlone,
    leases: runLeases(db),
    maxTasks: maxRuns,
    async claim(claim) {
      if (isAlone) return claimRuns(db, { ...claim, perBroadcast })
      return db.transaction(async (tx) => {
        await lockRunClaims(tx, claim.broadcastId)
        return claimRuns(tx, { ...claim, perBroadcast })
      })
    },
    claimsAll: true,
    run,
    makesRoom(row, held) {
      const ofBroadcast = held.filter((one) => one.broadcast_id === row.broadcast_id)
      return row.is_serial || ofBroadcast.length >= perBroadcast || held.length >= maxRuns
    },
    abortAfterMs: 5_000,
    giveUpAfterMs: 10_000,
  })
  const watch = createWatch({ ...parts, token, onTimedOut: (runId) => tasks.abort(runId, 'timedOut') })

  return {
    ...tasks,
    drop: (runId) => tasks.abort(runId, new LeaseLost('the run was ended')),
    holds: tasks.has,
    async stop() {
      // Runs stop between two steps; a step that takes longer is aborted.
      isStopped = true
      await tasks.stop()
      watch.stop()
    },
  }
}

/** Ends a run that cannot be parsed any more: it would be claimed and fail forever. */
async function restore(parts: RunnerParts, row: RunRow): Promise<RunState | undefined> {
  const { db } = parts
  const steps = row.steps > 0 ? await loadSteps(db, row.broadcast_id, row.id) : []
  try {
    return restoreRun(row, steps)
  } catch (error) {
    parts.onError(error)
    await db.transaction((tx) => giveUpRun(tx, parts, row))
    return undefined
  }
}

const maxRuns = 100
