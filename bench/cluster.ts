import { atMost, type Figure, type Suite, told } from './figure.ts'
import { createMix } from './list-mix.ts'
import { type LoadGenerator, requestText, startLoadGenerator } from './load.ts'
import { askNode, type ClusterNode, openOwnCluster } from './own-cluster.ts'
import { serverMs } from './process-use.ts'
import { createProgramme, type Filled } from './programme.ts'
import { median } from './rounds.ts'
import { sessionOf } from './seed.ts'
import { type BenchService, newBroadcasts, newService } from './service.ts'
import { surfaceB } from './surfaces.ts'

/**
 * The processor time of the databases for a request whose content is on a cluster, against a database that is not divided, on the
 * server of a worker, so that its autovacuum does not count as work of the coordinator.
 */
export const clusterSuite: Suite = async ({ isQuick }) => {
  const cluster = await openOwnCluster()
  const nodes = [cluster.coordinator, ...cluster.workers]
  const servers = [...nodes.map(({ folder }) => folder), cluster.accounts.folder]
  const [home = cluster.coordinator] = cluster.workers
  await askNode(home.url, `drop database if exists ${plain} with (force)`)
  await askNode(home.url, `create database ${plain}`)
  const plainUrl = Object.assign(new URL(home.url), { pathname: `/${plain}` }).href
  const load = startLoadGenerator()
  const services: BenchService[] = []
  try {
    const open = async (name: string, env: Record<string, string>) => {
      const service = await newService({ env })
      services.push(service)
      await service.start()
      return prepare(service, name, isQuick)
    }
    const alone = await open('Alone', { ...cluster.accounts.env(plainUrl), ...forgetful })
    const divided = await open('Divided', { ...cluster.env, ...forgetful })
    const rounds = isQuick ? 1 : 5
    const figures: Figure[] = []
    for (const [kind, limit] of [
      ['create', 2.2],
      ['list', 3],
      ['one', 3],
    ] as const) {
      const [aloneUs, dividedUs]: [number[], number[][]] = [[], []]
      for (let round = -1; round < rounds; round++) {
        const one = await spentOn([home.folder], load, alone, kind)
        const all = await spentOn(servers, load, divided, kind)
        // The first round warms up.
        if (round < 0) continue
        aloneUs.push(sumOf(one))
        dividedUs.push(all)
      }
      const sums = dividedUs.map(sumOf)
      const ratio = median(sums.map((sum, round) => sum / (aloneUs[round] ?? Number.NaN)))
      const shareOfCoordinator = median(dividedUs.map(([coordinator = 0], round) => coordinator / (sums[round] ?? 0)))
      const detail = `${Math.round(median(sums))} µs against ${Math.round(median(aloneUs))} µs`
      figures.push(
        atMost(`${words[kind]}: processor time of the databases`, ratio, limit, 'of one PostgreSQL', detail),
        atMost(`${words[kind]}: share of the coordinator`, shareOfCoordinator * 100, 5, '%'),
      )
    }
    const shipped = await open('Shipped', cluster.env)
    for (const kind of ['list', 'one'] as const) {
      await shipped.run(load, kind)
      const before = await countTransactions(nodes)
      const count = await shipped.run(load, kind)
      const transactions = ((await countTransactions(nodes)) - before) / count
      figures.push(told(`${words[kind]}: transactions when the service may remember`, transactions, 'each'))
    }
    return figures
  } finally {
    await load.close()
    for (const service of services) await service.remove()
    await askNode(home.url, `drop database if exists ${plain} with (force)`)
    await cluster.close()
  }
}

const plain = 'marquee_bench_plain'

/** Every read reaches the database. */
const forgetful = { MARQUEE_CACHE_MB: '0' }

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

type Kind = 'create' | 'list' | 'one'

const words: Record<Kind, string> = {
  create: 'POST a session, 32 connections',
  list: 'lists, no two alike',
  one: 'one by id',
}

/** The processor time of each server for one request, in microseconds. */
async function spentOn(servers: string[], load: LoadGenerator, work: Work, kind: Kind): Promise<number[]> {
  const spent = () => Promise.all(servers.map(serverMs))
  const before = await spent()
  const count = await work.run(load, kind)
  return (await spent()).map((ms, index) => ((ms - (before[index] ?? 0)) * 1_000) / count)
}

interface Work {
  /** Sends requests of a kind, and returns how many. */
  run(load: LoadGenerator, kind: Kind): Promise<number>
}

/** Some broadcasts with a programme each, which are on different workers. */
async function prepare(service: BenchService, name: string, isQuick: boolean): Promise<Work> {
  const broadcasts = await newBroadcasts(service, name, 8)
  const filled: (Filled & { nextList: ReturnType<typeof createMix> })[] = []
  for (const broadcast of broadcasts) {
    const programme = await createProgramme(broadcast, 1_000)
    filled.push({ broadcast, programme, nextList: createMix(programme, 1) })
  }
  let number = 0
  const requestOf = (kind: Kind) => {
    const { broadcast, programme, nextList } = filled[number++ % filled.length] as (typeof filled)[number]
    const headers = surfaceB.headers(broadcast)
    const path = `${broadcast.path}/broadcastSessions`
    if (kind === 'create') return requestText('POST', path, headers, JSON.stringify(sessionOf(number)))
    if (kind === 'list') return requestText('GET', surfaceB.listPath(broadcast, programme, nextList()), headers)
    return requestText('GET', `${path}/${programme.sessions[number % programme.sessions.length]?.id}`, headers)
  }
  return {
    async run(load, kind) {
      const requests = Array.from({ length: isQuick ? 100 : 2_000 }, () => requestOf(kind))
      await load.run({ port: service.port, connections: 32, requests, status: kind === 'create' ? 201 : 200 })
      return requests.length
    },
  }
}

/** How many transactions the nodes have ended. They count with a delay. */
async function countTransactions(nodes: ClusterNode[]): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const text = 'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()'
  const counts = await Promise.all(nodes.map(({ url }) => askNode<{ count: string }>(url, text)))
  return counts.reduce((sum, [row]) => sum + Number(row?.count), 0)
}
