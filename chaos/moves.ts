import { atLeast, atMost, type Figure, told } from '../bench/figure.ts'
import { askNode, type OwnCluster, openOwnCluster } from '../bench/own-cluster.ts'
import { type BenchBroadcast, newBroadcasts } from '../bench/service.ts'
import { pause, withService } from './kills.ts'
import { readAll } from './log.ts'
import { createRandom, type Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/**
 * Moves broadcasts between the workers of a cluster while they are written and read, without a client that tries again. The service
 * remembers nothing, so that every read looks for its rows.
 */
export const moveSuite: ChaosSuite = {
  about:
    'a cluster whose broadcasts move from worker to worker while they are written and read; no request is sent twice',
  needsCluster: true,
  isTimed: true,
  async run(options) {
    const cluster = await openOwnCluster()
    try {
      return await run(cluster, options)
    } finally {
      await cluster.close()
    }
  },
}

function run(cluster: OwnCluster, { isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [moves, count] = isQuick ? [1, 4] : [20, 16]
  const env = { ...cluster.env, MARQUEE_CACHE_MB: '0' }
  return withService(async (service) => {
    const broadcasts = await newBroadcasts(service, 'Moves', count)
    const clients = broadcasts.map((broadcast) => startClient(broadcast, createRandom(random.below(2 ** 31))))
    const movesMs: number[] = []
    for (let move = 0; move < moves; move++) movesMs.push(await moveOne(cluster, random.pick(broadcasts), random))
    for (const { end } of clients) await end()
    const failed = clients.flatMap(({ failures }) => failures)
    let missing = 0
    for (const { broadcast, written } of clients) {
      const { data } = await readAll(broadcast, `${broadcast.path}/broadcastHosts`)
      const titles = new Set(data.map(({ title }) => title))
      missing += written.filter((title) => !titles.has(title)).length
    }
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    return [
      atLeast(`requests during ${moves} moves`, sum(clients.map(({ requests }) => requests())), moves * 100, ''),
      atMost('requests that failed', failed.length, 0, '', [...new Set(failed)].slice(0, 3).join('; ')),
      atMost(
        'acknowledged writes that are missing',
        missing,
        0,
        '',
        `of ${sum(clients.map(({ written }) => written.length))}`,
      ),
      told('longest request', Math.max(...clients.map(({ longestMs }) => longestMs())), 'ms'),
      told(
        'longest move',
        Math.max(...movesMs) / 1_000,
        's',
        'the rows of about a sixteenth of all broadcasts, in every table',
      ),
    ]
  }, env)
}

/** One client of a broadcast that writes, reads what it wrote, and lists, one after the other. */
function startClient(broadcast: BenchBroadcast, random: Random) {
  const { broadcastId, call, path } = broadcast
  const written: string[] = []
  const failures: string[] = []
  let [requests, longestMs, isOver] = [0, 0, false]
  const ask = async (method: string, under: string, body?: object) => {
    const startedAt = performance.now()
    const answer = await call(method, `${path}/broadcastHosts${under}`, body)
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    requests += 1
    if (answer.status >= 300) throw new Error(`${method} ${answer.status} ${answer.body?.code}`)
    return answer.body
  }
  const work = async () => {
    for (let number = 0; !isOver; number++)
      try {
        const title = `Host ${number} of ${broadcastId}`
        const { _id: id } = await ask('POST', '', { title, status: 'published' })
        written.push(title)
        if (random.chance(0.3)) await ask('PATCH', `/${id}`, { description: `<p>${number}</p>` })
        if ((await ask('GET', `/${id}`)).title !== title) throw new Error('another record was read')
        await ask('GET', `?limit=${1 + random.below(50)}&skip=${random.below(number + 1)}`)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
        await pause(100)
      }
  }
  const working = work()
  return {
    broadcast,
    written,
    failures,
    requests: () => requests,
    longestMs: () => longestMs,
    async end() {
      isOver = true
      await working
    },
  }
}

/** Moves the shards of a broadcast, and of those that share them, to another worker. Returns how long it took. */
async function moveOne(
  { coordinator, workers }: OwnCluster,
  { broadcastId }: BenchBroadcast,
  random: Random,
): Promise<number> {
  const [shard] = await askNode<{ id: string; host: string; port: number }>(
    coordinator.url,
    `select p.shardid as id, n.nodename as host, n.nodeport as port
     from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = get_shard_id_for_distribution_column('broadcasts', '${broadcastId}'::text)`,
  )
  if (!shard) throw new Error('the broadcast is nowhere')
  const target = random.pick(workers.filter(({ port, host }) => port !== shard.port || host !== shard.host))
  const startedAt = performance.now()
  await askNode(
    coordinator.url,
    `select citus_move_shard_placement(${shard.id}, '${shard.host}', ${shard.port}, '${target.host}', ${target.port}, 'auto')`,
  )
  return performance.now() - startedAt
}
