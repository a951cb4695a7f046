import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { broadcastKinds, type Kind } from '@marquee/model'
import { lastSequence } from '../support/change-rows.ts'
import { type Catalogue, readCatalogue } from '../support/event-catalogue.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { leastBody } from '../support/sample-body.ts'
import { type Api, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { assertTold, follow, localReceivers, settled } from '../support/webhooks.ts'

let service: TestService
let receiver: Receiver
let catalogue: Catalogue

before(async () => {
  service = await startService(localReceivers)
  receiver = await startReceiver()
  catalogue = await readCatalogue((await service.newTenant()).api)
})
after(async () => {
  await receiver?.close()
  await service?.stop()
})

interface Told {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any
  body: string
  truncated: boolean
}

/** The deliveries of some work to a webhook subscribed to everything, each compared with the change log and the catalog. */
async function told(tenant: TestTenant, work: () => Promise<unknown>): Promise<Told[]> {
  const hook = await follow(tenant, receiver)
  const since = await lastSequence(service, tenant.broadcastId)
  await work()
  await settled(service, tenant)
  const came = await assertTold(service, tenant, receiver.at(hook.path), since)
  for (const { event, headers } of came) {
    catalogue.assertValid(event)
    assert.equal(event.broadcast_id, tenant.broadcastId)
    assert.equal(event.api_version, 'v1')
    assert.equal(headers['webhook-id'], event.id)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['webhook-signature'], undefined)
    assert.equal(headers['x-service-signature'], undefined)
  }
  assert.equal((await tenant.api('DELETE', hook.at)).status, 204)
  return came.map(({ event, body }) => ({
    type: event.type,
    data: event.data,
    body,
    truncated: event.truncated ?? false,
  }))
}

async function ok(reply: ReturnType<Api>) {
  const { status, text, body } = await reply
  assert(status < 300, text)
  return body
}

