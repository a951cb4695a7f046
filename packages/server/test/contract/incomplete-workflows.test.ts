import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { type Api, startService, type TestService, type TestTenant } from '../support/service.ts'
import { amply, code, fixed, newWorkflow, resultOf, runNow } from '../support/workflows.ts'
import { fieldErrorsOf } from './assertions.ts'
import { readDocumentation } from './documented.ts'

let service: TestService
let tenant: TestTenant
let api: Api
let workflows: string

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  api = (await readDocumentation(service.url)).api(tenant.api)
  workflows = `${tenant.path}/workflows`
})
after(() => service.stop())

interface Found {
  pointer: string
  code: string
}

const told = (found: Found[]) => found.map(({ pointer, code }) => [pointer, code])
const whole = { name: 'Whole', entryNodeId: 'a', nodes: [code('a', 'return 1')] }

test('an amply node takes preview as a plain boolean and sort as a plain object, and runs', async () => {
  const sessions = `${tenant.path}/broadcastSessions`
  for (const [title, start, status] of [
    ['Late', '2027-07-02T20:00:00Z', 'published'],
    ['Early', '2027-07-02T18:00:00Z', 'published'],
    ['Draft', '2027-07-02T19:00:00Z', 'draft'],
  ])
    await api('POST', sessions, { title, status, time: { start } })
  const listed = async (metadata: object) => {
    const config = { operation: fixed('list'), resource: fixed('broadcastSession'), metadata }
    const workflow = await newWorkflow(tenant, [amply('do', config)])
    const stored = await api('GET', workflow)
    assert.deepEqual(stored.body.nodes[0].config.metadata, metadata)
    const run = await runNow(tenant, workflow)
    assert.equal(run.status, 'succeeded', JSON.stringify(run.error))
    return resultOf(run, 'do').output.data.map(({ title }: { title: string }) => title)
  }
  const byStart = { 'time.start': 'asc' }
  assert.deepEqual(await listed({ preview: true, cursors: { sort: byStart } }), ['Early', 'Draft', 'Late'])
  assert.deepEqual(await listed({ preview: false, cursors: { sort: { 'time.start': 'desc' } } }), ['Late', 'Early'])
  const wrapped = { preview: fixed(true), cursors: { sort: fixed(byStart, 'object'), limit: fixed(2) } }
  assert.deepEqual(await listed(wrapped), ['Early', 'Draft'])
  const refused = (metadata: object) =>
    api('POST', workflows, { name: 'x', nodes: [amply('do', { metadata })] }).then((reply) => fieldErrorsOf(reply, 400))
  const at = '/nodes/0/config/metadata'
  assert.deepEqual(await refused({ preview: 'yes' }), [[`${at}/preview`, 'type']])
  assert.deepEqual(await refused({ cursors: { sort: 'asc' } }), [[`${at}/cursors/sort`, 'type']])
  assert.deepEqual(await refused({ cursors: { sort: { title: 'up' } } }), [[`${at}/cursors/sort/title`, 'enum']])
})

test('a sort by the field `type` is a sort, not an empty wrapper', async () => {
  const config = {
    operation: fixed('list'),
    resource: fixed('broadcastDiffuser'),
    metadata: { cursors: { sort: { type: 'asc' } } },
  }
  const run = await runNow(tenant, await newWorkflow(tenant, [amply('do', config)]))
  assert.deepEqual(
    [run.status, run.error.message.split(';')[0]],
    ['failed', '?sort/type "type" is not a field to sort by'],
  )
})

