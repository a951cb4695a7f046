import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

/** An installation with its own data folder and port. Its processes end with the test. */
export interface Installation {
  folder: string
  dataDir: string
  port: number
  url: string
  env: Env
  /** Starts `marquee serve` and waits until it is ready. */
  serve(env?: Env): Promise<Service>
  /** Starts `marquee` without waiting. */
  start(args: string[], env?: Env): Started
  /** Runs `marquee` until it exits. */
  run(args: string[], env?: Env): Promise<Ending>
  /** Runs `marquee ... --json`, which must succeed, and returns its output. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ask(args: string[], env?: Env): Promise<any>
  /** The processes of the PostgreSQL in the data folder. */
  findPostgres(): Promise<number[]>
  findPostmaster(): Promise<number | undefined>
}

export interface Started {
  pid: number
  child: ChildProcess
  stdout(): string
  stderr(): string
  ended: Promise<Ending>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
}

export interface Service extends Started {
  welcome: string
  readyInMs: number
  /** Stops it with a signal, and waits until it has exited. */
  stop(): Promise<Ending>
}

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

type Env = Record<string, string>

export async function newInstallation(t: TestContext, env: Env = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  const dataDir = env.MARQUEE_DATA_DIR ?? join(folder, 'data')
  const port = await freePort()
  const started: Started[] = []
  const findPostgres = () => postgresOf(join(dataDir, 'postgres'))
  const findPostmaster = async () => {
    const record = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
    return Number(record.split('\n')[0]) || undefined
  }
  t.after(async () => {
    await Promise.all(started.map((process) => process.kill()))
    await endPostgres(findPostgres, findPostmaster)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  const ownEnv = { ...cleanEnv, PORT: String(port), MARQUEE_DATA_DIR: dataDir, ...env }
  const start = (args: string[], more: Env = {}): Started => {
    const process = startMarquee(args, { ...ownEnv, ...more })
    started.push(process)
    return process
  }
  const run = (args: string[], more?: Env) => start(args, more).ended
  return {
    folder,
    dataDir,
    port,
    url: `http://127.0.0.1:${port}`,
    env: ownEnv,
    start,
    run,
    async serve(more) {
      const startedMs = performance.now()
      const process = start(['serve'], more)
      const welcome = await welcomeOf(process)
      return {
        ...process,
        welcome,
        readyInMs: performance.now() - startedMs,
        async stop() {
          process.child.kill('SIGTERM')
          return process.ended
        },
      }
    },
    async ask(args, more) {
      const { code, stdout, stderr } = await run([...args, '--json'], more)
      assert.equal(code, 0, `marquee ${args.join(' ')} failed: ${stderr}`)
      return JSON.parse(stdout)
    },
    findPostgres,
    findPostmaster,
  }
}

/** An installation that already has a migrated database, for tests in which the first start does not matter. */
export async function migratedInstallation(t: TestContext, env: Env = {}): Promise<Installation> {
  const installation = await newInstallation(t, env)
  const migrated = process.env.MARQUEE_TEST_DATA ?? assert.fail('the global setup did not run')
  await cp(migrated, installation.dataDir, { recursive: true })
  return installation
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

/** The executable that npm puts on the PATH. */
export const program = fileURLToPath(new URL('../../bin/marquee.js', import.meta.url))

/** An environment without the machine's settings. */
const cleanEnv: Env = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: tmpdir() }

function startMarquee(args: string[], env: Env): Started {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...said }))
  })
  return {
    pid: child.pid ?? assert.fail('marquee could not be started'),
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

/** It is written in one call, so that its first words mean that it is complete. */
async function welcomeOf(process: Started): Promise<string> {
  let ending: Ending | undefined
  process.ended.then((how) => {
    ending = how
  })
  await until(async () => ending !== undefined || process.stdout().includes('Marquee is ready'), 'a welcome')
  if (ending) assert.fail(`marquee serve ended with ${ending.code ?? ending.signal}: ${ending.stderr}`)
  return process.stdout()
}

/** The working directory of a server is its cluster. Where that is not visible, its pid file is used. */
async function postgresOf(clusterDir: string): Promise<number[]> {
  const cluster = await stat(clusterDir, { bigint: true }).catch(() => undefined)
  if (!cluster) return []
  const pids = (await readdir('/proc').catch((): string[] => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await stat(`/proc/${pid}/cwd`, { bigint: true }).catch(() => undefined)
      return cwd?.ino === cluster.ino && cwd.dev === cluster.dev
    }),
  )
  return pids.filter((_, at) => found[at]).map(Number)
}

async function endPostgres(
  find: () => Promise<number[]>,
  findPostmaster: () => Promise<number | undefined>,
): Promise<void> {
  const postmaster = await findPostmaster()
  const isOurs = postmaster !== undefined && (await find()).includes(postmaster)
  if (isOurs) process.kill(postmaster, 'SIGQUIT')
  if (isOurs) await until(async () => (await find()).length === 0, 'the end of PostgreSQL')
}
