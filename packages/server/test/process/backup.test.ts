import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, type TestContext, test } from 'node:test'
import { ZipFile } from 'yazl'
import type { BackupManifest } from '../../src/backup/format.ts'
import { openSnapshot } from '../../src/store/backup/snapshot.ts'
import { openDb } from '../../src/store/db.ts'
import { readMigrations } from '../../src/store/migrate.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { filesIn } from '../archive/archives.ts'
import { fillBroadcast } from '../archive/full-broadcast.ts'
import { newDatabase } from '../support/database.ts'
import { type Installation, newInstallation } from '../support/process.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService()
  tenant = await service.newTenant({ name: 'Quay festival' })
  await fillBroadcast(service, tenant)
})
after(() => service?.stop())

const secretKey = () => (service.config.secretKeys ?? []).map((key) => key.toString('base64')).join(',')

/** The command line on the data of the service. */
const source = (t: TestContext) =>
  newInstallation(t, {
    DATABASE_URL: service.config.databaseUrl ?? '',
    MARQUEE_SECRET_KEY: secretKey(),
    MARQUEE_DATA_DIR: service.config.dataDir,
  })

/** A database without tables. */
async function emptyDatabase(t: TestContext): Promise<string> {
  const { url, drop } = await newDatabase()
  t.after(drop)
  await inDatabase(url, 'drop schema public cascade')
  await inDatabase(url, 'create schema public')
  return url
}

async function inDatabase(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const db = openDb(url, { maxConnections: 1 })
  return db.query<Record<string, unknown>>(sql`${raw(statement)}`).finally(() => db.close())
}

const tablesIn = async (url: string) =>
  (await inDatabase(url, `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`))
    .length

/** A copy of a backup with other contents. Files get a right checksum, unless they are changed in `damaged`. */
async function rewritten(
  from: string,
  to: string,
  change: (manifest: BackupManifest, files: Map<string, string | Buffer>) => void,
  damaged: Record<string, (bytes: Buffer) => Buffer> = {},
): Promise<string> {
  const files = await filesIn(from)
  const manifest: BackupManifest = JSON.parse(String(files.get('marquee-backup.json')))
  change(manifest, files)
  for (const table of manifest.tables)
    table.sha256 = createHash('sha256')
      .update(files.get(table.path) ?? '')
      .digest('hex')
  const zip = new ZipFile()
  for (const [path, bytes] of files)
    if (path !== 'marquee-backup.json')
      zip.addBuffer((damaged[path] ?? ((same: Buffer) => same))(Buffer.from(bytes)), path)
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'marquee-backup.json')
  zip.end()
  await writeFile(to, await buffer(zip.outputStream))
  return to
}

const refusalOf = async ({ run }: Installation, args: string[], env = {}) => {
  const { code, stdout, stderr } = await run(args, env)
  assert.deepEqual([code, stdout, stderr.split('\n').length], [1, '', 2], stderr)
  return stderr.trim()
}

test('a backup of an external database becomes an embedded one, and back, with equal tables and files', async (t) => {
  const here = await source(t)
  const file = join(here.folder, 'one.backup')
  const made = await here.ask(['backup', file])
  assert.equal((await stat(file)).mode & 0o077, 0, 'only its owner can read it')
  assert.deepEqual(await readdir(here.folder), ['one.backup'], 'no temporary file is left')
  assert.equal(made.secretKey.included, false)
  assert.deepEqual(made.files.missing, [])
  assert(made.files.count > 4 && made.tables.records.rows > 100)
  const entries = await filesIn(file)
  assert(![...entries.values()].some((bytes) => bytes.includes(secretKey())), 'the secret key is not in it')

  const embedded = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey(), MARQUEE_DEMO: 'false' })
  const restored = await embedded.ask(['restore', file])
  assert.deepEqual([restored.rows, restored.files, restored.migrated], [made.rows, made.files.count, []])
  assert.deepEqual((await readdir(embedded.dataDir)).sort(), ['media', 'postgres'])
  const second = join(embedded.folder, 'two.backup')
  const again = await embedded.ask(['backup', second, '--with-secret-key'])
  assert.deepEqual([again.tables, again.files], [made.tables, made.files])

  // The key that is included is not needed where there is one, and the files that are there are left as they are.
  const external = await newInstallation(t, {
    DATABASE_URL: await emptyDatabase(t),
    MARQUEE_SECRET_KEY: secretKey(),
    MARQUEE_DATA_DIR: service.config.dataDir,
  })
  await external.ask(['restore', second])
  const third = await external.ask(['backup', join(external.folder, 'three.backup')])
  assert.deepEqual([third.tables, third.files], [made.tables, made.files])

  // With the key in the file, the file is enough.
  const alone = await newInstallation(t, { MARQUEE_DEMO: 'false' })
  await alone.ask(['restore', second])
  assert.equal((await readFile(join(alone.dataDir, 'secret.key'), 'utf8')).trim(), secretKey())
  await alone.serve()
  const read = await fetch(`${alone.url}${tenant.path}/broadcastSessions`, { headers: { 'x-api-key': tenant.key } })
  assert.equal(read.status, 200, 'API keys work')
  const { data } = JSON.parse(await read.text())
  const expected = (await tenant.api('GET', `${tenant.path}/broadcastSessions`)).body.data
  assert.deepEqual(data, expected)
  // The audit trail continues after the last entry of the backup.
  await alone.ask(['user', 'reset-password', '--email', tenant.email])
})

