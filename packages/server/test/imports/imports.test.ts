import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newObjectId } from '../../src/base/object-id.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { insertImportChanges } from '../../src/store/imports/changes.ts'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { guidOf, type Scheduled, scheduleXml } from '../support/schedule.ts'
import { addMember, type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'
import { startWebsite } from '../support/website.ts'

let service: TestService

before(async () => {
  service = await startService(localReceivers)
})
after(() => service.stop())

const evening: Scheduled[] = [
  {
    guid: guidOf(1),
    title: 'Opening night',
    start: '18:00',
    room: 'Harbour stage',
    track: 'Concerts',
    persons: ['Maëlle Kerdoncuff'],
  },
  { guid: guidOf(2), title: 'Tides', start: '19:30', room: 'Lighthouse', persons: ['Ada Wrenfield'] },
  { guid: guidOf(3), title: 'Night swim', start: '21:00', room: 'Harbour stage', track: 'Concerts' },
  { guid: guidOf(4), title: 'Last call', start: '23:00', room: 'Lighthouse' },
]

const changed = (guid: string, patch: Partial<Scheduled>) =>
  evening.map((session) => (session.guid === guid ? { ...session, ...patch } : session))

const without = (...guids: string[]) => evening.filter(({ guid }) => !guids.includes(guid))

function preview(tenant: TestTenant, sessions: Scheduled[] | string, options: object = {}): Promise<Reply> {
  const text = typeof sessions === 'string' ? sessions : scheduleXml(sessions)
  return tenant.api('POST', `${tenant.path}/imports?dry_run=true`, { text, name: 'schedule.xml', options })
}

async function ended(tenant: TestTenant, reply: Reply): Promise<Reply['body']> {
  assert.equal(reply.status, 202, reply.text)
  let record = reply.body
  await until(async () => {
    record = (await tenant.api('GET', `${tenant.path}/imports/${reply.body._id}`)).body
    return ['applied', 'undone', 'failed'].includes(record.status)
  }, 'the end of the import')
  return record
}

async function importAll(tenant: TestTenant, sessions: Scheduled[], options: object = {}): Promise<Reply['body']> {
  const body = { text: scheduleXml(sessions), name: 'schedule.xml', options }
  const record = await ended(tenant, await tenant.api('POST', `${tenant.path}/imports`, body))
  assert.equal(record.status, 'applied', record.reason)
  return record
}

async function sessionsOf(tenant: TestTenant): Promise<Map<string, Reply['body']>> {
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=200`)
  return new Map(body.data.map((session: { title: string }) => [session.title, session]))
}

async function changesOf(tenant: TestTenant, id: string, query = ''): Promise<Reply['body'][]> {
  const { body } = await tenant.api('GET', `${tenant.path}/imports/${id}/changes?limit=100${query}`)
  return body.data
}

const stable = ({ created, changed, removed, conflicts }: Record<string, number>) => ({
  created,
  changed,
  removed,
  conflicts,
})

test('a preview shows what will happen and writes nothing of the programme', async () => {
  const tenant = await service.newTenant()
  const reply = await preview(tenant, evening)
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.status, 'previewed')
  assert.equal(reply.body.format, 'frab-xml')
  assert.equal(reply.body.kindCounts.broadcastSession.created, 4)
  assert.equal(reply.body.kindCounts.broadcastInterestPoint.created, 2)
  const opening = reply.body.changes.data.find(({ title }: { title: string }) => title === 'Opening night')
  assert.equal(opening.action, 'create')
  assert.match(opening.at, /^line \d+/)
  assert.equal((await sessionsOf(tenant)).size, 0)
  // Applied, the records have the ids of the preview.
  const applied = await ended(tenant, await tenant.api('POST', `${tenant.path}/imports/${reply.body._id}/apply`))
  assert.equal(applied.status, 'applied')
  const session = (await sessionsOf(tenant)).get('Opening night')
  assert.equal(session._id, opening.recordId)
  assert.equal(session.status, 'published')
  assert.equal(session.time.start, '2027-07-02T16:00:00.000Z')
  assert.equal(session.hostIds.length, 1)
  const { body: revision } = await tenant.api('GET', `${tenant.path}/revisions/${applied.revisionId}`)
  assert.match(revision.title, /schedule\.xml/)
})

test('importing the same file again changes nothing, in any order of its sessions', async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const sequence = async () => (await tenant.api('GET', `${tenant.path}/broadcastSessions`)).body
  const before = await sequence()
  const again = await importAll(tenant, [...evening].reverse())
  assert.deepEqual(stable(again.counts), { created: 0, changed: 0, removed: 0, conflicts: 0 })
  assert.equal(again.revisionId, null)
  assert.deepEqual((await sequence()).data, before.data)
  assert.deepEqual(await changesOf(tenant, again._id), [])
})

test("a later version takes the source's changes, and keeps and lists those of people", async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const { _id } = (await sessionsOf(tenant)).get('Opening night')
  await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${_id}`, { title: 'Our opening', color: '#ff0000' })
  const later = changed(guidOf(1), { start: '18:30' }).map((one) =>
    one.guid === guidOf(2) ? { ...one, title: 'High tides' } : one,
  )
  const record = await importAll(tenant, later)
  assert.deepEqual(stable(record.counts), { created: 0, changed: 2, removed: 0, conflicts: 0 })
  assert.equal(record.counts.kept, 1)
  const sessions = await sessionsOf(tenant)
  const ours = sessions.get('Our opening')
  assert.equal(ours._id, _id)
  assert.equal(ours.color, '#ff0000')
  assert.equal(ours.time.start, '2027-07-02T16:30:00.000Z')
  assert(sessions.has('High tides'))
  const [change] = await changesOf(tenant, record._id, '&kind=broadcastSession')
  assert.deepEqual(
    change.fields.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome]).sort(),
    [
      ['time', 'take'],
      ['title', 'keep'],
    ],
  )
})

