import { createThreads } from '../base/threads.ts'
import type { ReplyAnswer, ReplyTask } from './reply-task.ts'

/** Reads answers of other services, in a thread. Undefined when one takes too long or too much memory. */
export interface ReplyReader {
  read(broadcastId: string, task: ReplyTask): Promise<ReplyAnswer | undefined>
  close(): Promise<void>
}

export function createReplyReader(): ReplyReader {
  const threads = createThreads<ReplyTask, ReplyAnswer>({
    script: new URL('./reply-thread.ts', import.meta.url),
    timeoutMs: 10_000,
    idleMs: 30_000,
    maxMemoryMb: 128,
  })
  return { read: (broadcastId, task) => threads.run(broadcastId, task), close: () => threads.close() }
}
