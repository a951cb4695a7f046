import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const entry = fileURLToPath(new URL('../packages/server/bin/marquee.js', import.meta.url))

/** The service as a process of its own, on a data folder that goes when the bench ends. */
export interface BenchService {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** Runs `marquee ... --json` beside the service. */
  command(...words: string[]): Promise<Record<string, string>>
  remove(): Promise<void>
}

export async function newService(): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-bench-'))
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    MARQUEE_DATA_DIR: dataDir,
    MARQUEE_DEMO: 'false',
    MARQUEE_RATE_LIMIT: '1000000000/60',
    MARQUEE_OUTBOUND_ALLOW: '127.0.0.1',
    MARQUEE_OUTBOUND_ALLOW_HTTP: 'true',
  }
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    url,
    async start() {
      child = spawn(process.execPath, [entry, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      for (let tries = 0; tries < 600; tries++) {
        const isReady = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('the service did not start')
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async command(...words) {
      const { stdout } = await promisify(execFile)(process.execPath, [entry, ...words, '--json'], { env })
      return JSON.parse(stdout)
    },
    async remove() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new broadcast and calls with a key of it. */
export async function newBroadcast(service: BenchService, name: string) {
  const account = await service.command('user', 'create', '--email', `${name.toLowerCase()}@bench.example`)
  const { broadcastId = '' } = await service.command(
    'broadcast',
    'create',
    '--name',
    name,
    '--user',
    account.userId ?? '',
  )
  const { key = '' } = await service.command('key', 'create', '--broadcast', broadcastId)
  return {
    broadcastId,
    /** Path of the broadcast on Surface B. */
    path: `/v1/users/${account.userId}/broadcasts/${broadcastId}`,
    call: async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