const typesOf = (came: Told[]) => came.map(({ type }) => type)
const event = { title: 'Opening', start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
const time = { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' }

suite('every write of Surface A sends events', () => {
  const firsts: [string, string, object, object][] = [
    ['event', 'events', event, { title: 'Closing' }],
    ['place', 'places', { name: 'Stage' }, { description: 'By the sea' }],
    ['article', 'articles', { title: 'News' }, { content: '# News' }],
  ]
  for (const [name, plural, first, change] of firsts) {
    test(`${plural}: created, updated, deleted, each as Surface A shows it`, async () => {
      const tenant = await service.newTenant()
      let made: { id: string } = { id: '' }
      let changed: unknown
      const came = await told(tenant, async () => {
        made = await ok(tenant.api('POST', `/v1/${plural}`, first))
        changed = await ok(tenant.api('PUT', `/v1/${plural}/${made.id}`, change))
        await ok(tenant.api('DELETE', `/v1/${plural}/${made.id}`))
      })
      assert.deepEqual(typesOf(came), [`${name}.created`, `${name}.updated`, `${name}.deleted`])
      assert.deepEqual(
        came.map(({ data }) => data),
        [made, changed, changed],
      )
    })

    test(`${plural}: a write by reference sends the event of its effect`, async () => {
      const tenant = await service.newTenant()
      const put = (body: object) => ok(tenant.api('PUT', `/v1/${plural}/by-reference/ref-1`, body))
      const came = await told(tenant, async () => {
        await put(first)
        await put({ ...first, ...change })
        await put({ ...first, ...change })
      })
      assert.deepEqual(typesOf(came), [`${name}.created`, `${name}.updated`])
    })
  }

  test('a category created by a write sends an event too', async () => {
    const tenant = await service.newTenant()
    const came = await told(tenant, () =>
      ok(tenant.api('POST', '/v1/places', { name: 'Bar', category: 'food & drink' })),
    )
    assert.deepEqual(typesOf(came).sort(), ['broadcastCategory.created', 'place.created'])
    assert.equal(came.find(({ type }) => type === 'place.created')?.data.category, 'food & drink')
  })

  test('an article that becomes visible sends published, a scheduled one not yet', async () => {
    const tenant = await service.newTenant()
    const came = await told(tenant, async () => {
      const { id } = await ok(tenant.api('POST', '/v1/articles', { title: 'Draft' }))
      await ok(tenant.api('PUT', `/v1/articles/${id}`, { status: 'published' }))
      await ok(tenant.api('PUT', `/v1/articles/${id}`, { title: 'Changed' }))
      await ok(
        tenant.api('POST', '/v1/articles', {
          title: 'Backdated',
          status: 'published',
          published_at: '2020-01-01T00:00:00Z',
        }),
      )
      await ok(
        tenant.api('POST', '/v1/articles', {
          title: 'Later',
          status: 'published',
          published_at: '2099-01-01T00:00:00Z',
        }),
      )
    })
    assert.deepEqual(typesOf(came), [
      'article.created',
      'article.updated',
      'article.published',
      'article.updated',
      'article.created',
      'article.published',
      'article.created',
    ])
    const [, updated, published] = came
    assert.deepEqual(published?.data, updated?.data)
  })
})

suite('every write of Surface B sends events', () => {
  const writable = broadcastKinds.filter(
    ({ logging, operations }) => logging === 'logged' && operations.includes('create'),
  )

  test('every kind: created, updated, deleted; for people only the id', async () => {
    const tenant = await service.newTenant()
    const owner = await signedIn(service, tenant)
    const expected: string[] = []
    const came = await told(tenant, async () => {
      for (const kind of writable) {
        const api = kind.area === 'members' ? owner : tenant.api
        const path = `${tenant.path}/${kind.plural}`
        const { _id: id } = await ok(api('POST', path, bodyOf(kind)))
        expected.push(`${kind.events}.created`, ...inUse(kind))
        if (kind.operations.includes('update')) {
          await ok(api('PATCH', `${path}/${id}`, { metadata: { mark: 'x' } }))
          expected.push(`${kind.events}.updated`)
        }
        if (kind.operations.includes('delete')) {
          await ok(api('DELETE', `${path}/${id}`))
          expected.push(...inUse(kind), `${kind.events}.deleted`)
        }
      }
    })
    assert.deepEqual(typesOf(came), expected)
    assert(expected.length > 30, `only ${expected.length}`)
    for (const kind of writable.filter(({ area }) => area !== 'content')) {
      for (const { type, data } of came.filter(({ type }) => type.startsWith(`${kind.events}.`)))
        assert.deepEqual(Object.keys(data), ['id'], type)
    }
  })

  test('the broadcast itself, without its secrets', async () => {
    const tenant = await service.newTenant()
    const marker = 'marker-of-a-password'
    const came = await told(tenant, () =>
      ok(
        tenant.api('PATCH', tenant.path, {
          name: 'Renamed',
          authData: [{ type: 'basic', name: 'CRM', basic: { username: 'u', password: marker } }],
        }),
      ),
    )
    assert.deepEqual(typesOf(came), ['broadcast.updated'])
    assert.equal(came[0]?.data.name, 'Renamed')
    assert(!came[0]?.body.includes(marker))
  })

  test('a batch sends the events of each of its records', async () => {
    const tenant = await service.newTenant()
    const came = await told(tenant, () =>
      ok(
        tenant.api('POST', `${tenant.path}/broadcastHosts/batch`, {
          mode: 'atomic',
          operations: [1, 2, 3].map((number) => ({ op: 'create', body: { title: `Host ${number}` } })),
        }),
      ),
    )
    assert.deepEqual(typesOf(came), new Array(3).fill('broadcastHost.created'))
  })

  test('a session is sent as an event exactly while it has a title and both times', async () => {
    const tenant = await service.newTenant()
    const path = `${tenant.path}/broadcastSessions`
    const came = await told(tenant, async () => {
      const { _id: id } = await ok(tenant.api('POST', path, { title: 'Sound check' }))
      const patch = (body: object) => ok(tenant.api('PATCH', `${path}/${id}`, body))
      await patch({ description: 'Still none' })
      await patch({ time })
      await patch({ description: 'Doors at six' })
      await patch({ time: { ...time, end: null } })
      await patch({ description: 'None again' })
      await patch({ time })
      await patch({ title: null })
      await ok(tenant.api('DELETE', `${path}/${id}`))
    })
    assert.deepEqual(typesOf(came), [
      'event.created',
      'event.updated',
      'event.deleted',
      'event.created',
      'event.deleted',
    ])
    const [created, , deleted] = came
    assert.equal(created?.data.start_time, '2027-07-02T18:00:00.000Z')
    assert.deepEqual(deleted?.data, { id: created?.data.id })
  })

  test('deleting a record sends its event and those of each record that referred to it', async () => {
    const tenant = await service.newTenant()
    const place = await ok(tenant.api('POST', '/v1/places', { name: 'Stage' }))
    const shows = [
      await ok(tenant.api('POST', '/v1/events', { ...event, place_id: place.id })),
      await ok(tenant.api('POST', '/v1/events', { ...event, place_id: place.id })),
    ]
    await ok(tenant.api('POST', '/v1/events', event))
    const draft = await ok(
      tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'No times', interestPointId: place.id }),
    )
    const page = await ok(
      tenant.api('POST', `${tenant.path}/broadcastPages`, {
        title: 'Map',
        blocks: [{ type: 'button', navigator: { broadcastInterestPointId: place.id } }],
      }),
    )
    const came = await told(tenant, () => ok(tenant.api('DELETE', `/v1/places/${place.id}`)))
    assert.deepEqual(typesOf(came).sort(), ['broadcastPage.updated', 'event.updated', 'event.updated', 'place.deleted'])
    const updated = came.filter(({ type }) => type === 'event.updated')
    assert.deepEqual(updated.map(({ data }) => data.id).sort(), shows.map(({ id }) => id).sort())
    assert(updated.every(({ data }) => data.place_id === null))
    assert.equal(came.find(({ type }) => type === 'broadcastPage.updated')?.data._id, page._id)
    assert.equal((await ok(tenant.api('GET', `${tenant.path}/broadcastSessions/${draft._id}`))).interestPointId, null)
  })

  test('a place or article without a title is sent with its id only', async () => {
    const tenant = await service.newTenant()
    const came = await told(tenant, () => ok(tenant.api('POST', `${tenant.path}/broadcastInterestPoints`, {})))
    assert.deepEqual(typesOf(came), ['place.created'])
    assert.deepEqual(Object.keys(came[0]?.data), ['id'])
  })

  /** A new revision changes the broadcast, until it is deleted. */
  const inUse = (kind: Kind) => (kind.name === 'revision' ? ['broadcast.updated'] : [])
  const bodyOf = (kind: Kind) =>
    kind.events === 'event'
      ? { title: 'Show', time }
      : kind.events === 'place' || kind.events === 'article'
        ? { title: 'Something' }
        : leastBody(kind)
})