test('a field that both changed is a conflict, decided per field, else by rule', async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const sessions = await sessionsOf(tenant)
  for (const title of ['Opening night', 'Tides'])
    await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${sessions.get(title)._id}`, { title: `Our ${title}` })
  const later = changed(guidOf(1), { title: 'Grand opening' }).map((one) =>
    one.guid === guidOf(2) ? { ...one, title: 'Moon tides' } : one,
  )
  const { body } = await preview(tenant, later)
  assert.equal(body.counts.conflicts, 2)
  const conflict = body.changes.data.find(({ title }: { title: string }) => title === 'Grand opening')
  assert.equal(conflict.action, 'conflict')
  assert.deepEqual(conflict.fields, [
    {
      name: 'title',
      base: 'Opening night',
      current: 'Our Opening night',
      incoming: 'Grand opening',
      outcome: 'conflict',
    },
  ])
  const decisions = { fields: [{ kind: conflict.kind, key: conflict.key, field: 'title', choice: 'take' }] }
  const wrong = { fields: [{ ...decisions.fields[0], key: 'none' }] }
  assertProblem(await tenant.api('POST', `${tenant.path}/imports/${body._id}/apply`, { decisions: wrong }), {
    status: 400,
    code: 'invalid',
  })
  await ended(tenant, await tenant.api('POST', `${tenant.path}/imports/${body._id}/apply`, { decisions }))
  const after = await sessionsOf(tenant)
  assert(after.has('Grand opening'))
  assert(after.has('Our Tides'), 'the rule keeps the value of people')
  assert.equal((await importAll(tenant, later)).counts.changed, 0)
})

test('records that the source no longer has are unpublished, come back with their id, and are kept or deleted by rule', async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const { _id } = (await sessionsOf(tenant)).get('Last call')
  const status = async () => {
    const reply = await tenant.api('GET', `${tenant.path}/broadcastSessions/${_id}`)
    return reply.status === 404 ? 'deleted' : reply.body.status
  }
  const gone = await importAll(tenant, without(guidOf(4)))
  assert.equal(gone.kindCounts.broadcastSession.removed, 1)
  assert.equal(await status(), 'draft')
  assert.equal((await importAll(tenant, without(guidOf(4)))).counts.removed, 0)
  await importAll(tenant, evening)
  assert.equal(await status(), 'published')
  await importAll(tenant, without(guidOf(4)), { rules: { gone: 'delete' } })
  assert.equal(await status(), 'deleted')
  await importAll(tenant, evening)
  assert.equal(await status(), 'published')
  await importAll(tenant, without(guidOf(4)), { rules: { gone: 'keep' } })
  assert.equal(await status(), 'published')
})

test('a host that is no longer mentioned leaves with the sessions, unless other content refers to it', async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const hosts = async () => (await tenant.api('GET', `${tenant.path}/broadcastHosts`)).body.data
  const statuses = async () =>
    Object.fromEntries((await hosts()).map(({ title, status }: Record<string, string>) => [title, status]))
  const used = (await hosts()).find(({ title }: { title: string }) => title === 'Ada Wrenfield')
  await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'Meet Ada', hostIds: [used._id] })
  const silent = evening.map((session) => ({ ...session, persons: [] }))
  await importAll(tenant, silent)
  assert.deepEqual(await statuses(), { 'Maëlle Kerdoncuff': 'draft', 'Ada Wrenfield': 'published' })
})

test('removing more than 30 % of the sessions must be confirmed, and writes nothing until then', async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const text = scheduleXml(without(guidOf(3), guidOf(4)))
  const body = { text, name: 'schedule.xml' }
  const refused = await tenant.api('POST', `${tenant.path}/imports`, body)
  assertProblem(refused, { status: 409, code: 'confirmation_required' })
  const rows = await service.platform.db.query(
    sql`select from import_changes where broadcast_id = ${tenant.broadcastId} and action = 'remove'`,
  )
  assert.equal(rows.length, 0)
  const shown = await preview(tenant, text)
  assert.equal(shown.body.needsConfirmation, true)
  const path = `${tenant.path}/imports/${shown.body._id}/apply`
  assertProblem(await tenant.api('POST', path, {}), { status: 409, code: 'confirmation_required' })
  await ended(tenant, await tenant.api('POST', path, { confirmRemovals: true }))
  assert.equal((await sessionsOf(tenant)).get('Last call').status, 'draft')
})

test('records that people deleted stay deleted and are listed', async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const hosts = (await tenant.api('GET', `${tenant.path}/broadcastHosts`)).body.data
  await tenant.api('DELETE', `${tenant.path}/broadcastSessions/${(await sessionsOf(tenant)).get('Tides')._id}`)
  await tenant.api('DELETE', `${tenant.path}/broadcastHosts/${hosts[0]._id}`)
  const record = await importAll(tenant, changed(guidOf(2), { start: '20:00' }))
  assert.deepEqual(stable(record.counts), { created: 0, changed: 0, removed: 0, conflicts: 0 })
  assert.equal((await sessionsOf(tenant)).has('Tides'), false)
  const listed = await changesOf(tenant, record._id, '&action=none')
  assert.deepEqual(
    listed.map(({ reason }) => reason),
    ['removed_by_people', 'removed_by_people'],
  )
})

test('an equal title on the first import is proposed as a match, and used only by decision', async () => {
  const tenant = await service.newTenant()
  const own = (await tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: 'Ada Wrenfield', subtitle: 'Harp' }))
    .body
  const { body } = await preview(tenant, evening)
  const row = body.changes.data.find(({ title }: { title: string }) => title === 'Ada Wrenfield')
  assert.equal(row.action, 'create')
  assert.deepEqual(row.proposals, [{ recordId: own._id, title: 'Ada Wrenfield', shared: [] }])
  const decisions = { matches: [{ kind: row.kind, key: row.key, recordId: own._id }] }
  await ended(tenant, await tenant.api('POST', `${tenant.path}/imports/${body._id}/apply`, { decisions }))
  const hosts = (await tenant.api('GET', `${tenant.path}/broadcastHosts`)).body.data
  assert.equal(hosts.filter(({ title }: { title: string }) => title === 'Ada Wrenfield').length, 1)
  assert.deepEqual((await sessionsOf(tenant)).get('Tides').hostIds, [own._id])
  const again = await importAll(tenant, evening)
  assert.equal(again.counts.created, 0)
})

test('undoing the last import restores what it changed, and leaves what people changed since', async () => {
  const tenant = await service.newTenant()
  await importAll(tenant, evening)
  const before = await sessionsOf(tenant)
  const later = [
    ...changed(guidOf(1), { title: 'Grand opening', start: '18:30' }).filter(({ guid }) => guid !== guidOf(4)),
    { guid: guidOf(5), title: 'Encore', start: '23:30', room: 'Harbour stage' },
  ]
  const record = await importAll(tenant, later)
  const opening = (await sessionsOf(tenant)).get('Grand opening')
  await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${opening._id}`, { title: 'Grandest opening' })
  const undone = await ended(tenant, await tenant.api('POST', `${tenant.path}/imports/${record._id}/undo`))
  assert.equal(undone.status, 'undone')
  const after = await sessionsOf(tenant)
  assert.equal(after.has('Encore'), false)
  assert.equal(after.get('Last call').status, 'published')
  assert.equal(after.get('Grandest opening').time.start, before.get('Opening night').time.start)
  assert(
    undone.notes.some(({ message }: { message: string }) => message.includes('title')),
    'it lists what stayed',
  )
  // Imported again, the new session has its id back.
  const encore = (await changesOf(tenant, record._id, '&action=create')).find(({ title }) => title === 'Encore')
  await importAll(tenant, later)
  assert.equal((await sessionsOf(tenant)).get('Encore')._id, encore.recordId)
  assertProblem(await tenant.api('POST', `${tenant.path}/imports/${record._id}/undo`), {
    status: 409,
    code: 'import_closed',
  })
})

