import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * For the script of a worker thread: answers each task with one message. The event loop goes first where there are fewer
 * processors than threads, since requests wait for it.
 */
export function answerTasks<Task>(answer: (task: Task) => unknown): void {
  // Linux has priorities of threads; elsewhere this would be the priority of the whole service.
  if (process.platform === 'linux') setPriority(lowPriority)
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)))
}

/** A third of the processor time that a thread of the usual priority gets beside it. */
const lowPriority = 5