suite('no events', () => {
  test('for writes that change nothing, are refused, are dry runs, or are replayed', async () => {
    const tenant = await service.newTenant()
    const path = `${tenant.path}/broadcastHosts`
    const once = { 'idempotency-key': 'one' }
    const made = await ok(tenant.api('POST', '/v1/events', event, once))
    const host = await ok(tenant.api('POST', path, { title: 'Ada' }))
    const came = await told(tenant, async () => {
      await ok(tenant.api('PUT', `/v1/events/${made.id}`, {}))
      await ok(tenant.api('PUT', `/v1/events/${made.id}`, made))
      await ok(tenant.api('PATCH', `${path}/${host._id}`, { title: 'Ada' }))
      await ok(tenant.api('POST', '/v1/events', event, once))
      await ok(tenant.api('POST', '/v1/events?dry_run=true', event))
      await ok(tenant.api('PUT', `/v1/events/${made.id}?dry_run=true`, { title: 'Other' }))
      assert.equal((await tenant.api('POST', '/v1/events', { title: '' })).status, 400)
      assert.equal((await tenant.api('DELETE', `/v1/events/${'0'.repeat(24)}`)).status, 404)
      assert.equal(
        (await tenant.api('PUT', `/v1/events/${made.id}`, { title: 'Stale' }, { 'if-match': '"old"' })).status,
        412,
      )
    })
    assert.deepEqual(came, [])
  })

  test('from before a webhook was created, or from another broadcast', async () => {
    const [tenant, other] = [await service.newTenant(), await service.newTenant()]
    for (let number = 0; number < 20; number++) await ok(tenant.api('POST', '/v1/places', { name: `Before ${number}` }))
    const came = await told(tenant, () => ok(other.api('POST', '/v1/places', { name: 'Elsewhere' })))
    assert.deepEqual(came, [])
  })

  test('a webhook created during writes gets each later event and none from before', async () => {
    const tenant = await service.newTenant()
    const early = await follow(tenant, receiver)
    let isDone = false
    const writing = (async () => {
      for (let number = 0; number < 40; number++) await ok(tenant.api('POST', '/v1/places', { name: `${number}` }))
      isDone = true
    })()
    const hooks = []
    // Each one has a delivery for every later write.
    while (!isDone && hooks.length < 20)
      hooks.push({ hook: await follow(tenant, receiver), since: await lastSequence(service, tenant.broadcastId) })
    await writing
    await settled(service, tenant)
    assert.equal(receiver.at(early.path).length, 40)
    for (const { hook, since } of hooks) {
      const sequences = receiver
        .at(hook.path)
        .map(({ event: { sequence } }) => sequence ?? 0)
        .sort((one, other) => one - other)
      const last = await lastSequence(service, tenant.broadcastId)
      assert(
        sequences.every((sequence, index) => index === 0 || sequence === (sequences[index - 1] ?? 0) + 1),
        `${sequences}`,
      )
      if (since < last) assert(sequences.at(-1) === last && (sequences[0] ?? 0) <= since + 1, `${since} ${sequences}`)
    }
  })
})

