import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runRetention } from '../../src/jobs/retention.ts'
import { sql } from '../../src/store/sql.ts'
import { changeRows, lastSequence } from '../support/change-rows.ts'
import { type EventStream, openStream } from '../support/event-stream.ts'
import { assertProblem } from '../support/problem.ts'
import {
  type Api,
  addMember,
  apiWith,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'
import { elapse, until } from '../support/until.ts'

let service: TestService
let isStopped = false

before(async () => {
  service = await startService()
})
after(async () => {
  if (!isStopped) await service.stop()
})

const dayMs = 86_400_000
const patience = { timeout: 20_000 }

interface Change {
  sequence: number
  kind: string
  id: string
  operation: 'create' | 'update' | 'delete'
  fields: string[]
  at: string
  actor: { type: string; id?: string }
  record: Record<string, unknown> | null
}

test('20 writers of 50 writes each make one change row per write, numbered without gaps, and failed writes leave none', async () => {
  const here = await service.newTenant()
  const first = await lastSequence(service, here.broadcastId)
  const hosts = `${here.path}/broadcastHosts`
  await here.api('POST', hosts, { _reference: 'taken' })
  const expected: string[] = []
  const write = async (writer: number) => {
    const mine: string[] = []
    for (let number = 0; number < 50; number++) {
      const last = mine.at(-1)
      if (number % 5 === 1 && last) {
        assert.equal((await here.api('PATCH', `${hosts}/${last}`, { subtitle: `${number}` })).status, 200)
        expected.push(`update ${last}`)
      } else if (number % 5 === 2 && last) {
        assert.equal((await here.api('DELETE', `${hosts}/${last}`)).status, 200)
        expected.push(`delete ${mine.pop()}`)
      } else if (number % 5 === 3) {
        const failing: [object, number][] = [
          [{ _reference: 'taken' }, 409],
          [{ categoryIds: ['0'.repeat(24)] }, 400],
        ]
        const [body, status] = failing[writer % 2] ?? [{}, 0]
        assert.equal((await here.api('POST', hosts, body)).status, status)
      } else {
        const { status, body } = await here.api('POST', hosts, { title: `${writer}/${number}` })
        assert.equal(status, 201)
        mine.push(body._id)
        expected.push(`create ${body._id}`)
      }
    }
  }
  await Promise.all([...Array(20).keys()].map(write))

  const rows = await changeRows(service, here.broadcastId)
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    [...Array(first + 1 + expected.length).keys()].map((place) => place + 1),
  )
  assert.deepEqual(
    rows
      .slice(first + 1)
      .map(({ operation, record_id }) => `${operation} ${record_id}`)
      .toSorted(),
    expected.toSorted(),
  )
  const shown = rows.map(({ sequence }) => sequence)
  assert.deepEqual(
    (await walk(here.api, here.path, 0, 300)).map(({ sequence }) => sequence),
    shown,
  )
})

test('changes replayed from the Marquee-Sequence of a list, taken during writes, give the final list', async () => {
  const here = await service.newTenant()
  const hosts = `${here.path}/broadcastHosts`
  const lists: { sequence: number; data: Record<string, unknown>[] }[] = []
  let isWriting = true
  const write = async (writer: number) => {
    const mine: string[] = []
    for (let number = 0; number < 30; number++) {
      const last = mine.at(-1)
      if (number % 3 === 0 || !last) mine.push((await here.api('POST', hosts, { title: `${writer}` })).body._id)
      else if (number % 3 === 1) await here.api('PATCH', `${hosts}/${last}`, { subtitle: `${number}` })
      else if (writer % 2) await here.api('DELETE', `${hosts}/${mine.pop()}`)
    }
  }
  const look = async () => {
    while (isWriting) {
      const { headers, body } = await here.api('GET', `${hosts}?limit=200`)
      assert.equal(body.data.length, body.metadata.total)
      lists.push({ sequence: Number(headers.get('marquee-sequence')), data: body.data })
    }
  }
  const looking = look()
  await Promise.all([...Array(10).keys()].map(write))
  isWriting = false
  await looking

  const final = await here.api('GET', `${hosts}?limit=200`)
  const changes = (await walk(here.api, here.path, 0, 100)).filter(({ kind }) => kind === 'broadcastHost')
  assert(new Set(lists.map(({ sequence }) => sequence)).size > 5)
  for (const { sequence, data } of lists) {
    const records = new Map(data.map((record) => [record._id, record]))
    for (const change of changes.filter((one) => one.sequence > sequence)) {
      assert.equal(records.has(change.id), change.operation !== 'create', `${change.operation} after ${sequence}`)
      if (change.record) records.set(change.id, change.record)
      else records.delete(change.id)
    }
    const replayed = [...records.values()].toSorted((one, other) => (String(one._id) < String(other._id) ? 1 : -1))
    assert.deepEqual(replayed, final.body.data)
  }
})

