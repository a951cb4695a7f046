import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * For the script of a worker thread: replies to each task with one message. The thread has a lower priority than the event
 * loop, on which requests wait.
 */
export function answerTasks<Task>(answer: (task: Task) => unknown | Promise<unknown>): void {
  // Linux has priorities per thread; elsewhere this would lower the priority of the whole process.
  if (process.platform === 'linux') setPriority(lowPriority)
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answer(task)))
}

/** About a third of the processor time of a thread with the default priority. */
const lowPriority = 5
