import { parentPort } from 'node:worker_threads'
import { type ReadTask, readTask } from './read-task.ts'

parentPort?.on('message', (task: ReadTask) => {
  let found: unknown
  try {
    found = readTask(task)
  } catch {
    // What cannot be read is left out; a site is never all well made.
    found = undefined
  }
  parentPort?.postMessage(found)
})
