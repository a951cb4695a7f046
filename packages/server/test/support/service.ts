import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyRecord, kinds } from '@marquee/model'
import pino from 'pino'
import { scopes as allScopes, type Scope } from '../../src/access/rights.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { openPlatform, type Platform } from '../../src/platform.ts'
import { type Runtime, startRuntime } from '../../src/runtime.ts'
import { newAccount } from './accounts.ts'
import { watchPlans } from './cluster-plans.ts'
import { databaseEnv, newDatabase } from './database.ts'
import { TestClock } from './test-clock.ts'

/** A complete service with its own database and port, and a clock that tests advance. */
export interface TestService {
  url: string
  config: Config
  platform: Platform
  runtime: Runtime
  clock: TestClock
  logLines: string[]
  /** A person with an empty broadcast and an API key. */
  newTenant(options?: { scopes?: Scope[]; name?: string }): Promise<TestTenant>
  newKey(broadcastId: string, scopes: Scope[]): Promise<string>
  stop(): Promise<void>
}

export interface TestTenant {
  userId: string
  email: string
  password: string
  broadcastId: string
  key: string
  /** The path of the broadcast on Surface B. */
  path: string
  api: Api
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

export type Api = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

export async function startService(
  env: Record<string, string> = {},
  existing?: { url: string; secretKey: string },
): Promise<TestService> {
  const database = existing ? { url: existing.url, drop: async () => {} } : await newDatabase()
  const clock = new TestClock()
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-test-data-'))
  const config = readConfig({
    PORT: String(await freePort()),
    // A test that names its database means that very connection.
    ...(env.DATABASE_URL === undefined && databaseEnv(database.url)),
    MARQUEE_SECRET_KEY: existing?.secretKey ?? randomBytes(32).toString('base64'),
    MARQUEE_RATE_LIMIT: 'off',
    MARQUEE_DB_POOL: '10',
    MARQUEE_DATA_DIR: dataDir,
    ...env,
  })
  const logLines: string[] = []
  const log = pino({ level: env.MARQUEE_LOG_LEVEL ?? 'debug' }, { write: (line: string) => void logLines.push(line) })
  const platform = await openPlatform(config, { role: 'service', clock, log })
  const plans = process.env.MARQUEE_TEST_CLUSTER ? watchPlans(platform.db, config.databaseUrl ?? '') : undefined
  const runtime = await startRuntime(platform, log)
  const url = runtime.url
  const newKey = async (broadcastId: string, scopes: Scope[]): Promise<string> =>
    (
      await platform.control.transaction((tx) =>
        platform.keys.create(tx, broadcastId, { name: 'Test', scopes, expiresAt: null }, { type: 'command' }),
      )
    ).text

  return {
    url,
    config,
    platform,
    runtime,
    clock,
    logLines,
    newKey,
    async newTenant({ scopes = allScopes, name = 'Test' } = {}) {
      const { userId, email, password } = await newAccount(platform)
      const record: AnyRecord = await platform.db.transaction((tx) =>
        platform.content.createBroadcast(tx, { id: userId, email }, { name }, { type: 'command' }),
      )
      const key = await newKey(record._id, scopes)
      const path = `/v1/users/${userId}/broadcasts/${record._id}`
      return { userId, email, password, broadcastId: record._id, key, path, api: apiWith(url, { 'x-api-key': key }) }
    },
    async stop() {
      try {
        await plans?.check()
      } finally {
        await runtime.stop()
        await database.drop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  }
}

/** Calls the service, always with the same headers. A body that is not a string is sent as JSON. */
export function apiWith(url: string, always: Record<string, string>): Api {
  return async (method, path, body, headers = {}) => {
    const hasBody = body !== undefined
    const response = await fetch(url + path, {
      method,
      headers: { ...always, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      body: hasBody ? (typeof body === 'string' ? body : JSON.stringify(body)) : null,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parseOr(text) }
  }
}

/** Signs a person in and returns an API client with their cookie, like a browser on the site. */
export async function signedIn(service: TestService, person: { email: string; password: string }): Promise<Api> {
  return apiWith(service.url, { cookie: await cookieOf(service, person), origin: service.url })
}

/** Signs a person in and returns their session cookie. */
export async function cookieOf(service: TestService, person: { email: string; password: string }): Promise<string> {
  const origin = service.url
  const reply = await apiWith(service.url, { origin })('POST', '/v1/auth/sign-in/email', {
    email: person.email,
    password: person.password,
  })
  if (reply.status !== 200) throw new Error(`signing in answered ${reply.status}: ${reply.text}`)
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

type Role = 'viewer' | 'editor' | 'owner'

/** Makes a second person an active member of a tenant's broadcast. */
export async function addMember(service: TestService, tenant: TestTenant, role: Role): Promise<Api> {
  const person = await newAccount(service.platform)
  await makeMember(service, tenant, { id: person.userId, email: person.email }, role)
  return signedIn(service, person)
}

/** Makes a person an active member of a tenant's broadcast, and returns the id of the record. */
export async function makeMember(
  service: TestService,
  tenant: TestTenant,
  person: { id: string; email: string },
  role: Role,
): Promise<string> {
  const { createRecord } = await import('../../src/content/create-record.ts')
  const { insertMembership } = await import('../../src/store/records/broadcasts.ts')
  const { listMember } = await import('../../src/store/control/directory.ts')
  return service.platform.content.write(tenant, { type: 'command' }, async (writing) => {
    const member = await createRecord(
      writing,
      kinds.broadcastMember,
      { email: person.email, role },
      { service: { status: 'active' } },
    )
    await listMember(service.platform.control, tenant.broadcastId, person.id)
    await insertMembership(writing.tx, tenant.broadcastId, person.id, member._id)
    return member._id
  })
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
