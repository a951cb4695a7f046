import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { createFrameReader } from './child/frames.mjs'
import type { SandboxCommand } from './command.ts'
import { decodeReply, failure, maxReplyBytes, type SandboxJob, type SandboxOutcome } from './job.ts'
import type { SandboxLimits } from './limits.ts'

/** A child process as the service sees it. It runs one job at a time. */
export interface Child {
  /** True once it can take a job, false when it ended before. */
  ready: Promise<boolean>
  /** Settles when it has ended, for any reason. */
  ended: Promise<void>
  run(job: SandboxJob, frame: Buffer): Promise<SandboxOutcome>
  /** Whether it can take another job. */
  isAlive(): boolean
  kill(): void
}

export interface ChildParts {
  command: SandboxCommand
  limits: SandboxLimits
  onError(error: unknown): void
}

interface Running {
  job: SandboxJob
  finish(outcome: SandboxOutcome): void
}

export function startChild({ command, limits, onError }: ChildParts): Child {
  const { promise: ready, resolve: setReady } = Promise.withResolvers<boolean>()
  const { promise: ended, resolve: setEnded } = Promise.withResolvers<void>()
  const child = start(command)
  let running: Running | undefined
  let isKilled = false
  let fieldErrors = ''

  const kill = () => {
    isKilled = true
    child.kill('SIGKILL')
  }
  const finish = (outcome: SandboxOutcome) => {
    running?.finish(outcome)
    running = undefined
  }
  const endBroken = () => {
    kill()
    finish(failure('crashed', 'The program crashed its process.'))
  }
  const patience = setTimeout(kill, startMs)
  const take = createFrameReader(maxReplyBytes(limits), (parts) => {
    if (parts.length === 0) {
      clearTimeout(patience)
      return setReady(true)
    }
    if (!running) return endBroken()
    const { outcome, isSpent } = decodeReply(parts, running.job)
    if (isSpent) kill()
    finish(outcome)
  })

  child.stdout.on('data', (chunk: Buffer) => {
    try {
      take(chunk)
    } catch {
      endBroken()
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    fieldErrors = (fieldErrors + chunk.toString()).slice(0, 2_000)
  })
  // Input written to a child that has just ended is lost, which `close` reports.
  child.stdin.on('error', () => {})
  child.on('error', onError)
  child.on('close', (code, signal) => {
    clearTimeout(patience)
    if (!isKilled) onError(new Error(`A sandbox process ended with ${signal ?? code}. ${fieldErrors}`.trim()))
    finish(failure('crashed', 'The process that ran the program ended.'))
    setReady(false)
    setEnded()
  })

  return {
    ready,
    ended,
    kill,
    isAlive: () => !isKilled && child.exitCode === null && child.signalCode === null,
    run(job, frame) {
      const { promise, resolve } = Promise.withResolvers<SandboxOutcome>()
      const timer = setTimeout(() => {
        kill()
        finish(failure('timeout', `The program took longer than ${job.limitMs} ms.`))
      }, job.limitMs + limits.graceMs)
      running = {
        job,
        finish(outcome) {
          clearTimeout(timer)
          resolve(outcome)
        },
      }
      child.stdin.write(frame)
      return promise
    },
  }
}

function start({ file, flags, args, folder }: SandboxCommand): ChildProcessByStdio<Writable, Readable, Readable> {
  return spawn(file, [...flags, ...args], {
    cwd: folder,
    // Without a prototype: `spawn` would also pass on polluted properties.
    env: Object.create(null),
    // In its own process group, so that Ctrl+C stops the service in order, with the jobs that it still waits for.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** A child is ready after a sixth of a second, on an idle machine. */
const startMs = 15_000
