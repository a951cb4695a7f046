import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { amply, ask, code, entries, fixed, http, loop, newWorkflow, runNow, worked } from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const pointersOf = (fieldErrors: { pointer: string }[]) => fieldErrors.map(({ pointer }) => pointer)

/** Nodes that can be saved but not run, with the pointers of the errors. */
const broken: [what: string, nodes: Parameters<typeof newWorkflow>[1], pointers: string[]][] = [
  ['a node without its code', [{ id: 'a', type: 'code' }], ['/nodes/0/config/code']],
  [
    'code that is worked out',
    [{ id: 'a', type: 'code', config: { code: worked('input.code') } }],
    ['/nodes/0/config/code/useExpression'],
  ],
  [
    'code that is no text',
    [{ id: 'a', type: 'code', config: { code: fixed(7, 'number') } }],
    ['/nodes/0/config/code/value'],
  ],
  ['an if without a question', [{ id: 'a', type: 'if', config: {} }], ['/nodes/0/config/condition']],
  ['an expression without text', [ask('a', ' ')], ['/nodes/0/config/condition/expression']],
  [
    'a loop of nothing to nowhere',
    [{ id: 'a', type: 'foreach' }],
    ['/nodes/0/config/items', '/nodes/0/config/entryNodeId'],
  ],
  ['a loop to a node that is not there', [loop('a', '[1]', 'gone')], ['/nodes/0/config/entryNodeId/value']],
  ['a call to nowhere', [http('a', {})], ['/nodes/0/config/url']],
  [
    'a call with odd settings',
    [
      http('a', {
        url: fixed('https://x.example'),
        method: fixed('BREW'),
        timeoutMs: fixed(1e9),
        responseType: fixed('csv'),
      }),
    ],
    ['/nodes/0/config/method/value', '/nodes/0/config/responseType/value', '/nodes/0/config/timeoutMs/value'],
  ],
  ['an auth without an entry', [{ id: 'a', type: 'auth', config: {} }], ['/nodes/0/config/authDataId']],
  ['nothing to do with content', [amply('a', {})], ['/nodes/0/config/operation', '/nodes/0/config/resource']],
  [
    'people, members and what is no kind',
    [
      ...['broadcastContact', 'broadcastMember', 'broadcastClient', 'apiKey', 'toString'].map((resource, index) =>
        amply(`n${index}`, { operation: fixed('list'), resource: fixed(resource) }),
      ),
    ],
    [0, 1, 2, 3, 4].map((index) => `/nodes/${index}/config/resource/value`),
  ],
  [
    'what a kind does not do',
    [
      amply('a', { operation: fixed('delete'), resource: fixed('broadcast'), id: fixed('x') }),
      amply('b', { operation: fixed('create'), resource: fixed('workflowRun'), body: entries({}) }),
    ],
    ['/nodes/0/config/operation/value', '/nodes/1/config/operation/value'],
  ],
  [
    'reading and writing without saying what',
    [
      amply('a', { operation: fixed('read'), resource: fixed('broadcastSession') }),
      amply('b', { operation: fixed('update'), resource: fixed('broadcastSession') }),
    ],
    ['/nodes/0/config/id', '/nodes/1/config/id', '/nodes/1/config/body'],
  ],
  [
    'a key that would reach behind an object',
    [
      amply('a', {
        operation: fixed('create'),
        resource: fixed('broadcastSession'),
        body: entries({ title: fixed('x') }),
      }),
      amply('b', {
        operation: fixed('create'),
        resource: fixed('broadcastSession'),
        body: fixed([{ key: fixed('__proto__'), value: fixed(1) }], 'object'),
      }),
    ],
    ['/nodes/1/config/body/value/0/key'],
  ],
  ['a value of another type than it says', [http('a', { url: fixed(5, 'string') })], ['/nodes/0/config/url/value']],
  ['a behaviour nobody knows', [code('a', 'return 1', { errorBehavior: 'explode' })], ['/nodes/0/errorBehavior']],
  [
    'ways to nowhere',
    [code('a', 'return 1', { onSuccess: 'x', onError: 'y' })],
    ['/nodes/0/onSuccess', '/nodes/0/onError'],
  ],
  ['two nodes of one name', [code('a', 'return 1'), code('a', 'return 2')], ['/nodes/1/id']],
]

for (const [what, nodes, pointers] of broken) {
  test(`${what} can be saved, but neither enabled nor run`, async () => {
    const workflow = await newWorkflow(tenant, nodes)
    const checked = await tenant.api('POST', `${workflow}/check`)
    assert.deepEqual(pointersOf(checked.body.errors), pointers, checked.text)
    const enabled = await tenant.api('PATCH', workflow, { status: 'enabled' })
    assert.deepEqual([enabled.status, pointersOf(enabled.body.errors)], [400, pointers])
    const run = await tenant.api('POST', `${workflow}/runs`)
    assert.deepEqual([run.status, pointersOf(run.body.errors)], [400, pointers])
    await tenant.api('DELETE', workflow)
  })
}

test('an invalid cron expression is reported when the workflow is enabled', async () => {
  for (const cron of ['soon', '* * * * * *', '0 0 30 2 *']) {
    const body = { status: 'enabled', trigger: { type: 'schedule', cron } }
    const workflow = await newWorkflow(tenant, [code('a', 'return 1')])
    const { status, body: problem } = await tenant.api('PATCH', workflow, body)
    assert.deepEqual([status, pointersOf(problem.errors)], [400, ['/trigger/cron']])
    await tenant.api('DELETE', workflow)
  }
})

test('unreachable nodes are a warning, and do not prevent enabling', async () => {
  const workflow = await newWorkflow(tenant, [
    loop('each', '[1]', 'in'),
    code('in', 'return 1'),
    code('lost', 'return 1'),
  ])
  const { status, body } = await tenant.api('POST', `${workflow}/check`)
  assert.deepEqual([status, body.errors, pointersOf(body.warnings)], [200, [], ['/nodes/2']])
  assert.equal((await tenant.api('PATCH', workflow, { status: 'enabled' })).status, 200)
  assert.equal((await runNow(tenant, workflow)).status, 'succeeded')
})

test('an unknown node type is refused in every request, and one forced into the database does not run', async () => {
  const hidden = { name: 'Hidden', entryNodeId: 'a', nodes: [{ id: 'a', type: 'executeCommand', config: {} }] }
  const workflow = await newWorkflow(tenant, [code('a', 'return 1')])
  for (const [method, path] of [
    ['POST', `${tenant.path}/workflows`],
    ['PATCH', workflow],
    ['PUT', `${tenant.path}/workflows/by-reference/hidden`],
  ] as const) {
    const reply = await tenant.api(method, path, hidden)
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [400, '/nodes/0/type'])
  }
  await service.platform.db.query(sql`
    update records set body = replace(body::text, '"type":"code"', '"type":"executeCommand"')::json
    where kind = ${kinds.workflow.name} and id = ${workflow.split('/').at(-1)}`)
  const { status, body } = await tenant.api('POST', `${workflow}/runs`)
  assert.deepEqual([status, pointersOf(body.errors)], [400, ['/nodes/0/type']])
})

test('an input must be an object, within the size limit', async () => {
  const workflow = await newWorkflow(tenant, [code('a', 'return 1')])
  for (const [body, pointer] of [
    [{ input: [] }, '/input'],
    [{ inputs: {} }, '/inputs'],
    [{ input: { text: 'x'.repeat(300_000) } }, '/input'],
  ] as const) {
    const reply = await tenant.api('POST', `${workflow}/runs`, body)
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [400, pointer])
  }
})
