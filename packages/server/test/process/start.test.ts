import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, copyFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { makeFestival } from '../../src/demo/festival/index.ts'
import { type Installation, migratedInstallation, newInstallation, program } from '../support/process.ts'
import { type Api, apiWith } from '../support/service.ts'
import { shownIn } from '../support/shown.ts'
import { elapse, until } from '../support/until.ts'

const bounded = { timeout: 240_000 }

test(
  'the first start prints working credentials and commands; a later start is fast and prints no key',
  bounded,
  async (t) => {
    const installation = await newInstallation(t)
    const first = await installation.serve()
    // A few seconds on an idle machine; a test machine may be busy.
    assert(first.readyInMs < 60_000, `the first start took ${first.readyInMs} ms`)
    assert.match(first.welcome, new RegExp(`Marquee is ready at ${installation.url}\n`))
    const shown = shownIn(first.welcome)
    assert(shown.email && shown.password && shown.key)
    assert.equal(shown.curls.length, 2)

    const [list, created] = await Promise.all(shown.curls.map((line) => bash(line)))
    assert.equal(list.data.length, 3)
    assert.match(list.data[0].start_time, /^2027-07-02T/)
    assert.equal(created.name, 'Lost and found')
    const api = apiWith(installation.url, { 'x-api-key': shown.key })
    assert.equal((await api('GET', `${shown.path}/broadcastInterestPoints/${created.id}`)).body.title, 'Lost and found')

    const person = await signIn(installation, shown)
    assert.equal((await person('GET', '/v1/auth/get-session')).body.user.email, shown.email)
    assert.equal((await person('GET', shown.path)).status, 200)
    assert.equal((await first.stop()).code, 0)

    const second = await installation.serve()
    assert(second.readyInMs < 20_000, `the second start took ${second.readyInMs} ms`)
    assert(!second.welcome.includes(shown.key) && !second.welcome.includes(shown.password))
    assert(!second.stderr().includes(shown.key))
    const later = shownIn(second.welcome)
    assert.equal(later.email, shown.email)
    assert.equal(later.path, shown.path)
    const again = await Promise.all(later.curls.map((line) => bash(line, { MQ_KEY: shown.key })))
    assert.deepEqual([again[0].data.length, again[1].name], [3, 'Lost and found'])
    assert.equal((await second.stop()).code, 0)
    assert.deepEqual(await installation.findPostgres(), [])
  },
)

