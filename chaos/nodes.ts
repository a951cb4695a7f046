import { atLeast, atMost, type Figure, percentile, told } from '../bench/figure.ts'
import { newOwnDatabase } from '../bench/own-database.ts'
import { type BenchBroadcast, type BenchService, newBroadcast, newService } from '../bench/service.ts'
import { fixed, newWorkflow, worked } from '../bench/workflows.ts'
import { pause } from './answer.ts'
import { createBalanced } from './nodes/balanced.ts'
import { startClients } from './nodes/clients.ts'
import { exhaustLimit, limit, limitSeconds } from './nodes/limits.ts'
import type { Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Restarts and freezes the nodes of a service in turn, while clients use it. */
export const nodeSuite: ChaosSuite = {
  about: 'three nodes on one PostgreSQL, restarted in turn under load, and frozen now and then',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [rounds, freezes, schedules] = isQuick ? [1, 1, 4] : [100, 5, 40]
  const database = await newOwnDatabase()
  const nodes: BenchService[] = []
  try {
    const env = { ...database.env(), MARQUEE_RATE_LIMIT: `${limit}/${limitSeconds}`, MARQUEE_DB_POOL: '8' }
    for (let at = 0; at < 3; at++) nodes.push(await newService({ env }))
    await Promise.all(nodes.map((node) => node.start()))
    const [first] = nodes as [BenchService]
    const broadcast = await newBroadcast(first, 'Nodes')
    const eager = await newBroadcast(first, 'Limits')
    const urls = nodes.map(({ url }) => url)
    const balanced = createBalanced(broadcast, urls, random)
    await scheduleOnce(broadcast, schedules, isQuick ? 3_000 : 120_000, random)
    const startedAt = performance.now()
    const clients = startClients(broadcast, urls, balanced, 4)
    for (let round = 0; round < rounds; round++) {
      const node = nodes[round % nodes.length] as BenchService
      await node.stop()
      await node.start()
      if (round % Math.ceil(rounds / freezes) === 0)
        await freeze(nodes[(round + 1) % nodes.length] as BenchService, isQuick ? 1_500 : 2_000 + 6_000 * random.next())
    }
    await clients.end()
    const seconds = (performance.now() - startedAt) / 1_000
    const missing = await countRuns(broadcast, schedules)
    const titles = await readTitles(broadcast, '')
    const copies = new Map<string, number>()
    for (const title of titles) copies.set(title, (copies.get(title) ?? 0) + 1)
    const freshest = Math.max(0, ...clients.freshMs)
    const freshName = 'from the answer to a write until every node shows it'
    const detail = `p50 ${Math.round(percentile(clients.freshMs, 0.5))} ms of ${clients.freshMs.length}`
    return [
      atLeast(`requests during ${rounds} restarts and ${freezes} frozen nodes`, clients.requests(), rounds, ''),
      atMost('requests that failed', balanced.failed.length, 0, '', balanced.failed.slice(0, 3).join('; ')),
      told('requests sent again', sum(balanced.repeated.values()), '', listOf(balanced.repeated)),
      atMost(
        'acknowledged writes that are missing',
        clients.written.filter((title) => !copies.has(title)).length,
        0,
        '',
      ),
      atMost('writes that were made twice', titles.length - copies.size, 0, ''),
      atMost(
        'reads without the write that they named',
        clients.stale.length,
        0,
        '',
        clients.stale.slice(0, 3).join('; '),
      ),
      // On a busy machine each of the three processes may wait longer than that for its turn.
      isQuick ? told(freshName, freshest, 'ms', detail) : atMost(freshName, freshest, 200, 'ms', detail),
      atMost('due schedules that did not run', missing.none, 0, ''),
      atMost('due schedules that ran more than once', missing.several, 0, ''),
      ...(await exhaustLimit(eager, urls, { isQuick, random })),
      told('seconds of load', seconds, 's'),
    ]
  } finally {
    await Promise.all(nodes.map((node) => node.remove()))
    await database.close()
  }
}

async function freeze(node: BenchService, ms: number): Promise<void> {
  const pid = node.pid()
  process.kill(pid, 'SIGSTOP')
  try {
    await pause(ms)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Workflows that are due once each, at random times from now. */
async function scheduleOnce(broadcast: BenchBroadcast, count: number, withinMs: number, random: Random): Promise<void> {
  for (let at = 0; at < count; at++) {
    const node = {
      id: 'write',
      type: 'amply',
      retries: 5,
      retryDelayMs: 200,
      config: {
        operation: fixed('create'),
        resource: fixed('broadcastHost'),
        body: { type: 'object', value: [{ key: fixed('title'), value: worked(`"Schedule ${at} of " + run.id`) }] },
      },
    }
    const due = new Date(Date.now() + 1_000 + withinMs * random.next()).toISOString()
    await newWorkflow(broadcast, broadcast.path, [node], { status: 'enabled', trigger: { type: 'once', at: due } })
  }
}

/** Waits until all have run, and counts those that did not and those that did so more than once. */
async function countRuns(broadcast: BenchBroadcast, count: number): Promise<{ none: number; several: number }> {
  const read = async () => {
    const { body } = await broadcast.call('GET', `${broadcast.path}/broadcastHosts?limit=200&fields=title`)
    const numbers = body.data.map(({ title }: { title: string }) => Number(/^Schedule (\d+) /.exec(title)?.[1]))
    return Array.from({ length: count }, (_, at) => numbers.filter((number: number) => number === at).length)
  }
  for (let tries = 0; tries < 300 && (await read()).some((runs) => runs === 0); tries++) await pause(200)
  // A second run would follow within a lease.
  await pause(500)
  const runs = await read()
  return { none: runs.filter((one) => one === 0).length, several: runs.filter((one) => one > 1).length }
}

async function readTitles(broadcast: BenchBroadcast, from: string): Promise<string[]> {
  const { body } = await broadcast.call(
    'GET',
    `${broadcast.path}/broadcastSessions?limit=200&fields=title${from && `&startId=${from}`}`,
  )
  const titles = body.data.map(({ title }: { title: string }) => title)
  const next = body.metadata.nextStartId
  return next ? [...titles, ...(await readTitles(broadcast, next))] : titles
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const listOf = (counts: Map<string, number>) => [...counts].map(([name, count]) => `${name}: ${count}`).join(', ')
