import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { secretBytes } from '../../src/base/webhook-signature.ts'
import { ensureDemo } from '../../src/demo/demo.ts'
import { signatureHeaders } from '../../src/webhooks/sign.ts'
import { freePort, newInstallation } from '../support/process.ts'
import { missing } from '../support/programs.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { follow, localReceivers, settled } from '../support/webhooks.ts'

const root = new URL('../../../../', import.meta.url)
const guide = await readFile(new URL('docs/guides/webhooks.md', root), 'utf8')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const plainSecret = 'a secret in plain text, é'

/** The blocks of the guide below a marker. */
const blocks = (marker: string) =>
  [...guide.matchAll(/<!-- (.+?) -->\n```\w+\n([\s\S]*?)\n```$/gm)]
    .filter(([, name]) => name === marker || name?.startsWith(`${marker}: `))
    .map(([, name = '', content = '']) => ({ command: name.slice(marker.length + 2).split(' '), content }))

let service: TestService
let folder: string
/** Captured deliveries: signed with base64, with text, and during a rotation. */
const captured: Record<'encoded' | 'plain' | 'rotating', Received[]> = { encoded: [], plain: [], rotating: [] }

before(async () => {
  service = await startService(localReceivers)
  folder = await mkdtemp(join(tmpdir(), 'marquee-guide-'))
  await symlink(fileURLToPath(new URL('node_modules', root)), join(folder, 'node_modules'))
  const tenant = await service.newTenant()
  const receiver = await startReceiver()
  const hooks = {
    encoded: await follow(tenant, receiver, { secret }),
    plain: await follow(tenant, receiver, { secret: plainSecret }),
    rotating: await follow(tenant, receiver, { secret: 'the one before' }),
  }
  await tenant.api('POST', `${hooks.rotating.at}/rotate`, { secret })
  await tenant.api('POST', '/v1/places', { name: 'Scène – 音楽 🎪' })
  await settled(service, tenant)
  for (const name of ['encoded', 'plain', 'rotating'] as const) captured[name] = receiver.at(hooks[name].path)
  await receiver.close()
})
after(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Delivery {
  body: string
  headers: Record<string, string>
}

function deliveryOf(name: keyof typeof captured): Delivery {
  const [{ body, headers } = assert.fail('nothing was captured')] = captured[name]
  const wanted = Object.entries(headers).filter(([header]) => /^(webhook-|x-service|content-type)/.test(header))
  return { body, headers: Object.fromEntries(wanted.map(([header, value]) => [header, String(value)])) }
}

/** A delivery that was valid an hour ago. */
function stale(): Delivery {
  const { body, headers } = deliveryOf('encoded')
  const timestampSeconds = Math.floor(Date.now() / 1_000) - 3_600
  const key = secretBytes(secret) ?? assert.fail()
  return {
    body,
    headers: { ...headers, ...signatureHeaders([key], { id: headers['webhook-id'] ?? '', timestampSeconds, body }) },
  }
}

function forgeries(): Record<string, Delivery> {
  const { body, headers } = deliveryOf('encoded')
  const zeros = Buffer.alloc(32)
  return {
    'another body': { body: body.replace('place.created', 'place.deleted'), headers },
    'a space more': { body: `${body} `, headers },
    'another id': {
      body,
      headers: { ...headers, 'webhook-id': 'evt_other', 'x-service-signature': `t=1,v1=${zeros.toString('hex')}` },
    },
    'a signature of nothing': {
      body,
      headers: { ...headers, 'webhook-signature': 'v1,', 'x-service-signature': 't=1,v1=' },
    },
    'a signature of zeros': { body, headers: { ...headers, 'webhook-signature': `v1,${zeros.toString('base64')}` } },
    'a signature cut short': {
      body,
      headers: { ...headers, 'webhook-signature': (headers['webhook-signature'] ?? '').slice(0, -6) },
    },
    'no signature': { body, headers: { 'content-type': 'application/json' } },
    'an old one': stale(),
  }
}

suite('the receivers of the guide', () => {
  const receivers = blocks('receiver')
  assert.equal(receivers.length, 4, 'Node three times and Python')

  for (const [index, { command, content }] of receivers.entries()) {
    const library = /from '(@marquee\/sdk|standardwebhooks)'/.exec(content)?.[1] ?? 'nothing else'
    const skip = missing(command[0] ?? '')
    test(`${index + 1}: ${command[0]} with ${library} accepts our deliveries and no others`, { skip }, async (t) => {
      const { post, printed } = await run(t, command, content, secret)
      assert.equal(await post(deliveryOf('encoded')), 204)
      await until(async () => printed().includes('place.created evt_'), 'the event')
      assert.equal(await post(deliveryOf('rotating')), 204)
      for (const [how, forged] of Object.entries(forgeries())) assert.equal(await post(forged), 400, how)
      assert.equal(await post(deliveryOf('plain')), 400)
      assert.equal(printed().split('place.created').length, 3)
    })

    if (library === 'standardwebhooks') continue
    test(`${index + 1}: ${command[0]} with ${library} accepts a secret in plain text`, { skip }, async (t) => {
      const { post } = await run(t, command, content, plainSecret)
      assert.equal(await post(deliveryOf('plain')), 204)
      assert.equal(await post(deliveryOf('encoded')), 400)
    })
  }

  /** Starts a receiver of the guide, on its own port. */
  async function run(t: TestContext, [program = '', file = '']: string[], content: string, webhookSecret: string) {
    const port = await freePort()
    assert(content.includes('4000'))
    await writeFile(join(folder, file), content.replace('4000', String(port)))
    const child = spawn(program === 'node' ? process.execPath : program, [join(folder, file)], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, WEBHOOK_SECRET: webhookSecret, PYTHONUTF8: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        said += more
      })
    const ended = new Promise((resolve) => child.once('close', resolve))
    t.after(async () => {
      child.kill('SIGKILL')
      await ended
    })
    await until(() => isOpen(port), `a receiver, which said ${said}`)
    const post = async ({ body, headers }: Delivery) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
    return { post, port, printed: () => said }
  }

  test('openssl distinguishes our signatures from forged ones', { skip: missing('bash', 'openssl') }, async () => {
    const [{ content } = assert.fail()] = blocks('openssl')
    const verify = async ({ body, headers }: Delivery, webhookSecret = secret) => {
      await writeFile(join(folder, 'body.json'), body)
      const script = `set -eu\n${content}\nif verify body.json "$GIVEN"; then echo genuine; else echo forged; fi`
      return (await bash(script, { GIVEN: headers['x-service-signature'] ?? '', WEBHOOK_SECRET: webhookSecret })).trim()
    }
    assert.equal(await verify(deliveryOf('encoded')), 'genuine')
    assert.equal(await verify(deliveryOf('rotating')), 'genuine')
    assert.equal(await verify(deliveryOf('plain'), plainSecret), 'genuine')
    assert.equal(await verify(deliveryOf('plain')), 'forged')
    const ofOtherHeader = new Set(['a signature of zeros', 'a signature cut short', 'no signature'])
    for (const [how, forged] of Object.entries(forgeries()))
      if (!ofOtherHeader.has(how)) assert.equal(await verify(forged), 'forged', how)
  })

  test('curl and openssl produce a delivery that a receiver accepts', {
    skip: missing('bash', 'curl', 'openssl'),
  }, async (t) => {
    const [{ command, content } = assert.fail()] = receivers
    const [{ content: functions } = assert.fail()] = blocks('openssl')
    const [{ content: send } = assert.fail()] = blocks('openssl send')
    for (const webhookSecret of [secret, plainSecret]) {
      const { port } = await run(t, command, content, webhookSecret)
      const script = `set -eu\n${functions}\n${send.replace('4000', String(port))}`
      assert.equal((await bash(script, { WEBHOOK_SECRET: webhookSecret })).trim(), '204')
      assert.equal((await bash(script, { WEBHOOK_SECRET: 'another' })).trim(), '400')
    }
  })
})

