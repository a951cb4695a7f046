import { once } from 'node:events'
import { createServer } from 'node:http'
import { atLeast, atMost, type Figure } from '../bench/figure.ts'
import { newBroadcast } from '../bench/service.ts'
import { fixed, newWorkflow, worked } from '../bench/workflows.ts'
import { isReached, killOften, pause, retryMs, withService } from './kills.ts'
import { readAll, readLog } from './log.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Kills the service repeatedly while workflows run, then checks the runs. */
export const runSuite: ChaosSuite = {
  about: '`kill -9` of the service while workflows write, call and compute',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [kills, wanted] = isQuick ? [2, 40] : [100, 1_000]
  const called = await newCalled()
  try {
    return await withService(async (service) => {
      const broadcast = await newBroadcast(service, 'RunCrash')
      const { path } = broadcast
      // The restarts take longer than the default time limit of a run.
      const workflow = await newWorkflow(broadcast, path, nodesCalling(called.url), { timeLimitSeconds: 900 })
      const acknowledged = new Set<string>()
      const clients = Promise.all(
        Array.from({ length: 8 }, async () => {
          while (acknowledged.size < wanted) {
            const answer = await broadcast.call('POST', `${workflow}/runs`, {}).catch(() => undefined)
            if (answer?.status === 202) acknowledged.add(answer.body._id)
            else await pause(retryMs)
          }
        }),
      )
      const resumedAfterMs: number[] = []
      await killOften(service, random, {
        count: kills,
        progress: () => acknowledged.size / wanted,
        async onStarted() {
          const [startedAt, before] = [performance.now(), called.count()]
          await isReached(() => called.count() > before, 30_000)
          resumedAfterMs.push(performance.now() - startedAt)
        },
      })
      await clients
      const read = async (kind: string, query = '') => (await readAll(broadcast, `${path}/${kind}`, query)).data
      const isOver = async () =>
        (await read('workflowRuns', '&fields=status')).every(({ status }) => !open.includes(String(status)))
      await isReached(isOver, 120_000)
      const runs = await read('workflowRuns', '&fields=status,invokedNodeCount')
      const titles = (await read('broadcastSessions', '&fields=title')).map(({ title }) => title)
      const lost = runs.flatMap(({ _id }) => ['first', 'second'].filter((step) => !titles.includes(`${step} ${_id}`)))
      const ends = (await readLog(broadcast)).filter(({ kind }) => kind === 'workflowRun').map(({ id }) => id)
      return [
        atLeast(`runs started during ${kills} kills`, acknowledged.size, wanted, ''),
        atMost('runs that did not succeed', runs.filter(({ status }) => status !== 'succeeded').length, 0, ''),
        atMost(
          'acknowledged runs that are gone',
          acknowledged.difference(new Set(runs.map(({ _id }) => _id))).size,
          0,
          '',
        ),
        atMost('ends logged more than once', ends.length - new Set(ends).size, 0, ''),
        atMost('writes of a step applied twice', titles.length - new Set(titles).size, 0, ''),
        atMost('writes of a step that are missing', lost.length, 0, ''),
        atMost('calls under a key that no step had', called.count() - called.repeated() - runs.length, 0, ''),
        atMost('from restart to the next step, longest', Math.max(...resumedAfterMs) / 1_000, 15, 's'),
      ]
    })
  } finally {
    called.close()
  }
}

const nodesCalling = (url: string) => [
  { ...create('first', '"first " + run.id'), onSuccess: 'call' },
  { id: 'call', type: 'http', config: { url: fixed(url), method: fixed('POST') }, onSuccess: 'work', ...patient },
  {
    id: 'work',
    type: 'code',
    config: { code: fixed('return nodes.first.output.title') },
    onSuccess: 'second',
    ...patient,
  },
  create('second', '"second " + run.id'),
]

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
