import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnyRecord, broadcastKinds, expandableFields, type Kind, kinds } from '@marquee/model'
import { startService, type TestService } from '../support/service.ts'
import { assertLogged, assertProblem } from './assertions.ts'
import { readDocumentation } from './documented.ts'
import { fullBody, minimalBody, patchBody, uniqueText } from './samples.ts'
import { type House, openHouse, openStage, type Stage } from './stage.ts'

let service: TestService
let house: House
const stages: Stage[] = []

before(async () => {
  service = await startService()
  house = await openHouse(service, await readDocumentation(service.url))
  for (const kind of broadcastKinds) stages.push(await openStage(service, house, kind))
})
after(() => service.stop())

const having = (...operations: Kind['operations'][number][]) =>
  stages.filter(({ kind }) => operations.every((operation) => kind.operations.includes(operation)))

const stageOf = ({ name }: Kind) => {
  const stage = stages.find(({ kind }) => kind.name === name)
  assert(stage)
  return stage
}

test('a put by reference that changes nothing is 200, not another 201, and logs nothing', async () => {
  for (const stage of having('create', 'update')) {
    const path = `${stage.path}/by-reference/${encodeURIComponent(uniqueText())}`
    const body = minimalBody(stage.kind)
    const first = await stage.api('PUT', path, body)
    assert.equal(first.status, 201, first.text)
    const since = await stage.sequence()
    const again = await stage.api('PUT', path, body)
    assert.deepEqual([stage.kind.name, again.status, again.body], [stage.kind.name, 200, first.body])
    await assertLogged(stage, since, [])
  }
})

test('a create with a taken reference is 409, and writes nothing', async () => {
  for (const stage of having('create', 'update')) {
    const body = { ...minimalBody(stage.kind), _reference: uniqueText() }
    await stage.make(body)
    const since = await stage.sequence()
    const again = { ...minimalBody(stage.kind), _reference: body._reference }
    assertProblem(await stage.api('POST', stage.path, again), 409, 'reference_taken')
    await assertLogged(stage, since, [])
  }
})

test('a dry run of a create returns what would be written, in the documented shape', async () => {
  for (const stage of having('create')) {
    const since = await stage.sequence()
    const { status, body } = await stage.api('POST', `${stage.path}?dry_run=true`, fullBody(stage.kind, stage.target))
    assert.equal(status, 200)
    assertRehearsed(stage, body, { would_status: 201, operation: 'create', fields: Object.keys(body.record) })
    await assertLogged(stage, since, [])
    assertProblem(await stage.api('GET', `${stage.path}/${body.record._id}`), 404, 'not_found')
  }
})

test('a dry run of a patch returns what would be written, in the documented shape', async () => {
  for (const stage of having('update')) {
    const sent = fullBody(stage.kind, stage.target)
    const made = await stage.make(sent)
    const since = await stage.sequence()
    const patch = patchBody(stage.kind, sent, stage.target)
    const { status, body } = await stage.api('PATCH', `${stage.path}/${made._id}?dry_run=true`, patch)
    assert.equal(status, 200)
    assertRehearsed(stage, body, { would_status: 200, operation: 'update', fields: Object.keys(patch) })
    await assertLogged(stage, since, [])
    assert.deepEqual((await stage.api('GET', `${stage.path}/${made._id}`)).body, made)
  }
})

test('a dry run of a delete returns what would be written, in the documented shape', async () => {
  for (const stage of having('delete')) {
    const made = await stage.make()
    const since = await stage.sequence()
    const { status, body } = await stage.api('DELETE', `${stage.path}/${made._id}?dry_run=true`)
    assert.equal(status, 200)
    assertRehearsed(stage, body, { would_status: 200, operation: 'delete', fields: [] })
    await assertLogged(stage, since, [])
    assert.equal((await stage.api('GET', `${stage.path}/${made._id}`)).status, 200)
  }
})

test('a dry run of a put by reference shows whether it would be 201 or 200', async () => {
  for (const stage of having('create', 'update').filter(({ kind }) => kind.area !== 'members')) {
    const { api } = house.tenant
    const path = `${stage.path}/by-reference/${encodeURIComponent(uniqueText())}`
    const since = await stage.sequence()
    const absent = await api('PUT', `${path}?dry_run=true`, minimalBody(stage.kind))
    const fields = Object.keys(absent.body.record)
    assertRehearsed(stage, absent.body, { would_status: 201, operation: 'create', fields })
    await assertLogged(stage, since, [])
    await api('PUT', path, minimalBody(stage.kind))
    const there = await api('PUT', `${path}?dry_run=true`, { metadata: { dry: true } })
    assertRehearsed(stage, there.body, { would_status: 200, operation: 'update', fields: ['metadata'] })
  }
})

test('selected fields are returned alone with the id, in the documented shape', async () => {
  for (const stage of stages) {
    const made = await stage.make()
    const { _id, _createdAt } = made
    const one = await stage.api('GET', `${stage.path}/${_id}?fields=_createdAt`)
    assert.deepEqual(one.body, { _id, _createdAt })
    const page = await stage.api('GET', `${stage.path}?fields=_createdAt&limit=1`)
    assert.deepEqual(page.body.data, [{ _id, _createdAt }])
  }
})

