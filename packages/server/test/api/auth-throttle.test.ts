import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signInEndpoints } from '../../src/access/sign-in.ts'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { type RawReply, requestText, sendRaw } from '../support/raw-http.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { openSmtpReceiver, type SmtpReceiver } from '../support/smtp-receiver.ts'

/** Reads the addresses of callers from `X-Forwarded-For`, and can send mails. */
let service: TestService
let receiver: SmtpReceiver
let tenant: TestTenant
let newest = 0

before(async () => {
  receiver = await openSmtpReceiver()
  service = await startService({ MARQUEE_TRUSTED_PROXIES: '127.0.0.1', MARQUEE_SMTP_URL: receiver.url })
})
after(async () => {
  await service.stop()
  await receiver.close()
})

const tooMany = { status: 429, code: 'rate_limited' }
const notFound = { status: 404, code: 'not_found' }
const wrong = { status: 401, code: 'unauthenticated' }
const signInPath = '/v1/auth/sign-in/email'

/** Each test has its own person and caller. */
async function newCaller(): Promise<string> {
  tenant = await service.newTenant()
  newest += 1
  return `192.0.2.${newest}`
}

/** Posts to a target without normalizing it. */
async function post(target: string, body: object, headers: Record<string, string>): Promise<RawReply> {
  const text = JSON.stringify(body)
  const sent = {
    Host: new URL(service.url).host,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const { replies } = await sendRaw(service.url, requestText(`POST ${target} HTTP/1.1`, sent, text), { answers: 1 })
  const [reply] = replies
  assert(reply, `${target} was not answered`)
  return reply
}

/** Targets that a URL parser may normalize to the same endpoint. */
const disguised = (path: string) => [
  path.replace('/v1/auth/', '/v1/auth/x/../'),
  path.replace('/v1/auth/', '/v1/auth/./'),
  path.replace('/v1/auth/', '/v1/auth/x/%2e%2e/'),
  path.replace('/v1/auth/', '/v1/auth/%2e/'),
  path.replace('/v1/auth/', '/v1/auth//'),
  path.replace('/v1/auth/', '/v1/%61uth/'),
  path.replace(/\/(?=[^/]+$)/, '\\'),
  path.replace(/\/(?=[^/]+$)/, '%2F'),
  path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  `${path}#a`,
  `${path}/`,
  `http://alias.example/x/..${path}`,
  `http://alias.example${path}#a`,
  `//alias.example${path}`,
]

/** Other valid spellings of the endpoint. */
const sameTargets = (path: string) => [
  path,
  `${path}?a=b`,
  `${path}?`,
  `http://alias.example${path}`,
  `HTTPS://a:1${path}?c`,
]

test('no spelling of the sign-in path bypasses the throttle', async () => {
  const address = { 'X-Forwarded-For': await newCaller() }
  const { email, password } = tenant
  for (const target of disguised(signInPath))
    assertProblem(await post(target, { email, password }, address), notFound, target)
  let tries = 0
  for (let time = 0; time < 2; time++)
    for (const target of sameTargets(signInPath)) {
      const reply = await post(target, { email, password: 'a wrong password' }, address)
      assertProblem(reply, wrong, `try ${++tries}`)
    }
  assert.equal(tries, 10)
  for (const target of sameTargets(signInPath))
    assertProblem(await post(target, { email, password }, address), tooMany, target)
  for (const target of disguised(signInPath)) {
    const reply = await post(target, { email, password }, address)
    assertProblem(reply, notFound, target)
    assert.equal(reply.headers.get('set-cookie'), undefined)
  }
})

test('no spelling of the path floods a mailbox: five mails from one address, ten in all', async () => {
  const address = await newCaller()
  const path = '/v1/auth/request-password-reset'
  const { email } = tenant
  const before = receiver.count()
  let mails = 0
  for (const target of [...disguised(path), ...sameTargets(path), ...sameTargets(path)]) {
    const { status } = await post(target, { email }, { 'X-Forwarded-For': address })
    if (status === 200) mails += 1
    else assert([404, 429].includes(status), `${target} answered ${status}`)
  }
  assert.equal(mails, 5)
  for (let number = 0; number < 20; number++) {
    const { status } = await post(path, { email: email.toUpperCase() }, { 'X-Forwarded-For': `198.51.100.${number}` })
    if (status === 200) mails += 1
  }
  assert.equal(mails, 10)
  for (let number = 0; number < 10; number++) assert.deepEqual((await receiver.next()).to, [email])
  assert.equal(receiver.count() - before, 10)
})

test('only the listed endpoints exist, each with its one method', async () => {
  const address = await newCaller()
  const api = apiWith(service.url, { origin: service.url, 'x-forwarded-for': address })
  const closed =
    '/sign-in/social /callback/github /link-social /unlink-account /list-accounts /account-info /refresh-token /get-access-token ' +
    '/verify-email /send-verification-email /change-email /set-password /verify-password /update-user /update-session ' +
    '/delete-user /delete-user/callback /reset-password/abc /ok /error / /toString /sign-out/ /sign-in /sign-up'
  for (const path of ['', ...closed.split(' ')])
    for (const method of ['GET', 'POST', 'PUT'])
      assertProblem(await api(method, `/v1/auth${path}`, method === 'GET' ? undefined : {}), notFound, method + path)
  for (const [path, method] of Object.entries(signInEndpoints)) {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== method)) {
      const reply = await api(other, `/v1/auth${path}`, other === 'GET' ? undefined : {})
      assertProblem(reply, { status: 405, code: 'method_not_allowed' }, other + path)
      assert.equal(reply.headers.get('allow'), method)
    }
  }
})

