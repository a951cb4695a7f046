import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, type TestContext, test } from 'node:test'
import { Invalid } from '@marquee/model'
import pg from 'pg'
import { createSignIn, type SignIn, type SignInEndpoint, type SignInParts } from '../../src/access/sign-in.ts'
import { AppError } from '../../src/base/errors.ts'
import { isObjectId } from '../../src/base/object-id.ts'
import { createVault } from '../../src/base/vault.ts'
import { createMailer, type Mail } from '../../src/mail/mail.ts'
import type { Connection } from '../../src/store/connection.ts'
import { type Db, openDb } from '../../src/store/db.ts'
import { isUnavailable } from '../../src/store/failures.ts'
import { type Notifications, openNotifications } from '../../src/store/notifications.ts'
import { sql } from '../../src/store/sql.ts'
import { newDatabase } from '../support/database.ts'
import { openSmtpReceiver } from '../support/smtp-receiver.ts'
import { until } from '../support/until.ts'

async function openDatabase(): Promise<{ connection: Connection; db: Db; close(): Promise<void> }> {
  const { url, drop } = await newDatabase()
  const db = openDb(url, { maxConnections: 4 })
  return {
    connection: url,
    db,
    async close() {
      await db.close()
      await drop()
    },
  }
}

const origin = 'http://studio.test'
const password = 'correct horse battery'
const vault = createVault([randomBytes(32)])
const clock = { nowMs: Date.now(), now: () => clock.nowMs }

let database: Awaited<ReturnType<typeof openDatabase>>
let notifications: Notifications
let signIn: SignIn
let newest = 0

before(async () => {
  database = await openDatabase()
  notifications = openNotifications(database.db)
  signIn = openSignIn()
})
after(async () => {
  await signIn.close()
  await notifications.close()
  await database.close()
})

test('sign-up creates an account with an object id, a hashed password and the default plan', async () => {
  const email = newEmail()
  const signedUp = await post('/sign-up/email', { name: ' Ada ', email: email.toUpperCase(), password, plan: 'free' })
  assert.equal(signedUp.status, 200)
  assert.equal(signedUp.headers.get('cache-control'), 'no-store')
  assert.equal(signedUp.body.user.email, email)
  assert.equal(signedUp.body.user.name, 'Ada')
  const [row] = await database.db.query<{
    id: string
    plan: string
    password: string
    account: string
    session: string
  }>(
    sql`select users.id, plan, accounts.password, accounts.id as account, sessions.id as session
        from users join accounts on accounts.user_id = users.id join sessions on sessions.user_id = users.id
        where email = ${email}`,
  )
  assert(row)
  assert.equal(row.id, signedUp.body.user.id)
  assert.equal(row.plan, 'pro')
  for (const id of [row.id, row.account, row.session]) assert(isObjectId(id), id)
  assert.match(row.password, /^[\da-f]{32}:[\da-f]{128}$/)
  assert.deepEqual(await signIn.findPerson(new Headers({ cookie: signedUp.cookie })), {
    type: 'user',
    id: row.id,
    email,
    name: 'Ada',
    sessionId: row.session,
  })
})

