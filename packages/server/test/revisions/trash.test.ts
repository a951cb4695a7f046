import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runRetention } from '../../src/jobs/retention.ts'
import { sql } from '../../src/store/sql.ts'
import { formOf } from '../media/samples.ts'
import { changeRows } from '../support/change-rows.ts'
import { addMember, type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let here: TestTenant

before(async () => {
  service = await startService()
})
after(() => service.stop())

const dayMs = 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Body = any

async function ok(reply: Promise<Reply>): Promise<Body> {
  const { status, text, body } = await reply
  assert(status === 200 || status === 201, text)
  return body
}
const make = (plural: string, body: object = {}): Promise<Body> => ok(here.api('POST', `${here.path}/${plural}`, body))
const patch = (plural: string, id: string, body: object): Promise<Body> =>
  ok(here.api('PATCH', `${here.path}/${plural}/${id}`, body))
const remove = (plural: string, id: string) => ok(here.api('DELETE', `${here.path}/${plural}/${id}?force=true`))
const read = (plural: string, id: string): Promise<Body> => ok(here.api('GET', `${here.path}/${plural}/${id}`))
const trash = (query = ''): Promise<Body> => ok(here.api('GET', `${here.path}/trash${query}`))
const restore = (id: string, query = '') => here.api('POST', `${here.path}/trash/${id}/restore${query}`)
const idsOf = async (query = '') => (await trash(query)).data.map(({ id }: Body) => id)

test('a deleted record is in the trash, with its name, its version, who deleted it and when it expires', async () => {
  here = await service.newTenant()
  const host = await make('broadcastHosts', { title: 'Ada Wrenfield', subtitle: 'Piano' })
  assert.deepEqual((await trash()).data, [])
  await remove('broadcastHosts', host._id)
  const { data, next, has_more } = await trash()
  assert.deepEqual([data.length, next, has_more], [1, null, false])
  const { deletedAt, expiresAt, actor, ...entry } = data[0]
  assert.deepEqual(entry, { kind: 'broadcastHost', id: host._id, title: 'Ada Wrenfield', referrers: 0 })
  assert.equal(Date.parse(expiresAt) - Date.parse(deletedAt), 30 * dayMs)
  assert.equal(actor.type, 'key')
  const one = await ok(here.api('GET', `${here.path}/trash/${host._id}`))
  assert.deepEqual(one, { ...data[0], record: host })
})

test('a restored record has its id and its values, and the references to it are put back where they were', async () => {
  here = await service.newTenant()
  const [ada, ben] = [await make('broadcastHosts', { title: 'Ada' }), await make('broadcastHosts', { title: 'Ben' })]
  const place = await make('broadcastInterestPoints', { title: 'Quay' })
  const session = await make('broadcastSessions', {
    title: 'Duo',
    hostIds: [ada._id, ben._id],
    interestPointId: place._id,
  })
  const page = await make('broadcastPages', {
    title: 'Artists',
    blocks: [
      { type: 'countdown', title: 'Meet them' },
      { type: 'button', navigator: { broadcastHostId: ada._id } },
    ],
  })
  for (const [plural, { _id }] of [
    ['broadcastHosts', ada],
    ['broadcastInterestPoints', place],
  ] as const)
    await remove(plural, _id)
  const without = await read('broadcastSessions', session._id)
  assert.deepEqual([without.hostIds, without.interestPointId], [[ben._id], null])
  const rowsBefore = (await changeRows(service, here.broadcastId)).length
  const restored = await ok(restore(ada._id))
  assert.deepEqual(restored.referrers, { restored: 2, left_out: 0 })
  assert.deepEqual({ ...restored.record, _updatedAt: '' }, { ...ada, _updatedAt: '' })
  await ok(restore(place._id))
  const back = await read('broadcastSessions', session._id)
  assert.deepEqual([back.hostIds, back.interestPointId], [[ada._id, ben._id], place._id])
  assert.deepEqual((await read('broadcastPages', page._id)).blocks, page.blocks)
  assert.deepEqual(await idsOf(), [])
  assert.equal((await restore(ada._id)).status, 404)
  const rows = (await changeRows(service, here.broadcastId)).slice(rowsBefore)
  assert.deepEqual(
    rows.map(({ kind, operation }) => `${kind} ${operation}`),
    [
      'broadcastHost create',
      'broadcastPage update',
      'broadcastSession update',
      'broadcastInterestPoint create',
      'broadcastSession update',
    ],
  )
})

test('references that were changed meanwhile are left as they are', async () => {
  here = await service.newTenant()
  const [quay, barn] = [
    await make('broadcastInterestPoints', { title: 'Quay' }),
    await make('broadcastInterestPoints', { title: 'Barn' }),
  ]
  const [moved, gone] = [
    await make('broadcastSessions', { title: 'Moved', interestPointId: quay._id }),
    await make('broadcastSessions', { title: 'Gone', interestPointId: quay._id }),
  ]
  await remove('broadcastInterestPoints', quay._id)
  await patch('broadcastSessions', moved._id, { interestPointId: barn._id })
  await remove('broadcastSessions', gone._id)
  await ok(here.api('DELETE', `${here.path}/trash/${gone._id}`))
  const { referrers } = await ok(restore(quay._id))
  assert.deepEqual(referrers, { restored: 0, left_out: 2 })
  assert.equal((await read('broadcastSessions', moved._id)).interestPointId, barn._id)
})

test('records that referred to each other find each other again, in whatever order they were deleted and restored', async () => {
  for (const deleted of [
    ['host', 'session'],
    ['session', 'host'],
  ]) {
    for (const back of [
      ['host', 'session'],
      ['session', 'host'],
    ]) {
      here = await service.newTenant()
      const host = await make('broadcastHosts', { title: 'Ada' })
      const session = await make('broadcastSessions', { title: 'Solo', hostIds: [host._id] })
      const idOf = (name: string) => (name === 'host' ? host._id : session._id)
      for (const name of deleted) await remove(name === 'host' ? 'broadcastHosts' : 'broadcastSessions', idOf(name))
      for (const name of back) await ok(restore(idOf(name)))
      const { hostIds } = await read('broadcastSessions', session._id)
      assert.deepEqual(hostIds, [host._id], `deleted ${deleted}, restored ${back}`)
    }
  }
})

test('a dry run restores nothing and lists the changes', async () => {
  here = await service.newTenant()
  const host = await make('broadcastHosts', { title: 'Ada' })
  const session = await make('broadcastSessions', { title: 'Solo', hostIds: [host._id] })
  await remove('broadcastHosts', host._id)
  const plan = await ok(restore(host._id, '?dry_run=true'))
  assert.deepEqual(
    plan.changes.map(({ id, operation }: Body) => [id, operation]),
    [
      [host._id, 'create'],
      [session._id, 'update'],
    ],
  )
  assert.deepEqual(await idsOf(), [host._id])
  assert.equal((await here.api('GET', `${here.path}/broadcastHosts/${host._id}`)).status, 404)
})

test('a reference that another record has taken refuses the restore, and a slug of another broadcast is left out', async () => {
  here = await service.newTenant()
  const first = await make('broadcastHosts', { title: 'Ada', _reference: 'ada' })
  await remove('broadcastHosts', first._id)
  await make('broadcastHosts', { title: 'Ada again', _reference: 'ada' })
  const refused = await restore(first._id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'reference_taken'])
  assert.deepEqual(await idsOf(), [first._id])
  const channel = await make('broadcastDiffusers', { type: 'web', slug: `taken-${here.broadcastId}` })
  await remove('broadcastDiffusers', channel._id)
  const other = await service.newTenant()
  await ok(other.api('POST', `${other.path}/broadcastDiffusers`, { type: 'web', slug: channel.slug }))
  const { record, left_out } = await ok(restore(channel._id))
  assert.equal(record.slug, null)
  assert.deepEqual(left_out, [{ kind: 'broadcastDiffuser', id: channel._id, pointer: '/slug', reason: 'taken' }])
})