test('a disabled workflow accepts an incomplete trigger; the gap is a warning, and 400 when it is enabled or run', async () => {
  for (const [type, missing] of [
    ['interval', 'everySeconds'],
    ['schedule', 'cron'],
    ['once', 'at'],
  ]) {
    const gap = [[`/trigger/${missing}`, 'required']]
    const created = await api('POST', workflows, { ...whole, trigger: { type } })
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(told(created.body.warnings), gap)
    const at = `${workflows}/${created.body._id}`
    assert.equal((await api('GET', at)).text, created.text)
    const checked = await api('POST', `${at}/check`)
    assert.deepEqual([told(checked.body.errors), checked.body.warnings], [gap, []])
    assert.deepEqual(fieldErrorsOf(await api('PATCH', at, { status: 'enabled' }), 400), gap)
    assert.deepEqual(fieldErrorsOf(await api('POST', `${at}/runs`), 400), gap)
    assert.deepEqual(
      fieldErrorsOf(await api('POST', workflows, { ...whole, trigger: { type }, status: 'enabled' }), 400),
      gap,
    )
  }
  const tooOften = { ...whole, trigger: { type: 'interval', everySeconds: 5 } }
  assert.deepEqual(fieldErrorsOf(await api('POST', workflows, tooOften), 400), [['/trigger/everySeconds', 'minimum']])
})

test('the warnings of a workflow follow every write, in the record, in lists and in the check', async () => {
  const created = await api('POST', workflows, { name: 'Half', nodes: [code('a', 'return 1', { onSuccess: 'gone' })] })
  const at = `${workflows}/${created.body._id}`
  const gaps = [
    ['/entryNodeId', 'required'],
    ['/nodes/0/onSuccess', 'unknown_node'],
    ['/nodes/0', 'unreachable'],
  ]
  assert.deepEqual(told(created.body.warnings), gaps)
  const { body: checked } = await api('POST', `${at}/check`)
  assert.deepEqual(told([...checked.errors, ...checked.warnings]), gaps)
  const { body: list } = await api('GET', `${workflows}?sort={"_id":"desc"}&limit=1`)
  assert.deepEqual(list.data[0].warnings, created.body.warnings)
  const echoed = await api('PATCH', at, { warnings: created.body.warnings })
  assert.equal(echoed.text, created.text)
  assert.deepEqual(fieldErrorsOf(await api('PATCH', at, { warnings: [] }), 400), [['/warnings', 'read_only']])
  const mended = await api('PATCH', at, { entryNodeId: 'a', nodes: whole.nodes })
  assert.deepEqual(mended.body.warnings, [])
  const lost = await api('PATCH', at, { status: 'enabled', nodes: [...whole.nodes, code('b', 'return 2')] })
  assert.deepEqual(told(lost.body.warnings), [['/nodes/1', 'unreachable']])
  const many = await api('PATCH', at, {
    status: 'disabled',
    nodes: Array.from({ length: 100 }, (_, index) => ({ id: String(index), type: 'code' })),
  })
  assert.equal(many.body.warnings.length, 50)
})

test('a restored workflow has the warnings of the restored definition', async () => {
  const here = await service.newTenant()
  const half = await here.api('POST', `${here.path}/workflows`, { name: 'Half' })
  const at = `${here.path}/workflows/${half.body._id}`
  const revision = await here.api('POST', `${here.path}/revisions`, { tos: { accepted: true } })
  assert.deepEqual((await here.api('PATCH', at, whole)).body.warnings, [])
  const restored = await here.api('POST', `${here.path}/revisions/${revision.body._id}/restore`)
  assert.equal(restored.status, 200, restored.text)
  const { body } = await here.api('GET', at)
  assert.deepEqual([body.name, body.warnings], ['Half', half.body.warnings])
})

test('a workflow that was stored without warnings shows none until it is saved', async () => {
  const created = await api('POST', workflows, whole)
  const { warnings, ...stored } = created.body
  const migration = await readFile(new URL('../../migrations/0031-workflow-warnings.sql', import.meta.url), 'utf8')
  await service.platform.db.transaction(async (tx) => {
    await tx.query(sql`update records set body = ${JSON.stringify(stored)}::json where id = ${stored._id}`)
    await tx.query(sql`delete from records where kind = 'workflow' and id <> ${stored._id}`)
    await tx.script(migration)
  })
  assert.deepEqual(warnings, [])
  const read = await service.platform.content.read(tenant.broadcastId, kinds.workflow, stored._id)
  assert.deepEqual(JSON.parse(read), created.body)
})
