import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { test } from 'node:test'
import { inTurn } from '../support/in-turn.ts'
import { type Ending, type Installation, migratedInstallation, newInstallation } from '../support/process.ts'
import { type Api, apiWith } from '../support/service.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }
const objectId = /^[0-9a-f]{24}$/
const keyText = /^mrq_live_[0-9A-Za-z]{38}$/

test(
  'without a running service, every command works on the data folder and leaves no process behind',
  bounded,
  async (t) => {
    const installation = await newInstallation(t)
    const { ask, run } = installation
    assert.deepEqual(
      verdicts(await ask(['doctor'])),
      ['node ok', 'configuration ok', 'disk ok', 'database ok'],
      'there is no database yet',
    )
    await assert.rejects(access(installation.dataDir), { code: 'ENOENT' }, 'the doctor changes nothing')
    assert.match(said(await run(['migrate'])), /^applied 0001-foundation\.sql\n/)
    assert.deepEqual(await ask(['migrate']), { applied: [] })
    assert.deepEqual(verdicts(await ask(['doctor'])).slice(3), ['database ok', 'migrations ok', 'clock ok'])

    fails(
      await run(['broadcast', 'create', '--name', 'Nowhere']),
      'There is no account yet; create one with `marquee user create --email ...`.',
    )
    const ada = await ask(['user', 'create', '--email', 'Ada@Example.org'])
    assert.deepEqual(Object.keys(ada), ['userId', 'email', 'password'])
    assert.match(ada.userId, objectId)
    assert(ada.password.length >= 20)
    const made = await ask(['broadcast', 'create', '--name', 'Harbour days'])
    assert.deepEqual(made, { broadcastId: made.broadcastId, userId: ada.userId })
    assert.deepEqual(await ask(['plan', 'set', '--user', 'ada@example.org', '--plan', 'free']), {
      userId: ada.userId,
      plan: 'free',
    })
    assert.deepEqual(await ask(['key', 'list']), { data: [] })
    assert.equal((await ask(['key', 'create'])).broadcastId, made.broadcastId, 'the only broadcast is the default')
    assert.equal(JSON.parse(said(await run(['openapi']))).openapi, '3.1.0')
    assert.deepEqual(await installation.findPostgres(), [])
  },
)

test('the demo command creates the demo, and its credentials always work', bounded, async (t) => {
  const installation = await migratedInstallation(t)
  const { ask, run, url } = installation
  const demo = await ask(['demo'])
  assert.deepEqual(Object.keys(demo), ['userId', 'broadcastId', 'apiKey', 'baseUrl', 'email', 'password'])
  assert.equal(demo.baseUrl, url)
  assert.deepEqual(await ask(['demo']), demo)
  assert.deepEqual(await installation.findPostgres(), [])

  const service = await installation.serve()
  assert(!service.welcome.includes(demo.apiKey), 'the demo is not new any more')
  const path = `/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`
  const first = apiWith(url, { 'x-api-key': demo.apiKey })
  assert.equal((await first('GET', `${path}/broadcastSessions?limit=1`)).status, 200)
  assert.equal((await signIn(installation, demo))?.status, 200)
  assert.match(
    said(await run(['demo'])),
    new RegExp(`^Sign-in +${demo.email} +${demo.password}\nAPI key +${demo.apiKey}\n`),
  )

  const listed = await ask(['key', 'list'])
  assert.equal(listed.data.length, 1)
  const [{ id, ...key }] = listed.data
  assert.deepEqual([key.name, key.preview, key.revokedAt], ['Demo', `mrq_live_...${demo.apiKey.slice(-4)}`, null])
  assert.deepEqual(await ask(['key', 'revoke', id]), { id, revoked: true })
  await withinOneSecond(first, path, 401, 'unauthenticated')

  // It still works after another broadcast was created and the password was changed.
  await ask(['broadcast', 'create', '--name', 'Another', '--user', demo.userId])
  await ask(['user', 'reset-password', '--email', demo.email, '--password', 'something else'])
  assert.equal((await signIn(installation, demo)).status, 401)
  const again = await ask(['demo'])
  assert.deepEqual(again, { ...demo, apiKey: again.apiKey })
  assert.notEqual(again.apiKey, demo.apiKey)
  const second = apiWith(url, { 'x-api-key': again.apiKey })
  assert.equal((await second('GET', path)).status, 200)
  assert.equal((await signIn(installation, demo)).status, 200)

  await ask(['plan', 'set', '--user', demo.userId, '--plan', 'free'])
  await withinOneSecond(second, path, 403, 'plan_required')
  assert.equal(
    said(await run(['plan', 'set', '--user', demo.email, '--plan', 'pro'])),
    `The plan of ${demo.email} is pro.\n`,
  )
  await withinOneSecond(second, path, 200)
  assert.equal((await service.stop()).code, 0)
})

