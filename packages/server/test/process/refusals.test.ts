import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDb } from '../../src/store/db.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { versionRefusal } from '../../src/store/migrate.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { newDatabase, urlOf } from '../support/database.ts'
import { freePort, type Installation, newInstallation } from '../support/process.ts'

const bounded = { timeout: 120_000 }
const secretKey = randomBytes(32).toString('base64')

test('a port in use is reported, and the demo is created only by a start that can show its key', bounded, async (t) => {
  const installation = await newInstallation(t)
  const { port } = installation
  const metricsPort = await freePort()
  await refuses(
    installation,
    `Port ${port} on 127.0.0.1 is in use by another program; set PORT to a free one.`,
    await occupy(t, port),
  )
  await refuses(
    installation,
    `Port ${metricsPort} on 127.0.0.1 is in use by another program; set MARQUEE_METRICS_PORT to a free one.`,
    await occupy(t, metricsPort),
    { MARQUEE_METRICS_PORT: String(metricsPort) },
  )
  const service = await installation.serve({ MARQUEE_METRICS_PORT: String(metricsPort) })
  assert.match(service.welcome, /Demo API key +mrq_live_/)
  await service.stop()
})

test('an address that is not of this machine is reported', bounded, async (t) => {
  const installation = await newInstallation(t)
  await refuses(
    installation,
    `Port ${installation.port} on 192.0.2.1 is not an address of this machine; set HOST to one that is.`,
    undefined,
    { HOST: '192.0.2.1' },
  )
})

test('a data folder in use by another service is refused, and that service keeps running', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_DEMO: 'false' })
  const service = await installation.serve()
  const postmaster = await installation.findPostmaster()
  const second = await installation.run(['serve'], { PORT: String(await freePort()) })
  assert.deepEqual(plain(second), {
    code: 1,
    stdout: '',
    stderr: `The data folder ${installation.dataDir} is in use by another running Marquee; stop it first, or set MARQUEE_DATA_DIR to another folder.\n`,
  })
  assert.equal((await fetch(`${installation.url}/readyz`)).status, 200)
  assert.equal(await installation.findPostmaster(), postmaster)
  assert.equal((await service.stop()).code, 0)
})

test('an unusable data folder is reported with the reason', bounded, async (t) => {
  const installation = await newInstallation(t)
  await writeFile(installation.dataDir, 'mine')
  await refuses(
    installation,
    `The data folder ${installation.dataDir} cannot be used because a file is in its place; correct that, or set MARQUEE_DATA_DIR to another folder.`,
  )
  assert.equal(await readFile(installation.dataDir, 'utf8'), 'mine')

  // Permissions do not stop root, but even root cannot create a folder in /proc.
  const closed = process.getuid?.() === 0 ? '/proc/marquee' : join(installation.folder, 'closed/data')
  await mkdir(join(installation.folder, 'closed'), { mode: 0o500 })
  const { code, stdout, stderr } = await installation.run(['serve'], { MARQUEE_DATA_DIR: closed })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, new RegExp(`^The data folder ${closed} cannot be used because .+ to another folder\\.\n$`))
})

test('a damaged secret key is refused before anything is encrypted with another one', bounded, async (t) => {
  const installation = await newInstallation(t)
  await mkdir(installation.dataDir, { mode: 0o700 })
  const path = join(installation.dataDir, 'secret.key')
  await writeFile(path, 'c2hvcnQ=')
  await refuses(installation, `The secret key in ${path} is damaged; restore it from a backup.`)
  assert.equal(await readFile(path, 'utf8'), 'c2hvcnQ=')
})

test('an unusable DATABASE_URL is reported without its password', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey })
  const server = await openServerWithPassword(t)
  const nobody = await freePort()
  const cases: [string, RegExp][] = [
    [`postgres://u:hushhush@127.0.0.1:${nobody}/db`, new RegExp(`\\(127\\.0\\.0\\.1:${nobody}\\) .+ECONNREFUSED`)],
    ['postgres://u:hushhush@localhost:99999/db', /cannot be used: Invalid URL\.$/],
    [server('locked', 'hushhush', 'postgres'), /password authentication failed for user "locked"\.$/],
    [server('locked', '', 'postgres'), /password must be a string\.$/],
    [server('locked', 'let me in', 'nowhere'), /database "nowhere" does not exist\.$/],
  ]
  await Promise.all(
    cases.map(async ([url, reason]) => {
      const { code, stdout, stderr } = await installation.run(['serve'], { DATABASE_URL: url })
      assert.deepEqual([code, stdout], [1, ''], url)
      assert.match(stderr, /^The database of DATABASE_URL( \(.+\))? cannot be used: .+\.\n$/)
      assert.match(stderr.trimEnd(), reason)
      assert.doesNotMatch(stderr, /hushhush|let me in/)
    }),
  )
  assert.deepEqual(await readdir(installation.folder), [], 'there is no data folder')
})

