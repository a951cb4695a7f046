import { atMost, type Figure, type Suite, type SuiteOptions, told } from './figure.ts'
import { copyBroadcast, fillPages, fillSessions, sessionIds, settle } from './fill.ts'
import { requestText } from './load.ts'
import { pagePath } from './page-queries.ts'
import { memoryMb } from './process-use.ts'
import { type Comparison, inTurns, median } from './rounds.ts'
import { startOf } from './seed.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'
import { startTime } from './start.ts'

/** Two services, one with little content and one with much. They get the same requests alternately. */
export const growthSuite: Suite = (options) =>
  onStage({ isQuick: options.isQuick }, (small) => onStage(options, (large) => measure(options, small, large)))

interface Sizes {
  broadcasts: number
  perRound: number
  sessions: number
  /** The number of a page deep in the list. */
  page: number
}

async function measure({ isQuick }: SuiteOptions, small: Stage, large: Stage): Promise<Figure[]> {
  const sizes = isQuick
    ? { broadcasts: 10, perRound: 100, sessions: 5_000, page: 50 }
    : { broadcasts: 1_000, perRound: 500, sessions: 100_000, page: 1_000 }
  const [alone, among] = [await newBroadcast(small.service, 'Alone'), await newBroadcast(large.service, 'Among')]
  for (const [{ database }, broadcast] of [
    [small, alone],
    [large, among],
  ] as const) {
    await fillSessions(database, broadcast, sessionCount)
    await fillPages(database, broadcast, pageCount)
  }
  await copyBroadcast(large.database, among.broadcastId, sizes.broadcasts)
  const [few, many] = [await newBroadcast(small.service, 'Few'), await newBroadcast(large.service, 'Many')]
  await fillSessions(small.database, few, 1_000)
  await fillSessions(large.database, many, sizes.sessions)
  await settle(small.database)
  await settle(large.database)
  return [
    ...(await besideOthers(small, alone, large, among, sizes)),
    ...(await deepLists(small, few, large, many, sizes)),
    atMost('memory of the service after the growth', await memoryMb(large.service.pid()), 300, 'MB'),
    await startTime(large, isQuick ? 1 : 3),
  ]
}

const sessionCount = 600
const pageCount = 400
const connections = 32

/** Uncached reads of one broadcast, in an otherwise empty database and in one with a million other records. */
async function besideOthers(
  small: Stage,
  alone: BenchBroadcast,
  large: Stage,
  among: BenchBroadcast,
  { broadcasts, perRound }: Sizes,
): Promise<Figure[]> {
  const ids = sessionIds(sessionCount)
  const reads: { name: string; path(broadcast: BenchBroadcast, index: number): string }[] = [
    { name: 'list of events', path: (_, index) => `/v1/events?from=${laterBy(index)}` },
    { name: 'one event', path: (_, index) => `/v1/events/${ids[index % ids.length]}` },
    {
      name: 'pages, filters and sort',
      path: (broadcast, number) => pagePath(broadcast.path, { pages: pageCount, number }),
    },
  ]
  const figures: Figure[] = []
  for (const { name, path } of reads) {
    // Both get the same requests in the same order.
    const reader = (stage: Stage, broadcast: BenchBroadcast) => {
      let number = 0
      return async () => {
        await touch(broadcast, ids)
        const paths = Array.from({ length: perRound }, () => path(broadcast, number++))
        const requests = paths.map((one) => requestText('GET', one, broadcast.authorization))
        return stage.load.run({ port: stage.service.port, connections, requests, status: 200 })
      }
    }
    const [few, many] = [reader(small, alone), reader(large, among)]
    await few()
    await many()
    const compared = await inTurns(small.pace.rounds, few, many)
    const records = (broadcasts * 1_000).toLocaleString('en')
    figures.push(atMost(`${name} beside ${records} records`, compared.ratio, 1.2, 'times', timesOf(compared)))
  }
  return figures
}

/** A write, which invalidates the cache. */
async function touch(broadcast: BenchBroadcast, [id]: string[]): Promise<void> {
  const { status } = await broadcast.call('PUT', `/v1/events/${id}`, { description: `Touched at ${Date.now()}.` })
  if (status !== 200) throw new Error('an event could not be changed')
}

/** Start instants for lists: spread over the programme, and all different. */
const laterBy = (index: number) => new Date(Date.parse(startOf((index * 7) % 500)) + index).toISOString()

/** Pages of a long list against the first page of a short one, each read after a write, so that none is cached. */
async function deepLists(
  small: Stage,
  few: BenchBroadcast,
  large: Stage,
  many: BenchBroadcast,
  { sessions, page }: Sizes,
): Promise<Figure[]> {
  const ids = sessionIds(sessions)
  const before = (page - 1) * 50
  const byId = '/broadcastSessions?limit=50'
  const byStart = `${byId}&sort=${encodeURIComponent('{"time.start":"asc"}')}`
  const compare = async (firstPath: string, deepPath: string) => {
    const run = (stage: Stage, broadcast: BenchBroadcast, path: string) => () => timed(stage, broadcast, path)
    const [first, deep] = [run(small, few, firstPath), run(large, many, deepPath)]
    await first()
    await deep()
    return inTurns(small.pace.rounds, first, deep)
  }
  const deepById = `${byId}&startId=${ids.at(-before)}`
  const deepByStart = `${byStart}&startId=${ids[before - 1]}`
  const size = sessions.toLocaleString('en')
  // A large table is loaded when it is read for the second time.
  const loadedAt = performance.now() + 6 * large.pace.warmMs
  while (performance.now() < loadedAt) await timed(large, many, byId)
  const [first, deep] = [await compare(byId, byId), await compare(byId, deepById)]
  const [firstByStart, later] = [await compare(byStart, byStart), await compare(byStart, deepByStart)]
  return [
    atMost(`first page of ${size} sessions against 1,000`, first.ratio, 1.5, 'times', timesOf(first)),
    atMost(`page ${page} of ${size} sessions, by startId`, deep.ratio, 1.5, 'times', timesOf(deep)),
    told(`first page of ${size} sessions, by time.start`, firstByStart.ratio, 'times', timesOf(firstByStart)),
    told(`page ${page} of ${size} sessions, by time.start`, later.ratio, 'times', timesOf(later)),
  ]
}

/** The reads per second of one client, from the median latency; every other request is a write that is not counted. */
async function timed({ service, load }: Stage, broadcast: BenchBroadcast, path: string) {
  const [id] = sessionIds(2)
  const requests = Array.from({ length: 30 }, (_, index) => [
    requestText(
      'PUT',
      `/v1/events/${id}`,
      broadcast.authorization,
      JSON.stringify({ description: `Touched ${index} at ${Date.now()}.` }),
    ),
    requestText('GET', `${broadcast.path}${path}`, broadcast.authorization),
  ]).flat()
  const { latenciesMs } = await load.run({ port: service.port, connections: 1, requests, status: 200 })
  return { perSecond: 1_000 / median([...latenciesMs].filter((_, index) => index % 2 === 1)) }
}

const timesOf = ({ service, yardstick }: Comparison) =>
  `${(1_000 / yardstick).toFixed(2)} ms against ${(1_000 / service).toFixed(2)} ms`
