import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import type { AnyRecord } from '@marquee/model'
import fc from 'fast-check'
import { payloadOf } from '../../src/campaigns/payload.ts'
import { isPushAuth, isPushKey } from '../../src/content/push-keys.ts'
import { maxPayloadBytes } from '../../src/push/payload.ts'
import { createMessageMaker, newSenderKeys } from '../../src/push/push-message.ts'
import { retryDelaysMs, verdictOf } from '../../src/push/verdict.ts'
import { decrypt, newSubscriber, readVapid, subscriptionOf } from '../support/push-crypto.ts'

const broadcastId = 'b'.repeat(24)
const campaign = (more: object): AnyRecord => ({
  _id: 'c'.repeat(24),
  _createdAt: '',
  _updatedAt: '',
  _reference: null,
  metadata: {},
  title: 'Doors',
  body: 'They open at six.',
  navigator: null,
  ...more,
})

suite('a message', () => {
  test('of the example in RFC 8291 is decrypted by the test as the RFC says, so that the test can check ours', () => {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
    const text = decrypt(Buffer.from(body, 'base64url'), { ecdh, auth }).toString()
    assert.equal(text, 'When I grow up, I want to be a watermelon')
  })

  test('is readable only by its browser, differs every time, and is signed for the push service', () => {
    const keys = newSenderKeys()
    const make = createMessageMaker({ ...keys, contact: 'mailto:ops@festival.example' })
    const subscriber = newSubscriber()
    const subscription = subscriptionOf('https://push.example/abc', subscriber)
    const text = payloadOf(campaign({}), broadcastId, 'fr')
    const requests = [make(subscription, text, { topic: 'c'.repeat(24) }), make(subscription, text)]
    const bodies = requests.map(({ body }) => Buffer.from(body ?? ''))
    for (const body of bodies) assert.equal(decrypt(body, subscriber).toString(), text)
    assert.notDeepEqual(bodies[0]?.subarray(0, 86), bodies[1]?.subarray(0, 86), 'salt and key are used once')
    assert.throws(() => decrypt(bodies[0] ?? Buffer.alloc(0), newSubscriber()))
    const { aud, sub, exp, publicKey } = readVapid(requests[0]?.headers.authorization)
    assert.deepEqual([aud, sub, publicKey], ['https://push.example', 'mailto:ops@festival.example', keys.publicKey])
    assert(exp > Date.now() / 1_000 && exp < Date.now() / 1_000 + 86_400)
    assert.equal(requests[0]?.headers.topic, 'c'.repeat(24))
    assert.equal(requests[1]?.headers.topic, undefined)
  })

  test('always fits, is always JSON, and keeps everything but the ends of texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6_000 }),
      fc.string({ unit: 'binary', maxLength: 5_000 }).map((binary) => binary.toWellFormed()),
      fc.constantFrom('👩‍👩‍👧‍👦'.repeat(500), '"\\\n'.repeat(2_000), 'mot '.repeat(3_000), 'x'.repeat(50_000)),
    )
    const navigator = fc.constantFrom(null, { url: `https://festival.example/${'x'.repeat(1_200)}` })
    fc.assert(
      fc.property(text, text, navigator, (title, body, target) => {
        const payload = payloadOf(campaign({ title, body, navigator: target }), broadcastId, 'es')
        assert(Buffer.byteLength(payload) <= maxPayloadBytes)
        const shown = JSON.parse(payload)
        assert.deepEqual(shown.navigator, target)
        for (const [whole, part] of [
          [title, shown.title],
          [body, shown.body],
        ])
          assert(part === whole || (part.endsWith('…') && whole.startsWith(part.slice(0, -1))), part)
        assert(shown.body.isWellFormed())
      }),
      { numRuns: 25 },
    )
  })

  test('that is truncated ends at a word, and never inside an emoji', () => {
    const words = JSON.parse(payloadOf(campaign({ body: 'seventy-seven bottles '.repeat(400) }), broadcastId, null))
    assert.match(words.body, /(bottles|seventy-seven)…$/)
    const families = JSON.parse(payloadOf(campaign({ body: '👩‍👩‍👧‍👦'.repeat(500) }), broadcastId, null))
    assert.match(families.body, /^(👩‍👩‍👧‍👦)+…$/u)
  })

  test('contains its texts unchanged, whatever they look like', () => {
    const hostile = '{{7*7}} <%= 7*7 %> <script>alert(1)</script> #{7*7} %s'
    assert.equal(JSON.parse(payloadOf(campaign({ title: hostile }), broadcastId, null)).title, hostile)
  })
})

