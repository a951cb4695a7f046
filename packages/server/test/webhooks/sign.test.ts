import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { suite, test } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from '@marquee/sdk'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { secretBytes } from '../../src/base/webhook-signature.ts'
import { signatureHeaders } from '../../src/webhooks/sign.ts'

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const newSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const oldSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const body = JSON.stringify({ id: 'evt_1', type: 'event.created', data: { title: 'Fête – 音楽 🎪' } })

function signed(secrets: string[], message: { id?: string; timestampSeconds?: number; body?: string } = {}) {
  const keys = secrets.map((secret) => secretBytes(secret) ?? assert.fail(`${secret} is no secret`))
  return signatureHeaders(keys, { id: 'evt_1', timestampSeconds: nowSeconds(), body, ...message })
}

/** The delivery with only one of the two signature headers. */
const only = (headers: Record<string, string>, name: 'webhook-signature' | 'x-service-signature') =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => !key.includes('signature') || key === name))

const refuses = (headers: Record<string, string>, sent = body, secret: string | string[] = newSecret) =>
  assert.rejects(verifyWebhook({ body: sent, headers, secret }), WebhookVerificationError)

suite('accepted signatures', () => {
  test('standardwebhooks and svix accept any body under any whsec_ secret', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        fc.json(),
        fc.stringMatching(/^[a-z0-9_]{1,60}$/),
        (key, sent, id) => {
          const secret = `whsec_${Buffer.from(key).toString('base64')}`
          const headers = signed([secret], { id, body: sent })
          assert.deepEqual(new StandardWebhook(secret).verify(sent, headers), JSON.parse(sent))
          new SvixWebhook(secret).verify(sent, headers)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('our verifier accepts both headers, and either of them alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 64, unit: 'binary' }), fc.json(), async (text, sent) => {
        const secret = secretBytes(text) ? text : `x${text}`
        const headers = signed([secret], { body: sent })
        for (const some of [
          headers,
          only(headers, 'webhook-signature'),
          only(headers, 'x-service-signature'),
          new Headers(headers),
        ])
          assert.deepEqual(await verifyWebhook({ body: sent, headers: some, secret }), JSON.parse(sent))
      }),
      { numRuns: 50 },
    )
  })

  test('our verifier finds the headers in any case', async () => {
    const headers = Object.fromEntries(
      Object.entries(signed([newSecret])).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    assert.equal((await verifyWebhook({ body, headers, secret: newSecret })).id, 'evt_1')
  })

  test('the signatures are HMAC-SHA256 of exactly the decided text', () => {
    const headers = signatureHeaders([Buffer.from('key')], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    })
    const hmac = (text: string, encoding: 'base64' | 'hex') => createHmac('sha256', 'key').update(text).digest(encoding)
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': `v1,${hmac('msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}', 'base64')}`,
      'x-service-signature': `t=1614265330,v1=${hmac('1614265330.{"test": 2432232314}', 'hex')}`,
    })
  })

  test('the published test vector of Standard Webhooks is reproduced', () => {
    const headers = signed([newSecret], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    })
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })
})

suite('secrets', () => {
  test('a secret without whsec_ is used as its UTF-8 bytes', () => {
    for (const text of ['s', 'plain text', 'Ünïcode 🎪', 'AAAA', 'WHSEC_AAAA', ' whsec_AAAA'])
      assert.deepEqual(secretBytes(text), Buffer.from(text, 'utf8'))
  })

  test('whsec_ must be followed by canonical base64', () => {
    assert.deepEqual(secretBytes('whsec_AAECAw=='), Buffer.from([0, 1, 2, 3]))
    const refused = [
      '',
      '=',
      'A',
      'AA',
      'AA=',
      'AAA',
      'AAAA=',
      'AAAA==',
      'AB==',
      'AA==AA==',
      'AA-_',
      'AA AA',
      ' AAAA',
      'AAAA\n',
      'é',
    ]
    for (const encoded of refused) assert.equal(secretBytes(`whsec_${encoded}`), undefined, encoded)
  })

  test('any accepted whsec_ secret works with the independent packages', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9+/]{0,12}={0,2}$/), (encoded) => {
        const secret = `whsec_${encoded}`
        if (!secretBytes(secret)) return
        const headers = signed([secret])
        new StandardWebhook(secret).verify(body, headers)
        new SvixWebhook(secret).verify(body, headers)
      }),
    )
  })

  test('without a secret there is an id and a timestamp, and no signature', () => {
    assert.deepEqual(Object.keys(signed([])), ['webhook-id', 'webhook-timestamp'])
  })

  test('during a rotation each header has both signatures, and either secret verifies', async () => {
    const headers = signed([newSecret, oldSecret])
    assert.match(headers['webhook-signature'] ?? '', /^v1,\S+ v1,\S+$/)
    assert.match(headers['x-service-signature'] ?? '', /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    for (const secret of [newSecret, oldSecret]) {
      new StandardWebhook(secret).verify(body, headers)
      new SvixWebhook(secret).verify(body, headers)
      for (const some of [headers, only(headers, 'webhook-signature'), only(headers, 'x-service-signature')])
        await verifyWebhook({ body, headers: some, secret })
    }
    await refuses(headers, body, 'whsec_AAAA')
  })

  test('a receiver with both secrets accepts signatures of either', async () => {
    for (const secret of [newSecret, oldSecret])
      await verifyWebhook({ body, headers: signed([secret]), secret: [newSecret, oldSecret] })
    await refuses(signed(['another']), body, [newSecret, oldSecret])
  })

  test('an invalid secret is refused, and never signs with an empty key', async () => {
    for (const secret of ['whsec_', 'whsec_?', '']) await refuses(signed([newSecret]), body, secret)
  })
})