test('a body that is not JSON, or cannot be stored, is refused', async () => {
  const address = { 'x-forwarded-for': await newCaller() }
  const api = apiWith(service.url, { origin: service.url, ...address })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const refused: [string, Record<string, string>, object][] = [
    ['email=ada%40studio.test', form, { status: 415, code: 'unsupported_media_type' }],
    ['{', {}, { status: 400, code: 'invalid_json' }],
    ['{"email":"a\\u0000b@studio.test"}', {}, { status: 400, code: 'invalid', pointer: '/email' }],
    ...['[]', 'null', '{}', '{"email":1}'].map((text): [string, Record<string, string>, object] => [
      text,
      {},
      { status: 400, code: 'invalid' },
    ]),
  ]
  for (const [text, headers, expected] of refused)
    assertProblem(await api('POST', signInPath, text, headers), expected as { status: number }, text)
})

test('password guesses by a signed-in person count for the person, however the cookie is written', async () => {
  const address = { 'X-Forwarded-For': await newCaller(), Origin: service.url }
  const path = '/v1/auth/change-password'
  const guess = { currentPassword: 'a wrong password', newPassword: 'another password' }
  assertProblem(await post(path, guess, address), wrong)
  assertProblem(await post(path, guess, { ...address, Cookie: 'marquee.session_token=forged' }), wrong)
  const sessions = [await sessionOf(address), await sessionOf(address)]
  for (let number = 0; number < 10; number++) {
    const Cookie = `a${number}=${number}; ${sessions[number % 2]}; b=${' '.repeat(number)}`
    const reply = await post(path, guess, { ...address, Cookie })
    assertProblem(reply, { status: 400, pointer: '/currentPassword', error: 'wrong_password' })
  }
  const right = { currentPassword: tenant.password, newPassword: 'another password' }
  for (const Cookie of [...sessions, `new=1; ${sessions[0]}`])
    assertProblem(await post(path, right, { ...address, Cookie }), tooMany)
})

async function sessionOf(address: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/json', ...address }
  const body = JSON.stringify({ email: tenant.email, password: tenant.password })
  const response = await fetch(service.url + signInPath, { method: 'POST', headers, body })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return cookies.find((cookie) => cookie.startsWith('marquee.session_token=')) ?? ''
}

test('all addresses of an IPv6 network share their attempts', async () => {
  await newCaller()
  const { email, password } = tenant
  for (let number = 0; number < 10; number++)
    assertProblem(
      await post(signInPath, { email, password: 'a wrong password' }, { 'X-Forwarded-For': `2001:db8:7::${number}` }),
      wrong,
    )
  assertProblem(await post(signInPath, { email, password }, { 'X-Forwarded-For': '2001:db8:7::ffff:1' }), tooMany)
  assert.equal((await post(signInPath, { email, password }, { 'X-Forwarded-For': '2001:db8:7:1::1' })).status, 200)
})

