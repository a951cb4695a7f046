import { Worker } from 'node:worker_threads'
import type { Readable, Readings } from './read-task.ts'

/** Reads what strangers wrote, beside the work of the service. */
export interface Reader {
  /** Undefined when it could not be read, or not in time. One at a time. */
  read<W extends Readable>(what: W, text: string, url: string): Promise<Readings[W] | undefined>
  close(): Promise<void>
}

/**
 * A reader in a thread of its own: a page made to keep a parser busy takes time from nobody, and after `timeoutMs` the thread is ended
 * and another begun. Its memory has a limit too.
 */
export function createReader({ timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Reader {
  let thread: Worker | undefined
  const end = async () => {
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }
  const readNow = async (task: object): Promise<unknown> => {
    thread ??= new Worker(new URL('./reader-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
      env: {},
    })
    const { promise, resolve } = Promise.withResolvers<{ isDone: boolean; found?: unknown }>()
    const timer = setTimeout(() => resolve({ isDone: false }), timeoutMs)
    thread.once('message', (found) => resolve({ isDone: true, found }))
    // Out of memory, or out of stack where it cannot be caught.
    thread.once('error', () => resolve({ isDone: false }))
    thread.once('exit', () => resolve({ isDone: false }))
    thread.postMessage(task)
    const { isDone, found } = await promise
    clearTimeout(timer)
    thread?.removeAllListeners()
    if (!isDone) await end()
    return found
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    read<W extends Readable>(what: W, text: string, url: string) {
      const reading = last.then(() => readNow({ what, text, url }))
      last = reading.catch(() => {})
      // The thread answers a task of this kind with its reading; nothing else writes to it.
      return reading as Promise<Readings[W] | undefined>
    },
    async close() {
      await last
      await end()
    },
  }
}
