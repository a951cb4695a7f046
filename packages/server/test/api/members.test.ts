import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findAccount } from '../../src/store/control/accounts.ts'
import { type Api, apiWith, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { openSmtpReceiver } from '../support/smtp-receiver.ts'

let service: TestService
let tenant: TestTenant
let owner: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  owner = await signedIn(service, tenant)
})
after(() => service.stop())

/** A person with an account and no membership. */
async function newPerson(email: string): Promise<{ id: string; api: Api }> {
  const password = 'long enough a password'
  const { id } = await service.platform.signIn.createAccount({ email, name: email, password })
  return { id, api: await signedIn(service, { email, password }) }
}

async function invite(email: string, role: string): Promise<{ memberId: string; token: string }> {
  const member = await owner('POST', `${tenant.path}/broadcastMembers`, { email, role })
  assert.equal(member.status, 201)
  assert.equal(member.body.status, 'invited')
  const invitation = await owner('POST', `${tenant.path}/broadcastMembers/${member.body._id}/invitation`)
  assert.equal(invitation.status, 201)
  assert.equal(invitation.body.mailed, false)
  return { memberId: member.body._id, token: invitation.body.token }
}

test('an invited person becomes a member only by redeeming the token', async () => {
  const person = await newPerson('editor@members.example')
  const { memberId, token } = await invite('editor@members.example', 'editor')
  assert.equal((await person.api('GET', tenant.path)).status, 404)
  const accepted = await person.api('POST', `/v1/users/${person.id}/memberships`, { token })
  assert.deepEqual(
    [accepted.status, accepted.body],
    [201, { broadcastId: tenant.broadcastId, userId: tenant.userId, role: 'editor' }],
  )
  assert.equal((await person.api('GET', tenant.path)).status, 200)
  assert.equal((await owner('GET', `${tenant.path}/broadcastMembers/${memberId}`)).body.status, 'active')
  const mine = await person.api('GET', `/v1/users/${person.id}/broadcasts`)
  const { sequence } = (await tenant.api('GET', `${tenant.path}/usage`)).body
  assert.deepEqual(mine.body.data[0]._access, { userId: tenant.userId, role: 'editor', plan: 'pro', sequence })
  const again = await person.api('POST', `/v1/users/${person.id}/memberships`, { token })
  assert.deepEqual([again.status, again.body.code], [409, 'already_member'])
})

