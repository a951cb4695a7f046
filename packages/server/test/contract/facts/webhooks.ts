import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { follow, settled } from '../../support/webhooks.ts'
import { accepted, createOf, field, instant, objectId, refused } from './check.ts'
import { fact, section } from './fact.ts'
import type { Ground } from './ground.ts'

const url = 'http://127.0.0.1:9/hook'
/** A type that no check causes, so that nothing is sent to a webhook that is only stored. */
const rare = ['font.deleted']
const webhook = createOf('webhooks', { url, events: rare })
const times = { start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }

/** The types of the deliveries that some work causes, by a webhook that follows these types. */
async function deliveredBy(ground: Ground, events: string[], work: (ground: Ground) => Promise<unknown>) {
  const hook = await follow(ground.tenant, ground.receiver, { events })
  await work(ground)
  await settled(ground.service, ground.tenant)
  await ground.key('DELETE', hook.at)
  return ground.receiver.at(hook.path).map(({ event }) => event.type)
}

const emits = (type: string, work: (ground: Ground) => Promise<unknown>) =>
  fact(`events.${type}`, `\`${type}\` can be followed and is sent when it happens.`, async (ground) => {
    assert.deepEqual(await deliveredBy(ground, [type], work), [type])
  })

export const webhooks = section('Webhook (Surface A) and its events', import.meta.url, [
  fact('webhook.id', '`id` is in the response.', async ({ add }) => {
    assert.match((await add('webhooks', { url, events: rare })).id, objectId)
  }),
  fact('webhook.url-required', '`url` is required.', async ({ key }) => {
    refused(await key('POST', '/v1/webhooks', { events: ['event.created'] }), '/url')
  }),
  field('webhook.url', '`url` is a complete URL.', webhook, '/url', {
    takes: [url],
    refuses: ['nonsense', '/hook', 7],
  }),
  fact('webhook.url-https', '`url` is HTTPS, unless an operator allows HTTP for development.', async ({ service }) => {
    const { startService } = await import('../../support/service.ts')
    const strict = await startService(
      {},
      {
        url: service.config.databaseUrl ?? '',
        secretKey: (service.config.secretKeys ?? []).map((key) => key.toString('base64')).join(','),
      },
    )
    try {
      const { api } = await strict.newTenant()
      refused(await api('POST', '/v1/webhooks', { url: 'http://198.51.100.7/hook', events: ['*'] }), '/url')
    } finally {
      await strict.stop()
    }
  }),
  fact('webhook.events-required', '`events` is required.', async ({ key }) => {
    refused(await key('POST', '/v1/webhooks', { url }), '/events')
  }),
  field('webhook.events', '`events` is a list of event types.', webhook, '/events', {
    takes: [['font.created', 'font.deleted']],
    refuses: ['event.created', [7], ['nonsense']],
  }),
  fact('webhook.secret', '`secret` is optional, and the creating response returns it.', async ({ add }) => {
    assert.equal((await add('webhooks', { url, events: rare, secret: 'quiet' })).secret, 'quiet')
    assert.equal('secret' in (await add('webhooks', { url, events: rare })), false)
  }),
  fact('webhook.secret-once', '`secret` is never returned again.', async ({ add, key }) => {
    const { id } = await add('webhooks', { url, events: rare, secret: 'never again' })
    for (const path of ['/v1/webhooks', `/v1/webhooks/${id}`])
      assert(!(await key('GET', path)).text.includes('never again'))
    assert(!(await key('PUT', `/v1/webhooks/${id}`, { events: rare })).text.includes('never again'))
  }),
  fact(
    'webhook.replace-secret',
    'A lost secret is replaced by deleting the webhook and creating another.',
    async ({ add, key }) => {
      const { id } = await add('webhooks', { url, events: rare, secret: 'old' })
      assert.equal((await key('DELETE', `/v1/webhooks/${id}`)).status, 204)
      assert.equal((await add('webhooks', { url, events: rare, secret: 'new' })).secret, 'new')
    },
  ),
  fact('webhook.active', '`active` is a boolean in the list.', async ({ add, key }) => {
    const { id } = await add('webhooks', { url, events: rare })
    const { data } = accepted(await key('GET', '/v1/webhooks'))
    assert.equal(data.find((one: { id: string }) => one.id === id).active, true)
  }),
  fact('webhook.created_at', '`created_at` is an ISO 8601 instant.', async ({ add }) => {
    assert.match((await add('webhooks', { url, events: rare })).created_at, instant)
  }),
  fact('webhooks.list', '`GET /webhooks` returns `data` with every webhook.', async ({ add, key }) => {
    const { id } = await add('webhooks', { url, events: rare })
    assert(accepted(await key('GET', '/v1/webhooks')).data.some((one: { id: string }) => one.id === id))
  }),
  fact('events.post', 'An event that is followed is sent as HTTP POST with a JSON body.', async (ground) => {
    const hook = await follow(ground.tenant, ground.receiver, { events: ['place.created'] })
    await ground.add('places', { name: 'Quay' })
    await ground.receiver.until((all) => all.some(({ path }) => path === hook.path), 'a delivery')
    const [received] = ground.receiver.at(hook.path)
    assert.equal(received?.event.type, 'place.created')
    assert.equal(received?.headers['content-type'], 'application/json')
    await ground.key('DELETE', hook.at)
  }),
  emits('event.created', ({ add }) => add('events', { title: 'a', ...times })),
  emits('event.updated', async ({ add, key }) => {
    const { id } = await add('events', { title: 'a', ...times })
    await key('PUT', `/v1/events/${id}`, { title: 'b' })
  }),
  emits('event.deleted', async ({ add, key }) => {
    const { id } = await add('events', { title: 'a', ...times })
    await key('DELETE', `/v1/events/${id}`)
  }),
  emits('article.published', ({ add }) => add('articles', { title: 'a', status: 'published' })),
  emits('place.created', ({ add }) => add('places', { name: 'Quay' })),
  fact('events.not-followed', 'An event that is not followed is not sent.', async (ground) => {
    const types = await deliveredBy(ground, ['event.created'], ({ add }) => add('places', { name: 'Quay' }))
    assert.deepEqual(types, [])
  }),
  fact(
    'events.signature',
    'With a secret, a delivery carries `X-Service-Signature`, an HMAC of its body.',
    async (ground) => {
      const hook = await follow(ground.tenant, ground.receiver, { events: ['place.created'], secret: 'quiet' })
      await ground.add('places', { name: 'Quay' })
      await ground.receiver.until((all) => all.some(({ path }) => path === hook.path), 'a delivery')
      await ground.key('DELETE', hook.at)
      const [received] = ground.receiver.at(hook.path)
      const [, time, digest] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(received?.headers['x-service-signature'])) ?? []
      assert.equal(digest, createHmac('sha256', 'quiet').update(`${time}.${received?.body}`).digest('hex'))
    },
  ),
  {
    id: 'events.signature-verified',
    fact: 'A receiver can verify a delivery by its signature alone.',
    shownBy: {
      file: 'packages/server/test/webhooks/sign.test.ts',
      test: 'our verifier accepts both headers, and either of them alone',
    },
  },
  fact('events.no-signature', 'Without a secret, a delivery has no signature.', async (ground) => {
    const hook = await follow(ground.tenant, ground.receiver, { events: ['place.created'] })
    await ground.add('places', { name: 'Quay' })
    await ground.receiver.until((all) => all.some(({ path }) => path === hook.path), 'a delivery')
    await ground.key('DELETE', hook.at)
    assert.equal(ground.receiver.at(hook.path)[0]?.headers['x-service-signature'], undefined)
  }),
])
