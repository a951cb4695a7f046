import { createThreads } from '../../base/threads.ts'
import type { Readable, Readings, ReadTask } from '../read/read-task.ts'

/** Reads what strangers wrote, beside the work of the service. */
export interface Reader {
  /** Undefined when it could not be read, or not in time. One at a time. */
  read<W extends Readable>(what: W, text: string, url: string): Promise<Readings[W] | undefined>
  close(): Promise<void>
}

/** A reader in a thread of its own: a page made to keep a parser busy delays nobody, and is given up after `timeoutMs`. */
export function createReader({ timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Reader {
  const threads = createThreads<ReadTask, Readings[Readable]>({
    script: new URL('./reader-thread.ts', import.meta.url),
    timeoutMs,
  })
  return {
    read<W extends Readable>(what: W, text: string, url: string) {
      // The thread answers a task of this kind with its reading; nothing else writes to it.
      return threads.run('', { what, text, url }) as Promise<Readings[W] | undefined>
    },
    close: () => threads.close(),
  }
}