test('a backup of one database becomes one of content and one of accounts', async (t) => {
  const here = await source(t)
  const file = join(here.folder, 'one.backup')
  const made = await here.ask(['backup', file])
  const [content, control] = [await emptyDatabase(t), await emptyDatabase(t)]
  const apart = await newInstallation(t, {
    DATABASE_URL: content,
    MARQUEE_CONTROL_URL: control,
    MARQUEE_SECRET_KEY: secretKey(),
    MARQUEE_DATA_DIR: service.config.dataDir,
    MARQUEE_DEMO: 'false',
  })
  assert.equal((await apart.ask(['restore', file])).rows, made.rows)
  const countIn = async (url: string, table: string) =>
    (await inDatabase(url, `select count(*)::integer as count from ${table}`))[0]?.count
  assert.deepEqual(
    [await countIn(content, 'records'), await countIn(control, 'records')],
    [made.tables.records.rows, 0],
  )
  assert.deepEqual(
    [await countIn(content, 'api_keys'), await countIn(control, 'api_keys')],
    [0, made.tables.api_keys.rows],
  )
  await apart.serve()
  const read = await fetch(`${apart.url}${tenant.path}/broadcastSessions`, { headers: { 'x-api-key': tenant.key } })
  assert.deepEqual(
    JSON.parse(await read.text()).data,
    (await tenant.api('GET', `${tenant.path}/broadcastSessions`)).body.data,
  )
  assert.match(await refusalOf(apart, ['restore', file]), /^The database is not empty/)
  assert.match(await refusalOf(apart, ['backup', join(apart.folder, 'two.backup')]), /there are two databases/)
  const older = await rewritten(file, join(here.folder, 'older'), (manifest) => manifest.migrations.splice(-1))
  const empty = { DATABASE_URL: await emptyDatabase(t), MARQUEE_CONTROL_URL: await emptyDatabase(t) }
  assert.match(await refusalOf(apart, ['restore', older], empty), /^A backup of an older version is not divided/)
})

test('what cannot be backed up or restored is refused in one sentence, and nothing is left', async (t) => {
  const here = await source(t)
  const file = join(here.folder, 'good.backup')
  await here.ask(['backup', file])
  assert.equal(
    await refusalOf(here, ['backup', file]),
    `${file} exists already. Remove it, or name another file for the backup. No backup was made.`,
  )
  assert.match(
    await refusalOf(here, ['restore', file]),
    /^The database is not empty: it has the table .+\. Nothing was restored\.$/,
  )

  const target = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey() })
  const inTarget = (name: string) => join(target.folder, name)
  const refused = async (name: string, message: RegExp, env = {}) => {
    assert.match(await refusalOf(target, ['restore', name], env), message)
    assert.deepEqual(await readdir(target.dataDir).catch(() => []), [], 'the data folder is still empty')
  }
  await writeFile(inTarget('text'), 'no zip')
  await refused(inTarget('text'), /^This is not a zip file that can be read: .+ Nothing was restored\.$/)
  await refused(inTarget('none'), /^There is no file .+none\. Nothing was restored\.$/)
  const newer = await rewritten(file, inTarget('newer'), (manifest) => {
    manifest.migrations.push({ name: '9999-future.sql', checksum: 'f'.repeat(64) })
  })
  await refused(newer, /^The backup was made by a newer Marquee \(9999-future\.sql\); restore it with that version/)
  const format = await rewritten(file, inTarget('format'), (manifest) => {
    manifest.version = 2
  })
  await refused(format, /^The backup was made by a newer Marquee; restore it with that version/)
  const path = 'tables/records.copy'
  const damaged = await rewritten(file, inTarget('damaged'), () => {}, { [path]: (bytes) => bytes.fill(65, 100, 101) })
  await refused(damaged, /^tables\/records\.copy differs from its checksum: .+ Nothing was restored\.$/)
  const picture = [...(await filesIn(file)).keys()].find((name) => name.startsWith('files/')) ?? assert.fail('no files')
  const spoiled = await rewritten(file, inTarget('spoiled'), () => {}, { [picture]: (bytes) => bytes.fill(65, 9, 12) })
  await refused(spoiled, /differs from its checksum/)
  const lacking = await rewritten(file, inTarget('lacking'), (_, files) => files.delete(picture))
  await refused(lacking, /is missing\. Nothing was restored\.$/)
  const escaping = await rewritten(file, inTarget('escaping'), (manifest, files) => {
    const list = String(files.get('files.jsonl')).replace(/"key":"[^"]+"/, '"key":"../../escaped/original"')
    files.set('files.jsonl', list)
    manifest.fileList.sha256 = createHash('sha256').update(list).digest('hex')
    manifest.fileList.bytes = Buffer.byteLength(list)
  })
  await refused(escaping, /^files\.jsonl, line 1: this is not a file of a backup\./)
  const other = Buffer.alloc(32, 7).toString('base64')
  await refused(file, /needs the secret key with the fingerprint .{8}, and MARQUEE_SECRET_KEY has another one/, {
    MARQUEE_SECRET_KEY: other,
  })
  await refused(file, /and there is none: it is not in the backup/, { MARQUEE_SECRET_KEY: '' })
  await mkdir(join(target.dataDir, 'media'), { recursive: true })
  assert.match(
    await refusalOf(target, ['restore', file]),
    /^The data folder .+ is not empty \(media\)\. Nothing was restored/,
  )
})

