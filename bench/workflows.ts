import { atLeast, atMost, type Figure, percentile, type Suite } from './figure.ts'
import { requestText } from './load.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

export const workflowSuite: Suite = (options) =>
  onStage(options, async (stage) => {
    const { isQuick } = options
    const broadcast = await newBroadcast(stage.service, 'Runs')
    const { path } = broadcast
    for (let at = 0; at < 10; at++) await broadcast.call('POST', `${path}/broadcastSessions`, session(at))
    return [
      ...(await threeNodes(stage, broadcast, isQuick)),
      await expressions(broadcast, path, isQuick ? 50 : 500),
      await longLoop(broadcast, path, isQuick ? 100 : 1_000),
    ]
  })

/** Reads ten sessions, evaluates a condition, runs code: sequentially for the latency of a run, then with many callers. */
async function threeNodes({ service, load }: Stage, broadcast: BenchBroadcast, isQuick: boolean): Promise<Figure[]> {
  const { path } = broadcast
  const workflow = await newWorkflow(broadcast, path, [
    {
      id: 'list',
      type: 'amply',
      config: {
        operation: fixed('list'),
        resource: fixed('broadcastSession'),
        metadata: { cursors: { limit: fixed(10) } },
      },
      onSuccess: 'any',
    },
    { id: 'any', type: 'if', config: { condition: worked('nodes.list.output.data.length > 0') }, onSuccess: 'count' },
    {
      id: 'count',
      type: 'code',
      config: { code: fixed('return { titles: nodes.list.output.data.map(({ title }) => title) }') },
    },
  ])
  const run = async () => {
    const began = performance.now()
    const { status, body } = await broadcast.call('POST', `${workflow}/runs?wait=true`, {})
    if (status !== 200 || body.status !== 'succeeded') throw new Error(JSON.stringify(body))
    return performance.now() - began
  }
  const request = requestText('POST', `${workflow}/runs?wait=true`, broadcast.authorization, '{}')
  const runMany = (count: number) =>
    load.run({
      port: service.port,
      connections: 32,
      requests: Array.from({ length: count }, () => request),
      status: 200,
    })
  // Warm-up, because the JIT compiler is still busy after a start.
  await runMany(isQuick ? 20 : 1_000)
  const times: number[] = []
  for (let at = 0; at < (isQuick ? 20 : 500); at++) times.push(await run())
  const { perSecond } = await runMany(isQuick ? 100 : 3_000)
  await requireAllSucceeded(broadcast)
  return [
    atMost('a run of three nodes through the API, p50', percentile(times, 0.5), 40, 'ms'),
    atLeast('runs of three nodes, every step durable', perSecond, 150, '/s'),
  ]
}

/** A 200 only means that a run has ended; this checks that none has failed. */
async function requireAllSucceeded({ call, path }: BenchBroadcast): Promise<void> {
  const filters = encodeURIComponent('[{"status":{"$ne":"succeeded"}}]')
  const { body } = await call('GET', `${path}/workflowRuns?filters=${filters}&limit=1`)
  if (body.metadata?.total !== 0) throw new Error(`not every run succeeded: ${JSON.stringify(body)}`)
}

/** The cost of one expression, from the durations in the run. */
async function expressions(broadcast: BenchBroadcast, path: string, count: number): Promise<Figure> {
  const workflow = await newWorkflow(broadcast, path, [
    { id: 'q', type: 'if', config: { condition: worked('input.a + 1 === 2') } },
  ])
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const { body } = await broadcast.call('POST', `${workflow}/runs?wait=true`, { input: { a: 1 } })
    times.push(body.nodeResults[0].durationMs)
  }
  return atMost('an expression, warm, p50', percentile(times, 0.5), 2, 'ms')
}

async function longLoop(broadcast: BenchBroadcast, path: string, items: number): Promise<Figure> {
  const workflow = await newWorkflow(broadcast, path, [
    {
      id: 'each',
      type: 'foreach',
      config: { items: worked(`Array.from({ length: ${items} }, (_, at) => at)`), entryNodeId: fixed('q') },
    },
    { id: 'q', type: 'if', config: { condition: worked('item % 2 === 0') } },
  ])
  const { body } = await broadcast.call('POST', `${workflow}/runs?wait=true`, {})
  if (body.invokedNodeCount !== items + 1) throw new Error(JSON.stringify(body.error))
  return atMost('a loop of 1,000 items of one expression each', ((body.durationMs / items) * 1_000) / 1_000, 5, 's')
}

export type BenchNode = { id: string } & Record<string, unknown>

/** Creates a workflow of these nodes, starting with the first. Returns its path. */
export async function newWorkflow(
  broadcast: BenchBroadcast,
  path: string,
  nodes: BenchNode[],
  more: object = {},
): Promise<string> {
  const workflow = { name: 'Bench', entryNodeId: nodes[0]?.id, nodes, ...more }
  const { status, body } = await broadcast.call('POST', `${path}/workflows`, workflow)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return `${path}/workflows/${body._id}`
}

export const fixed = (value: unknown) => ({ type: typeof value, value, useExpression: false, expression: '' })
export const worked = (expression: string) => ({ type: 'any', value: null, useExpression: true, expression })

const session = (at: number) => ({
  title: `Session ${at}`,
  status: 'published',
  description: 'A set by the sea, with guests. '.repeat(10),
  time: { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z', timezone: 'Europe/Paris', allDay: false },
})