suite('a verdict', () => {
  const reply = (status: number | null, retryAfterSeconds: number | null = null, isForbidden = false) => ({
    status,
    retryAfterSeconds,
    isForbidden,
  })
  test('is final for permanent failures, and a retry for transient ones', () => {
    for (const status of [200, 201, 202, 204]) assert.equal(verdictOf(1, reply(status), 0.5).type, 'sent')
    for (const status of [404, 410]) assert.equal(verdictOf(1, reply(status), 0.5).type, 'gone')
    for (const status of [301, 400, 401, 403, 413])
      assert.deepEqual(verdictOf(1, reply(status), 0.5), { type: 'failed', isRefused: true })
    assert.deepEqual(verdictOf(1, reply(null, null, true), 0.5), { type: 'failed', isRefused: false })
    for (const status of [429, 500, 503, null]) {
      assert.equal(verdictOf(1, reply(status), 0.5).type, 'retry')
      assert.deepEqual(verdictOf(retryDelaysMs.length + 1, reply(status), 0.5), { type: 'failed', isRefused: false })
    }
  })
  test('pauses a push service for as long as it requests, up to five minutes', () => {
    assert.deepEqual(verdictOf(1, reply(429, 30), 0.5), { type: 'retry', delayMs: 30_000, isForAll: true })
    assert.deepEqual(verdictOf(1, reply(503, 86_400), 0.5), { type: 'retry', delayMs: 300_000, isForAll: true })
    assert.deepEqual(verdictOf(1, reply(500), 0.5), { type: 'retry', delayMs: 1_000, isForAll: false })
    assert.deepEqual(verdictOf(1, reply(429), 0.5), { type: 'retry', delayMs: 1_000, isForAll: true })
  })
})

test('the keys of a subscription are validated byte by byte', () => {
  const { p256dh, auth } = subscriptionOf('https://push.example/').keys
  assert(isPushKey(p256dh) && isPushAuth(auth))
  assert(isPushKey(`${p256dh}=`) && isPushAuth(`${auth}==`))
  const point = Buffer.from(p256dh, 'base64url')
  const bent = Buffer.from(point)
  bent[64] = (bent[64] ?? 0) ^ 1
  const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed')
  const hybrid = createECDH('prime256v1').generateKeys('base64url', 'hybrid')
  const wrong = [
    ...['', 'x', bent.toString('base64url'), compressed, hybrid, point.subarray(1).toString('base64url')],
    ...[Buffer.alloc(65, 4).toString('base64url'), `${p256dh} `, `${p256dh}A`, p256dh.replace(/.$/, '*')],
    ...[Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]).toString('base64url')],
  ]
  for (const key of wrong) assert.equal(isPushKey(key), false, key)
  for (const text of ['', `${auth}A`, auth.slice(1), `${auth.slice(0, -1)}+`, `${auth} `])
    assert.equal(isPushAuth(text), false, text)
})

test('the service worker of the guide shows a message, and opens its target', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/campaigns.md', import.meta.url), 'utf8')
  const [, code = ''] = /<!-- worker -->\n```js\n([\s\S]*?)\n```/.exec(guide) ?? []
  const listeners = new Map<string, (event: object) => void>()
  const shown: { title: string; options: { body: string; tag: string; data: unknown } }[] = []
  const opened: string[] = []
  runInNewContext(code, {
    self: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      registration: { showNotification: (title: string, options: never) => void shown.push({ title, options }) },
      clients: { openWindow: (url: string) => void opened.push(url) },
    },
  })
  for (const navigator of [{ url: 'https://festival.example/gates' }, { broadcastSessionId: 'd'.repeat(24) }, null]) {
    const text = payloadOf(campaign({ navigator }), broadcastId, 'fr')
    listeners.get('push')?.({ data: { json: () => JSON.parse(text) }, waitUntil() {} })
    const { title, options } = shown.at(-1) ?? assert.fail('nothing was shown')
    assert.deepEqual([title, options.body, options.tag], ['Doors', 'They open at six.', 'c'.repeat(24)])
    listeners.get('notificationclick')?.({ notification: { close() {}, data: options.data }, waitUntil() {} })
  }
  assert.deepEqual(opened, ['https://festival.example/gates', `/programme/${'d'.repeat(24)}`, '/'])
})