test('a change has the operation, the fields, the record after it, the time and the actor', async () => {
  const here = await service.newTenant()
  const owner = await signedIn(service, here)
  const since = await lastSequence(service, here.broadcastId)
  const created = await here.api('POST', `${here.path}/broadcastPages`, { title: 'Food', metadata: { a: 1 } })
  const at = `${here.path}/broadcastPages/${created.body._id}`
  const patched = await owner('PATCH', at, { title: 'Drinks', metadata: { a: 1 }, url: '/drinks' })
  await here.api('DELETE', at)
  const { body, status, headers } = await here.api('GET', `${here.path}/changes?since=${since}`)
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  const key = { type: 'key', id: (await service.platform.keys.find(here.key))?.id }
  const told = { kind: 'broadcastPage', id: created.body._id }
  const [first, second, third]: Change[] = body.data
  assert(first && second && third && body.data.length === 3)
  assert.deepEqual(first, {
    sequence: since + 1,
    ...told,
    operation: 'create',
    fields: Object.keys(created.body),
    at: created.body._updatedAt,
    actor: key,
    record: created.body,
  })
  assert.deepEqual(second, {
    sequence: since + 2,
    ...told,
    operation: 'update',
    fields: second.fields.toSorted(),
    at: patched.body._updatedAt,
    actor: { type: 'user', id: here.userId },
    record: patched.body,
  })
  assert.deepEqual(second.fields.toSorted(), ['title', 'url'])
  assert.deepEqual(third, {
    sequence: since + 3,
    ...told,
    operation: 'delete',
    fields: [],
    at: third.at,
    actor: key,
    record: null,
    title: 'Drinks',
  })
  assert.deepEqual([body.next, body.has_more], [since + 3, false])
})

test('the change log is paged by since and limit, with next and has_more', async () => {
  const here = await service.newTenant()
  const since = await lastSequence(service, here.broadcastId)
  for (let number = 0; number < 5; number++) await here.api('POST', `${here.path}/broadcastHosts`, {})
  const page = async (query: string) => {
    const { body } = await here.api('GET', `${here.path}/changes?${query}`)
    return [body.data.map(({ sequence }: Change) => sequence - since), body.next - since, body.has_more]
  }
  assert.deepEqual(await page(`since=${since}&limit=2`), [[1, 2], 2, true])
  assert.deepEqual(await page(`since=${since + 2}&limit=2`), [[3, 4], 4, true])
  assert.deepEqual(await page(`since=${since + 4}&limit=2`), [[5], 5, false])
  assert.deepEqual(await page(`since=${since + 3}&limit=2`), [[4, 5], 5, false])
  assert.deepEqual(await page(`since=${since + 5}`), [[], 5, false])
  for (const query of ['since=-1', 'since=x', 'limit=0', 'limit=1001', 'after=1']) {
    assert.equal((await here.api('GET', `${here.path}/changes?${query}`)).status, 400, query)
  }
})