test('nothing starts by itself: a workflow comes back disabled, a scheduled campaign as a draft', async () => {
  here = await service.newTenant()
  const flow = await make('workflows', { name: 'Nightly', trigger: { type: 'interval', everySeconds: 60 }, nodes: [] })
  const campaign = await make('broadcastCampaigns', {
    title: 'Doors open',
    status: 'scheduled',
    scheduledAt: new Date(service.clock.now() + dayMs).toISOString(),
  })
  await service.platform.db.query(
    sql`update records set body = (body::jsonb || '{"status":"enabled"}')::json where broadcast_id = ${here.broadcastId} and id = ${flow._id}`,
  )
  await remove('workflows', flow._id)
  await remove('broadcastCampaigns', campaign._id)
  assert.equal((await ok(restore(flow._id))).record.status, 'disabled')
  assert.equal((await ok(restore(campaign._id))).record.status, 'draft')
})

test('entries are found by kind and by part of their name, page by page', async () => {
  here = await service.newTenant()
  const made: string[] = []
  for (const title of ['Opening', 'Closing', 'Picnic']) made.push((await make('broadcastSessions', { title }))._id)
  const host = await make('broadcastHosts', { title: 'Opal' })
  for (const id of made) await remove('broadcastSessions', id)
  await remove('broadcastHosts', host._id)
  assert.deepEqual(await idsOf('?kind=broadcastHost'), [host._id])
  assert.deepEqual(await idsOf('?q=OP'), [host._id, made[0]])
  const first = await trash('?limit=3')
  assert.deepEqual([first.data.length, first.has_more], [3, true])
  const rest = await trash(`?limit=3&cursor=${first.next}`)
  assert.deepEqual([rest.data.map(({ id }: Body) => id), rest.has_more, rest.next], [[made[0]], false, null])
  assert.equal((await here.api('GET', `${here.path}/trash?cursor=x`)).status, 400)
  assert.equal((await here.api('GET', `${here.path}/trash?kind=broadcastContact`)).status, 400)
  assert.equal((await here.api('GET', `${here.path}/trash/none`)).body.code, 'invalid_id')
})