test('expanded references are returned with the record, in the documented shape', async () => {
  for (const stage of having('create')) {
    const names = [...expandableFields(stage.kind).keys()]
    if (names.length === 0) continue
    const made = await stage.make(fullBody(stage.kind, stage.target))
    const { status, body } = await stage.api('GET', `${stage.path}/${made._id}?expand=${names.join(',')}`)
    assert.equal(status, 200)
    const { _expanded: expanded, ...record } = body
    assert.deepEqual(record, made)
    const found = Object.values(expanded).flat() as AnyRecord[]
    const targets = names.map((name) => stage.target(expandableFields(stage.kind).get(name)?.kind ?? ''))
    assert.deepEqual(
      found.map(({ _id }) => _id),
      targets,
    )
  }
})

test('a record in one language keeps the documented shape', async () => {
  for (const stage of having('create')) {
    const made = await stage.make(fullBody(stage.kind, stage.target))
    for (const locale of ['fr', 'en', 'es'])
      assert.equal((await stage.api('GET', `${stage.path}/${made._id}?locale=${locale}`)).status, 200)
  }
})

test('a media in use is 409 unless forced, and then removed from the records that show it', async () => {
  const stage = stageOf(kinds.media)
  const hosts = stageOf(kinds.broadcastHost)
  const media = await stage.make()
  const host = await hosts.make({ media: { mediaId: media._id } })
  const since = await stage.sequence()
  const refused = await stage.api('DELETE', `${stage.path}/${media._id}`)
  assertProblem(refused, 409, 'in_use')
  assert.deepEqual(refused.body.uses, [{ kind: 'broadcastHost', id: host._id }])
  await assertLogged(stage, since, [])
  assert.equal((await stage.api('DELETE', `${stage.path}/${media._id}?force=true`)).status, 200)
  const left = (await hosts.api('GET', `${hosts.path}/${host._id}`)).body
  await assertLogged(stage, since, [
    { kind: 'broadcastHost', operation: 'update', record: left, fields: ['media'] },
    { operation: 'delete', record: media, fields: [] },
  ])
})

test('the last owner cannot leave: 409', async () => {
  const stage = stageOf(kinds.broadcastMember)
  const { body } = await stage.api('GET', `${stage.path}?filters=${encodeURIComponent('[{"status":"active"}]')}`)
  const [owner]: AnyRecord[] = body.data
  assertProblem(await stage.api('DELETE', `${stage.path}/${owner?._id}`), 409, 'last_owner')
  assertProblem(await stage.api('PATCH', `${stage.path}/${owner?._id}`, { role: 'editor' }), 409, 'last_owner')
})

test('a batch returns a documented result for each operation and logs the same as single writes', async () => {
  for (const stage of having('create', 'update', 'delete')) {
    const made = await stage.make()
    const doomed = await stage.make()
    const since = await stage.sequence()
    const { status, body, text } = await stage.api('POST', `${stage.path}/batch`, {
      mode: 'atomic',
      operations: [
        { op: 'create', body: minimalBody(stage.kind) },
        { op: 'update', id: made._id, body: { metadata: { batched: true } } },
        { op: 'delete', id: doomed._id },
      ],
    })
    assert.equal(status, 200, text)
    const [created, updated, deleted] = body.results
    assert.deepEqual([created.status, updated.status, deleted.status], [201, 200, 200])
    await assertLogged(stage, since, [
      { operation: 'create', record: created.record, fields: Object.keys(created.record) },
      { operation: 'update', record: updated.record, fields: ['metadata'] },
      { operation: 'delete', record: doomed, fields: [] },
    ])
  }
})

test('an operation of a batch that is refused has a documented result, also for an id that is none', async () => {
  const stage = stageOf(kinds.broadcastHost)
  const operations = [
    { op: 'delete', id: 'no id' },
    { op: 'create', body: null },
  ]
  const { body } = await stage.api('POST', `${stage.path}/batch`, { mode: 'each', operations })
  assert.deepEqual(
    body.results.map(({ status, id }: { status: number; id: unknown }) => [status, id]),
    [
      [400, 'no id'],
      [400, null],
    ],
  )
})

test('an unknown address of a source is a documented 404', async () => {
  assert.equal((await house.nobody('POST', '/v1/hooks/unknown')).status, 404)
})

interface Rehearsed {
  dry_run: boolean
  would_status: number
  record: AnyRecord | null
  changes: { kind: string; id: string; operation: string; fields: string[] }[]
  event_types: string[]
}

function assertRehearsed(
  { kind }: Stage,
  body: Rehearsed,
  expected: { would_status: number; operation: string; fields: string[] },
): void {
  assert.equal(body.dry_run, true)
  assert.deepEqual([kind.name, body.would_status], [kind.name, expected.would_status])
  assert.equal(body.record === null, expected.operation === 'delete')
  const own = body.changes.filter((change) => change.kind === kind.name)
  assert.deepEqual(
    own.map(({ operation, fields }) => ({ operation, fields: fields.toSorted() })),
    kind.logging === 'unlogged' ? [] : [{ operation: expected.operation, fields: expected.fields.toSorted() }],
  )
}
