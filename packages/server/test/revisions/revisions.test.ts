import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { editorialKinds, kinds } from '@marquee/model'
import { updateRecord } from '../../src/content/update-record.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { sql } from '../../src/store/sql.ts'
import { formOf } from '../media/samples.ts'
import { changeRows, lastSequence } from '../support/change-rows.ts'
import { addMember, type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService

before(async () => {
  service = await startService()
})
after(() => service.stop())

const dayMs = 86_400_000
const accepted = { tos: { accepted: true } }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Body = any

async function ok(reply: Promise<Reply>): Promise<Body> {
  const { status, text, body } = await reply
  assert(status === 200 || status === 201, text)
  return body
}
const make = (here: TestTenant, plural: string, body: object = {}): Promise<Body> =>
  ok(here.api('POST', `${here.path}/${plural}`, body))
const patch = (here: TestTenant, plural: string, id: string, body: object): Promise<Body> =>
  ok(here.api('PATCH', `${here.path}/${plural}/${id}`, body))
const remove = (here: TestTenant, plural: string, id: string) =>
  ok(here.api('DELETE', `${here.path}/${plural}/${id}?force=true`))
const read = (here: TestTenant, plural: string, id: string, query = '') =>
  here.api('GET', `${here.path}/${plural}/${id}${query}`)
const freeze = (here: TestTenant): Promise<Body> => make(here, 'revisions', accepted)
const diff = (here: TestTenant, id: string, query = ''): Promise<Body> =>
  ok(here.api('GET', `${here.path}/revisions/${id}/diff${query}`))
const restore = (here: TestTenant, id: string, query = '', body?: object, headers?: Record<string, string>) =>
  here.api('POST', `${here.path}/revisions/${id}/restore${query}`, body, headers)
async function uploaded(here: TestTenant): Promise<Body> {
  const response = await fetch(`${service.url}${here.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': here.key },
    body: formOf([{ name: 'a.txt', bytes: 'words' }]),
  })
  const { data }: Body = await response.json()
  return data[0]
}
const forget = () => runRetention({ db: service.platform.db, clock: service.clock, kept: service.config })

test('the editorial kinds are as decided, and all their changes are logged', () => {
  assert.deepEqual(editorialKinds.map(({ name }) => name).sort(), [
    'broadcast',
    'broadcastArticle',
    'broadcastCategory',
    'broadcastDiffuser',
    'broadcastHost',
    'broadcastInterestPoint',
    'broadcastMap',
    'broadcastNetworkingForm',
    'broadcastPage',
    'broadcastSession',
    'font',
    'media',
    'workflow',
  ])
  for (const { name, area, logging, fields } of editorialKinds) {
    assert.equal(area, 'content', name)
    assert.equal(logging, 'logged', name)
    assert(!Object.values(fields).some(({ unlogged }) => unlogged), name)
  }
})

describe('a diff', () => {
  test('lists added, changed (by field) and removed records, without personal data', async () => {
    const here = await service.newTenant()
    const host = await make(here, 'broadcastHosts', { title: 'Ada' })
    const gone = await make(here, 'broadcastHosts', { title: 'Bob' })
    const same = await make(here, 'broadcastHosts', { title: 'Same' })
    const session = await make(here, 'broadcastSessions', {
      title: 'Opening',
      time: { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' },
      localeDetails: { fr: { title: 'Ouverture' } },
      metadata: { 'a/b': 1 },
      hostIds: [gone._id],
    })
    const revision = await freeze(here)
    await patch(here, 'broadcastSessions', session._id, {
      time: { start: '2027-07-02T18:30:00Z', end: '2027-07-02T19:00:00Z' },
      localeDetails: { fr: { title: 'Lever de rideau' } },
      metadata: { 'a/b': 2, more: null, other: 'x' },
    })
    await remove(here, 'broadcastHosts', gone._id)
    await patch(here, 'broadcastHosts', same._id, { title: 'Other' })
    await patch(here, 'broadcastHosts', same._id, { title: 'Same' })
    const added = await make(here, 'broadcastHosts', { title: 'Eve' })
    await make(here, 'broadcastContacts', { fields: [] })
    const answer = await diff(here, revision._id)
    assert.deepEqual(answer, {
      from: { revisionId: revision._id, sequence: revision.sequence },
      to: { revisionId: null, sequence: await lastSequence(service, here.broadcastId) },
      data: [
        { kind: 'broadcastHost', id: gone._id, title: 'Bob', operation: 'removed', fields: [] },
        { kind: 'broadcastHost', id: added._id, title: 'Eve', operation: 'added', fields: [] },
        {
          kind: 'broadcastSession',
          id: session._id,
          title: 'Opening',
          operation: 'changed',
          fields: [
            { pointer: '/time/start', before: '2027-07-02T18:00:00.000Z', after: '2027-07-02T18:30:00.000Z' },
            { pointer: '/hostIds', before: [gone._id], after: [] },
            { pointer: '/localeDetails/fr/title', before: 'Ouverture', after: 'Lever de rideau' },
            { pointer: '/metadata/a~1b', before: 1, after: 2 },
            { pointer: '/metadata/other', after: 'x' },
          ],
        },
      ],
      next: null,
      has_more: false,
    })
    const second = await freeze(here)
    assert.deepEqual((await diff(here, second._id)).data, [])
    const back = await diff(here, second._id, `?to=${revision._id}`)
    assert.deepEqual(
      back.data.map(({ id, operation }: Body) => [id, operation]),
      [
        [gone._id, 'added'],
        [added._id, 'removed'],
        [session._id, 'changed'],
      ],
    )
    assert.equal(host.title, 'Ada')
  })

  test('has pages from one snapshot, whatever is written in between', async () => {
    const here = await service.newTenant()
    const revision = await freeze(here)
    const made = []
    for (let number = 0; number < 5; number++) made.push((await make(here, 'broadcastHosts'))._id)
    const seen: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 9; pages++) {
      const page = await diff(here, revision._id, `?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.data.map(({ id }: Body) => id))
      assert.equal(page.has_more, page.next !== null)
      if (page.next === null) break
      cursor = page.next
      await make(here, 'broadcastHosts')
    }
    assert.deepEqual(seen, made.sort())
    for (const query of ['?cursor=x', '?cursor=1.a.b', '?to=x', `?to=${made[0]}`, '?limit=201', '?limit=0'])
      assert.equal((await here.api('GET', `${here.path}/revisions/${revision._id}/diff${query}`)).status, 400, query)
    assert.equal((await here.api('GET', `${here.path}/revisions/${made[0]}/diff`)).status, 404)
  })

  test('truncates long values and marks them, and ?at= returns them complete', async () => {
    const here = await service.newTenant()
    const long = `${'x'.repeat(1_999)}\u{1F3B5}${'y'.repeat(5_000)}`
    const article = await make(here, 'broadcastArticles', { title: 'Long', content: long, metadata: { list: [] } })
    const revision = await freeze(here)
    await patch(here, 'broadcastArticles', article._id, {
      content: 'short',
      metadata: { list: Array.from({ length: 2_000 }, () => 'z') },
    })
    const [entry] = (await diff(here, revision._id)).data
    assert.deepEqual(entry.fields, [
      { pointer: '/content', before: 'x'.repeat(1_999), after: 'short', truncated: true },
      { pointer: '/metadata/list', before: [], after: null, truncated: true },
    ])
    assert.equal((await read(here, 'broadcastArticles', article._id, `?at=${revision._id}`)).body.content, long)
  })
})

