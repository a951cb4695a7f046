import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { secretBytes } from '../../src/base/webhook-signature.ts'
import { signatureHeaders } from '../../src/webhooks/sign.ts'
import { freePort, newInstallation, type Started } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = JSON.stringify({ id: 'evt_1', type: 'event.created', data: { title: 'Fête' } })

/** `marquee listen` on its own port, ready. */
async function listening(t: TestContext, args: string[]): Promise<{ url: string; process: Started; port: number }> {
  const installation = await newInstallation(t)
  const port = await freePort()
  const process = installation.start(['listen', '--port', String(port), ...args])
  await until(async () => /Signatures are/.test(process.stdout()), 'its greeting')
  return { url: `http://127.0.0.1:${port}/`, process, port }
}

function signed(sent = body): Record<string, string> {
  const key = secretBytes(secret) ?? assert.fail()
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  return {
    'content-type': 'application/json',
    ...signatureHeaders([key], { id: 'evt_1', timestampSeconds, body: sent }),
  }
}

const post = async (url: string, headers: Record<string, string>, sent = body) =>
  (await fetch(url, { method: 'POST', headers, body: sent })).status

test('listen prints deliveries, verifies their signatures, and refuses invalid ones', async (t) => {
  const { url, process } = await listening(t, ['--secret', secret])
  assert.match(process.stdout(), new RegExp(`Listening at ${url}`))
  assert.match(process.stdout(), /MARQUEE_OUTBOUND_ALLOW=127\.0\.0\.1/)
  assert.equal(await post(url, signed()), 204)
  assert.match(process.stdout(), /evt_1 {2}signature holds\n\{\n {2}"id": "evt_1",\n {2}"type": "event.created"/)
  assert.match(process.stdout(), /Fête/)
  assert.equal(await post(url, signed(), body.replace('Fête', 'Fete')), 401)
  assert.match(process.stdout(), /REFUSED: the signature does not fit/)
  assert.equal(await post(url, {}), 401)
  assert.match(process.stdout(), /\(no id\) {2}REFUSED: the delivery is not signed/)
  assert.equal(await post(url, signed('not json'), 'not json'), 401)
  process.child.kill('SIGINT')
  assert.equal((await process.ended).code, 0)
})

test('without a secret nothing is verified, and it says so', async (t) => {
  const { url, process } = await listening(t, [])
  assert.match(process.stdout(), /Signatures are not checked/)
  assert.equal(await post(url, {}, 'anything'), 204)
  assert.match(process.stdout(), /not checked\nanything/)
})

test('listen forwards deliveries unchanged, and returns the response', async (t) => {
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const { url, process } = await listening(t, ['--secret', secret, '--forward', `${receiver.url}/app`])
  receiver.answer(({ event }) => (event.id === 'evt_1' ? 202 : 500))
  const headers = signed()
  assert.equal(await post(url, headers), 202)
  const [passed] = receiver.received
  assert.equal(passed?.body, body)
  assert.equal(passed?.path, '/app')
  for (const [name, value] of Object.entries(headers)) assert.equal(passed?.headers[name], value)
  receiver.answer({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
  assert.equal(await post(url, headers), 302)
  assert.match(process.stdout(), /passed on to .*\/app, which answered 202/)
  assert.match(process.stdout(), /which answered 302/)
})

test('a delivery with a wrong signature is not forwarded', async (t) => {
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const { url } = await listening(t, ['--secret', secret, '--forward', receiver.url])
  assert.equal(await post(url, signed(), body.replace('Fête', 'Fete')), 401)
  assert.equal(await post(url, {}), 401)
  assert.equal(receiver.received.length, 0)
})

test('an unreachable forward URL is reported, and the delivery is retried later', async (t) => {
  const { url, process } = await listening(t, ['--forward', `http://127.0.0.1:${await freePort()}/`])
  assert.equal(await post(url, signed()), 502)
  assert.match(process.stdout(), /could not be passed on/)
})

test('a usage error is one sentence', async (t) => {
  const installation = await newInstallation(t)
  const wrong = await installation.run(['listen', '--forward', 'nowhere'])
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /--forward must be a complete URL\./)
  assert.doesNotMatch(wrong.stderr, /\n {4}at /)
  const { port } = await listening(t, [])
  const taken = await installation.run(['listen', '--port', String(port)])
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, /Port \d+ is in use; choose another with --port\./)
})

test('a service delivers to it', async (t) => {
  const service = await startService(localReceivers)
  t.after(() => service.stop())
  const { url, process } = await listening(t, ['--secret', secret])
  const { api } = await service.newTenant()
  assert.equal((await api('POST', '/v1/webhooks', { url, events: ['place.*'], secret })).status, 201)
  await api('POST', '/v1/places', { name: 'Stage by the sea' })
  await until(async () => /signature holds[\s\S]*Stage by the sea/.test(process.stdout()), 'the delivery')
})
