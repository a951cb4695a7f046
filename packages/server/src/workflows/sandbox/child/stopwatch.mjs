import { Script } from 'node:vm'

/**
 * Runs a task and stops it when its time is over; then returns undefined. The engine does not call its interrupt handler inside a slow
 * built-in. V8 can be interrupted anywhere, including WASM, and Node exposes that through `vm`: used as a timeout here, not as a sandbox.
 */
export function within(ms, task) {
  tasks.next = task
  try {
    return script.runInThisContext({ timeout: ms })
  } catch (error) {
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return undefined
  }
}

const tasks = { next: undefined }
globalThis.sandboxTasks = tasks
const script = new Script('sandboxTasks.next()')