test('a number beyond the newest change is 400 sequence_ahead with the newest number, in the log and in a stream', async () => {
  const here = await service.newTenant()
  const sequence = await lastSequence(service, here.broadcastId)
  const log = `${here.path}/changes`
  assert.deepEqual((await here.api('GET', `${log}?since=${sequence}`)).body, {
    data: [],
    next: sequence,
    has_more: false,
  })
  for (const ahead of [sequence + 1, Number.MAX_SAFE_INTEGER]) {
    const refused = await here.api('GET', `${log}?since=${ahead}`)
    assertProblem(refused, { status: 400, code: 'sequence_ahead' })
    assert.equal(refused.body.sequence, sequence)
  }
  const key = { 'x-api-key': here.key }
  const streams = [
    await openStream(`${service.url}${log}/stream?since=${sequence + 1}`, key),
    await openStream(`${service.url}${log}/stream`, { ...key, 'last-event-id': String(sequence + 1) }),
  ]
  for (const stream of streams) {
    assert.equal(stream.status, 400)
    const { code, sequence: newest } = JSON.parse(await stream.text())
    assert.deepEqual([code, newest], ['sequence_ahead', sequence])
  }
})

test(
  'a stream ends when the database is restored to an earlier state, and reconnecting is sequence_ahead',
  patience,
  async () => {
    const here = await service.newTenant()
    const url = `${service.url}${here.path}/changes/stream`
    const stream = await openStream(url, { 'x-api-key': here.key })
    await here.api('POST', `${here.path}/broadcastHosts`, {})
    const last = await stream.next()
    await service.platform.db.query(
      sql`delete from changes where broadcast_id = ${here.broadcastId} and sequence = ${Number(last?.id)}`,
    )
    await service.platform.db.query(
      sql`update broadcasts set last_sequence = last_sequence - 1 where id = ${here.broadcastId}`,
    )
    assert.deepEqual(await stream.rest(), [])
    const again = await openStream(url, { 'x-api-key': here.key, 'last-event-id': last?.id ?? '' })
    assert.equal(JSON.parse(await again.text()).code, 'sequence_ahead')
  },
)

test('without the people scope, changes of contacts and clients are bare sequence numbers; members are only for signed-in owners', async () => {
  const here = await service.newTenant()
  const owner = await signedIn(service, here)
  const editor = await addMember(service, here, 'editor')
  const reader = apiWith(service.url, { 'x-api-key': await service.newKey(here.broadcastId, ['read']) })
  await here.api('POST', `${here.path}/broadcastContacts`, {})
  await here.api('POST', `${here.path}/broadcastClients`, {})
  await here.api('POST', `${here.path}/broadcastHosts`, {})
  await owner('POST', `${here.path}/broadcastMembers`, { email: 'x@festival.example' })
  const last = await lastSequence(service, here.broadcastId)
  const kindsFor = async (api: Api) => {
    const { body } = await api('GET', `${here.path}/changes`)
    assert.deepEqual([body.next, body.has_more], [last, false])
    assert.deepEqual(
      body.data.map(({ sequence }: Change) => sequence),
      numbersUpTo(last),
    )
    return [...new Set(body.data.filter(isVisible).map(({ kind }: Change) => kind))].toSorted()
  }
  const people = ['broadcastClient', 'broadcastContact']
  assert.deepEqual(await kindsFor(reader), ['broadcast', 'broadcastHost'])
  assert.deepEqual(await kindsFor(here.api), ['broadcast', ...people, 'broadcastHost'])
  assert.deepEqual(await kindsFor(editor), ['broadcast', ...people, 'broadcastHost'])
  assert.deepEqual(await kindsFor(owner), ['broadcast', ...people, 'broadcastHost', 'broadcastMember'])
  const paged = await walk(reader, here.path, 0, 1)
  assert.deepEqual(
    paged.filter(isVisible).map(({ kind }) => kind),
    ['broadcast', 'broadcastHost'],
  )
  assert.deepEqual(paged[1], { sequence: 2, withheld: true })
  assert.deepEqual(
    paged.map(({ sequence }) => sequence),
    numbersUpTo(last),
  )
})