test('people are not kept in the trash', async () => {
  here = await service.newTenant()
  const contact = await make('broadcastContacts', { fields: [] })
  await remove('broadcastContacts', contact._id)
  assert.deepEqual(await idsOf(), [])
})

test('an owner purges one entry or all of them; an editor restores and cannot purge', async () => {
  here = await service.newTenant()
  const editor = await addMember(service, here, 'editor')
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const { _id } = await make('broadcastSessions', { title })
    ids.push(_id)
    await remove('broadcastSessions', _id)
  }
  assert.equal((await editor('DELETE', `${here.path}/trash/${ids[0]}`)).status, 403)
  assert.equal((await editor('DELETE', `${here.path}/trash`)).status, 403)
  await ok(editor('POST', `${here.path}/trash/${ids[2]}/restore`))
  const gone = await ok(here.api('DELETE', `${here.path}/trash/${ids[0]}`))
  assert.deepEqual([gone.referenceType, gone.referenceId], ['broadcastSession', ids[0]])
  assert.equal((await here.api('DELETE', `${here.path}/trash/${ids[0]}`)).status, 404)
  assert.deepEqual(await ok(here.api('DELETE', `${here.path}/trash`)), { purged: 1 })
  assert.deepEqual(await idsOf(), [])
  const owner = await addMember(service, here, 'owner')
  const { data } = await ok(owner('GET', `${here.path}/audit`))
  assert.deepEqual(
    data.filter(({ action }: Body) => action === 'trash.purged').map(({ details }: Body) => details),
    [{ count: 1 }, { kind: 'broadcastSession', recordId: ids[0] }],
  )
})

test('a record that a revision restores leaves the trash, and one that it removes enters it', async () => {
  here = await service.newTenant()
  const old = await make('broadcastSessions', { title: 'Old' })
  const revision = await make('revisions', { tos: { accepted: true } })
  const young = await make('broadcastSessions', { title: 'Young' })
  await remove('broadcastSessions', old._id)
  await ok(here.api('POST', `${here.path}/revisions/${revision._id}/restore`))
  assert.deepEqual(await idsOf(), [young._id])
  await remove('broadcastSessions', old._id)
  assert.deepEqual((await idsOf()).sort(), [old._id, young._id].sort())
})

