import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { traces } from '../archive/archives.ts'
import { fillBroadcast } from '../archive/full-broadcast.ts'
import { type Installation, newInstallation } from '../support/process.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let here: TestService
let there: TestService
let tenant: TestTenant
let stranger: TestTenant

before(async () => {
  ;[here, there] = await Promise.all([startService(), startService()])
  tenant = await here.newTenant({ name: 'Quay festival' })
  stranger = await there.newTenant()
  await fillBroadcast(here, tenant)
})
after(async () => {
  await Promise.all([here?.stop(), there?.stop()])
})

/** The command line on the data of a service. */
function commandsOf(t: Parameters<typeof newInstallation>[0], { config }: TestService): Promise<Installation> {
  return newInstallation(t, {
    DATABASE_URL: config.databaseUrl ?? '',
    MARQUEE_SECRET_KEY: (config.secretKeys ?? []).map((key) => key.toString('base64')).join(','),
    MARQUEE_DATA_DIR: config.dataDir,
    MARQUEE_BASE_URL: config.baseUrl,
  })
}

test('a broadcast moves to another service by two commands, with progress for people and JSON for programs', async (t) => {
  const [source, target] = [await commandsOf(t, here), await commandsOf(t, there)]
  const file = join(source.folder, 'quay.zip')
  const exported = await source.ask(['broadcast', 'export', tenant.broadcastId, '--to', file, '--people', '--history'])
  assert.equal(exported.file, file)
  assert.equal(exported.entries['content/broadcastArticles.json'] > 1, true)
  assert.equal((await stat(file)).mode & 0o077, 0, 'only its owner can read it')
  const again = await source.run(['broadcast', 'export', tenant.broadcastId, '--to', file])
  assert.deepEqual(
    [again.code, again.stderr],
    [1, `${file} exists already. Remove it, or name another file with --to.\n`],
  )

  const imported = await target.ask(['broadcast', 'import', file, '--owner', stranger.email, '--keep-ids'])
  assert.equal(imported.broadcastId, tenant.broadcastId)
  assert.equal(imported.userId, stranger.userId)
  assert.equal(imported.idsKept, true)
  const shown = await target.ask(['broadcast', 'show', tenant.broadcastId])
  assert.equal(shown.records.broadcastSession, imported.records.broadcastSession)
})

test('a file that is no archive, a missing file and an unknown owner are refused in one sentence', async (t) => {
  const { run, folder } = await commandsOf(t, there)
  const file = join(folder, 'no.zip')
  await writeFile(file, randomBytes(1_000))
  const wrong = await run(['broadcast', 'import', file, '--owner', stranger.email])
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /^This is not a zip file that can be read: .+\. Nothing was imported\.\n$/)
  const missing = await run(['broadcast', 'import', `${file}x`, '--owner', stranger.email])
  assert.match(missing.stderr, /^There is no file .+no\.zipx\. Nothing was imported\.\n$/)
  const unknown = await run(['broadcast', 'import', file, '--owner', 'nobody@test.example'])
  assert.equal(unknown.code, 1)
})

test('an import that is killed leaves no broadcast, and the next one starts clean', async (t) => {
  const [source, target] = [await commandsOf(t, here), await commandsOf(t, there)]
  const file = join(source.folder, 'killed.zip')
  await source.ask(['broadcast', 'export', tenant.broadcastId, '--to', file])
  const before = await traces(there)
  // The entry in the audit trail is the last statement of the import.
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = there.platform.db.withLimit(60_000).transaction(async (tx) => {
    await tx.query(sql`lock table broadcast_audit in exclusive mode`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const killed = target.start(['broadcast', 'import', file, '--owner', stranger.email, '--json'])
  await until(async () => {
    const waiting = await there.platform.db.query(
      sql`select from pg_locks where not granted and relation = 'broadcast_audit'::regclass`,
    )
    return waiting.length > 0
  }, 'the import waits at the end of its transaction')
  await killed.kill()
  held.resolve()
  await holding
  await until(async () => (await traces(there)).records === before.records, 'the transaction is rolled back')
  const left = await traces(there)
  assert.deepEqual(
    { ...left, stored_files: 0, files: 0 },
    { ...before, stored_files: 0, files: 0 },
    'only files of an unfinished upload are left',
  )
  const imported = await target.ask(['broadcast', 'import', file, '--owner', stranger.email])
  assert.notEqual(imported.broadcastId, tenant.broadcastId)
  // The sweep removes them after an hour.
  there.clock.advance(2 * 3_600_000)
  await there.platform.media.sweep()
  const [row] = await there.platform.db.query<{ count: number }>(
    sql`select count(*) as count from stored_files where state <> 'kept'`,
  )
  assert.equal(row?.count, 0)
})