test('the history of a record is newest first, in pages, and remains when the record is deleted', async () => {
  const here = await service.newTenant()
  const other = await service.newTenant()
  const created = await here.api('POST', `${here.path}/broadcastHosts`, { title: '0' })
  const at = `${here.path}/broadcastHosts/${created.body._id}`
  for (const title of ['1', '2', '3']) await here.api('PATCH', at, { title })
  await here.api('POST', `${here.path}/broadcastHosts`, {})
  await here.api('DELETE', at)
  const { body } = await here.api('GET', `${at}/history`)
  const shown = body.data.map(({ operation, record }: Change) => [operation, record?.title])
  const whole = [
    ['delete', undefined],
    ['update', '3'],
    ['update', '2'],
    ['update', '1'],
    ['create', '0'],
  ]
  assert.deepEqual(shown, whole)
  assert.equal(body.data[0].record, null)
  assert.equal(body.has_more, false)
  const seen: Change[] = []
  for (let before = ''; seen.length < 5; before = `&before=${seen.at(-1)?.sequence}`) {
    const page = await here.api('GET', `${at}/history?limit=2${before}`)
    assert.equal(page.body.has_more, seen.length + 2 < 5)
    seen.push(...page.body.data)
  }
  assert.deepEqual(seen, body.data)

  const unknown = [
    `${here.path}/broadcastHosts/${'0'.repeat(24)}/history`,
    `${here.path}/broadcastPages/${created.body._id}/history`,
    `${other.path}/broadcastHosts/${created.body._id}/history`,
  ]
  for (const address of unknown) {
    const { api } = address.startsWith(other.path) ? other : here
    assert.equal((await api('GET', address)).status, 404, address)
  }
})

test('a stream sends every change in order, with the same content as the change log', patience, async () => {
  const here = await service.newTenant()
  const since = await lastSequence(service, here.broadcastId)
  const stream = await follow(here)
  assert.equal(stream.status, 200)
  assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/)
  await Promise.all([...Array(30)].map(() => here.api('POST', `${here.path}/broadcastHosts`, {})))
  const events = await stream.take(30)
  stream.close()
  assert.deepEqual(
    events.map(({ id }) => Number(id)),
    [...Array(30).keys()].map((place) => since + 1 + place),
  )
  const { body } = await here.api('GET', `${here.path}/changes?since=${since}`)
  assert.deepEqual(
    events.map(({ data }) => data),
    body.data,
  )
})

test('a stream continues after Last-Event-ID, else after since, else with the next change', patience, async () => {
  const here = await service.newTenant()
  const since = await lastSequence(service, here.broadcastId)
  const write = () => here.api('POST', `${here.path}/broadcastHosts`, {})
  const first = await follow(here)
  await write()
  const [seen] = await first.take(1)
  first.close()
  for (let number = 0; number < 3; number++) await write()
  const resumed = await follow(here, '?since=0', { 'last-event-id': seen?.id ?? '' })
  assert.deepEqual(
    (await resumed.take(3)).map(({ id }) => Number(id) - since),
    [2, 3, 4],
  )
  resumed.close()
  const started = await follow(here, `?since=${since + 3}`)
  assert.equal(Number((await started.next())?.id) - since, 4)
  started.close()
  const fresh = await follow(here)
  await write()
  assert.equal(Number((await fresh.next())?.id) - since, 5)
  fresh.close()
  const malformed = await follow(here, '', { 'last-event-id': 'x' })
  assert.equal(malformed.status, 400)
})

