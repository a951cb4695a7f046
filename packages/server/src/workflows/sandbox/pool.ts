import { type Child, startChild } from './child.ts'
import { sandboxCommand } from './command.ts'
import { encodeJob, failure, type SandboxJob, type SandboxOutcome } from './job.ts'
import { defaultLimits, type SandboxLimits } from './limits.ts'
import { createTurns, type Waiting } from './turns.ts'

export interface Sandbox {
  /**
   * Runs one job in a fresh VM. Never throws because of the program; its errors are part of the outcome. Owners are served round-robin; jobs
   * without an owner count as one owner.
   */
  run(job: SandboxJob, owner?: string): Promise<SandboxOutcome>
  close(): Promise<void>
}

export interface SandboxPool extends Sandbox {
  /** Starts all children now rather than with the first jobs, and waits for them. */
  warm(): Promise<void>
}

interface Asked extends Waiting {
  job: SandboxJob
  frame: Buffer
  resolve(outcome: SandboxOutcome): void
}

/** A pool of children that run jobs, scheduled by `turns.ts`. They start with the first jobs; one that is lost is replaced at once. */
export function createSandbox(options: {
  size?: number
  limits?: Partial<SandboxLimits>
  onError?(error: unknown): void
}): SandboxPool {
  const { size = 3, onError = () => {} } = options
  const limits = { ...defaultLimits, ...options.limits }
  const command = sandboxCommand(limits)
  const turns = createTurns<Asked>(size)
  const children = new Set<Child>()
  /** The one that has been idle longest is first: it has had time to renew its VM. */
  const idle: Child[] = []
  /** All children that have not ended, including those no longer used. */
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
    else failNext()
    await child.ended
    processes.delete(child)
    lose(child)
  }
  /** A child was started for a waiting job; without it, one job has nothing to wait for. */
  const failNext = () => {
    const asked = turns.take()
    if (!asked) return
    turns.done(asked)
    asked.resolve(failure('crashed', 'The sandbox could not be started.'))
  }
  const rest = (child: Child) => {
    idle.push(child)
    dispatch()
  }
  /** A child that ended without running a program could do so again and again, so it is replaced only when there is a job. */
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
    while (turns.ready() > 0 && idle.length > 0) {
      const [child, next] = [idle.shift(), turns.take()]
      if (child && next) void serve(child, next)
    }
    while (starting < turns.ready() && children.size < size) void add()
  }
  const serve = async (child: Child, asked: Asked) => {
    const outcome = await child.run(asked.job, asked.frame)
    turns.done(asked)
    asked.resolve(outcome)
    if (child.isAlive()) rest(child)
    else replace(child)
  }

  return {
    async run(job, owner = '') {
      const encoded = encodeJob(job, limits)
      if ('refusal' in encoded) return encoded.refusal
      if (isClosed) return failure('crashed', closed)
      const { promise, resolve } = Promise.withResolvers<SandboxOutcome>()
      turns.add({ owner, kind: job.kind, job, frame: encoded.frame, resolve })
      dispatch()
      return promise
    },
    async warm() {
      while (children.size < size && !isClosed) void add()
      await Promise.all([...children].map(({ ready }) => ready))
    },
    async close() {
      isClosed = true
      for (const { resolve } of turns.clear()) resolve(failure('crashed', closed))
      for (const child of processes) child.kill()
      await Promise.all([...processes].map(({ ended }) => ended))
    },
  }
}

const closed = 'The sandbox is closed.'