test('accepting twice with an Idempotency-Key accepts once', async () => {
  const person = await newPerson('twice@members.example')
  const { token } = await invite('twice@members.example', 'viewer')
  const accept = () =>
    person.api('POST', `/v1/users/${person.id}/memberships`, { token }, { 'idempotency-key': 'accept-1' })
  const [first, again] = [await accept(), await accept()]
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('a token that is forged, expired, used or of a removed member is refused', async () => {
  const person = await newPerson('guesser@members.example')
  const { memberId, token } = await invite('guesser@members.example', 'owner')
  const redeem = (text: string) => person.api('POST', `/v1/users/${person.id}/memberships`, { token: text })
  const [broadcastId, , seconds, signature] = token.split('.')
  for (const forged of [
    'x',
    '',
    `${token}x`,
    token.slice(0, -2),
    `${broadcastId}.${memberId}.${Number(seconds) + 1}.${signature}`,
  ]) {
    assert.equal((await redeem(forged)).status, 400)
  }
  service.clock.advance(8 * 86_400_000)
  assert.equal((await redeem(token)).status, 400)
  const fresh = await owner('POST', `${tenant.path}/broadcastMembers/${memberId}/invitation`)
  assert.equal((await owner('DELETE', `${tenant.path}/broadcastMembers/${memberId}`)).status, 200)
  assert.equal((await redeem(fresh.body.token)).status, 400)
  assert.equal((await person.api('GET', tenant.path)).status, 404)
})

test('a token shows who invites to what, without an account, and no more than its status once it is of no use', async () => {
  const anonymous = apiWith(service.url, {})
  const lookUp = async (token: string) => (await anonymous('POST', '/v1/invitations/lookup', { token })).body
  await owner('PATCH', tenant.path, { theme: { logo: 'https://files.example/logo.png' } })
  const [first, second] = [
    await invite('seen@members.example', 'editor'),
    await invite('gone@members.example', 'viewer'),
  ]
  const { name } = (await owner('GET', tenant.path)).body
  const { expires_at, ...shown } = await lookUp(first.token)
  assert(Date.parse(expires_at) > service.clock.now())
  const inviter = await findAccount(service.platform.control, { id: tenant.userId })
  assert.deepEqual(shown, {
    status: 'open',
    broadcast: { name, logo: 'https://files.example/logo.png' },
    invited_by: inviter?.name,
    email: 'seen@members.example',
    role: 'editor',
  })
  const person = await newPerson('seen@members.example')
  await person.api('POST', `/v1/users/${person.id}/memberships`, { token: first.token })
  await owner('DELETE', `${tenant.path}/broadcastMembers/${second.memberId}`)
  const nothing = { broadcast: null, invited_by: null, email: null, role: null }
  const late = await invite('late@members.example', 'viewer')
  service.clock.advance(8 * 86_400_000)
  for (const [token, wanted] of [
    [first.token, { status: 'accepted', ...nothing }],
    [second.token, { status: 'withdrawn', ...nothing }],
    [late.token, { ...shown, status: 'expired', email: 'late@members.example', role: 'viewer' }],
  ] as const) {
    const { expires_at: _, ...found } = await lookUp(token)
    assert.deepEqual(found, wanted)
  }
  const forged = await anonymous('POST', '/v1/invitations/lookup', { token: `${late.token}x` })
  assert.deepEqual([forged.status, forged.body.errors[0].pointer], [400, '/token'])
  assert.equal(forged.headers.get('cache-control'), 'no-store')
})

test('a change of role and a removal take effect at once', async () => {
  const person = await newPerson('viewer@members.example')
  const { memberId, token } = await invite('viewer@members.example', 'viewer')
  await person.api('POST', `/v1/users/${person.id}/memberships`, { token })
  assert.equal((await person.api('PATCH', tenant.path, { shortDescription: 'No' })).status, 403)
  await owner('PATCH', `${tenant.path}/broadcastMembers/${memberId}`, { role: 'editor' })
  assert.equal((await person.api('PATCH', tenant.path, { shortDescription: 'Yes' })).status, 200)
  await owner('DELETE', `${tenant.path}/broadcastMembers/${memberId}`)
  assert.equal((await person.api('GET', tenant.path)).status, 404)
  const { data } = (await owner('GET', `${tenant.path}/audit?limit=3`)).body
  assert.deepEqual(
    data.map(({ action }: { action: string }) => action),
    ['member.removed', 'member.changed', 'member.changed'],
  )
})

test('a member can leave; the last owner cannot', async () => {
  const person = await newPerson('leaver@members.example')
  const { token } = await invite('leaver@members.example', 'editor')
  await person.api('POST', `/v1/users/${person.id}/memberships`, { token })
  assert.equal((await person.api('DELETE', `/v1/users/${person.id}/memberships/${tenant.broadcastId}`)).status, 204)
  assert.equal((await person.api('GET', tenant.path)).status, 404)
  assert.equal((await person.api('DELETE', `/v1/users/${person.id}/memberships/${tenant.broadcastId}`)).status, 404)
  const last = await owner('DELETE', `/v1/users/${tenant.userId}/memberships/${tenant.broadcastId}`)
  assert.deepEqual([last.status, last.body.code], [409, 'last_owner'])
})

test('an invitation is mailed once, however often the request is repeated, and its token is shown once', async () => {
  const mails = await openSmtpReceiver()
  const mailing = await startService({ MARQUEE_SMTP_URL: mails.url })
  try {
    const place = await mailing.newTenant()
    const api = await signedIn(mailing, place)
    const { body } = await api('POST', `${place.path}/broadcastMembers`, { email: 'mailed@members.example' })
    const at = `${place.path}/broadcastMembers/${body._id}/invitation`
    const first = await api('POST', at, undefined, { 'idempotency-key': 'invite' })
    const mail = await mails.next()
    assert.deepEqual([first.status, first.body.mailed, mail.to], [201, true, ['mailed@members.example']])
    assert(mail.text.includes(first.body.token))
    const again = await api('POST', at, undefined, { 'idempotency-key': 'invite' })
    assert.deepEqual([again.status, again.body], [201, { expires_at: first.body.expires_at, mailed: true }])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(mails.count(), 1)
    assert.match(mail.text, /invites you to work on “Test” in Marquee, as a viewer/)
    const linkAlone = await api('POST', at, { mail: false })
    assert.deepEqual([linkAlone.status, linkAlone.body.mailed, mails.count()], [201, false, 1])
    assert.equal((await api('POST', at, { mail: 'no' })).status, 400)
    await mails.close()
    const unmailed = await api('POST', at)
    assert.deepEqual([unmailed.status, unmailed.body.mailed], [201, false])
    assert.match(unmailed.body.url, /\/invitation\?token=/)
  } finally {
    await mailing.stop()
  }
})
