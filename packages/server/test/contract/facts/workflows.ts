import assert from 'node:assert/strict'
import { runNodes } from '../../support/workflows.ts'
import { accepted, field, instant, objectId, recordOf, refused } from './check.ts'
import { fact, section } from './fact.ts'
import type { Ground } from './ground.ts'

const workflow = recordOf('workflows', { name: 'Import' })
const inNode = (name: string) => (value: unknown) => ({ nodes: [{ id: 'a', type: 'code', [name]: value }] })
const inConfig = (name: string) => (value: unknown) => ({
  nodes: [{ id: 'a', type: 'amply', config: { [name]: value } }],
})
const config = (name: string) => `/nodes/0/config/${name}`

/** A constant in the config of a node. */
const fixed = (type: string, value: unknown) => ({ type, value, useExpression: false })
const list = fixed('enum', 'list')
const sessions = fixed('string', 'broadcastSession')

/** Runs a workflow of one node to its end, and returns the run. */
const runOf = ({ tenant }: Ground, node: object) => runNodes(tenant, [{ id: 'a', ...node }])

export const workflows = section('Workflow and WorkflowRun (Surface B)', import.meta.url, [
  field('workflow.entryNodeId', '`entryNodeId` is a text of at least 1 character.', workflow, '/entryNodeId', {
    takes: ['a'],
    refuses: ['', 7],
  }),
  field('workflow.nodes', '`nodes` is a list of nodes.', workflow, '/nodes', {
    takes: [[], [{ id: 'a', type: 'code' }]],
    refuses: ['a', [7]],
  }),
  field('workflow.name', '`name` is a text of at least 1 character.', workflow, '/name', {
    takes: ['a'],
    refuses: ['', 7, null],
  }),
  field('workflow.description', '`description` is a text.', workflow, '/description', {
    takes: ['Every night', ''],
    refuses: [7],
  }),
  fact('workflow.status', '`status` is `enabled` or `disabled`.', async (ground) => {
    const nodes = [{ id: 'a', type: 'code', config: { code: fixed('string', 'return 1') } }]
    const write = await recordOf('workflows', { name: 'Import', entryNodeId: 'a', nodes })(ground)
    for (const status of ['enabled', 'disabled']) assert.equal(accepted(await write({ status })).status, status)
    for (const status of ['paused', 7, null]) refused(await write({ status }), '/status')
  }),
  ...Object.entries({
    manual: {},
    interval: { everySeconds: 60 },
    schedule: { cron: '0 6 * * *' },
    once: { at: '2099-01-01T00:00:00.000Z' },
  }).map(([type, fields]) =>
    fact(`workflow.trigger.${type}`, `A trigger can be of the type \`${type}\`.`, async (ground) => {
      const write = await workflow(ground)
      const { trigger } = accepted(await write({ trigger: { type, ...fields } }))
      assert.deepEqual({ ...trigger, ...fields, type }, trigger)
    }),
  ),
  field('workflow.trigger', 'A trigger of another type is refused.', workflow, '/trigger', {
    refuses: [{ type: 'fax' }, 'manual'],
  }),
  field('workflow.metadata', '`metadata` is an object.', workflow, '/metadata', {
    takes: [{ a: 1 }],
    refuses: ['a', 7],
  }),
  fact('workflow.common', 'A workflow has `_id`, `_createdAt`, `_updatedAt` and `_reference`.', async ({ make }) => {
    const made = await make('workflows', { name: 'Import' })
    assert.match(made._id, objectId)
    assert.match(made._createdAt, instant)
    for (const name of ['_updatedAt', '_reference']) assert(name in made)
  }),
  field('node.id', '`id` of a node is a text.', workflow, '/nodes/0/id', {
    body: (id) => ({ nodes: [{ id, type: 'code' }] }),
    takes: ['first'],
    refuses: [7],
  }),
  field('node.position', '`position` of a node is a list of two numbers.', workflow, '/nodes/0/position', {
    body: inNode('position'),
    takes: [[120, -40.5]],
    refuses: [['a', 'b'], [1], 7],
  }),
  ...['amply', 'http', 'foreach', 'auth', 'if', 'code'].map((type) =>
    field(`node.type.${type}`, `A node can be of the type \`${type}\`.`, workflow, '/nodes/0/type', {
      body: (sent) => ({ nodes: [{ id: 'a', type: sent }] }),
      takes: [type],
    }),
  ),
  field('node.type', 'A node of another type is refused.', workflow, '/nodes/0', {
    body: (type) => ({ nodes: [{ id: 'a', type }] }),
    refuses: ['python', 7],
  }),
  field('node.config', '`config` of a node is an object.', workflow, '/nodes/0/config', {
    body: inNode('config'),
    takes: [{}, { code: fixed('string', 'return 1') }],
    refuses: ['return 1', 7],
  }),
  field('node.name', '`name` of a node is a text.', workflow, '/nodes/0/name', {
    body: inNode('name'),
    takes: ['Fetch'],
    refuses: [7],
  }),
  field(
    'node.errorBehavior',
    '`errorBehavior` of a node is a text such as `stopWorkflow`.',
    workflow,
    '/nodes/0/errorBehavior',
    {
      body: inNode('errorBehavior'),
      takes: ['stopWorkflow'],
      refuses: [7],
    },
  ),
  ...['onSuccess', 'onError'].map((name) =>
    field(`node.${name}`, `\`${name}\` of a node is the id of the next node.`, workflow, `/nodes/0/${name}`, {
      body: inNode(name),
      takes: ['b', null],
      refuses: [7],
    }),
  ),
  ...Object.entries({
    operation: list,
    resource: sessions,
    id: fixed('string', 'x'),
    metadata: { filtersLogical: fixed('enum', '$and') },
    body: fixed('object', [{ key: fixed('string', 'title'), value: fixed('string', 'a') }]),
  }).map(([name, value]) =>
    field(`amply.${name}`, `The config of an \`amply\` node has \`${name}\`.`, workflow, config(name), {
      body: inConfig(name),
      takes: [value],
    }),
  ),
  field(
    'amply.wrapper',
    'A config value has `type`, `value`, `useExpression` and `expression`.',
    workflow,
    config('id'),
    {
      body: inConfig('id'),
      takes: [{ type: 'string', value: null, useExpression: true, expression: 'input.id' }],
      refuses: [
        { type: 'string', useExpression: 'yes' },
        { type: 'string', expression: 7 },
      ],
    },
  ),
  ...Object.entries({
    filters: fixed('object', [{ key: fixed('string', 'status'), value: fixed('string', 'published') }]),
    preview: fixed('boolean', true),
    cursors: { limit: fixed('number', 10), skip: fixed('number', 0), startId: fixed('string', '') },
  }).map(([name, value]) =>
    field(
      `amply.metadata.${name}`,
      `The \`metadata\` of an \`amply\` node has \`${name}\`.`,
      workflow,
      config(`metadata/${name}`),
      {
        body: (sent) => inConfig('metadata')({ [name]: sent }),
        takes: [value],
      },
    ),
  ),
  ...['$and', '$or', '$nor'].map((value) =>
    field(
      `amply.metadata.filtersLogical.${value.slice(1)}`,
      `\`filtersLogical\` can be \`${value}\`.`,
      workflow,
      config('metadata/filtersLogical'),
      {
        body: (sent) => inConfig('metadata')({ filtersLogical: sent }),
        takes: [fixed('enum', value)],
      },
    ),
  ),
  fact('amply.runs', 'An `amply` node lists records by its filters and cursors.', async (ground) => {
    const title = `only-${Date.now()}`
    await ground.make('broadcastSessions', { title, status: 'published' })
    const metadata = {
      filters: fixed('object', [{ key: fixed('string', 'title'), value: fixed('string', title) }]),
      filtersLogical: fixed('enum', '$and'),
      cursors: { limit: fixed('number', 5), skip: fixed('number', 0) },
    }
    const run = await runOf(ground, { type: 'amply', config: { operation: list, resource: sessions, metadata } })
    assert.equal(run.status, 'succeeded', JSON.stringify(run))
    assert(JSON.stringify(run).includes(title))
  }),
  fact('node.code-runs', 'A `code` node runs `config.code` with the input of the run.', async ({ tenant }) => {
    const node = { id: 'a', type: 'code', config: { code: fixed('string', 'return { sum: input.count + 1 }') } }
    assert(JSON.stringify(await runNodes(tenant, [node], { count: 41 })).includes('"sum":42'))
  }),
  fact('run.fields', 'A run has `status`, `durationMs`, `invokedNodeCount` and `context`.', async (ground) => {
    const run = await runOf(ground, { type: 'code', config: { code: fixed('string', 'return 1') } })
    assert.equal(run.status, 'succeeded')
    assert.equal(typeof run.durationMs, 'number')
    assert.equal(run.invokedNodeCount, 1)
    assert.equal(typeof run.context, 'object')
  }),
  ...['executionId', 'index', 'nodeId', 'nodeType', 'routeTaken', 'durationMs'].map((name) =>
    fact(`run.nodeResults.${name}`, `A result of a node has \`${name}\`.`, async (ground) => {
      const { nodeResults } = await runOf(ground, { type: 'code', config: { code: fixed('string', 'return 1') } })
      assert.equal(nodeResults.length, 1)
      assert(name in nodeResults[0])
    }),
  ),
  fact('run.common', 'A run has the common fields.', async (ground) => {
    const run = await runOf(ground, { type: 'code', config: { code: fixed('string', 'return 1') } })
    assert.match(run._id, objectId)
    assert.match(run._createdAt, instant)
    for (const name of ['_updatedAt', '_reference', 'metadata']) assert(name in run)
  }),
  fact('run.running', 'A run that is not finished is `queued` or `running`.', async ({ make, key, tenant }) => {
    const nodes = [{ id: 'a', type: 'code', config: { code: fixed('string', 'return 1') } }]
    const { _id } = await make('workflows', { name: 'Run', entryNodeId: 'a', nodes })
    const started = accepted(await key('POST', `${tenant.path}/workflows/${_id}/runs`, {}), 202)
    assert(['queued', 'running'].includes(started.status))
  }),
])
