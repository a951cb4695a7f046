import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, test } from 'node:test'
import { listAudit } from '../../src/access/audit.ts'
import { confirm } from '../../src/commands/confirm.ts'
import { sql } from '../../src/store/sql.ts'
import { type Installation, newInstallation } from '../support/process.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant({ name: 'Quay festival' })
})
after(() => service?.stop())

/** The command line of another process on the same database. */
function commands(t: Parameters<typeof newInstallation>[0]): Promise<Installation> {
  const { databaseUrl = '', secretKeys = [] } = service.config
  return newInstallation(t, {
    DATABASE_URL: databaseUrl,
    MARQUEE_SECRET_KEY: secretKeys.map((key) => key.toString('base64')).join(','),
  })
}

const audited = async () => {
  const entries = await listAudit(service.platform, tenant.broadcastId, { before: Number.MAX_SAFE_INTEGER, limit: 10 })
  return entries.map(({ action, actor }) => [action, actor.type])
}

test('accounts, broadcasts and keys are listed and shown without secrets', async (t) => {
  const { ask, run } = await commands(t)
  assert.equal((await tenant.api('POST', '/v1/places', { name: 'Quay' })).status, 201)
  const { userId, broadcastId, email } = tenant

  const users = await ask(['user', 'list'])
  const [user] = users.data
  assert.deepEqual(user, { id: userId, email, name: user.name, plan: 'pro', createdAt: user.createdAt, broadcasts: 1 })
  const listed = await ask(['broadcast', 'list'])
  const row = { id: broadcastId, name: 'Quay festival', userId, owner: email, status: 'idle', isPrivate: false }
  assert.deepEqual(listed, { data: [{ ...row, createdAt: listed.data[0].createdAt }] })
  const shown = await ask(['broadcast', 'show', broadcastId])
  assert.deepEqual(shown, {
    ...listed.data[0],
    plan: 'pro',
    sequence: shown.sequence,
    keys: 1,
    webhooks: 0,
    records: { broadcastMember: 1, broadcastInterestPoint: 1 },
  })
  const keys = await ask(['key', 'list'])
  assert.equal(keys.data[0].preview, `mrq_live_...${tenant.key.slice(-4)}`)

  const texts = await Promise.all([
    run(['user', 'list']),
    run(['broadcast', 'list']),
    run(['broadcast', 'show', broadcastId]),
    run(['key', 'list']),
  ])
  for (const { code, stdout } of texts) {
    assert.equal(code, 0)
    assert(stdout.includes(email) || stdout.includes('mrq_live_...'), stdout)
    assert(!stdout.includes(tenant.key) && !stdout.includes(tenant.password))
  }
})

test('without a terminal, deleting needs --yes; revoking and deleting are audited and take effect at once', async (t) => {
  const { ask, run } = await commands(t)
  const { broadcastId, path, api } = tenant
  const key = await ask(['key', 'create', '--broadcast', broadcastId])
  const refusal = { code: 2, stdout: '', stderr: 'There is no terminal to ask on. Add --yes to confirm.\n' }
  const { code, stdout, stderr } = await run(['broadcast', 'delete', broadcastId, '--json'])
  assert.deepEqual({ code, stdout, stderr }, refusal)
  assert.equal((await api('GET', path)).status, 200, 'nothing was deleted')
  assert.deepEqual((await audited())[0], ['key.created', 'command'])

  assert.deepEqual(await ask(['key', 'revoke', key.id]), { id: key.id, revoked: true })
  assert.deepEqual(await ask(['broadcast', 'delete', broadcastId, '--yes']), { id: broadcastId, deleted: true })
  await until(async () => (await api('GET', path)).status === 401, 'the key of a deleted broadcast is refused')
  assert.deepEqual((await audited()).slice(0, 2), [
    ['broadcast.deleted', 'command'],
    ['key.revoked', 'command'],
  ])
  const again = await run(['broadcast', 'delete', broadcastId, '--yes'])
  assert.deepEqual([again.code, again.stderr], [1, `There is no broadcast ${broadcastId}.\n`])
})

for (const [typed, isConfirmed] of [
  ['y\n', true],
  ['Yes\n', true],
  ['n\n', false],
  ['\n', false],
  ['yesterday\n', false],
] as const) {
  test(`on a terminal, ${JSON.stringify(typed)} ${isConfirmed ? 'confirms' : 'changes nothing'}`, async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough(), isInteractive: true }
    terminal.input.end(typed)
    const answered = confirm('Delete it?', undefined, terminal as never)
    if (isConfirmed) await answered
    else await assert.rejects(answered, { message: 'Nothing was changed.' })
    assert.match(String(terminal.output.read()), /^Delete it\? \[y\/N\] /)
  })
}

test('the demo is found again however it was edited', async (t) => {
  const { ask } = await commands(t)
  const demo = await ask(['demo'])
  const path = `/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`
  const edit = { name: 'Our own festival', _reference: 'ours' }
  const headers = { 'x-api-key': demo.apiKey }
  assert.equal((await tenant.api('PATCH', path, edit, headers)).status, 200)
  const { body: diffusers } = await tenant.api('GET', `${path}/broadcastDiffusers`, undefined, headers)
  for (const { _id } of diffusers.data)
    assert.equal((await tenant.api('DELETE', `${path}/broadcastDiffusers/${_id}`, undefined, headers)).status, 200)
  await service.platform.db.query(sql`update users set email = 'ours@festival.example' where id = ${demo.userId}`)
  assert.deepEqual(await ask(['demo']), { ...demo, email: 'ours@festival.example' })

  await ask(['broadcast', 'delete', demo.broadcastId, '--yes'])
  const second = await ask(['demo'])
  assert.notEqual(second.broadcastId, demo.broadcastId)
  assert.deepEqual(await ask(['demo']), second)
})
