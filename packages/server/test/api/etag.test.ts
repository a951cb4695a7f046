import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lastSequence } from '../support/change-rows.ts'
import { type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const strong = /^"[\x21\x23-\x7e]+"$/
const other = '"something-else"'

/** Text, numbers and keys that a careless round trip would serialize differently. */
const odd = {
  title: 'Ünï \u{1F3B5} <b>"\\/\u2028',
  metadata: { 10: 'ten', 9: 1e-7, z: [1.0, -0.5, 1e3], a: { b: null, '': '' }, é: 9_007_199_254_740_991 },
  media: { b: 1, a: [{ z: null }, 1.5] },
}

test('records and lists have a strong ETag that changes exactly when the content changes', async () => {
  for (const at of await addresses()) {
    const first = await tenant.api('GET', at)
    assert.equal(first.status, 200)
    assert.match(tagOf(first), strong)
    assert.equal(tagOf(await tenant.api('GET', at)), tagOf(first))
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  }
  const host = await create('broadcastHosts', {})
  const before = await Promise.all([host.at, `${tenant.path}/broadcastHosts`].map((at) => tenant.api('GET', at)))
  await tenant.api('PATCH', host.at, { title: 'Changed' })
  const after = await Promise.all([host.at, `${tenant.path}/broadcastHosts`].map((at) => tenant.api('GET', at)))
  for (const [place, reply] of before.entries()) assert.notEqual(tagOf(reply), tagOf(after[place]))
})

test('If-None-Match returns 304 without a body for the tag, weak or strong, alone, in a list, or for *', async () => {
  for (const at of await addresses()) {
    const first = await tenant.api('GET', at)
    const tag = tagOf(first)
    for (const known of [tag, `W/${tag}`, `${other}, ${tag}`, `${other},W/${tag} , "x"`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const reply = await tenant.api(method, at, undefined, { 'if-none-match': known })
        assert.equal(reply.status, 304, `${method} ${at} ${known}`)
        assert.equal(reply.text, '')
        assert.equal(tagOf(reply), tag)
        assert.equal(reply.headers.get('marquee-sequence'), first.headers.get('marquee-sequence'))
        assert.equal(reply.headers.get('cache-control'), 'private, no-cache')
      }
    }
    for (const unknown of [other, `W/${other}`, tag.replaceAll('"', ''), `"${tag}"`, '']) {
      const reply = await tenant.api('GET', at, undefined, { 'if-none-match': unknown })
      assert.equal(reply.status, 200, `${at} ${unknown}`)
    }
  }
  const missing = `${tenant.path}/broadcastHosts/${'0'.repeat(24)}`
  assert.equal((await tenant.api('GET', missing, undefined, { 'if-none-match': '*' })).status, 404)
})

test('the ETag of a write is the ETag of the next read, whatever was written', async () => {
  const sameAsRead = async (reply: Reply, at: string) => {
    assert(reply.status < 300, reply.text)
    const read = await tenant.api('GET', at)
    assert.equal(tagOf(read), tagOf(reply))
    assert.equal(read.text, reply.text)
  }
  const session = await create('broadcastSessions', odd)
  await sameAsRead(session, session.at)
  await sameAsRead(await tenant.api('PATCH', session.at, { metadata: { 5: [0.1, 1 / 3, 1e-300] } }), session.at)
  await sameAsRead(await tenant.api('PATCH', session.at, {}), session.at)
  const broadcast = await tenant.api('PATCH', tenant.path, { capabilities: odd.metadata, description: odd.title })
  await sameAsRead(broadcast, tenant.path)
  for (const title of ['One', odd.title]) {
    const reply = await tenant.api('PUT', `${tenant.path}/broadcastPages/by-reference/odd`, { ...odd, title })
    await sameAsRead(reply, `${tenant.path}/broadcastPages/${reply.body._id}`)
  }
})

test('If-Match allows a PATCH, a DELETE and a PUT by reference for the current tag of the record, or *', async () => {
  const host = await create('broadcastHosts', { _reference: 'ada' })
  const reference = `${tenant.path}/broadcastHosts/by-reference/ada`
  let tag = tagOf(host)
  const writes: [string, string, object | undefined][] = [
    ['PATCH', host.at, { title: 'One' }],
    ['PUT', reference, { title: 'Two' }],
    ['PATCH', host.at, { title: 'Three' }],
    ['DELETE', host.at, undefined],
  ]
  for (const [method, at, body] of writes) {
    const before = await lastSequence(service, tenant.broadcastId)
    for (const stale of [other, `W/${tag}`, `${other}, ${other}`]) {
      const reply = await tenant.api(method, at, body, { 'if-match': stale })
      assert.equal(reply.status, 412, `${method} ${stale} ${reply.text}`)
      assert.equal(reply.body.code, 'precondition_failed')
    }
    assert.equal((await tenant.api(method, at, body, { 'if-match': 'no tag' })).status, 400)
    assert.equal(await lastSequence(service, tenant.broadcastId), before)
    const wanted = method === 'PUT' ? '*' : `${other}, ${tag}`
    const reply = await tenant.api(method, at, body, { 'if-match': wanted })
    assert.equal(reply.status, 200, reply.text)
    tag = reply.headers.get('etag') ?? ''
  }
  const missing = await tenant.api('PATCH', host.at, {}, { 'if-match': '*' })
  assert.equal(missing.status, 404)
  const put = await tenant.api('PUT', reference, { title: 'New' }, { 'if-match': '*' })
  assert.equal(put.status, 412)
})

test('If-Match protects the broadcast as well', async () => {
  const stale = await tenant.api('PATCH', tenant.path, { shortDescription: 'x' }, { 'if-match': other })
  assert.equal(stale.status, 412)
  const tag = tagOf(await tenant.api('GET', tenant.path))
  const fresh = await tenant.api('PATCH', tenant.path, { shortDescription: 'x' }, { 'if-match': tag })
  assert.equal(fresh.status, 200)
})

test('of 10 patches with the same If-Match exactly one succeeds', async () => {
  const host = await create('broadcastHosts', {})
  const headers = { 'if-match': tagOf(host) }
  const replies = await Promise.all(
    [...Array(10).keys()].map((n) => tenant.api('PATCH', host.at, { title: `${n}` }, headers)),
  )
  const statuses = replies.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [200, ...Array(9).fill(412)])
  const winner = replies.find(({ status }) => status === 200)
  assert.equal((await tenant.api('GET', host.at)).body.title, winner?.body.title)
})