test('a preview is outdated once its source was imported again, and a new one discards it', async () => {
  const tenant = await service.newTenant()
  const first = (await preview(tenant, evening)).body
  const second = (await preview(tenant, evening)).body
  assert.equal(second.sourceId, first.sourceId)
  assert.equal((await tenant.api('GET', `${tenant.path}/imports/${first._id}`)).body.status, 'discarded')
  assertProblem(await tenant.api('POST', `${tenant.path}/imports/${first._id}/apply`), {
    status: 409,
    code: 'import_closed',
  })
  const replanned = await tenant.api('POST', `${tenant.path}/imports?dry_run=true`, { importId: second._id })
  assert.equal(replanned.status, 200, replanned.text)
  assert.equal((await tenant.api('DELETE', `${tenant.path}/imports/${replanned.body._id}`)).status, 200)
  const rows = await service.platform.db.query(
    sql`select import_id from import_changes where broadcast_id = ${tenant.broadcastId} union all select import_id from import_files where broadcast_id = ${tenant.broadcastId}`,
  )
  assert.deepEqual(rows, [])
})

test('a file and an address are imported like a text, each as a source of its own', async (t) => {
  const tenant = await service.newTenant()
  const site = await startWebsite({ '/schedule.xml': scheduleXml(evening) })
  t.after(() => site.close())
  const form = new FormData()
  form.append('file', new Blob([scheduleXml(evening)]), 'schedule.xml')
  form.append('options', JSON.stringify({ rules: { status: 'draft' } }))
  const sent = await fetch(`${service.url}${tenant.path}/imports?dry_run=true`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.key },
    body: form,
  })
  const uploaded = (await sent.json()) as Reply['body']
  assert.equal(sent.status, 200, JSON.stringify(uploaded))
  assert.equal(uploaded.title, 'schedule.xml')
  assert.equal(uploaded.rules.status, 'draft')
  const url = `${site.url}/schedule.xml`
  const fetched = await tenant.api('POST', `${tenant.path}/imports?dry_run=true`, { url })
  assert.equal(fetched.status, 200, fetched.text)
  assert.notEqual(fetched.body.sourceId, uploaded.sourceId)
  const source = (await tenant.api('GET', `${tenant.path}/importSources/${fetched.body.sourceId}`)).body
  assert.equal(source.url, url)
  const gone = await tenant.api('POST', `${tenant.path}/imports?dry_run=true`, { url: `${site.url}/missing.xml` })
  assertProblem(gone, { status: 400, code: 'invalid' })
  const forbidden = await tenant.api('POST', `${tenant.path}/imports`, { url: 'http://10.0.0.1/schedule.xml' })
  assertProblem(forbidden, { status: 400, code: 'invalid' })
})