test('the commands of the guide work in order, and the first event arrives', {
  skip: missing('bash', 'curl'),
}, async (t) => {
  const { apiKey } = await ensureDemo(service.platform)
  const installation = await newInstallation(t)
  const port = await freePort()
  assert(guide.includes(`npx marquee listen --secret ${secret}\n`))
  const listener = installation.start(['listen', '--port', String(port), '--secret', secret])
  await until(async () => listener.stdout().includes('Listening at'), 'the listener')
  const [setup = assert.fail()] = blocks('run')
  const steps = blocks('step')
  assert(steps.length >= 6)
  const arrived = join(folder, 'arrived')
  const script = [
    'set -euo pipefail',
    'curl() { command curl --fail-with-body -sS "$@"; }',
    setup.content,
    ...steps.flatMap(({ content }, index) => [
      content,
      'echo',
      ...(index === 0 ? [`until [ -e ${arrived} ]; do sleep 0.05; done`] : []),
    ]),
  ].join('\n')
  const running = bash(script.replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`), {
    MQ_URL: service.url,
    MQ_KEY: apiKey,
  })
  await Promise.race([
    running.then((output) => assert.fail(`it ended too early: ${output}`)),
    until(
      async () => /signature holds\n[\s\S]*"type": "event.created"[\s\S]*Sound check/.test(listener.stdout()),
      'the first event',
    ),
  ])
  await writeFile(arrived, '')
  const output = await running
  assert.match(output, /"recovered":\d+/)
  assert.match(output, /"secret":"whsec_C2FVsBQIhrscChlQIMV/)
  await until(
    async () => (listener.stdout().match(/signature holds/g)?.length ?? 0) >= 3,
    'the test event and a redelivery',
  )
  assert.doesNotMatch(listener.stdout(), /REFUSED/)
})

async function bash(script: string, env: Record<string, string>): Promise<string> {
  const shell = spawn('bash', ['-c', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME ?? '/', ...env },
  })
  const ended = new Promise<number | null>((resolve) => shell.once('close', resolve))
  const [output, fieldErrors, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended])
  assert.equal(code, 0, `${fieldErrors}\n${output}`)
  return output
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  const is = await promise
  socket.destroy()
  return is
}