test('an invalid body is 400 before 412, and 412 comes before 409', async () => {
  const stale = { 'if-match': other }
  const first = await create('broadcastHosts', { _reference: 'first' })
  const second = await create('broadcastHosts', {})
  assert.equal((await tenant.api('PATCH', second.at, { titel: 'x' }, stale)).status, 400)
  assert.equal((await tenant.api('PATCH', second.at, { _reference: 'first' }, stale)).status, 412)
  assert.equal((await tenant.api('PATCH', second.at, { _reference: 'first' })).status, 409)
  const media = await create('medias', { mediaUrl: 'https://festival.example/a.png' })
  await tenant.api('PATCH', first.at, { media: { mediaId: media.body._id } })
  assert.equal((await tenant.api('DELETE', media.at, undefined, stale)).status, 412)
  assert.equal((await tenant.api('DELETE', media.at)).status, 409)
})

test('HEAD returns the headers of GET and no body', async () => {
  const host = await create('broadcastHosts', odd)
  const all = [...(await addresses()), `${host.at}?fields=title`, `${host.at}/history`, `${tenant.path}/changes`]
  for (const at of [...all, `${tenant.path}/usage`, `${tenant.path}/broadcastHosts/${'0'.repeat(24)}`]) {
    const [got, head] = [await tenant.api('GET', at), await tenant.api('HEAD', at)]
    assert.equal(head.status, got.status, at)
    assert.equal(head.text, '')
    assert.deepEqual(plainHeaders(head), plainHeaders(got), at)
  }
})

test('each representation has its own ETag, which does not match another', async () => {
  const session = await create('broadcastSessions', {
    title: 'Opening',
    localeDetails: { fr: { title: 'Ouverture' }, en: { title: 'The opening' } },
  })
  const queries = ['', '?locale=fr', '?locale=en', '?fields=title', '?fields=title,time', '?fields=title&locale=fr']
  for (const at of [session.at, `${tenant.path}/broadcastSessions`]) {
    const replies = await Promise.all(queries.map((query) => tenant.api('GET', `${at}${query}`)))
    assert.equal(new Set(replies.map(tagOf)).size, queries.length)
    const french = { 'if-none-match': tagOf(replies[1]) }
    assert.equal((await tenant.api('GET', at, undefined, french)).status, 200)
    assert.equal((await tenant.api('GET', `${at}?locale=fr`, undefined, french)).status, 304)
  }
  const part = tagOf(await tenant.api('GET', `${session.at}?fields=title`))
  assert.equal((await tenant.api('PATCH', session.at, { title: 'x' }, { 'if-match': part })).status, 412)
})

test('an error has no ETag', async () => {
  const reply = await tenant.api('GET', `${tenant.path}/broadcastHosts/${'0'.repeat(24)}`)
  assert.equal(reply.headers.get('etag'), null)
})

/** A record, a list, a filtered list and the broadcast. */
async function addresses(): Promise<string[]> {
  const records = await Promise.all(
    ['broadcastSessions', 'broadcastPages', 'broadcastArticles'].map((plural) => create(plural, odd)),
  )
  const filters = encodeURIComponent('[{"status":"draft"}]')
  return [
    tenant.path,
    ...records.map(({ at }) => at),
    `${tenant.path}/broadcastSessions`,
    `${tenant.path}/broadcastMaps`,
    `${tenant.path}/broadcastSessions?filters=${filters}&limit=1`,
  ]
}

async function create(plural: string, body: object) {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return { ...reply, at: `${tenant.path}/${plural}/${reply.body._id}` }
}

function tagOf(reply: Reply | undefined): string {
  const tag = reply?.headers.get('etag')
  assert(tag, `${reply?.status} without an ETag`)
  return tag
}

/** The headers without those that differ from request to request. */
function plainHeaders({ headers }: Reply): [string, string][] {
  const passing = ['date', 'x-request-id', 'connection', 'keep-alive']
  // A problem document contains the request id, which always has the same length.
  return [...headers].filter(([name]) => !passing.includes(name))
}
