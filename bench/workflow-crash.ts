import { once } from 'node:events'
import { createServer } from 'node:http'
import { atLeast, atMost, type Suite } from './figure.ts'
import { type BenchBroadcast, newBroadcast, newService } from './service.ts'
import { fixed, newWorkflow, worked } from './workflows.ts'

/** Kills the service repeatedly while workflows run, then checks the runs. */
export const workflowCrashSuite: Suite = async ({ isQuick }) => {
  const [kills, wanted] = isQuick ? [2, 40] : [50, 1_000]
  const called = await newCalled()
  const service = await newService()
  await service.start()
  try {
    const broadcast = await newBroadcast(service, 'RunCrash')
    const { path } = broadcast
    const nodes = [
      { ...create('first', '"first " + run.id'), onSuccess: 'call' },
      {
        id: 'call',
        type: 'http',
        config: { url: fixed(called.url), method: fixed('POST') },
        onSuccess: 'work',
        ...patient,
      },
      {
        id: 'work',
        type: 'code',
        config: { code: fixed('return nodes.first.output.title') },
        onSuccess: 'second',
        ...patient,
      },
      create('second', '"second " + run.id'),
    ]
    // Fifty restarts take longer than the default time limit of a run.
    const workflow = await newWorkflow(broadcast, path, nodes, { timeLimitSeconds: 900 })
    const acknowledged = new Set<string>()
    const clients = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (acknowledged.size < wanted) {
          const answer = await broadcast.call('POST', `${workflow}/runs`, {}).catch(() => undefined)
          if (answer?.status === 202) acknowledged.add(answer.body._id)
          else await pause(20)
        }
      }),
    )
    const resumedAfterMs: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      // Kills are spread over the runs, whatever their rate.
      while (acknowledged.size < (wanted * (kill + Math.random())) / kills) await pause(5)
      await service.kill()
      await service.start()
      const [startedAt, before] = [performance.now(), called.count()]
      while (called.count() === before && performance.now() - startedAt < 30_000) await pause(10)
      resumedAfterMs.push(performance.now() - startedAt)
    }
    await clients
    const read = (kind: string, query = '') => readAll(broadcast, `${path}/${kind}`, query)
    const isOver = async () =>
      (await read('workflowRuns', '&fields=status')).every(({ status }) => !open.includes(String(status)))
    for (let tries = 0; tries < 300 && !(await isOver()); tries++) await pause(200)
    const runs = await read('workflowRuns', '&fields=status,invokedNodeCount')
    const titles = (await read('broadcastSessions', '&fields=title')).map(({ title }) => title)
    const lost = runs.flatMap(({ _id }) => ['first', 'second'].filter((step) => !titles.includes(`${step} ${_id}`)))
    const ends = await countEnds(broadcast, path)
    return [
      atLeast(`runs started during ${kills} kills`, acknowledged.size, wanted, ''),
      atMost('runs that did not succeed', runs.filter(({ status }) => status !== 'succeeded').length, 0, ''),
      atMost(
        'acknowledged runs that are gone',
        [...acknowledged].filter((id) => !runs.some(({ _id }) => _id === id)).length,
        0,
        '',
      ),
      atMost('ends logged more than once', ends.total - ends.different, 0, ''),
      atMost('writes of a step applied twice', titles.length - new Set(titles).size, 0, ''),
      atMost('writes of a step that are missing', lost.length, 0, ''),
      atMost('calls under a key that no step had', called.count() - called.repeated() - runs.length, 0, ''),
      atMost('from restart to the next step, longest', Math.max(...resumedAfterMs) / 1_000, 15, 's'),
    ]
  } finally {
    await service.remove()
    called.close()
  }
}

const open = ['queued', 'running']
/** While a service starts, the machine is too busy for the half-second limit of expressions. */
const patient = { retries: 5, retryDelayMs: 200 }

const create = (id: string, title: string) => ({
  id,
  type: 'amply',
  ...patient,
  config: {
    operation: fixed('create'),
    resource: fixed('broadcastSession'),
    body: { type: 'object', value: [{ key: fixed('title'), value: worked(title) }] },
  },
})

async function readAll(broadcast: BenchBroadcast, path: string, query: string): Promise<Record<string, string>[]> {
  const all: Record<string, string>[] = []
  for (let startId = ''; ; ) {
    const { body } = await broadcast.call('GET', `${path}?limit=200${query}${startId && `&startId=${startId}`}`)
    all.push(...body.data)
    startId = body.metadata.nextStartId ?? ''
    if (!startId) return all
  }
}

async function countEnds(broadcast: BenchBroadcast, path: string): Promise<{ total: number; different: number }> {
  const ids: string[] = []
  for (let since = 0, hasMore = true; hasMore; ) {
    const { body } = await broadcast.call('GET', `${path}/changes?limit=1000&since=${since}`)
    ids.push(
      ...body.data.filter(({ kind }: { kind: string }) => kind === 'workflowRun').map(({ id }: { id: string }) => id),
    )
    since = body.next
    hasMore = body.has_more
  }
  return { total: ids.length, different: new Set(ids).size }
}

/** A server that workflows call. It counts the idempotency keys. */
async function newCalled() {
  const keys: string[] = []
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    count: () => keys.length,
    repeated: () => keys.length - new Set(keys).size,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