test('with a running service, the effect of a command is visible at once', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false' })
  const { ask, run, url } = installation
  const service = await installation.serve()
  const postmaster = await installation.findPostmaster()
  const [mary, text] = await Promise.all([
    ask(['user', 'create', '--email', 'mary@example.org', '--name', 'Mary', '--password', 'a password of hers']),
    run(['user', 'create', '--email', 'john@example.org']).then(said),
  ])
  assert.deepEqual(
    mary,
    { userId: mary.userId, email: 'mary@example.org' },
    'a password given as an option is not shown',
  )
  const password = /^ {2}password {2}(\S+) /m.exec(text)?.[1] ?? ''
  const john = { email: 'john@example.org', password, userId: /^ {2}id {8}(\S+)$/m.exec(text)?.[1] ?? '' }
  assert.match(text, /^Account john@example\.org created\.\n/)
  const [own, session] = await Promise.all([
    ask(['broadcast', 'create', '--name', 'Quay festival', '--user', 'mary@example.org']),
    signIn(installation, john),
  ])
  assert.deepEqual(own, { broadcastId: own.broadcastId, userId: mary.userId })
  assert.equal(session.status, 200)

  const broadcast = ['--broadcast', own.broadcastId]
  const [key, readOnly, shown] = await Promise.all([
    ask(['key', 'create', ...broadcast]),
    ask(['key', 'create', ...broadcast, '--name', 'Screens', '--scopes', 'read', '--expires', '2099-01-01T00:00:00Z']),
    run(['broadcast', 'create', '--name', 'Second stage', '--user', john.userId]).then(said),
  ])
  assert.match(key.key, keyText)
  assert.deepEqual(
    { ...readOnly, id: '', key: '' },
    {
      id: '',
      broadcastId: own.broadcastId,
      key: '',
      name: 'Screens',
      scopes: ['read'],
      expiresAt: '2099-01-01T00:00:00.000Z',
    },
  )
  assert.match(shown, /^broadcast "Second stage" created for john@example\.org\.\n {2}broadcast {2}[0-9a-f]{24}\n/)
  const path = `/v1/users/${mary.userId}/broadcasts/${own.broadcastId}`
  const api = apiWith(url, { 'x-api-key': key.key })
  assert.equal((await api('POST', `${path}/broadcastSessions`, { title: 'Doors' })).status, 201)
  const reader = apiWith(url, { 'x-api-key': readOnly.key })
  assert.equal((await reader('POST', `${path}/broadcastSessions`, { title: 'Doors' })).body.code, 'insufficient_scope')

  const [list, reset, doctor, document, served] = await Promise.all([
    run(['key', 'list', ...broadcast]).then(said),
    run(['user', 'reset-password', '--email', 'john@example.org']).then(said),
    run(['doctor']).then(said),
    run(['openapi']).then(said),
    api('GET', '/v1/openapi.json'),
  ])
  assert.equal(list.split('\n').length, 3)
  assert.match(
    list,
    new RegExp(
      `^${key.id} {2}mrq_live_\\.\\.\\.${key.key.slice(-4)} {2}read,write .+ live, used .+ Command line$`,
      'm',
    ),
  )
  assert.match(list, /until 2099-01-01T00:00:00\.000Z, .+ {2}Screens$/m)
  assert(!list.includes(key.key))
  assert.match(
    reset,
    /^The password of john@example\.org was changed and all its sessions were ended\.\n {2}password {2}\S+ /,
  )
  assert.equal((await signIn(installation, john)).status, 401)
  assert.equal(doctor.match(/^ok /gm)?.length, 6)
  assert.deepEqual(JSON.parse(document), served.body)
  assert.equal(said(await run(['key', 'revoke', key.id, ...broadcast])), 'API key "Command line" was revoked.\n')
  await withinOneSecond(api, path, 401, 'unauthenticated')
  await refusals(installation, own.broadcastId)
  assert.equal(await installation.findPostmaster(), postmaster)
  assert.equal((await service.stop()).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

/** A usage error exits with 2, any other failure with 1. */
async function refusals({ run }: Installation, broadcastId: string): Promise<void> {
  const cases: [string[], number, string | RegExp][] = [
    [['user', 'create', '--email', 'mary@example.org'], 1, 'There is already an account with this e-mail.'],
    [['user', 'create', '--email', 'nonsense'], 2, /must be an e-mail address/],
    [
      ['user', 'reset-password', '--email', 'x@example.org'],
      1,
      'There is no account with the e-mail address x@example.org.',
    ],
    [['broadcast', 'create', '--name', 'x'.repeat(31)], 2, /name/],
    [['broadcast', 'create', '--name', 'x', '--user', 'nobody'], 1, 'There is no account nobody.'],
    [['key', 'create', '--scopes', 'read,rule'], 2, 'rule is not a scope; the scopes are read, write, people.'],
    [['key', 'create', '--broadcast', broadcastId, '--expires', '2020-01-01T00:00:00Z'], 2, /future/],
    [['key', 'list'], 1, 'Name the broadcast with --broadcast: there is none, or more than one.'],
    [['key', 'revoke', 'nothing', '--broadcast', broadcastId], 1, 'There is no API key nothing in this broadcast.'],
  ]
  await inTurn(cases, async ([args, code, sentence]) => fails(await run(args), sentence, code), atOnce)
}

test('every command has help, and usage errors have their own exit code', bounded, async (t) => {
  const { run, start, dataDir } = await newInstallation(t)
  const wrong: [string, RegExp][] = [
    ['', /^Usage: marquee /],
    ['user', /^Usage: marquee user /],
    ['festival', /^error: unknown command 'festival'/],
    ['serve --port 3000', /^error: unknown option '--port'/],
    ['migrate now', /^error: too many arguments/],
    ['user create', /^error: required option '--email <address>' not specified/],
    ['broadcast create', /^error: required option '--name <name>' not specified/],
    ['key revoke', /^error: missing required argument 'id'/],
    [
      'plan set --user x --plan gold',
      /^error: option '--plan <plan>' argument 'gold' is invalid\. Allowed choices are free, pro\./,
    ],
  ]
  const explained = await explain(run, '')
  for (const command of ['serve', 'demo', 'key revoke', 'plan set', 'user reset-password'])
    assert(explained.includes(command), command)
  await inTurn(
    wrong,
    async ([call, message]) => {
      const { code, stdout, stderr } = await run(words(call))
      assert.deepEqual([code, stdout], [2, ''], call)
      assert.match(stderr, message)
    },
    atOnce,
  )
  assert.deepEqual(plain(await run(['--version'])), { code: 0, stdout: '0.1.0\n', stderr: '' })
  await assert.rejects(access(dataDir), { code: 'ENOENT' }, 'nothing was done')

  const openapi = start(['openapi'])
  openapi.child.stdout?.destroy()
  const { code, stderr } = await openapi.ended
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, 'a closed pipe is not a failure')
})

/** Runs the help of a command and of all its subcommands, and returns their names. */
async function explain(run: Installation['run'], command: string): Promise<string[]> {
  const { code, stdout, stderr } = await run([...words(command), '--help'])
  assert.deepEqual([code, stderr], [0, ''], command)
  assert(stdout.startsWith(`Usage: ${['marquee', ...words(command)].join(' ')} `), stdout)
  const [, list = ''] = stdout.split('\nCommands:\n')
  const named = [...list.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => `${command} ${name}`.trim())
  const below = await Promise.all(named.filter((name) => !/help$/.test(name)).map((name) => explain(run, name)))
  return [command, ...below.flat()]
}

const words = (text: string) => text.split(' ').filter((word) => word !== '')
const plain = ({ code, stdout, stderr }: Ending) => ({ code, stdout, stderr })

/** The output of a successful command. */
function said({ code, stdout, stderr }: Ending): string {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}

function fails({ code, stdout, stderr }: Ending, sentence: string | RegExp, expectedCode = 1): void {
  assert.deepEqual([code, stdout], [expectedCode, ''], stderr)
  assert.match(stderr, /^[^\n]+\n$/, 'one line')
  if (typeof sentence === 'string') assert.equal(stderr, `${sentence}\n`)
  else assert.match(stderr.trimEnd(), sentence)
}

const verdicts = (report: { findings: { name: string; verdict: string }[] }) =>
  report.findings.map(({ name, verdict }) => `${name} ${verdict}`)

/** The number of processes started in parallel; starting one uses a whole processor. */
const atOnce = 3

async function signIn({ url }: Installation, { email, password }: { email: string; password: string }) {
  return apiWith(url, { origin: url })('POST', '/v1/auth/sign-in/email', { email, password })
}

/** The service may use cached credentials for up to one second. */
async function withinOneSecond(api: Api, path: string, status: number, code?: string): Promise<void> {
  let reply = await api('GET', path)
  await until(
    async () => {
      reply = await api('GET', path)
      return reply.status === status
    },
    `an answer ${status}`,
    1_000,
  )
  assert.equal(reply.body.code, code)
}