test('a session cookie is inaccessible to scripts and other sites, and lasts 30 days', async () => {
  const email = await newAccount()
  const plain = await post('/sign-in/email', { email, password })
  assert.match(plain.setCookie, /^marquee\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  await using(openSignIn({ secureCookies: true }), async (secure) => {
    const { setCookie, cookie } = await post('/sign-in/email', { email, password }, { signIn: secure })
    assert.match(setCookie, /^__Secure-marquee\.session_token=.*; Secure; /)
    assert.equal((await secure.findPerson(new Headers({ cookie })))?.email, email)
  })
})

test('a wrong password and an unknown e-mail are refused with the same message', async () => {
  const email = await newAccount()
  const wrong = await refusal(post('/sign-in/email', { email, password: 'a wrong password' }))
  const unknown = await refusal(post('/sign-in/email', { email: newEmail(), password }))
  assert.deepEqual(wrong, {
    code: 'unauthenticated',
    message: 'The e-mail or the password is wrong.',
    errors: undefined,
  })
  assert.deepEqual(unknown, wrong)
})

test('a session is found by one query, and from the cache within the next second', async (t) => {
  const { cookie } = await post('/sign-in/email', { email: await newAccount(), password })
  const statements = await countQueries(t, async () => {
    for (let times = 0; times < 5; times++)
      assert(await signIn.findPerson(new Headers({ cookie: `other=1; ${cookie}` })))
  })
  assert.equal(statements, 1)
  assert.equal(await countQueries(t, () => signIn.findPerson(new Headers())), 0)
  const forged = cookie.replace(/=.{8}/, '=aaaaaaaa')
  assert.equal(await countQueries(t, () => signIn.findPerson(new Headers({ cookie: forged }))), 0)
  assert.equal(await signIn.findPerson(new Headers({ cookie: forged })), undefined)
})

test('signing out ends the session at once, here and on another node', async () => {
  const { cookie } = await post('/sign-in/email', { email: await newAccount(), password })
  const otherSignals = openNotifications(database.db)
  // A notification that is sent before it listens is lost.
  await until(() => otherSignals.isLive(), 'the other node to listen')
  await using(openSignIn({ notifications: otherSignals }), async (otherNode) => {
    const headers = new Headers({ cookie })
    assert(await signIn.findPerson(headers))
    assert(await otherNode.findPerson(headers))
    const told = new Promise<void>((resolve) => {
      otherSignals.subscribe(({ type }) => type === 'access' && resolve())
    })
    const signedOut = await post('/sign-out', {}, { cookie })
    assert.deepEqual(signedOut.body, { success: true })
    assert.match(signedOut.setCookie, /Max-Age=0/)
    assert.equal(await signIn.findPerson(headers), undefined)
    await told
    assert.equal(await otherNode.findPerson(headers), undefined)
  })
  await otherSignals.close()
})

test('signing out without a session reveals nothing', async () => {
  let told = 0
  const unsubscribe = notifications.subscribe(() => {
    told += 1
  })
  assert.equal((await post('/sign-out', {})).status, 200)
  unsubscribe()
  assert.equal(told, 0)
})

test('sessions can be listed with their addresses, and one or all others ended', async () => {
  const email = await newAccount()
  const here = await post('/sign-in/email', { email, password }, { address: '192.0.2.7', forwardedFor: '203.0.113.9' })
  const there = await post('/sign-in/email', { email, password }, { address: '2001:db8::1' })
  const third = await post('/sign-in/email', { email, password }, { address: '192.0.2.8' })
  const listed = await get('/list-sessions', here.cookie)
  assert.deepEqual(listed.body.map((session: { ipAddress: string }) => session.ipAddress).sort(), [
    '192.0.2.7',
    '192.0.2.8',
    '2001:0db8:0000:0000:0000:0000:0000:0001',
  ])
  assert(await signIn.findPerson(new Headers({ cookie: there.cookie })))
  assert.deepEqual((await post('/revoke-session', { token: there.body.token }, { cookie: here.cookie })).body, {
    status: true,
  })
  assert.equal(await signIn.findPerson(new Headers({ cookie: there.cookie })), undefined)
  assert(await signIn.findPerson(new Headers({ cookie: third.cookie })))
  await post('/revoke-other-sessions', {}, { cookie: here.cookie })
  assert.equal(await signIn.findPerson(new Headers({ cookie: third.cookie })), undefined)
  assert(await signIn.findPerson(new Headers({ cookie: here.cookie })))
  await post('/revoke-sessions', {}, { cookie: here.cookie })
  assert.equal(await signIn.findPerson(new Headers({ cookie: here.cookie })), undefined)
})

test('the session of another person cannot be ended', async () => {
  const mine = await post('/sign-in/email', { email: await newAccount(), password })
  const theirs = await post('/sign-in/email', { email: await newAccount(), password })
  await post('/revoke-session', { token: theirs.body.token }, { cookie: mine.cookie })
  assert(await signIn.findPerson(new Headers({ cookie: theirs.cookie })))
})

test('sessions can still be listed days after signing in, and /get-session extends an old one', async () => {
  const email = await newAccount()
  const { cookie } = await post('/sign-in/email', { email, password })
  await database.db.query(sql`
    update sessions set created_at = now() - interval '5 days', expires_at = now() + interval '25 days'
    where user_id = (select id from users where email = ${email})`)
  const daysLeft = async () => {
    const [row] = await database.db.query<{ days: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions
      where user_id = (select id from users where email = ${email})`)
    return row?.days
  }
  assert(await signIn.findPerson(new Headers({ cookie })))
  assert.equal(await daysLeft(), 25)
  const session = await get('/get-session', cookie)
  assert.equal(session.body.user.email, email)
  assert.match(session.setCookie, /Max-Age=2592000/)
  assert.equal(await daysLeft(), 30)
  assert.equal((await get('/list-sessions', cookie)).body.length, 1)
  assert.deepEqual((await get('/get-session')).body, null)
})

test('an expired session is not authenticated', async () => {
  const email = await newAccount()
  const { cookie } = await post('/sign-in/email', { email, password })
  await database.db.query(sql`
    update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = ${email})`)
  assert.equal(await signIn.findPerson(new Headers({ cookie })), undefined)
})

test('a password is changed with the old one, and other sessions end if requested', async () => {
  const email = await newAccount()
  const { cookie } = await post('/sign-in/email', { email, password })
  const other = await post('/sign-in/email', { email, password })
  assert(await signIn.findPerson(new Headers({ cookie: other.cookie })))
  const change = (body: object) => post('/change-password', body, { cookie })
  assert.deepEqual(await refusal(change({ currentPassword: 'a wrong password', newPassword: 'a new password' })), {
    code: 'invalid',
    message: '/currentPassword: is not the current password',
    errors: [{ pointer: '/currentPassword', code: 'wrong_password', message: 'is not the current password' }],
  })
  const tooShort = await refusal(change({ currentPassword: password, newPassword: 'short' }))
  assert.equal(tooShort.message, '/newPassword: must have at least 10 characters')
  const changed = await change({ currentPassword: password, newPassword: 'a new password', revokeOtherSessions: true })
  assert.equal(await signIn.findPerson(new Headers({ cookie: other.cookie })), undefined)
  assert.equal(await signIn.findPerson(new Headers({ cookie })), undefined)
  assert(await signIn.findPerson(new Headers({ cookie: changed.cookie })))
  assert.equal((await refusal(post('/sign-in/email', { email, password }))).code, 'unauthenticated')
  assert.equal((await post('/sign-in/email', { email, password: 'a new password' })).status, 200)
  assert.equal(
    (await refusal(post('/change-password', { currentPassword: password, newPassword: password }))).code,
    'unauthenticated',
  )
})

test('a forgotten password is reset by a mailed link, once, and all sessions end', async () => {
  const receiver = await openSmtpReceiver()
  const mailer = createMailer({ smtpUrl: receiver.url, from: 'Marquee <cms@studio.test>' })
  const email = await newAccount()
  const { cookie } = await post('/sign-in/email', { email, password })
  await using(openSignIn({ sendMail: mailer.send }), async (mailing) => {
    const ask = (to: string) => post('/request-password-reset', { email: to }, { signIn: mailing })
    const known = await ask(email)
    const mail = await receiver.next()
    const unknown = await ask(newEmail())
    assert.deepEqual(unknown.body, known.body)
    assert.equal(unknown.status, known.status)

    assert.equal(mail.from, 'cms@studio.test')
    assert.deepEqual(mail.to, [email])
    assert.equal(mail.headers.get('subject'), 'Choose a new password')
    assert.match(mail.headers.get('content-type') ?? '', /^text\/plain/)
    const token = /^http:\/\/studio\.test\/studio\/reset-password\?token=(\S+)$/m.exec(mail.text)?.[1]
    assert(token, mail.text)
    const [stored] = await database.db.query<{ identifier: string }>(sql`select identifier from verifications`)
    assert(stored && !stored.identifier.includes(token))

    assert(await signIn.findPerson(new Headers({ cookie })))
    const reset = () => post('/reset-password', { token, newPassword: 'a new password' }, { signIn: mailing })
    assert.deepEqual((await reset()).body, { status: true })
    assert.equal(await signIn.findPerson(new Headers({ cookie })), undefined)
    assert.equal((await post('/sign-in/email', { email, password: 'a new password' })).status, 200)
    assert.deepEqual((await refusal(reset())).errors, [
      { pointer: '/token', code: 'invalid_token', message: 'is wrong, too old or already used' },
    ])
  })
  await mailer.close()
  assert.equal(receiver.count(), 1)
  await receiver.close()
})

test('with mail, sign-up responds the same for a known and a new address, and only the mail differs', async () => {
  const taken = await newAccount()
  const free = newEmail()
  const mails: Mail[] = []
  const sendMail = async (mail: Mail) => void mails.push(mail)
  await using(openSignIn({ sendMail }), async (mailing) => {
    const answers = []
    for (const email of [taken, free, taken.toUpperCase()]) {
      const { status, body, setCookie } = await post(
        '/sign-up/email',
        { name: 'Ada', email, password },
        { signIn: mailing },
      )
      answers.push({ status, body, setCookie })
    }
    const expected = { status: 202, body: { token: null, user: null, mailed: true }, setCookie: '' }
    assert.deepEqual(answers, [expected, expected, expected])
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [
        [taken, 'You have an account already'],
        [free, 'Confirm your account'],
        [taken, 'You have an account already'],
      ],
    )
    assert.doesNotMatch(mails[0]?.text ?? '', /token/)
    // Until it is confirmed there is no account, so that signing in reveals nothing either.
    assert.equal((await refusal(post('/sign-in/email', { email: free, password }))).code, 'unauthenticated')
    assert.deepEqual(await database.db.query(sql`select id from users where email = ${free}`), [])
    assert.equal((await post('/sign-in/email', { email: taken, password })).status, 200)
  })
})

test('a link confirms an account once, within a day, and only with the password that was chosen', async () => {
  const email = newEmail()
  const mails: Mail[] = []
  const sendMail = async (mail: Mail) => void mails.push(mail)
  await using(openSignIn({ sendMail }), async (mailing) => {
    const options = { signIn: mailing }
    await post('/sign-up/email', { name: ' Ada ', email: email.toUpperCase(), password }, options)
    const token = /^http:\/\/studio\.test\/studio\/confirm-sign-up\?token=(\S+)$/m.exec(mails[0]?.text ?? '')?.[1] ?? ''
    const confirm = (body: object) => post('/confirm-sign-up', { token, password, ...body }, options)
    const other = await refusal(confirm({ password: 'what a stranger chose' }))
    assert.deepEqual(
      other.errors?.map(({ pointer, code }) => [pointer, code]),
      [['/password', 'wrong_password']],
    )
    for (const bad of ['', 'v1.x.y.z', `${token.slice(0, -4)}AAAA`, token.slice(0, -4), vault.seal('{}', 'other')]) {
      const { errors } = await refusal(confirm({ token: bad }))
      assert.deepEqual(
        errors?.map(({ pointer, code }) => [pointer, code]),
        [['/token', 'invalid_token']],
        bad,
      )
    }
    const { nowMs } = clock
    clock.nowMs += 86_400_000
    assert.equal((await refusal(confirm({}))).errors?.[0]?.pointer, '/token')
    clock.nowMs = nowMs
    const confirmed = await confirm({})
    assert.equal(confirmed.body.user.email, email)
    assert.equal(confirmed.body.user.name, 'Ada')
    assert.equal((await signIn.findPerson(new Headers({ cookie: confirmed.cookie })))?.email, email)
    const again = await confirm({})
    assert.equal(again.body.user.id, confirmed.body.user.id)
    const rows = await database.db.query<{ email_verified: boolean; plan: string }>(
      sql`select email_verified, plan from users where email = ${email}`,
    )
    assert.deepEqual(rows, [{ email_verified: true, plan: 'pro' }])
  })
  await using(openSignIn({ sendMail, isSignUpOpen: false }), async (closed) => {
    const confirm = post('/confirm-sign-up', { token: 'x', password }, { signIn: closed })
    assert.equal((await refusal(confirm)).code, 'not_found')
  })
})

test('with mail, sign-up errors are the same as without, and no page of another site can trigger mails', async () => {
  const sendMail = () => assert.fail('nothing may be mailed')
  await using(openSignIn({ sendMail }), async (mailing) => {
    const good = { name: 'Ada', email: newEmail(), password }
    const faults = [{ email: 'ada@localhost' }, { name: ' ' }, { password: 'too short' }, { email: 1 }, { name: null }]
    for (const fault of faults) {
      const { code, errors } = await refusal(post('/sign-up/email', { ...good, ...fault }, { signIn: mailing }))
      assert.deepEqual([code, errors?.[0]?.pointer], ['invalid', `/${Object.keys(fault)[0]}`])
    }
    const headers = { origin: 'https://evil.test' }
    for (const endpoint of ['/sign-up/email', '/request-password-reset'] as const)
      assert.equal((await refusal(post(endpoint, good, { signIn: mailing, headers }))).code, 'cross_site_request')
    const unfit = await refusal(post('/request-password-reset', { email: 'nonsense' }, { signIn: mailing }))
    assert.equal(unfit.errors?.[0]?.pointer, '/email')
  })
})

test('the response to a reset does not wait for work that depends on the account', async () => {
  const email = await newAccount()
  const mails: Mail[] = []
  const sendMail = async (mail: Mail) => void mails.push(mail)
  const mailing = openSignIn({ sendMail })
  await database.db.transaction(async (tx) => {
    await tx.query(sql`lock table verifications in access exclusive mode`)
    for (const to of [email, newEmail()])
      assert.equal((await post('/request-password-reset', { email: to }, { signIn: mailing })).status, 200)
    assert.equal(mails.length, 0)
  })
  await mailing.close()
  assert.deepEqual(
    mails.map(({ to }) => to),
    [email],
  )
})

test('the response to a reset does not wait for the mail, but closing does', async () => {
  const email = await newAccount()
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const mailing = openSignIn({ sendMail: () => delivered })
  assert.equal((await post('/request-password-reset', { email }, { signIn: mailing })).status, 200)
  let isClosed = false
  const closed = mailing.close().then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  assert.equal(isClosed, false)
  deliver()
  await closed
})

test('without mail a reset is refused alike for known and unknown accounts', async () => {
  const known = await refusal(post('/request-password-reset', { email: await newAccount() }))
  assert.equal(known.code, 'not_found')
  assert.match(known.message, /marquee user reset-password/)
  assert.deepEqual(await refusal(post('/request-password-reset', { email: newEmail() })), known)
})

test('where sign-up is closed, the operator can still create accounts', async () => {
  await using(openSignIn({ isSignUpOpen: false, defaultPlan: 'free' }), async (closed) => {
    const email = newEmail()
    const signUp = post('/sign-up/email', { name: 'Ada', email, password }, { signIn: closed })
    assert.equal((await refusal(signUp)).code, 'not_found')
    const { id } = await closed.createAccount({ email: email.toUpperCase(), name: 'Ada', password })
    assert(isObjectId(id))
    const [row] = await database.db.query<{ id: string; plan: string }>(
      sql`select id, plan from users where email = ${email}`,
    )
    assert.deepEqual(row, { id, plan: 'free' })
    assert.equal((await post('/sign-in/email', { email, password }, { signIn: closed })).body.user.id, id)
  })
})

test('a taken e-mail is refused, however the account is created and however many at once', async () => {
  const email = await newAccount()
  const taken = { code: 'value_taken', message: 'There is already an account with this e-mail.', errors: undefined }
  assert.deepEqual(await refusal(post('/sign-up/email', { name: 'Ada', email, password })), taken)
  assert.deepEqual(await refusal(signIn.createAccount({ email: email.toUpperCase(), name: 'Ada', password })), taken)
  const fresh = newEmail()
  const race = await Promise.allSettled(
    [1, 2, 3].map(() => post('/sign-up/email', { name: 'Ada', email: fresh, password })),
  )
  assert.equal(race.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of race) {
    if (outcome.status === 'rejected') assert.deepEqual(await refusal(Promise.reject(outcome.reason)), taken)
  }
})

test('accounts that could not be used are not created', async () => {
  const good = { email: newEmail(), name: 'Ada', password }
  const faults: [object, string][] = [
    [{ email: 'ada@localhost' }, '/email'],
    [{ email: `${'a'.repeat(300)}@studio.test` }, '/email'],
    [{ name: '  ' }, '/name'],
    [{ name: 'a'.repeat(201) }, '/name'],
    [{ name: 'a\0b' }, '/name'],
    [{ password: 'too short' }, '/password'],
    [{ password: 'a'.repeat(129) }, '/password'],
  ]
  for (const [fault, pointer] of faults) {
    const made = await refusal(signIn.createAccount({ ...good, ...fault }))
    const signedUp = await refusal(post('/sign-up/email', { ...good, ...fault }))
    assert.deepEqual([made.code, made.errors?.[0]?.pointer], ['invalid', pointer], JSON.stringify(fault))
    assert.deepEqual([signedUp.code, signedUp.errors?.[0]?.pointer], ['invalid', pointer], JSON.stringify(fault))
  }
  const missing = await refusal(post('/sign-up/email', { email: good.email, password }))
  assert.deepEqual([missing.code, missing.errors?.[0]?.pointer], ['invalid', '/name'])
})

test('an operator sets a password, which ends the sessions', async () => {
  const email = await newAccount()
  const { cookie, body } = await post('/sign-in/email', { email, password })
  const { id } = body.user
  assert(await signIn.findPerson(new Headers({ cookie })))
  await signIn.setPassword(id, 'set by the operator')
  assert.equal(await signIn.findPerson(new Headers({ cookie })), undefined)
  assert.equal(await signIn.verifyPassword(id, password), false)
  assert.equal(await signIn.verifyPassword(id, 'set by the operator'), true)
  await database.db.query(sql`delete from accounts where user_id = ${id}`)
  assert.equal(await signIn.verifyPassword(id, password), false)
  await signIn.setPassword(id, password)
  assert.equal(await signIn.verifyPassword(id, password), true)
  assert.equal((await refusal(signIn.setPassword('0'.repeat(24), password))).code, 'not_found')
  assert.equal((await refusal(signIn.setPassword(id, 'short'))).code, 'invalid')
})

test('a request with cookies must come from the site itself', async () => {
  const { cookie } = await post('/sign-in/email', { email: await newAccount(), password }, { headers: {} })
  const signOut = (headers: Record<string, string>) => post('/sign-out', {}, { cookie, headers })
  for (const headers of [{}, { origin: 'https://evil.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
    assert.equal((await refusal(signOut(headers))).code, 'cross_site_request', JSON.stringify(headers))
  }
  const crossSite = post(
    '/sign-in/email',
    { email: newEmail(), password },
    { headers: { origin: 'https://evil.test' } },
  )
  assert.equal((await refusal(crossSite)).code, 'cross_site_request')
  assert(await signIn.findPerson(new Headers({ cookie })))
  assert.equal((await signOut({ 'sec-fetch-site': 'same-origin' })).status, 200)
  assert.equal((await post('/sign-out', {}, { cookie, headers: { origin: 'http://second.test' } })).status, 200)
})

test('without a database, sessions and sign-ins fail as unavailable rather than as unknown', async () => {
  const { cookie } = await post('/sign-in/email', { email: await newAccount(), password })
  const lost = openSignIn({ connection: { host: '/nowhere', port: 5432, user: 'nobody', database: 'none' } })
  await assert.rejects(lost.findPerson(new Headers({ cookie })), isUnavailable)
  await assert.rejects(post('/sign-in/email', { email: newEmail(), password }, { signIn: lost }), isUnavailable)
  await assert.rejects(
    post('/sign-up/email', { name: 'Ada', email: newEmail(), password }, { signIn: lost }),
    isUnavailable,
  )
  await assert.rejects(call('/get-session', { cookie, signIn: lost }), isUnavailable)
  await lost.close()
})

function openSignIn(parts: Partial<SignInParts> = {}): SignIn {
  return createSignIn({
    isPooled: false,
    onSignedIn: () => {},
    onError: (error) => assert.fail(String(error)),
    vault,
    connection: database.connection,
    clock,
    notifications,
    secret: 'a secret of the test that is long enough 0123456789',
    baseUrl: origin,
    trustedOrigins: ['http://second.test'],
    isSignUpOpen: true,
    defaultPlan: 'pro',
    sendMail: undefined,
    secureCookies: false,
    ...parts,
  })
}

async function using(opened: SignIn, work: (opened: SignIn) => Promise<void>): Promise<void> {
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}

const newEmail = () => `person-${++newest}@studio.test`

async function newAccount(): Promise<string> {
  const email = newEmail()
  await signIn.createAccount({ email, name: 'Ada', password })
  return email
}

interface CallOptions {
  signIn?: SignIn
  body?: object
  cookie?: string
  headers?: Record<string, string>
  address?: string
  forwardedFor?: string
}

const post = (endpoint: SignInEndpoint, body: object, options: CallOptions = {}) => call(endpoint, { body, ...options })
const get = (endpoint: SignInEndpoint, cookie = '') => call(endpoint, { cookie })

async function call(endpoint: SignInEndpoint, options: CallOptions) {
  const headers = new Headers(options.headers ?? { origin })
  if (options.cookie) headers.set('cookie', options.cookie)
  if (options.forwardedFor) headers.set('x-forwarded-for', options.forwardedFor)
  const { body, address } = options
  const response = await (options.signIn ?? signIn).handle({ endpoint, headers, body, ...(address && { address }) })
  const setCookie = response.headers.getSetCookie().find((line) => line.includes('session_token=')) ?? ''
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()),
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  }
}

async function refusal(outcome: Promise<unknown>) {
  try {
    await outcome
  } catch (error) {
    if (error instanceof Invalid) return { code: 'invalid', message: error.message, errors: error.fieldErrors }
    assert(error instanceof AppError, String(error))
    return { code: error.code, message: error.message, errors: error.details.errors }
  }
  return assert.fail('was not refused')
}

/** The number of statements about sessions during some work. */
async function countQueries(t: TestContext, work: () => Promise<unknown>): Promise<number> {
  const query = t.mock.method(pg.Client.prototype, 'query')
  await work()
  query.mock.restore()
  return query.mock.calls.filter(({ arguments: [statement] }) => String(statement).includes('"sessions"')).length
}