test('guesses from many addresses do not lock out a known device', async () => {
  const address = await newCaller()
  const { email, password } = tenant
  const signIn = (from: string, sent: object, Cookie = '') =>
    post(signInPath, { email, ...sent }, { 'X-Forwarded-For': from, Origin: service.url, ...(Cookie && { Cookie }) })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, origin: service.url }
  const first = await fetch(service.url + signInPath, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: email.toUpperCase(), password }),
  })
  const line = first.headers.getSetCookie().find((cookie) => cookie.startsWith('marquee.device=')) ?? ''
  assert.match(line, /; Max-Age=15552000; Path=\/v1\/auth; HttpOnly; SameSite=Lax$/)
  const device = line.split(';')[0] ?? ''

  for (let number = 0; number < 50; number++)
    assertProblem(await signIn(`2001:db8:8:${number.toString(16)}::1`, { password: 'a wrong password' }), wrong)
  assertProblem(await signIn('203.0.113.9', { password }), tooMany)
  assert.equal((await signIn('203.0.113.9', { password }, device)).status, 200)

  for (let time = 0; time < 10; time++)
    assertProblem(await signIn('203.0.113.9', { password: 'a wrong password' }, `a=${time}; ${device}`), wrong)
  assertProblem(await signIn('203.0.113.10', { password }, device), tooMany, 'a device has ten tries')
  const other = await service.newTenant()
  const reply = await post(
    signInPath,
    { email: other.email, password: other.password },
    { Cookie: device, Origin: service.url },
  )
  assert.equal(reply.status, 200, 'the mark of one account is nothing to another')
  for (const forged of ['marquee.device=', 'marquee.device=x.y.z', `${device}x`])
    assertProblem(await signIn('203.0.113.11', { password }, forged), tooMany, forged)
})

test('sign-up responds alike for known and new addresses, is throttled by address and e-mail, and mails the owner', async () => {
  const address = await newCaller()
  const free = `new-${address}@studio.test`
  const seen = []
  const signUp = (email: string, from = address) =>
    post('/v1/auth/sign-up/email', { name: 'Ada', email, password: 'a long password' }, { 'X-Forwarded-For': from })
  for (const email of [tenant.email, free]) {
    const { status, text, headers } = await signUp(email)
    seen.push({ status, text, names: [...headers.keys()].sort() })
    assert.deepEqual((await receiver.next()).to, [email])
  }
  assert.deepEqual(seen[0], seen[1])
  assert.equal(seen[0]?.status, 202)
  for (let time = 0; time < 9; time++) assert.equal((await signUp(free)).status, 202)
  assertProblem(await signUp(free), tooMany)
  assertProblem(await signUp(free.toUpperCase(), '203.0.113.20'), tooMany, 'ten mails for one e-mail, from wherever')
  for (let number = 0; number < 19; number++) assert.equal((await signUp(`${number}-${free}`)).status, 202)
  assertProblem(await signUp(`another-${free}`), tooMany, '30 from one address')
  const rows = await service.platform.db.query(sql`select 1 from users where email like ${`%${free}`}`)
  assert.deepEqual(rows, [])
})

test('without mail, sign-up signs in at once, and probing addresses is throttled', async () => {
  const plain = await startService()
  try {
    const { email: taken } = await plain.newTenant()
    const api = apiWith(plain.url, { origin: plain.url })
    const signUp = (email: string, password = 'a long password') =>
      api('POST', '/v1/auth/sign-up/email', { name: 'Ada', email, password })
    const made = await signUp('new@studio.test')
    assert.equal(made.status, 200)
    const cookies = made.headers.getSetCookie().map((line) => line.split('=')[0])
    assert.deepEqual(cookies.sort(), ['marquee.device', 'marquee.session_token'])
    for (let time = 0; time < 10; time++)
      assertProblem(await signUp(taken), { status: 409, code: 'value_taken' }, `try ${time}`)
    assertProblem(await signUp(taken), tooMany)
    // The successful one does not count.
    for (let number = 0; number < 20; number++)
      assertProblem(await signUp(`person-${number}@studio.test`, 'short'), { status: 400, code: 'invalid' })
    assertProblem(await signUp('another@studio.test'), tooMany, '30 failed tries from one address')
  } finally {
    await plain.stop()
  }
})
