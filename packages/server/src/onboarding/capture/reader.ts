import { createThreads } from '../../base/threads.ts'
import type { Content, Readable, Readings, ReadTask } from '../read/read-task.ts'

/** Parses untrusted files outside the event loop. */
export interface Reader {
  /** Undefined when parsing failed or timed out. One file at a time. */
  read<W extends Readable>(what: W, content: Content<W>, url: string): Promise<Readings[W] | undefined>
  close(): Promise<void>
}

/** A reader in its own thread: a page made to keep a parser busy delays no request, and is abandoned after `timeoutMs`. */
export function createReader({ timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Reader {
  const threads = createThreads<ReadTask, Readings[Readable]>({
    script: new URL('./reader-thread.ts', import.meta.url),
    timeoutMs,
  })
  return {
    read<W extends Readable>(what: W, content: Content<W>, url: string) {
      // The thread replies to a task of this kind with its result; nothing else posts to it.
      return threads.run('', { what, content, url }) as Promise<Readings[W] | undefined>
    },
    close: () => threads.close(),
  }
}