test('a restore that fails in the middle leaves no table and no file', async (t) => {
  const here = await source(t)
  const file = join(here.folder, 'good.backup')
  await here.ask(['backup', file])
  // A row that refers to nothing, with a right checksum, in one of the last tables.
  const broken = await rewritten(file, join(here.folder, 'broken'), (manifest, files) => {
    const table = manifest.tables.find(({ name }) => name === 'memberships') ?? assert.fail()
    const copy = `${files.get(table.path)}${['0'.repeat(24), '0'.repeat(24), '0'.repeat(24)].join('\t')}\n`
    files.set(table.path, copy)
    table.entries += 1
  })
  const url = await emptyDatabase(t)
  const external = await newInstallation(t, { DATABASE_URL: url, MARQUEE_SECRET_KEY: secretKey() })
  const failed = await external.run(['restore', broken])
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /foreign key/)
  assert.equal(await tablesIn(url), 0)
  const files = await readdir(join(external.dataDir, 'media'), { recursive: true, withFileTypes: true })
  assert.deepEqual(
    files.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  )
  await external.ask(['restore', file])

  const embedded = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey() })
  assert.equal((await embedded.run(['restore', broken])).code, 1)
  assert.deepEqual(await readdir(embedded.dataDir), [])
  await embedded.ask(['restore', file])
})

test('a backup of an older schema is migrated', async (t) => {
  const url = await emptyDatabase(t)
  const migrations = (await readMigrations()).filter(({ name }) => name < '0048')
  const db = openDb(url, { maxConnections: 1 })
  await db
    .transaction(async (tx) => {
      await tx.script(
        'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
      )
      for (const { name, text, checksum } of migrations) {
        await tx.script(text)
        await tx.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
      }
      await tx.script(`insert into users (id, name, email) values ('u', 'Ada', 'ada@test.example');
        insert into broadcasts (id, user_id) values ('b', 'u');
        insert into records (broadcast_id, kind, id, body, keys) values ('b', 'media', 'm', '{"_id":"m"}', '{}')`)
    })
    .finally(() => db.close())
  const old = await newInstallation(t, { DATABASE_URL: url, MARQUEE_SECRET_KEY: secretKey() })
  const file = join(old.folder, 'old.backup')
  assert.equal((await old.ask(['backup', file])).migration, migrations.at(-1)?.name)
  const fresh = await emptyDatabase(t)
  const restored = await old.ask(['restore', file], { DATABASE_URL: fresh })
  assert.deepEqual(
    restored.migrated,
    (await readMigrations()).slice(migrations.length).map(({ name }) => name),
  )
  const [row] = await inDatabase(fresh, 'select body::text as body from records')
  assert.deepEqual(JSON.parse(String(row?.body)), { _id: 'm', crop: null, tags: [] })
})

test('files that a running backup refers to are deleted after it', async () => {
  const { platform, clock } = service
  const own = await service.newTenant()
  const form = new FormData()
  form.set('file', new Blob(['a text']), 'a.txt')
  const uploaded = await fetch(`${service.url}${own.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': own.key },
    body: form,
  })
  const [media] = JSON.parse(await uploaded.text()).data ?? []
  assert(media, 'the file was uploaded')
  await own.api('DELETE', `${own.path}/medias/${media._id}`)
  const listed = () => readdir(join(service.config.dataDir, 'media/files', own.broadcastId))
  const snapshot = await openSnapshot(service.config.databaseUrl ?? '')
  await platform.media.sweep()
  clock.advance(400 * 86_400_000)
  await platform.db.query(sql`delete from trash`)
  await platform.media.sweep()
  await platform.media.sweep()
  assert.equal((await listed()).length, 1)
  assert.equal((await snapshot.readFiles()).filter(({ broadcastId }) => broadcastId === own.broadcastId).length, 1)
  await snapshot.close()
  clock.advance(400 * 86_400_000)
  await platform.media.sweep()
  assert.equal((await listed()).length, 0)
})