test('a stream without the people scope gives of people the numbers of their changes only', patience, async () => {
  const here = await service.newTenant()
  const stream = await follow({ ...here, key: await service.newKey(here.broadcastId, ['read']) })
  await here.api('POST', `${here.path}/broadcastContacts`, {})
  await here.api('POST', `${here.path}/broadcastHosts`, {})
  const [withheld, shown] = await stream.take(2)
  assert.deepEqual(withheld?.data, { sequence: Number(withheld?.id), withheld: true })
  assert.equal(shown?.data.kind, 'broadcastHost')
  assert.equal(Number(shown?.id), Number(withheld?.id) + 1)
  stream.close()
})

test('the stream of a revoked key ends within a second, and sends nothing written after', patience, async () => {
  const here = await service.newTenant()
  const owner = await signedIn(service, here)
  const stream = await follow(here)
  await owner('POST', `${here.path}/broadcastHosts`, {})
  assert(await stream.next())
  const id = (await service.platform.keys.find(here.key))?.id
  const startedMs = performance.now()
  assert.equal((await owner('DELETE', `${here.path}/apiKeys/${id}`)).status, 200)
  await owner('POST', `${here.path}/broadcastHosts`, {})
  assert.deepEqual(await stream.rest(), [])
  assert(performance.now() - startedMs < 1_000)
})

test('a former owner no longer sees members, also in an open stream', patience, async () => {
  const here = await service.newTenant()
  const owner = await signedIn(service, here)
  const { body } = await owner('GET', `${here.path}/broadcastMembers`)
  const other = await addMember(service, here, 'owner')
  const cookie = await cookieOf(here)
  const stream = await openStream(`${service.url}${here.path}/changes/stream`, { cookie })
  const [self] = body.data
  assert.equal((await other('PATCH', `${here.path}/broadcastMembers/${self._id}`, { role: 'viewer' })).status, 200)
  // A node caches roles for at most a second.
  await until(async () => (await owner('GET', `${here.path}/broadcastMembers`)).status === 403, 'the new role')
  await other('POST', `${here.path}/broadcastMembers`, { email: 'new@festival.example' })
  await other('POST', `${here.path}/broadcastHosts`, {})
  const kindsSeen: string[] = []
  for (let event = await stream.next(); event; event = await stream.next()) {
    kindsSeen.push(`${event.data.operation} ${event.data.kind}`)
    if (event.data.kind === 'broadcastHost') break
  }
  stream.close()
  assert(!kindsSeen.includes('create broadcastMember'), kindsSeen.join())
})

test('a broadcast can have at most 20 streams; one more is 403 until one is closed', patience, async () => {
  const here = await service.newTenant()
  const streams: EventStream[] = []
  for (let number = 0; number < 20; number++) streams.push(await follow(here))
  assert(streams.every(({ status }) => status === 200))
  const refused = await follow(here)
  assert.equal(refused.status, 403)
  assert.equal(JSON.parse(await refused.text()).code, 'quota_exceeded')
  const used = async () => (await here.api('GET', `${here.path}/usage`)).body.streams
  assert.deepEqual(await used(), { used: 20, limit: 20 })
  streams.pop()?.close()
  await until(async () => (await used()).used < 20, 'the end of a stream')
  const again = await follow(here)
  assert.equal(again.status, 200)
  for (const stream of [...streams, again]) stream.close()
})

test('of 30 streams opened at once 20 succeed and 10 are refused', patience, async () => {
  const here = await service.newTenant()
  const streams = await Promise.all([...Array(30)].map(() => follow(here)))
  const { body } = await here.api('GET', `${here.path}/usage`)
  for (const stream of streams) stream.close()
  assert.equal(streams.filter(({ status }) => status === 200).length, 20)
  assert.equal(streams.filter(({ status }) => status === 403).length, 10)
  assert.equal(body.streams.used, 20)
})

test('a HEAD of the stream returns its headers and leaves no stream open', patience, async () => {
  const here = await service.newTenant()
  const response = await fetch(`${service.url}${here.path}/changes/stream`, {
    method: 'HEAD',
    headers: { 'x-api-key': here.key },
    signal: AbortSignal.timeout(2_000),
  })
  assert.equal(response.status, 200)
  const { body } = await here.api('GET', `${here.path}/usage`)
  assert.equal(body.streams.used, 0)
})

