import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../packages/server/bin/marquee.js', import.meta.url))

/** The service in its own process, with a data folder that is removed when the bench ends. */
export interface BenchService {
  url: string
  port: number
  dataDir: string
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** The process of the service; PostgreSQL has its own. */
  pid(): number
  remove(): Promise<void>
}

/** Rate limits are on, but too high to refuse anything. Everything else is as shipped. */
const highLimits = {
  MARQUEE_RATE_LIMIT: '1000000000/60',
  MARQUEE_PUBLIC_READ_LIMIT: '1000000000/60',
  MARQUEE_PUBLIC_WRITE_LIMIT: '1000000000/60',
  MARQUEE_QUOTA_RECORDS: '1000000000',
}

export async function newService({
  profileDir,
  env: more = {},
}: {
  profileDir?: string | undefined
  env?: Record<string, string>
} = {}): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-bench-'))
  // Under `npm test` there is a migrated folder; creating one takes longer than a short suite.
  if (process.env.MARQUEE_TEST_DATA) await cp(process.env.MARQUEE_TEST_DATA, dataDir, { recursive: true })
  const port = await freePort()
  const env = {
    ...process.env,
    ...highLimits,
    PORT: String(port),
    MARQUEE_DATA_DIR: dataDir,
    MARQUEE_DEMO: 'false',
    MARQUEE_OUTBOUND_ALLOW: '127.0.0.1',
    MARQUEE_OUTBOUND_ALLOW_HTTP: 'true',
    // Like `npm start`, and so are the flags below.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...more,
  }
  const asShipped = ['--max-semi-space-size=8', '--heap-growing-percent=40', '--v8-pool-size=1']
  const flags = profileDir === undefined ? asShipped : [...asShipped, '--cpu-prof', `--cpu-prof-dir=${profileDir}`]
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
    port,
    dataDir,
    async start() {
      // The default log goes to a file, which is shown only if the service does not start.
      const log = await open(join(dataDir, 'service.log'), 'a')
      const started = spawn(process.execPath, [...flags, entry, 'serve'], { env, stdio: ['ignore', 'ignore', log.fd] })
      child = started
      await log.close()
      const giveUpAt = performance.now() + 60_000
      while (performance.now() < giveUpAt) {
        const isReady = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) return
        if (started.exitCode !== null || started.signalCode !== null) break
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`the service did not start: ${await readFile(join(dataDir, 'service.log'), 'utf8')}`)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pid() {
      if (child?.pid === undefined) throw new Error('the service does not run')
      return child.pid
    },
    async remove() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type BenchBroadcast = Awaited<ReturnType<typeof newBroadcast>>

/** A new account with a broadcast, and an API client with its key. */
export async function newBroadcast({ url }: BenchService, name: string, scopes = ['read', 'write']) {
  return addBroadcast(url, await signUp(url, `${name.toLowerCase()}@bench.example`), name, scopes)
}

/** Several broadcasts of one new account. */
export async function newBroadcasts({ url }: BenchService, name: string, count: number): Promise<BenchBroadcast[]> {
  const owner = await signUp(url, `${name.toLowerCase()}@bench.example`)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return Promise.all(numbers.map((number) => addBroadcast(url, owner, `${name} ${number}`, ['read', 'write'])))
}

async function addBroadcast(url: string, owner: Awaited<ReturnType<typeof signUp>>, name: string, scopes: string[]) {
  const { _id: broadcastId } = await owner.create('', { name })
  const { key } = await owner.create(`/${broadcastId}/apiKeys`, { name: 'Bench', scopes })
  const authorization = { authorization: `Bearer ${key}` }
  return {
    broadcastId: String(broadcastId),
    /** The headers with the key. */
    authorization,
    /** The path of its content on Surface B. */
    path: `${owner.path}/${broadcastId}`,
    call: async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
    },
  }
}

/** A person who can create broadcasts and keys. */
export async function signUp(url: string, email: string) {
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin: url, cookie }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return { body: JSON.parse(text), cookies: response.headers.getSetCookie() }
  }
  const { body, cookies } = await post('/v1/auth/sign-up/email', { name: 'Bench', email, password: randomUUID() })
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  const path = `/v1/users/${body.user.id}/broadcasts`
  return {
    path,
    cookie,
    create: async (under: string, sent: object) => (await post(`${path}${under}`, sent, cookie)).body,
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