test('a PostgreSQL that is too old is refused with its version', () => {
  assert.equal(
    versionRefusal(140_012, '14.12'),
    'Marquee needs PostgreSQL 15 or newer, and the database at DATABASE_URL is 14.12.',
  )
  assert.equal(versionRefusal(150_000, '15.0'), undefined)
  assert.equal(versionRefusal(180_004, '18.4'), undefined)
})

test('all configuration errors are reported at once, without secrets', bounded, async (t) => {
  const installation = await newInstallation(t)
  const env = {
    PORT: 'http',
    DATABASE_URL: 'mysql://root:hushhush@db.example/marquee',
    MARQUEE_SECRET_KEY: 'hushhush',
    MARQUEE_SMTP_URL: 'http://mailer:hushhush@mail.example',
    MARQUEE_RATE_LIMIT: 'many',
    MARQUEE_LOG_LEVEL: 'loud',
  }
  const expected =
    'The configuration is wrong: DATABASE_URL must start with postgres:// or postgresql://; MARQUEE_SECRET_KEY must be 32 bytes in base64, or several separated by commas, and is "(hidden)"; PORT must be a whole number from 0 to 65535, and is "http"; MARQUEE_RATE_LIMIT must be requests/seconds such as 600/60, or off, and is "many"; MARQUEE_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, and is "loud"; MARQUEE_SMTP_URL must be an smtp:// or smtps:// address, and is "(hidden)".'
  await refuses(installation, expected, undefined, env)
  await refuses(
    installation,
    'The configuration is wrong: MARQUEE_SECRET_KEY is required with DATABASE_URL (make one with: openssl rand -base64 32).',
    undefined,
    { DATABASE_URL: 'postgres://u:hushhush@127.0.0.1/db' },
  )
  const command = await installation.run(['demo', '--json'], env)
  assert.deepEqual(plain(command), { code: 1, stdout: '', stderr: `${expected}\n` })
  assert.deepEqual(await readdir(installation.folder), [], 'there is no data folder')
})

test('a database migrated by a newer version is left unchanged', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey, MARQUEE_DEMO: 'true' })
  const database = await newDatabase()
  t.after(() => database.drop())
  const db = openDb(database.url, { maxConnections: 1 })
  t.after(() => db.close())
  await db.query(sql`insert into migrations (name, checksum) values ('9999-from-the-future.sql', 'none')`)
  await refuses(
    installation,
    'The database has been migrated by a newer Marquee (9999-from-the-future.sql); start that version, or a newer one.',
    undefined,
    { DATABASE_URL: database.url },
  )
  assert.deepEqual(await db.query(sql`select from users`), [])
  const doctor = await installation.run(['doctor'], { DATABASE_URL: database.url })
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /^FAILURE {2}migrations +The database has been migrated by a newer Marquee/m)
})

/** Expects one sentence, exit code 1, and nothing left behind: no server, no account, no partial data folder. */
async function refuses(
  installation: Installation,
  sentence: string,
  free: (() => Promise<void>) | undefined = undefined,
  env: Record<string, string> = {},
): Promise<void> {
  const ending = await installation.run(['serve'], env)
  assert.deepEqual(plain(ending), { code: 1, stdout: '', stderr: `${sentence}\n` })
  assert.deepEqual(await installation.findPostgres(), [])
  const left = await readdir(installation.dataDir).catch((): string[] => [])
  assert.deepEqual(
    left.filter((name) => !['postgres', 'postgres.log', 'secret.key'].includes(name)),
    [],
  )
  await free?.()
}

const plain = ({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) => ({
  code,
  stdout,
  stderr,
})

/** Occupies a port, and returns a function that releases it. */
async function occupy(t: TestContext, port: number): Promise<() => Promise<void>> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

/** A PostgreSQL with a role that needs a password. Returns the URLs to try. */
async function openServerWithPassword(
  t: TestContext,
): Promise<(user: string, password: string, database: string) => string> {
  const { dataDir } = await newInstallation(t)
  const server = await openEmbeddedPostgres({ dataDir, role: 'command' })
  t.after(() => server.close())
  const db = openDb(urlOf(server.connection, 'postgres'), { maxConnections: 1 })
  const rules = join(dataDir, 'postgres/pg_hba.conf')
  const before = await readFile(rules, 'utf8')
  await writeFile(rules, 'local all locked scram-sha-256\n')
  await appendFile(rules, before)
  await db.query(sql`${raw("create role locked login password 'let me in'")}`)
  await db.query(sql`select pg_reload_conf()`)
  await db.close()
  const { host, port } = server.connection
  return (user, password, database) =>
    `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
