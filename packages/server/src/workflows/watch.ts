import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import type { RunState } from './run-state.ts'
import { showProgress } from './saving.ts'
import { deadlineMs } from './state.ts'

export interface Watch {
  /** Watches a run until the returned function is called. */
  add(state: RunState): () => void
  stop(): void
}

interface Watched {
  state: RunState
  shownCount: number
  shownAtMs: number
}

/** Ends running runs at their deadline, and shows the progress of those that take long. */
export function createWatch(parts: {
  db: Db
  clock: Clock
  token: string
  onTimedOut(runId: string): void
  onError(error: unknown): void
}): Watch {
  const { clock } = parts
  const watched = new Set<Watched>()

  const tick = () => {
    const nowMs = clock.now()
    for (const one of watched) {
      if (nowMs >= deadlineMs(one.state)) parts.onTimedOut(one.state.row.id)
      if (!isShownNow(one, nowMs)) continue
      Object.assign(one, { shownCount: one.state.progress.count, shownAtMs: nowMs })
      showProgress(parts, one.state).catch(parts.onError)
    }
  }
  const ticking = setInterval(tick, tickMs).unref()

  return {
    add(state) {
      const one = { state, shownCount: -1, shownAtMs: clock.now() }
      watched.add(one)
      return () => watched.delete(one)
    },
    stop: () => clearInterval(ticking),
  }
}

function isShownNow({ state, shownCount, shownAtMs }: Watched, nowMs: number): boolean {
  if (state.progress.count === shownCount) return false
  return nowMs - shownAtMs >= (shownCount < 0 ? firstShownMs : shownEveryMs)
}

const tickMs = 200
const firstShownMs = 300
const shownEveryMs = 2_000