suite('long bodies', () => {
  test('over 256 KiB only the id is sent, and the record can be read', async () => {
    const tenant = await service.newTenant()
    const content = 'é'.repeat(140_000)
    let id = ''
    const came = await told(tenant, async () => {
      id = (await ok(tenant.api('POST', '/v1/articles', { title: 'Long', content }))).id
    })
    assert.deepEqual(typesOf(came), ['article.created'])
    assert.deepEqual([came[0]?.data, came[0]?.truncated], [{ id }, true])
    assert((came[0]?.body.length ?? 0) < 1_000)
    assert.equal((await ok(tenant.api('GET', `/v1/articles/${id}`))).content, content)
  })

  test('up to 256 KiB everything is sent', async () => {
    const tenant = await service.newTenant()
    const content = 'x'.repeat(120_000)
    const came = await told(tenant, () =>
      ok(tenant.api('POST', '/v1/articles', { title: 'Long', content, content_format: 'html' })),
    )
    assert.deepEqual([came[0]?.data.content, came[0]?.truncated], [content, false])
  })
})

test('concurrent writes are each sent once to every subscribed webhook', async () => {
  const tenant = await service.newTenant()
  const hooks = [
    await follow(tenant, receiver),
    await follow(tenant, receiver),
    await follow(tenant, receiver, { events: ['place.*'] }),
  ]
  const off = await follow(tenant, receiver)
  await ok(tenant.api('PUT', off.at, { active: false }))
  const since = await lastSequence(service, tenant.broadcastId)
  await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      ok(
        number % 2
          ? tenant.api('POST', '/v1/places', { name: `Place ${number}` })
          : tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: `Host ${number}` }),
      ),
    ),
  )
  await settled(service, tenant)
  const [one, other, places] = hooks.map(({ path }) => receiver.at(path))
  await assertTold(service, tenant, one ?? [], since)
  await assertTold(service, tenant, other ?? [], since)
  assert.deepEqual(
    places?.map(({ event: { type } }) => type),
    new Array(30).fill('place.created'),
  )
  assert.deepEqual(receiver.at(off.path), [])
  const bytes = new Map(one?.map(({ event: { id }, body }) => [id, body]))
  for (const {
    event: { id },
    body,
  } of other ?? [])
    assert.equal(body, bytes.get(id), 'the same event has other bytes')
})
