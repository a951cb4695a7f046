import { type Transferable, Worker } from 'node:worker_threads'

/** Runs tasks in worker threads, off the event loop. */
export interface Threads<Task, Result> {
  /** Resolves to undefined when the task failed, ran out of memory or timed out. Groups are served round-robin. */
  run(group: string, task: Task, transfer?: readonly Transferable[]): Promise<Result | undefined>
  /** Terminates the threads; unfinished tasks resolve to undefined. */
  close(): Promise<void>
}

export interface ThreadOptions {
  /** The module that replies to each message with one message. */
  script: URL
  /** The number of threads. Default: 1. */
  size?: number
  timeoutMs: number
  /** An idle thread is terminated after this time, which frees its memory. */
  idleMs?: number
  maxMemoryMb?: number
  /** For threads that make much garbage: they collect it more often, in less memory. */
  maxYoungMb?: number
}

interface Waiting<Task, Result> {
  task: Task
  transfer: readonly Transferable[]
  resolve(result: Result | undefined): void
}

/** A pool of threads that are started on demand. A thread that fails or times out is replaced. */
export function createThreads<Task, Result>(options: ThreadOptions): Threads<Task, Result> {
  const { size = 1 } = options
  /** Queued tasks by group; the first group is served next. */
  const groups = new Map<string, Waiting<Task, Result>[]>()
  const idle: Thread[] = []
  const all = new Set<Thread>()
  let isClosed = false

  const takeNext = (): Waiting<Task, Result> | undefined => {
    for (const [group, tasks] of groups) {
      groups.delete(group)
      const next = tasks.shift()
      if (tasks.length > 0) groups.set(group, tasks)
      if (next) return next
    }
    return undefined
  }
  const serve = async (thread: Thread) => {
    for (let next = takeNext(); next && !isClosed; next = takeNext()) {
      const reply = await thread.ask(next.task, next.transfer)
      next.resolve(reply.isDone ? (reply.result as Result) : undefined)
      if (reply.isDone) continue
      all.delete(thread)
      void thread.end()
      dispatch()
      return
    }
    idle.push(thread)
    thread.startIdling(() => {
      idle.splice(idle.indexOf(thread), 1)
      all.delete(thread)
    })
  }
  const dispatch = () => {
    if (groups.size === 0 || isClosed) return
    const free = idle.pop()
    if (free) {
      free.stopIdling()
      void serve(free)
    } else if (all.size < size) {
      const thread = openThread(options)
      all.add(thread)
      void serve(thread)
    }
  }

  return {
    run(group, task, transfer = []) {
      if (isClosed) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<Result | undefined>()
      const tasks = groups.get(group)
      if (tasks) tasks.push({ task, transfer, resolve })
      else groups.set(group, [{ task, transfer, resolve }])
      dispatch()
      return promise
    },
    async close() {
      isClosed = true
      for (const tasks of groups.values()) for (const { resolve } of tasks) resolve(undefined)
      groups.clear()
      await Promise.all([...all].map((thread) => thread.end()))
    },
  }
}

interface Reply {
  /** False when the thread failed and must be replaced. */
  isDone: boolean
  result?: unknown
}

interface Thread {
  ask(task: unknown, transfer: readonly Transferable[]): Promise<Reply>
  startIdling(onEnd: () => void): void
  stopIdling(): void
  end(): Promise<unknown>
}

function openThread({ script, timeoutMs, idleMs = 60_000, maxMemoryMb = 256, maxYoungMb }: ThreadOptions): Thread {
  const worker = new Worker(script, {
    resourceLimits: {
      maxOldGenerationSizeMb: maxMemoryMb,
      stackSizeMb: 4,
      ...(maxYoungMb !== undefined && { maxYoungGenerationSizeMb: maxYoungMb }),
    },
    env: {},
  })
  worker.unref()
  let answer: (reply: Reply) => void = () => {}
  worker.on('message', (result) => answer({ isDone: true, result }))
  // Out of memory, or a stack overflow that cannot be caught.
  worker.on('error', () => answer({ isDone: false }))
  worker.on('exit', () => answer({ isDone: false }))
  let idling: NodeJS.Timeout | undefined
  return {
    async ask(task, transfer) {
      const { promise, resolve } = Promise.withResolvers<Reply>()
      answer = resolve
      worker.ref()
      const timer = setTimeout(() => resolve({ isDone: false }), timeoutMs)
      worker.postMessage(task, transfer)
      const reply = await promise
      clearTimeout(timer)
      worker.unref()
      return reply
    },
    startIdling(onEnd) {
      idling = setTimeout(() => {
        onEnd()
        void worker.terminate()
      }, idleMs)
      idling.unref()
    },
    stopIdling: () => clearTimeout(idling),
    end() {
      clearTimeout(idling)
      return worker.terminate()
    },
  }
}