test('damaged files and wrong requests are refused with a sentence and a place, and nothing is written', async () => {
  const tenant = await service.newTenant()
  const damaged = scheduleXml(evening).replace('</room>', '</rooms>')
  const refused = await preview(tenant, damaged)
  assertProblem(refused, { status: 400, code: 'unreadable_file' })
  assert.match(refused.body.detail, /line \d+/)
  assert.match(refused.body.at, /line \d+/)
  for (const body of [{}, { url: 'x', text: 'y' }, { text: 'x', options: { format: 'fax' } }, { importId: guidOf(1) }])
    assert.equal((await tenant.api('POST', `${tenant.path}/imports`, body)).status, 400)
  for (const plural of ['imports', 'importSources', 'broadcastSessions'])
    assert.deepEqual((await tenant.api('GET', `${tenant.path}/${plural}`)).body.data, [], plural)
})

test('the plan of an import that was never stored is deleted after a day, others stay', async () => {
  const tenant = await service.newTenant()
  const { db, clock, config } = service.platform
  const { body } = await preview(tenant, evening)
  const left = async () =>
    (
      await db.query<{ id: string }>(
        sql`select distinct import_id as id from import_changes where broadcast_id = ${tenant.broadcastId}`,
      )
    ).map(({ id }) => id)
  const abandoned = newObjectId(clock.now())
  const row = { position: 0, kind: 'broadcastHost', key: 'x', recordId: abandoned, action: 'create', title: null }
  await insertImportChanges(db, tenant.broadcastId, abandoned, [{ ...row, detail: '{}' }])
  await runRetention({ db, clock, kept: config })
  assert.equal((await left()).length, 2)
  service.clock.advance(2 * 86_400_000)
  await runRetention({ db, clock, kept: config })
  assert.deepEqual(await left(), [body._id])
})

test('viewers read imports, editors and keys that write make them', async () => {
  const tenant = await service.newTenant()
  const { body } = await preview(tenant, evening)
  const viewer = await addMember(service, tenant, 'viewer')
  assert.equal((await viewer('GET', `${tenant.path}/imports/${body._id}/changes`)).status, 200)
  for (const path of ['imports', `imports/${body._id}/apply`, `imports/${body._id}/undo`])
    assert.equal((await viewer('POST', `${tenant.path}/${path}`, {})).status, 403, path)
  const editor = await addMember(service, tenant, 'editor')
  assert.equal((await editor('POST', `${tenant.path}/imports/${body._id}/apply`, {})).status, 202)
  const other = await service.newTenant()
  assert.equal((await other.api('GET', `${tenant.path}/imports/${body._id}/changes`)).status, 404)
})