test('changes are kept 90 days: older ones are 410 sequence_expired, and lists return where to continue', async () => {
  const here = await service.newTenant()
  const kept = service.config
  const { body: host } = await here.api('POST', `${here.path}/broadcastHosts`, {})
  const last = await lastSequence(service, here.broadcastId)
  service.clock.advance(89 * dayMs)
  await runRetention({ db: service.platform.db, clock: service.clock, kept })
  assert.equal((await here.api('GET', `${here.path}/changes?since=0`)).status, 200)
  service.clock.advance(2 * dayMs)
  await runRetention({ db: service.platform.db, clock: service.clock, kept })

  for (const since of [0, last - 1]) {
    const { status, body } = await here.api('GET', `${here.path}/changes?since=${since}`)
    assert.equal(status, 410)
    assert.equal(body.code, 'sequence_expired')
    assert.equal((await follow(here, `?since=${since}`)).status, 410)
  }
  const list = await here.api('GET', `${here.path}/broadcastHosts`)
  const sequence = Number(list.headers.get('marquee-sequence'))
  assert.equal(sequence, last)
  await here.api('POST', `${here.path}/broadcastHosts`, {})
  const { body } = await here.api('GET', `${here.path}/changes?since=${sequence}`)
  assert.deepEqual(
    body.data.map((change: Change) => change.sequence),
    [last + 1],
  )
  const history = await here.api('GET', `${here.path}/broadcastHosts/${host._id}/history`)
  assert.equal(history.status, 200, 'a record whose changes are forgotten is there all the same')
  assert.deepEqual(history.body.data, [])
})

test(
  'a client that does not read delays neither the end of its stream nor the stop of the service',
  patience,
  async () => {
    const another = await startService()
    const here = await another.newTenant()
    const idle = await openStream(`${another.url}${here.path}/changes/stream`, { 'x-api-key': here.key })
    const content = 'x'.repeat(1_000_000)
    for (let number = 0; number < 16; number++) {
      const { status } = await here.api('POST', `${here.path}/broadcastArticles`, { title: `${number}`, content })
      assert.equal(status, 201)
    }
    const stopping = another.stop().then(() => 'stopped')
    const outcome = await Promise.race([stopping, elapse(6_000)])
    idle.close()
    await stopping
    assert.equal(outcome, 'stopped')
  },
)

test('streams end when the service stops', patience, async () => {
  const here = await service.newTenant()
  const streams = await Promise.all([follow(here), follow(await service.newTenant())])
  await here.api('POST', `${here.path}/broadcastHosts`, {})
  assert(await streams[0]?.next())
  isStopped = true
  const [ends] = await Promise.all([Promise.all(streams.map((stream) => stream.rest())), service.stop()])
  assert.deepEqual(ends, [[], []])
})

function follow(here: TestTenant, query = '', headers: Record<string, string> = {}): Promise<EventStream> {
  return openStream(`${service.url}${here.path}/changes/stream${query}`, { 'x-api-key': here.key, ...headers })
}

async function cookieOf(person: { email: string; password: string }): Promise<string> {
  const reply = await apiWith(service.url, { origin: service.url })('POST', '/v1/auth/sign-in/email', {
    email: person.email,
    password: person.password,
  })
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const isVisible = (change: object) => !('withheld' in change)
const numbersUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** The change log to its end, page by page. */
async function walk(api: Api, path: string, since: number, limit: number): Promise<Change[]> {
  const all: Change[] = []
  for (let at = since, hasMore = true; hasMore; ) {
    const { body } = await api('GET', `${path}/changes?since=${at}&limit=${limit}`)
    all.push(...body.data)
    at = body.next
    hasMore = body.has_more
  }
  return all
}
