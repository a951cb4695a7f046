import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchBroadcast, type BenchService, newService } from '../bench/service.ts'
import type { Random } from './random.ts'

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Waits until it is true; false when it is still not after the time. */
export async function isReached(isTrue: () => boolean | Promise<boolean>, forMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + forMs
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) return false
    await pause(10)
  }
  return true
}

/** Waits until it is true, and throws when it takes too long. */
export async function until(isTrue: () => boolean | Promise<boolean>, what: string, forMs = 60_000): Promise<void> {
  if (!(await isReached(isTrue, forMs))) throw new Error(`${what} did not happen within ${forMs / 1_000} s`)
}

/** Runs a suite on a new service. Nothing of it is left afterwards, not even when it was killed last. */
export async function withService<T>(
  run: (service: BenchService) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const service = await newService({ env })
  try {
    await service.start()
    return await run(service)
  } finally {
    await service.stop()
    const left = await postmasterOf(service).catch(() => undefined)
    if (left !== undefined) await endPostgres(left)
    await service.remove()
  }
}

/** Repeats a request until it is answered by a service that runs, under a key if it must take effect once. Returns the body. */
export async function insist(
  { call }: BenchBroadcast,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
  // biome-ignore lint/suspicious/noExplicitAny: a body of any kind
): Promise<any> {
  for (let tries = 0; tries < 3_000; tries++) {
    const answer = await call(method, path, body, key ? { 'idempotency-key': key } : {}).catch(() => undefined)
    const isRunning = answer?.status === 409 && answer.body.code === 'idempotency_in_progress'
    if (answer && answer.status < 300) return answer.body
    if (answer && answer.status !== 503 && !isRunning)
      throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer.body)}`)
    await pause(retryMs)
  }
  throw new Error(`${method} ${path} got no answer`)
}

/** Clients of a service that is down ask often enough to notice, and seldom enough to leave it the processor. */
export const retryMs = 100

export interface KillPlan {
  count: number
  /** How much of the work is done, from 0 to 1. Kills are spread over the work, whatever its rate. */
  progress(): number | Promise<number>
  /** Called right before each kill. */
  onKilled?(atMs: number): void
  /** Starts it again after the kills, where a single attempt may fail. */
  start?(): Promise<void>
  /** Called when the service is ready again. Waits for the work to go on. */
  onStarted?(): Promise<void>
}

/** Kills the service and starts it again, many times. More than half of the kills hit a service that is still starting. */
export async function killOften(service: BenchService, random: Random, plan: KillPlan): Promise<void> {
  const { count, progress, onKilled, onStarted, start = service.start } = plan
  for (let kill = 0; kill < count; kill++) {
    const due = (kill + random.next()) / count
    await until(async () => (await progress()) >= due, `work up to kill ${kill + 1} of ${count}`, 120_000)
    onKilled?.(Date.now())
    await service.kill()
    for (; kill + 1 < count && random.chance(0.6); kill++)
      await killWhileStarting(service, random.below(longestStartMs), onKilled)
    await start()
    await onStarted?.()
  }
}

async function killWhileStarting(
  service: BenchService,
  afterMs: number,
  onKilled: KillPlan['onKilled'],
): Promise<void> {
  const before = service.pid()
  const starting = service.start().catch(() => undefined)
  await until(() => service.pid() !== before, 'a new process')
  await pause(afterMs)
  onKilled?.(Date.now())
  await service.kill()
  await starting
}

/** The process id of the embedded PostgreSQL. */
export const postmasterOf = ({ dataDir }: BenchService) => postmasterIn(join(dataDir, 'postgres'))

/** The process id of the PostgreSQL with this data folder. */
export async function postmasterIn(folder: string): Promise<number | undefined> {
  const cluster = await realpath(folder)
  const record = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(record.split('\n')[0])
  // The file outlives a killed process, whose number another one may have by now.
  return pid > 0 && (await folderOf(pid)) === cluster ? pid : undefined
}

/** The processes that one has started. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, at) => parents[at] === parent)
}

async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program is in brackets and may contain spaces.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || undefined
}

const folderOf = (pid: number) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)

async function endPostgres(pid: number): Promise<void> {
  const folder = await folderOf(pid)
  process.kill(pid, 'SIGQUIT')
  await until(async () => (await folderOf(pid)) !== folder, 'the end of PostgreSQL')
}

/** About as long as a start takes. */
const longestStartMs = 900
