import { type Child, startChild } from './child.ts'
import { sandboxCommand } from './command.ts'
import { encodeJob, failure, type SandboxJob, type SandboxOutcome } from './job.ts'
import { defaultLimits, type SandboxLimits } from './limits.ts'

export interface Sandbox {
  /** Runs one piece of work in a fresh VM. Never throws for what the program does; that comes back as an outcome. */
  run(job: SandboxJob): Promise<SandboxOutcome>
  close(): Promise<void>
}

export interface SandboxPool extends Sandbox {
  /** Starts all children now rather than with the first jobs, and waits for them. */
  warm(): Promise<void>
}

interface Waiting {
  job: SandboxJob
  frame: Buffer
  resolve(outcome: SandboxOutcome): void
}

/** Children that run jobs in the order they come. They start with the first jobs; one that is lost is replaced at once. */
export function createSandbox(options: {
  size?: number
  limits?: Partial<SandboxLimits>
  onError?(error: unknown): void
}): SandboxPool {
  const { size = 2, onError = () => {} } = options
  const limits = { ...defaultLimits, ...options.limits }
  const command = sandboxCommand(limits)
  const queue: Waiting[] = []
  const children = new Set<Child>()
  /** The one that has rested longest comes first: it has had time to renew its VM. */
  const idle: Child[] = []
  /** Whatever has not ended yet, also those that are lost to us. */
  const processes = new Set<Child>()
  let starting = 0
  let isClosed = false

  const add = async () => {
    const child = startChild({ command, limits, onError })
    children.add(child)
    processes.add(child)
    starting += 1
    const isReady = await child.ready
    starting -= 1
    if (isReady) rest(child)
    else queue.shift()?.resolve(failure('crashed', 'The sandbox could not be started.'))
    await child.ended
    processes.delete(child)
    lose(child)
  }
  const rest = (child: Child) => {
    idle.push(child)
    dispatch()
  }
  /** One that ended without a program to blame could do so again and again, so it is missed only when there is something to do. */
  const lose = (child: Child) => {
    children.delete(child)
    const at = idle.indexOf(child)
    if (at >= 0) idle.splice(at, 1)
    if (!isClosed) dispatch()
  }
  const replace = (child: Child) => {
    lose(child)
    if (!isClosed && children.size < size) void add()
  }
  const dispatch = () => {
    while (queue.length > 0 && idle.length > 0) {
      const [child, next] = [idle.shift(), queue.shift()]
      if (child && next) void serve(child, next)
    }
    while (starting < queue.length && children.size < size) void add()
  }
  const serve = async (child: Child, { job, frame, resolve }: Waiting) => {
    resolve(await child.run(job, frame))
    if (child.isAlive()) rest(child)
    else replace(child)
  }

  return {
    async run(job) {
      const encoded = encodeJob(job, limits)
      if ('refusal' in encoded) return encoded.refusal
      if (isClosed) return failure('crashed', closed)
      const { promise, resolve } = Promise.withResolvers<SandboxOutcome>()
      queue.push({ job, frame: encoded.frame, resolve })
      dispatch()
      return promise
    },
    async warm() {
      while (children.size < size && !isClosed) void add()
      await Promise.all([...children].map(({ ready }) => ready))
    },
    async close() {
      isClosed = true
      for (const { resolve } of queue.splice(0)) resolve(failure('crashed', closed))
      for (const child of processes) child.kill()
      await Promise.all([...processes].map(({ ended }) => ended))
    },
  }
}

const closed = 'The sandbox is closed.'