test(
  'a stopped service finishes running requests, refuses new ones, and ends its streams and its database',
  bounded,
  async (t) => {
    const installation = await migratedInstallation(t)
    const service = await installation.serve()
    const { key, path } = shownIn(service.welcome)
    const call = { 'x-api-key': key }
    const stream = await fetch(`${installation.url}${path}/changes/stream`, { headers: call })
    const streamed = stream.text()

    const body = JSON.stringify({ title: 'Last order' })
    const begun = request(`${installation.url}${path}/broadcastSessions`, {
      method: 'POST',
      headers: {
        ...call,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    })
    begun.flushHeaders()
    await once(begun, 'continue')
    begun.write(body.slice(0, 5))
    // The terminal signals the whole process group, and npm forwards the signal once more.
    service.child.kill('SIGTERM')
    service.child.kill('SIGINT')
    await until(async () => (await statusOf(`${installation.url}/readyz`)) !== 200, 'the refusal of new requests')
    const [late, livez] = await Promise.all(['/v1/openapi.json', '/livez'].map((at) => statusOf(installation.url + at)))
    assert(late === undefined || late === 503)
    assert(livez === undefined || livez === 200)
    service.child.kill('SIGTERM')

    begun.end(body.slice(5))
    const [answer]: IncomingMessage[] = await once(begun, 'response')
    assert.equal(answer?.statusCode, 201)
    assert.equal(JSON.parse(await text(answer)).title, 'Last order')
    assert.match(await streamed, /^retry: 2000\n/)
    const { code, stderr } = await service.ended
    assert.equal(code, 0)
    assert.doesNotMatch(stderr, /"level":60/)
    assert.deepEqual(await installation.findPostgres(), [])
  },
)

test('a service stopped during startup leaves no database running', bounded, async (t) => {
  for (const hasCome of [isMakingCluster, hasSecretKey]) {
    const installation = await newInstallation(t)
    const service = installation.start(['serve'])
    await until(() => hasCome(installation), hasCome.name)
    service.child.kill('SIGINT')
    const { code, stdout, stderr } = await service.ended
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' }, hasCome.name)
    assert.deepEqual(await installation.findPostgres(), [], hasCome.name)
  }
})

test(
  'compiled code is kept by a service that is killed, and is not needed where it cannot be kept',
  bounded,
  async (t) => {
    const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false' })
    // The launcher keeps compiled code in the `node_modules` above it.
    const root = join(installation.folder, 'checkout')
    const server = join(root, 'packages/server')
    const cache = join(root, 'node_modules/.cache')
    await mkdir(join(server, 'bin'), { recursive: true })
    await writeFile(join(server, 'package.json'), '{"type":"module"}')
    await copyFile(program, join(server, 'bin/marquee.js'))
    await symlink(join(dirname(program), '../src'), join(server, 'src'))
    const kept = async () =>
      (await readdir(cache, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile())
    const serveHere = async () => {
      const child = spawn(process.execPath, [join(server, 'bin/marquee.js'), 'serve'], {
        env: installation.env,
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      t.after(() => child.kill('SIGKILL'))
      await until(async () => (await statusOf(`${installation.url}/readyz`)) === 200, 'a service that answers')
      return async (signal: NodeJS.Signals) => {
        child.kill(signal)
        return (await ended)[0]
      }
    }

    const endFirst = await serveHere()
    await until(async () => (await kept()).length > 500, 'the compiled code')
    await endFirst('SIGKILL')

    await rm(cache, { recursive: true })
    await writeFile(cache, 'no folder can be made here')
    const endSecond = await serveHere()
    assert.equal(await endSecond('SIGTERM'), 0)
    assert.deepEqual(await installation.findPostgres(), [])
  },
)

test('closing the output pipe does not end the service', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false' })
  const service = installation.start(['serve'])
  service.child.stdout?.destroy()
  service.child.stderr?.destroy()
  await until(async () => (await statusOf(`${installation.url}/readyz`)) === 200, 'a service that answers')
  await elapse(100)
  assert.equal(await statusOf(`${installation.url}/readyz`), 200)
  service.child.kill('SIGTERM')
  assert.equal((await service.ended).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

test('a service started by npm stops when npm ends without a signal', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', npm_lifecycle_event: 'start' })
  // npm runs its scripts in a shell.
  const shell = spawn('sh', ['-c', '"$0" "$1" serve; exit $?', process.execPath, program], {
    env: installation.env,
    stdio: 'ignore',
  })
  const shellEnded = once(shell, 'exit')
  t.after(async () => {
    shell.kill('SIGKILL')
    await shellEnded
  })
  await until(async () => (await statusOf(`${installation.url}/readyz`)) === 200, 'a service that answers')
  shell.kill('SIGKILL')
  await until(async () => (await statusOf(`${installation.url}/livez`)) === undefined, 'the end of the service')
  const next = await installation.serve()
  assert.equal((await next.stop()).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

test('a service killed at any moment during writes restarts with every acknowledged write', bounded, async (t) => {
  const installation = await migratedInstallation(t)
  let service = await installation.serve()
  const { key, path } = shownIn(service.welcome)
  const api = apiWith(installation.url, { 'x-api-key': key })
  const { next: before } = (await api('GET', `${path}/changes?limit=1000`)).body
  const writes = new Map<string, string | undefined>()
  for (let round = 0; round < rounds; round++) {
    // Every fifth round simulates a crash of the whole machine.
    const machineGoes = round % 5 === 4
    const postmaster = await installation.findPostmaster()
    const titles = Array.from({ length: writesPerRound }, (_, at) => `Round ${round}, write ${at}`)
    const moment = elapse(Math.random() * 300).then(async () => {
      if (machineGoes && postmaster) process.kill(postmaster, 'SIGKILL')
      await service.kill()
    })
    await Promise.all([moment, writeAll(api, path, titles, writes, machineGoes)])

    service = await installation.serve()
    assert.doesNotMatch(service.welcome, /mrq_live/)
    if (!machineGoes) assert.equal(await installation.findPostmaster(), postmaster, 'the running PostgreSQL is reused')
    for (const [title, id] of writes) {
      if (id) assert.equal((await api('GET', `${path}/broadcastSessions/${id}?fields=title`)).body.title, title)
    }
    // Writes without a response are retried.
    await writeAll(
      api,
      path,
      titles.filter((title) => !writes.get(title)),
      writes,
    )
  }
  const acknowledged = [...writes.values()]
  assert.equal(acknowledged.length, rounds * writesPerRound)
  const changes = await readChanges(api, path, before)
  assert.deepEqual(
    changes.map(({ sequence }) => sequence),
    acknowledged.map((_, at) => before + 1 + at),
    'every write is one change, without gaps in the sequence',
  )
  assert.deepEqual(changes.map(({ id }) => id).sort(), acknowledged.sort())
  await service.stop()
  assert.deepEqual(await installation.findPostgres(), [])
})

test(
  'after a kill at any moment of the first start, the next start works and the demo is complete',
  bounded,
  async (t) => {
    const moments: [string, (installation: Installation) => Promise<boolean>, number][] = [
      ['while the cluster is made', isMakingCluster, 50],
      ['when PostgreSQL has begun', isRunningPostgres, 0],
      ['while the demo is made', hasSecretKey, 300],
      ['when the demo is there', async ({ url }) => (await statusOf(`${url}/livez`)) === 200, 0],
    ]
    for (const [moment, hasCome, laterMs] of moments) {
      const installation = await newInstallation(t)
      const killed = installation.start(['serve'])
      await until(() => hasCome(installation), moment)
      await elapse(laterMs)
      await killed.kill()

      const service = await installation.serve()
      const shown = shownIn(service.welcome)
      // If the killed start already finished the demo, the next one does not print its key.
      const demo = shown.key ? shown : await installation.ask(['demo'])
      await requireWholeDemo(installation, shown.path, demo)
      assert.equal((await service.stop()).code, 0, moment)
      assert.deepEqual(await installation.findPostgres(), [], moment)
    }
  },
)

const rounds = 5
const writesPerRound = 20

const isMakingCluster = async ({ dataDir }: Installation) =>
  (await readdir(dataDir).catch((): string[] => [])).some((name) => name.startsWith('postgres.new-'))
const isRunningPostgres = async (installation: Installation) => (await installation.findPostmaster()) !== undefined
const hasSecretKey = ({ dataDir }: Installation) =>
  access(join(dataDir, 'secret.key')).then(
    () => true,
    () => false,
  )

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function bash(line: string, env: Record<string, string> = {}): Promise<any> {
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { env: { ...process.env, ...env } })
  return JSON.parse(stdout)
}

async function signIn({ url }: Installation, person: { email: string; password: string }): Promise<Api> {
  const { email, password } = person
  const reply = await apiWith(url, { origin: url })('POST', '/v1/auth/sign-in/email', { email, password })
  assert.equal(reply.status, 200)
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0])
  return apiWith(url, { cookie: cookies.join('; '), origin: url })
}

/** Undefined when there is no response. */
async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

/**
 * Writes sessions concurrently until there are no more or the service is gone. Records the acknowledged ids.
 * A service whose PostgreSQL was killed shortly before returns 503, which acknowledges nothing.
 */
async function writeAll(
  api: Api,
  path: string,
  titles: string[],
  writes: Map<string, string | undefined>,
  databaseIsKilled = false,
): Promise<void> {
  const waiting = [...titles]
  const writer = async () => {
    for (let title = waiting.shift(); title !== undefined; title = waiting.shift()) {
      writes.set(title, undefined)
      const key = title.replaceAll(/\W/g, '-')
      const reply = await api('POST', `${path}/broadcastSessions`, { title }, { 'idempotency-key': key })
      if (reply.status === 503 && databaseIsKilled) return
      assert.equal(reply.status, 201)
      writes.set(title, reply.body._id)
      await elapse(Math.random() * 20)
    }
  }
  await Promise.all(
    [1, 2, 3].map(() => writer().catch((error) => assert.match(String(error), /fetch failed|terminated/))),
  )
}

async function readChanges(api: Api, path: string, since: number): Promise<{ sequence: number; id: string }[]> {
  const { data, next, has_more } = (await api('GET', `${path}/changes?since=${since}&limit=100`)).body
  return has_more ? [...data, ...(await readChanges(api, path, next))] : data
}

async function requireWholeDemo(
  installation: Installation,
  path: string,
  person: { email: string; password: string },
): Promise<void> {
  const api = await signIn(installation, person)
  const [, , , userId] = path.split('/')
  const broadcasts = await api('GET', `/v1/users/${userId}/broadcasts`)
  assert.equal(broadcasts.body.data.length, 1)
  const counts: Record<string, number> = {}
  for (const { kind } of makeFestival((name) => name, '').records) counts[kind] = (counts[kind] ?? 0) + 1
  const { records } = (await api('GET', `${path}/usage`)).body
  for (const [kind, count] of Object.entries(counts)) assert.equal(records[kind].used, count, kind)
}
