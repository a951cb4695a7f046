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
  let thread: Thread | undefined
  let last: Promise<unknown> = Promise.resolve()
  const readNow = async (task: object): Promise<unknown> => {
    thread ??= openThread()
    const timer = setTimeout(() => thread?.answer({ isDone: false }), timeoutMs)
    const { isDone, found } = await thread.ask(task)
    clearTimeout(timer)
    if (!isDone) {
      await thread.end()
      thread = undefined
    }
    return found
  }
  return {
    read<W extends Readable>(what: W, text: string, url: string) {
      const reading = last.then(() => readNow({ what, text, url }))
      last = reading.catch(() => {})
      // The thread answers a task of this kind with its reading; nothing else writes to it.
      return reading as Promise<Readings[W] | undefined>
    },
    async close() {
      await last
      await thread?.end()
    },
  }
}

interface Reply {
  /** False when the thread is of no use any more. */
  isDone: boolean
  found?: unknown
}

interface Thread {
  ask(task: object): Promise<Reply>
  answer(reply: Reply): void
  end(): Promise<unknown>
}

function openThread(): Thread {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
    env: {},
  })
  let answer: (reply: Reply) => void = () => {}
  worker.on('message', (found) => answer({ isDone: true, found }))
  // Out of memory, or out of stack where it cannot be caught.
  worker.on('error', () => answer({ isDone: false }))
  worker.on('exit', () => answer({ isDone: false }))
  return {
    ask(task) {
      const { promise, resolve } = Promise.withResolvers<Reply>()
      answer = resolve
      worker.postMessage(task)
      return promise
    },
    answer: (reply) => answer(reply),
    end: () => worker.terminate(),
  }
}