suite('our verifier refuses', () => {
  for (const name of ['webhook-signature', 'x-service-signature'] as const) {
    const headers = () => only(signed([newSecret]), name)
    const value = () => headers()[name] ?? ''
    const withValue = (text: string) => ({ ...headers(), [name]: text })

    test(`${name}: a changed body, to the byte`, async () => {
      for (const changed of [`${body} `, body.replace('Fête', 'Fete'), '', body.slice(0, -1)])
        await refuses(headers(), changed)
    })

    test(`${name}: another secret`, () => refuses(headers(), body, oldSecret))

    test(`${name}: a delivery too old or from the future, even with a valid signature`, async () => {
      for (const aheadSeconds of [-302, 302, -86_400])
        await refuses(only(signed([newSecret], { timestampSeconds: nowSeconds() + aheadSeconds }), name))
      await verifyWebhook({
        body,
        headers: only(signed([newSecret], { timestampSeconds: 1_000 }), name),
        secret: newSecret,
        nowMs: 1_300_000,
      })
    })

    test(`${name}: a timestamp that was changed to look fresh`, async () => {
      const old = only(signed([newSecret], { timestampSeconds: nowSeconds() - 1_000 }), name)
      const moved = Object.fromEntries(
        Object.entries(old).map(([key, text]) => [
          key,
          key === 'webhook-timestamp' ? String(nowSeconds()) : text.replace(/^t=\d+/, `t=${nowSeconds()}`),
        ]),
      )
      await refuses(moved)
    })

    test(`${name}: a signature truncated, extended, empty, or of an unknown version`, async () => {
      const whole = value()
      const wrong = [
        '',
        ' ',
        whole.slice(0, -2),
        whole.slice(0, -5),
        `${whole}AA`,
        whole.replaceAll('v1', 'v2'),
        whole.replaceAll('v1', ''),
        name === 'webhook-signature' ? 'v1,' : `t=${nowSeconds()},v1=`,
        name === 'webhook-signature' ? 'v1' : `t=${nowSeconds()}`,
        name === 'webhook-signature' ? 'v1,v1,' : 'v1=00',
        name === 'webhook-signature'
          ? `v1,${Buffer.alloc(32).toString('base64')}`
          : `t=${nowSeconds()},v1=${'0'.repeat(64)}`,
      ]
      for (const text of wrong) await refuses(withValue(text))
    })

    test(`${name}: any one character changed`, async () => {
      const whole = value()
      const start = whole.lastIndexOf(name === 'webhook-signature' ? ',' : '=') + 1
      for (let at = start; at < start + 40; at++) {
        const other = whole[at] === 'a' ? 'b' : 'a'
        await refuses(withValue(whole.slice(0, at) + other + whole.slice(at + 1)))
      }
    })
  }

  test('another id under a valid signature', () =>
    refuses({ ...only(signed([newSecret]), 'webhook-signature'), 'webhook-id': 'evt_2' }))

  test('a timestamp that is not a number', async () => {
    for (const timestamp of ['', 'now', '1e9', '-1', '9'.repeat(13), `${nowSeconds()}x`])
      await refuses({ ...only(signed([newSecret]), 'webhook-signature'), 'webhook-timestamp': timestamp })
  })

  test('a delivery without any signature', () => refuses(signed([])))

  test('one valid header next to an invalid one', async () => {
    await refuses({ ...signed([newSecret]), 'webhook-signature': 'v1,' })
    await refuses({ ...signed([newSecret]), 'x-service-signature': `t=${nowSeconds()},v1=00` })
  })
})