describe('a restore', () => {
  test('creates, updates and deletes records as ordinary writes with their events, and reports them', async () => {
    const here = await service.newTenant()
    const { api, path } = here
    const map = await make(here, 'broadcastMaps', { title: 'Plan' })
    const place = await make(here, 'broadcastInterestPoints', { title: 'Stage', mapId: map._id })
    const session = await make(here, 'broadcastSessions', {
      title: 'Opening',
      interestPointId: place._id,
      time: { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' },
      _reference: 'opening',
    })
    const revision = await freeze(here)
    const broadcastBefore = await ok(api('GET', path))
    await remove(here, 'broadcastMaps', map._id)
    await remove(here, 'broadcastInterestPoints', place._id)
    await remove(here, 'broadcastSessions', session._id)
    const other = await make(here, 'broadcastSessions', { title: 'Other', _reference: 'opening' })
    const client = await make(here, 'broadcastClients', { platform: 'web', favoriteIds: [other._id] })
    await ok(api('PATCH', path, { description: 'New words' }))
    const since = await lastSequence(service, here.broadcastId)

    const rehearsed = await ok(restore(here, revision._id, '?dry_run=true'))
    assert.equal(await lastSequence(service, here.broadcastId), since, 'a dry run writes nothing')
    const done = await ok(restore(here, revision._id, '', { ifSequence: rehearsed.from_sequence }))
    assert.deepEqual(done, {
      from_sequence: since,
      sequence: since + 6,
      restored: { added: 3, changed: 1, removed: 1 },
      left_out: [],
    })
    const rows = (await changeRows(service, here.broadcastId)).filter(({ sequence }) => sequence > since)
    assert.deepEqual(
      rows.map((row) => [row.kind, row.record_id, row.operation, row.event_types.join()]),
      [
        ['broadcastSession', other._id, 'delete', ''],
        ['broadcastInterestPoint', place._id, 'create', 'place.created'],
        ['broadcastMap', map._id, 'create', 'broadcastMap.created'],
        ['broadcastSession', session._id, 'create', 'event.created'],
        ['broadcast', here.broadcastId, 'update', 'broadcast.updated'],
        ['broadcastClient', client._id, 'update', 'broadcastClient.updated'],
      ],
    )
    assert.deepEqual(rehearsed, {
      dry_run: true,
      would_status: 200,
      record: null,
      changes: rows.map(({ kind, record_id: id, operation, fields }) => ({ kind, id, operation, fields })),
      event_types: [...new Set(rows.flatMap(({ event_types: types }) => types))],
      ...done,
    })
    for (const [plural, was] of [
      ['broadcastMaps', map],
      ['broadcastInterestPoints', place],
      ['broadcastSessions', session],
    ] as const) {
      const { body } = await read(here, plural, was._id)
      assert.deepEqual({ ...body, _updatedAt: was._updatedAt }, was)
    }
    const { body: visitor } = await read(here, 'broadcastClients', client._id)
    assert.deepEqual(visitor.favoriteIds, [])
    const broadcastNow = await ok(api('GET', path))
    assert.deepEqual({ ...broadcastNow, _updatedAt: broadcastBefore._updatedAt }, broadcastBefore)
    assert.deepEqual((await diff(here, revision._id)).data, [])
    const again = await ok(restore(here, revision._id))
    assert.deepEqual(again.restored, { added: 0, changed: 0, removed: 0 })
    assert.equal(again.sequence, since + 6, 'a restore without differences writes nothing')
  })

  test('is refused when the broadcast has changed since, and runs once per Idempotency-Key', async () => {
    const here = await service.newTenant()
    const host = await make(here, 'broadcastHosts', { title: 'One' })
    const revision = await freeze(here)
    await patch(here, 'broadcastHosts', host._id, { title: 'Two' })
    const late = await restore(here, revision._id, '', { ifSequence: revision.sequence })
    assert.equal(late.status, 412)
    const key = { 'idempotency-key': 'once' }
    const first = await restore(here, revision._id, '', {}, key)
    await patch(here, 'broadcastHosts', host._id, { title: 'Three' })
    const second = await restore(here, revision._id, '', {}, key)
    assert.deepEqual(second.body, first.body)
    assert.equal((await read(here, 'broadcastHosts', host._id)).body.title, 'Three')
    for (const body of [{ ifSequence: -1 }, { other: 1 }, []])
      assert.equal((await restore(here, revision._id, '', body)).status, 400)
    assert.equal((await restore(here, host._id)).status, 404)
    assert.equal((await restore(here, 'x')).status, 400)
  })

  test('of cyclic references and swapped unique values causes no conflict', async () => {
    const here = await service.newTenant()
    const name = here.broadcastId.slice(-8)
    const one = await make(here, 'broadcastDiffusers', { slug: `one-${name}`, _reference: 'one' })
    const two = await make(here, 'broadcastDiffusers', { slug: `two-${name}`, _reference: 'two' })
    const left = await make(here, 'broadcastInterestPoints', { title: 'Left' })
    const leading = (to: string) => ({ navigator: { broadcastInterestPointId: to } })
    const right = await make(here, 'broadcastInterestPoints', leading(left._id))
    await patch(here, 'broadcastInterestPoints', left._id, leading(right._id))
    const key = await make(here, 'broadcastCategories', { key: 'music', title: 'Music' })
    const child = await make(here, 'broadcastCategories', { key: 'jazz', parentId: key._id })
    const revision = await freeze(here)
    const before = await everything(here)
    await patch(here, 'broadcastDiffusers', one._id, { slug: `three-${name}`, _reference: 'three' })
    await patch(here, 'broadcastDiffusers', two._id, { slug: `one-${name}`, _reference: 'one' })
    await patch(here, 'broadcastDiffusers', one._id, { slug: `two-${name}`, _reference: 'two' })
    await remove(here, 'broadcastInterestPoints', left._id)
    await remove(here, 'broadcastInterestPoints', right._id)
    await patch(here, 'broadcastCategories', child._id, { parentId: null })
    await patch(here, 'broadcastCategories', key._id, { parentId: child._id })
    await remove(here, 'broadcastCategories', key._id)
    await make(here, 'broadcastCategories', { key: 'music' })
    const done = await ok(restore(here, revision._id))
    assert.deepEqual(done.restored, { added: 3, changed: 3, removed: 1 })
    assert.deepEqual(await everything(here), before)
  })

  test('leaves secrets and the state of the broadcast and of workflows unchanged', async () => {
    const here = await service.newTenant()
    const { api, path } = here
    const node = { id: 'start', type: 'code', config: { code: { type: 'string', value: 'return 1' } } }
    const running = await make(here, 'workflows', {
      name: 'Runs',
      status: 'enabled',
      entryNodeId: 'start',
      nodes: [node],
      trigger: { type: 'interval', everySeconds: 60 },
    })
    const dormant = await make(here, 'workflows', { name: 'Sleeps', entryNodeId: 'start', nodes: [node] })
    const lost = await make(here, 'workflows', {
      name: 'Lost',
      status: 'enabled',
      entryNodeId: 'start',
      nodes: [node],
    })
    await ok(api('PATCH', path, { authData: [{ type: 'apiKey', key: 'secret-of-then', name: 'Then' }] }))
    const revision = await freeze(here)
    await patch(here, 'workflows', running._id, { status: 'disabled', name: 'Stopped' })
    await patch(here, 'workflows', dormant._id, { status: 'enabled', name: 'Woken' })
    await remove(here, 'workflows', lost._id)
    await ok(
      api('PATCH', path, { name: 'Renamed', authData: [{ type: 'apiKey', key: 'secret-of-today', name: 'Now' }] }),
    )
    await service.platform.content.write(here, { type: 'service' }, (writing) =>
      updateRecord(writing, kinds.broadcast, { id: here.broadcastId }, {}, { service: { status: 'onboarding' } }),
    )
    const today = await ok(api('GET', path))
    const answers = [
      await api('GET', `${path}?at=${revision._id}`),
      await api('GET', `${path}/revisions/${revision._id}/diff`),
      await restore(here, revision._id, '?dry_run=true'),
      await restore(here, revision._id),
    ]
    for (const { status, text } of answers) {
      assert.equal(status, 200, text)
      assert.doesNotMatch(text, /secret-of/)
    }
    const now = await ok(api('GET', path))
    assert.deepEqual(now, { ...today, name: 'Test', _updatedAt: now._updatedAt })
    const states = await Promise.all([running, dormant, lost].map(({ _id }) => read(here, 'workflows', _id)))
    assert.deepEqual(
      states.map(({ body }) => [body.name, body.status]),
      [
        ['Runs', 'disabled'],
        ['Sleeps', 'enabled'],
        ['Lost', 'disabled'],
      ],
    )
  })

  test('that would break an enabled workflow is refused with its pointer, and writes nothing', async () => {
    const here = await service.newTenant()
    const half = await make(here, 'workflows', { name: 'Half', entryNodeId: 'nowhere' })
    const host = await make(here, 'broadcastHosts', { title: 'One' })
    const revision = await freeze(here)
    const node = { id: 'start', type: 'code', config: { code: { type: 'string', value: 'return 1' } } }
    await patch(here, 'workflows', half._id, { status: 'enabled', entryNodeId: 'start', nodes: [node] })
    await patch(here, 'broadcastHosts', host._id, { title: 'Two' })
    const since = await lastSequence(service, here.broadcastId)
    const refused = await restore(here, revision._id)
    assert.equal(refused.status, 400)
    assert(
      refused.body.errors.every(({ pointer }: Body) => pointer.startsWith(`/workflows/${half._id}/`)),
      refused.text,
    )
    assert.equal(await lastSequence(service, here.broadcastId), since)
    await patch(here, 'workflows', half._id, { status: 'disabled' })
    assert.equal((await restore(here, revision._id)).status, 200)
  })

  test('leaves out a slug that another broadcast has taken since, and reports it', async () => {
    const [here, there] = [await service.newTenant(), await service.newTenant()]
    const slug = `wanted-${here.broadcastId.slice(-8)}`
    const lost = await make(here, 'broadcastDiffusers', { slug })
    const revision = await freeze(here)
    await remove(here, 'broadcastDiffusers', lost._id)
    await make(there, 'broadcastDiffusers', { slug })
    const done = await ok(restore(here, revision._id))
    assert.deepEqual(done.left_out, [{ kind: 'broadcastDiffuser', id: lost._id, pointer: '/slug', reason: 'taken' }])
    assert.equal((await read(here, 'broadcastDiffusers', lost._id)).body.slug, null)
  })

  test('restores a media with its file, which is kept for that', async () => {
    const here = await service.newTenant()
    const media = await uploaded(here)
    const revision = await freeze(here)
    await remove(here, 'medias', media._id)
    service.clock.advance(31 * dayMs)
    for (const _ of [1, 2]) await service.platform.media.sweep()
    assert.equal((await ok(restore(here, revision._id))).restored.added, 1)
    assert.equal(await (await fetch(media.mediaUrl)).text(), 'words')
  })

  test('leaves out a media whose file was deleted, with the references to it, and reports it', async () => {
    const here = await service.newTenant()
    const media = await uploaded(here)
    const host = await make(here, 'broadcastHosts', { title: 'Ada', media: { mediaId: media._id } })
    const revision = await freeze(here)
    await remove(here, 'broadcastHosts', host._id)
    await remove(here, 'medias', media._id)
    await service.platform.db.query(sql`delete from media_files where media_id = ${media._id}`)
    const done = await ok(restore(here, revision._id))
    assert.deepEqual(done.restored, { added: 1, changed: 0, removed: 0 })
    assert.deepEqual(done.left_out, [{ kind: 'media', id: media._id, pointer: '', reason: 'file_gone' }])
    assert.deepEqual((await read(here, 'broadcastHosts', host._id)).body.media, { mediaId: null })
    assert.equal((await read(here, 'medias', media._id)).status, 404)
  })

  test('requires the right to write content', async () => {
    const here = await service.newTenant()
    const revision = await freeze(here)
    const viewer = await addMember(service, here, 'viewer')
    const editor = await addMember(service, here, 'editor')
    const address = `${here.path}/revisions/${revision._id}`
    assert.equal((await viewer('GET', `${address}/diff`)).status, 200)
    assert.equal((await viewer('POST', `${address}/restore`)).status, 403)
    assert.equal((await editor('POST', `${address}/restore`)).status, 200)
  })
})

describe('?at=', () => {
  test('returns a record as of a revision or an instant, with its references', async () => {
    const here = await service.newTenant()
    await ok(here.api('PATCH', here.path, { timezone: 'Europe/Paris' }))
    const host = await make(here, 'broadcastHosts', { title: 'Ada' })
    const session = await make(here, 'broadcastSessions', { title: 'One', hostIds: [host._id] })
    const revision = await freeze(here)
    service.clock.advance(60_000)
    const between = service.clock.now()
    service.clock.advance(60_000)
    await patch(here, 'broadcastSessions', session._id, { title: 'Two' })
    await patch(here, 'broadcastHosts', host._id, { title: 'Eve' })
    service.clock.advance(1_000)
    const alive = new Date(service.clock.now()).toISOString()
    service.clock.advance(1_000)
    await remove(here, 'broadcastSessions', session._id)
    const local = new Intl.DateTimeFormat('sv', {
      timeZone: 'Europe/Paris',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
      .format(between)
      .replace(' ', 'T')
    for (const at of [revision._id, new Date(between).toISOString(), local]) {
      const reply = await read(here, 'broadcastSessions', session._id, `?at=${at}&expand=hostIds`)
      assert.equal(reply.status, 200, reply.text)
      const { _expanded: expanded, ...record } = reply.body
      assert.deepEqual(record, session)
      assert.equal(expanded.hostIds[0].title, 'Ada')
      assert.match(reply.headers.get('etag') ?? '', /^"/)
      assert.equal(reply.headers.get('cache-control'), 'private, no-cache')
    }
    assert.equal((await read(here, 'broadcastSessions', session._id, `?at=${alive}&fields=title`)).body.title, 'Two')
    const now = new Date(service.clock.now()).toISOString()
    const early = new Date(between - 10 * dayMs).toISOString()
    for (const at of [now, early, '0001-01-01T00:00:00Z', '1970-01-01T00:00:00%2B14:00'])
      assert.equal((await read(here, 'broadcastSessions', session._id, `?at=${at}`)).status, 404, at)
    const later = new Date(service.clock.now() + 60_000).toISOString()
    for (const at of [later, host._id, 'yesterday', '', '2026-01-01', '0'.repeat(65)])
      assert.equal((await read(here, 'broadcastSessions', session._id, `?at=${at}`)).status, 400, at)
    const whole = await ok(here.api('GET', `${here.path}?at=${revision._id}`))
    assert.equal('revisionId' in whole, false, 'the broadcast itself can be read as of a revision, too')
  })

  test('returns a body whose writable fields can be sent back', async () => {
    const here = await service.newTenant()
    for (const [plural, kind, body, change] of [
      [
        'broadcastSessions',
        kinds.broadcastSession,
        { title: 'One', time: { start: '2027-07-02T18:00:00Z' } },
        { title: 'Two', time: {} },
      ],
      ['workflows', kinds.workflow, { name: 'One', description: 'words' }, { name: 'Two', description: null }],
      ['broadcastCategories', kinds.broadcastCategory, { key: 'k', title: 'One' }, { title: null, color: '#ffffff' }],
    ] as const) {
      const was = await make(here, plural, body)
      const revision = await freeze(here)
      await patch(here, plural, was._id, change)
      const then = (await read(here, plural, was._id, `?at=${revision._id}`)).body
      const writable = Object.keys(kind.fields).filter((name) => !Reflect.get(kind.fields, name).readOnly)
      const sent = Object.fromEntries(writable.map((name) => [name, then[name] ?? null]))
      const back = await patch(here, plural, was._id, sent)
      assert.deepEqual({ ...back, _updatedAt: was._updatedAt }, was)
    }
  })

  test('of personal data needs the scope people, and other broadcasts are 404', async () => {
    const [here, there] = [await service.newTenant(), await service.newTenant()]
    const contact = await make(here, 'broadcastContacts', { fields: [] })
    const revision = await freeze(here)
    const at = `?at=${new Date(service.clock.now()).toISOString()}`
    const read1 = await read(here, 'broadcastContacts', contact._id, at)
    assert.equal(read1.status, 200)
    assert.equal(read1.headers.get('cache-control'), 'no-store')
    const key = await service.newKey(here.broadcastId, ['read', 'write'])
    const without = await fetch(`${service.url}${here.path}/broadcastContacts/${contact._id}${at}`, {
      headers: { 'x-api-key': key },
    })
    assert.equal(without.status, 403)
    assert.equal((await read(there, 'broadcastContacts', contact._id, at)).status, 404)
    assert.equal((await read(there, 'broadcastContacts', contact._id, `?at=${revision._id}`)).status, 400)
    const own = await freeze(there)
    assert.equal((await restore(there, revision._id)).status, 404)
    assert.equal((await diff(there, own._id)).data.length, 0)
  })
})

describe('retention', () => {
  test('keeps the rows that a revision needs until the revision is deleted', async () => {
    const here = await service.newTenant()
    const host = await make(here, 'broadcastHosts', { title: 'Frozen' })
    const gone = await make(here, 'broadcastHosts', { title: 'Gone' })
    const contact = await make(here, 'broadcastContacts', { fields: [{ key: 'k', value: 'Frozen' }] })
    const revision = await freeze(here)
    const frozenAt = revision._createdAt
    const before = await everything(here)
    service.clock.advance(dayMs)
    await patch(here, 'broadcastHosts', host._id, { title: 'Unknown' })
    await patch(here, 'broadcastContacts', contact._id, { fields: [] })
    const unknownAt = new Date(service.clock.now()).toISOString()
    service.clock.advance(dayMs)
    await patch(here, 'broadcastHosts', host._id, { title: 'Last' })
    await patch(here, 'broadcastContacts', contact._id, { fields: [{ key: 'k', value: 'Last' }] })
    await remove(here, 'broadcastHosts', gone._id)
    const lastAt = new Date(service.clock.now()).toISOString()
    service.clock.advance(100 * dayMs)
    await forget()
    const titleAt = async (at: string) => {
      const { status, body } = await read(here, 'broadcastHosts', host._id, `?at=${at}`)
      return status === 200 ? body.title : `${status} ${body.code}`
    }
    assert.equal(await titleAt(revision._id), 'Frozen')
    assert.equal(await titleAt(frozenAt), 'Frozen')
    assert.equal(await titleAt(unknownAt), '410 sequence_expired')
    assert.equal(await titleAt(lastAt), 'Last')
    assert.equal((await read(here, 'broadcastHosts', gone._id, `?at=${lastAt}`)).status, 404)
    assert.equal((await read(here, 'broadcastContacts', contact._id, `?at=${revision._id}`)).status, 410)
    const kept = (await changeRows(service, here.broadcastId)).filter(({ record_id: id }) => id === host._id)
    assert.equal(kept.length, 2, 'unneeded rows are deleted')

    const done = await ok(restore(here, revision._id))
    assert.deepEqual(done.restored, { added: 1, changed: 1, removed: 0 })
    assert.deepEqual(await everything(here), before)
    await ok(here.api('DELETE', `${here.path}/revisions/${revision._id}`))
    service.clock.advance(100 * dayMs)
    await forget()
    const left = (await changeRows(service, here.broadcastId)).filter(({ record_id: id }) => id === host._id)
    assert.equal(left.length, 1, 'one row remains for an existing record')
  })

  test('deletes all rows of a deleted record once its last revision is deleted', async () => {
    const here = await service.newTenant()
    const host = await make(here, 'broadcastHosts', { title: 'Gone' })
    const revision = await freeze(here)
    await remove(here, 'broadcastHosts', host._id)
    service.clock.advance(100 * dayMs)
    await forget()
    assert.equal((await read(here, 'broadcastHosts', host._id, `?at=${revision._id}`)).body.title, 'Gone')
    await ok(here.api('DELETE', `${here.path}/revisions/${revision._id}`))
    await forget()
    const left = (await changeRows(service, here.broadcastId)).filter(({ record_id: id }) => id === host._id)
    assert.deepEqual(left, [])
  })
})

/** All editorial records, without `_updatedAt` and the fields that a restore leaves unchanged. */
async function everything(here: TestTenant): Promise<Record<string, Body>> {
  const all: Record<string, Body> = {}
  for (const { name, plural } of editorialKinds) {
    const path = name === 'broadcast' ? here.path : `${here.path}/${plural}?limit=200`
    const body = await ok(here.api('GET', path))
    for (const { _updatedAt, revisionId, ...record } of body.data ?? [body]) all[`${name}/${record._id}`] = record
  }
  return all
}