test('the file of a deleted media is kept and counted until it is purged', async () => {
  here = await service.newTenant()
  const response = await fetch(`${service.url}${here.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': here.key },
    body: formOf([{ name: 'a.txt', bytes: 'words of this test' }]),
  })
  const [media] = ((await response.json()) as Body).data
  const page = await make('broadcastPages', { title: 'Shown', media: { mediaId: media._id } })
  const states = () =>
    service.platform.db.query<{ state: string }>(
      sql`select state from stored_files where broadcast_id = ${here.broadcastId}`,
    )
  const used = async () => (await ok(here.api('GET', `${here.path}/usage`))).mediaBytes.used
  const before = await used()
  assert(before > 0)
  await remove('medias', media._id)
  assert.equal((await fetch(media.mediaUrl)).status, 404)
  service.clock.advance(29 * dayMs)
  await service.platform.media.sweep()
  assert.equal((await states()).length, 1)
  assert.equal(await used(), before)
  await ok(restore(media._id))
  assert.equal(await (await fetch(media.mediaUrl)).text(), 'words of this test')
  assert.deepEqual((await read('broadcastPages', page._id)).media, { mediaId: media._id })
  await remove('medias', media._id)
  await ok(here.api('DELETE', `${here.path}/trash/${media._id}`))
  assert.equal(await used(), 0)
  await service.platform.media.sweep()
  assert.equal((await states()).length, 0)
})

test('an entry expires after 30 days, is not restored from then on, and is pruned', async () => {
  here = await service.newTenant()
  const session = await make('broadcastSessions', { title: 'Late' })
  await remove('broadcastSessions', session._id)
  service.clock.advance(31 * dayMs)
  assert.deepEqual(await idsOf(), [])
  assert.equal((await restore(session._id)).status, 404)
  await runRetention({ db: service.platform.db, clock: service.clock, kept: service.config })
  const rows = await service.platform.db.query(sql`select 1 from trash where broadcast_id = ${here.broadcastId}`)
  assert.equal(rows.length, 0)
})

test('a service without a trash deletes for good', async () => {
  const strict = await startService({ MARQUEE_TRASH_DAYS: '0' })
  try {
    here = await strict.newTenant()
    const session = await make('broadcastSessions', { title: 'Final' })
    await remove('broadcastSessions', session._id)
    assert.deepEqual(await idsOf(), [])
    const rows = await strict.platform.db.query(sql`select 1 from trash`)
    assert.equal(rows.length, 0)
  } finally {
    await strict.stop()
  }
})

test('the uses of records are counted by kind and named, those of people only counted', async () => {
  here = await service.newTenant()
  const host = await make('broadcastHosts', { title: 'Ada' })
  const sessions: Body[] = []
  for (const title of ['One', 'Two', 'Three'])
    sessions.push(await make('broadcastSessions', { title, hostIds: [host._id] }))
  await make('broadcastClients', { platform: 'web', favoriteIds: [sessions[0]._id] })
  const uses = (ids: string): Promise<Body> => ok(here.api('GET', `${here.path}/uses?ids=${ids}`))
  assert.deepEqual(await uses(host._id), {
    total: 3,
    data: [
      {
        kind: 'broadcastSession',
        total: 3,
        records: sessions.toReversed().map(({ _id, title }) => ({ id: _id, title })),
      },
    ],
  })
  assert.deepEqual(await uses(sessions[0]._id), {
    total: 1,
    data: [{ kind: 'broadcastClient', total: 1, records: [] }],
  })
  assert.deepEqual(await uses([host._id, ...sessions.map(({ _id }) => _id)].join()), {
    total: 1,
    data: [{ kind: 'broadcastClient', total: 1, records: [] }],
  })
  const other = await service.newTenant({ scopes: ['read', 'write'] })
  assert.deepEqual(await ok(other.api('GET', `${other.path}/uses?ids=${host._id}`)), { total: 0, data: [] })
  assert.equal((await here.api('GET', `${here.path}/uses?ids=x`)).status, 400)
})

test('a favorite of many visitors comes back to all of them', async () => {
  here = await service.newTenant()
  const session = await make('broadcastSessions', { title: 'Headliner' })
  const operations = Array.from({ length: 250 }, () => ({
    op: 'create',
    body: { platform: 'web', favoriteIds: [session._id] },
  }))
  await ok(here.api('POST', `${here.path}/broadcastClients/batch`, { mode: 'atomic', operations }))
  await remove('broadcastSessions', session._id)
  assert.deepEqual((await ok(restore(session._id))).referrers, { restored: 250, left_out: 0 })
  const { metadata } = await ok(
    here.api('GET', `${here.path}/broadcastClients?limit=1&filters=${JSON.stringify([{ favoriteIds: session._id }])}`),
  )
  assert.equal(metadata.total, 250)
})
