import type { Transferable } from 'node:worker_threads'
import { createThreads } from '../base/threads.ts'
import type { PlanningAnswer, PlanningTask } from './planning-task.ts'

/** Reads and compares one file in a thread of its own. */
export interface Planner {
  /** Undefined when the file took too long or too much memory. */
  ask(task: PlanningTask, transfer?: readonly Transferable[]): Promise<PlanningAnswer | undefined>
  close(): Promise<void>
}

export function createPlanner({ timeoutMs = 60_000, maxMemoryMb = 192 } = {}): Planner {
  const threads = createThreads<PlanningTask, PlanningAnswer>({
    script: new URL('./planner-thread.ts', import.meta.url),
    timeoutMs,
    maxMemoryMb,
    maxYoungMb: 8,
  })
  return { ask: (task, transfer) => threads.run('', task, transfer), close: () => threads.close() }
}
