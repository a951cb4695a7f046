import assert from 'node:assert/strict'
import type { Installation } from './process.ts'
import { apiWith, type Reply, type TestTenant } from './service.ts'
import { until } from './until.ts'

/** A fixed value. */
export const fixed = (value: unknown, type = typeof value === 'object' ? 'any' : typeof value) => ({
  type,
  value,
  useExpression: false,
  expression: '',
})

/** An expression that is evaluated when the node runs. */
export const worked = (expression: string, type = 'any') => ({ type, value: null, useExpression: true, expression })

/** An object in the editor's format: a list of wrapped keys and values. */
export const entries = (members: Record<string, unknown>) =>
  fixed(
    Object.entries(members).map(([key, value]) => ({ key: fixed(key), value })),
    'object',
  )

type Node = Record<string, unknown> & { id: string }

export const code = (id: string, source: string, more: object = {}): Node => ({
  id,
  type: 'code',
  config: { code: fixed(source) },
  ...more,
})
export const ask = (id: string, condition: string, more: object = {}): Node => ({
  id,
  type: 'if',
  config: { condition: worked(condition) },
  ...more,
})
export const loop = (id: string, items: string, body: string, more: object = {}): Node => ({
  id,
  type: 'foreach',
  config: { items: worked(items), entryNodeId: fixed(body) },
  ...more,
})
export const amply = (id: string, config: object, more: object = {}): Node => ({ id, type: 'amply', config, ...more })
export const http = (id: string, config: object, more: object = {}): Node => ({ id, type: 'http', config, ...more })
export const createSession = (id: string, title: string, more: object = {}) =>
  amply(
    id,
    {
      operation: fixed('create'),
      resource: fixed('broadcastSession'),
      body: entries({ title: worked(title), status: fixed('published') }),
    },
    more,
  )

/** Creates a workflow of these nodes, starting with the first. Returns its path. */
export async function newWorkflow(tenant: TestTenant, nodes: Node[], more: object = {}): Promise<string> {
  const body = { name: 'Test', entryNodeId: nodes[0]?.id, nodes, ...more }
  const reply = await tenant.api('POST', `${tenant.path}/workflows`, body)
  assert.equal(reply.status, 201, reply.text)
  return `${tenant.path}/workflows/${reply.body._id}`
}

/** Runs a workflow until it ends. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function runNow(tenant: TestTenant, workflow: string, input: object = {}): Promise<any> {
  const reply = await tenant.api('POST', `${workflow}/runs?wait=true`, { input })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** Runs these nodes as a new workflow. */
export const runNodes = async (tenant: TestTenant, nodes: Node[], input: object = {}, more: object = {}) =>
  runNow(tenant, await newWorkflow(tenant, nodes, more), input)

/** The result of a node in a run. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export function resultOf(run: any, nodeId: string): any {
  return run.nodeResults.findLast((result: { nodeId: string }) => result.nodeId === nodeId)
}

export async function startRun(tenant: TestTenant, workflow: string, input: object = {}): Promise<string> {
  const reply = await tenant.api('POST', `${workflow}/runs`, { input })
  assert.equal(reply.status, 202, reply.text)
  return `${tenant.path}/workflowRuns/${reply.body._id}`
}

/** Polls a run until the condition is true. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function runUntil(tenant: TestTenant, path: string, isAsWanted: (run: any) => boolean): Promise<any> {
  let reply: Reply | undefined
  await until(
    async () => {
      reply = await tenant.api('GET', path)
      return isAsWanted(reply.body)
    },
    'the run as wanted',
    20_000,
  )
  return reply?.body
}

/** The runs of a workflow, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function runsOf(tenant: TestTenant, workflow: string): Promise<any[]> {
  const workflowId = workflow.split('/').at(-1)
  const filters = encodeURIComponent(JSON.stringify([{ workflowId }]))
  const sort = encodeURIComponent('{"_createdAt":"asc"}')
  const { status, text, body } = await tenant.api(
    'GET',
    `${tenant.path}/workflowRuns?filters=${filters}&sort=${sort}&limit=200`,
  )
  assert.equal(status, 200, text)
  return body.data
}

/** The owner of the demo festival of an installation, who calls by an API key. */
export async function demoTenant({ ask, url }: Installation): Promise<TestTenant> {
  const { apiKey, userId, broadcastId } = await ask(['demo'])
  const path = `/v1/users/${userId}/broadcasts/${broadcastId}`
  const api = apiWith(url, { 'x-api-key': apiKey })
  return { userId, email: '', password: '', broadcastId, key: apiKey, path, api }
}
