import { readConfig } from '../packages/server/src/config.ts'
import { readChanges } from '../packages/server/src/store/changes/changes.ts'
import { ask } from './ask.ts'
import { againstBare } from './bare.ts'
import { runStatements } from './database.ts'
import { atLeast, atMost, type Figure, ratesOf, type Suite } from './figure.ts'
import { requestText } from './load.ts'
import { pagePath, pageStatement, statementOf } from './page-queries.ts'
import { memoryMb } from './process-use.ts'
import { inTurns } from './rounds.ts'
import { createBatch, createEvents, pageOf, sessionOf } from './seed.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

const connections = 32
const pages = 1_000

export const readSuite: Suite = (options) =>
  onStage(options, async (stage) => {
    const broadcast = await newBroadcast(stage.service, 'Reads')
    const ids = await createEvents(broadcast, 1_000)
    await createBatch(
      broadcast,
      'broadcastPages',
      Array.from({ length: pages }, (_, index) => pageOf(index)),
    )
    return [
      await warmList(stage, broadcast),
      await warmEvent(stage, broadcast, ids[0] ?? ''),
      await unchangedList(stage, broadcast),
      await filteredPages(stage, broadcast, options.isQuick ? 100 : 600),
      await catchUp(stage, options.isQuick ? 1_000 : 10_000),
      atMost('memory of the service after the reads', await memoryMb(stage.service.pid()), 300, 'MB'),
    ]
  })

async function warmList(stage: Stage, { authorization }: BenchBroadcast): Promise<Figure> {
  const compared = await againstBare(stage, { path: '/v1/events', headers: authorization })
  return atLeast('GET /v1/events, 50 of 1,000, warm', compared.ratio, 0.75, 'of Fastify', ratesOf(compared))
}

async function warmEvent(stage: Stage, { authorization }: BenchBroadcast, id: string): Promise<Figure> {
  const compared = await againstBare(stage, { path: `/v1/events/${id}`, headers: authorization })
  return atLeast('GET one event, warm', compared.ratio, 0.65, 'of Fastify', ratesOf(compared))
}

async function unchangedList(stage: Stage, { authorization }: BenchBroadcast): Promise<Figure> {
  const { headers } = await ask(stage.service.port, 'GET', '/v1/events', authorization)
  const asked = { ...authorization, 'if-none-match': headers.etag ?? '' }
  const compared = await againstBare(stage, { path: '/v1/events', headers: asked })
  return atLeast('GET list with If-None-Match (304)', compared.ratio, 0.65, 'of Fastify', ratesOf(compared))
}

/** Uncached lists of pages, against the same statements with as many database connections. */
async function filteredPages(stage: Stage, broadcast: BenchBroadcast, perRound: number): Promise<Figure> {
  const { service, database, load, pace } = stage
  const pool = database.pool(readConfig({}).poolSize)
  // Both use the same queries in the same order.
  const [askedOfService, askedOfPg] = [endlessQueries(perRound), endlessQueries(perRound)]
  const viaService = () => {
    const paths = askedOfService().map((asked) => pagePath(broadcast.path, asked))
    const requests = paths.map((path) => requestText('GET', path, broadcast.authorization))
    return load.run({ port: service.port, connections, requests, status: 200 })
  }
  const viaPg = async () => {
    const queue = await Promise.all(askedOfPg().map((asked) => pageStatement(broadcast.broadcastId, asked)))
    return runStatements(pool, { atOnce: connections }, () => queue.shift())
  }

  const first = { pages, number: 0 }
  const { rows } = await pool.query<{ body: string }>(await pageStatement(broadcast.broadcastId, first))
  const { body } = await ask(service.port, 'GET', pagePath(broadcast.path, first), broadcast.authorization)
  const bodies = rows.slice(0, 50).map((row) => row.body)
  if (!body.toString().startsWith(`{"data":[${bodies.join(',')}],`)) throw new Error('the yardstick reads other pages')

  await viaService()
  await viaPg()
  const compared = await inTurns(pace.rounds, viaService, viaPg)
  return atLeast('broadcastPages, filters and sort, never the same', compared.ratio, 0.6, 'of pg', ratesOf(compared))
}

function endlessQueries(perRound: number) {
  let number = 1
  return () => Array.from({ length: perRound }, () => ({ pages, number: number++ }))
}

/** One client that reads the change log page by page, against the same pages through `pg` alone. */
async function catchUp({ service, database, load, pace }: Stage, total: number): Promise<Figure> {
  const broadcast = await newBroadcast(service, 'Changes')
  const since = (await broadcast.call('GET', `${broadcast.path}/changes?limit=1000`)).body.next
  await createBatch(
    broadcast,
    'broadcastSessions',
    Array.from({ length: total }, (_, index) => sessionOf(index)),
  )

  const limit = Math.min(1_000, total)
  const starts = Array.from({ length: total / limit }, (_, page) => since + page * limit)
  const requests = starts.map((from) =>
    requestText('GET', `${broadcast.path}/changes?since=${from}&limit=${limit}`, broadcast.authorization),
  )
  const pool = database.pool(1)
  const read = (from: number) => statementOf((db) => readChanges(db, broadcast.broadcastId, from, limit, []))
  const statements = await Promise.all(starts.map(read))
  for (const [page, from] of starts.entries()) {
    const statement = statements[page]
    const { rowCount } = statement ? await pool.query(statement) : { rowCount: 0 }
    const answer = await broadcast.call('GET', `${broadcast.path}/changes?since=${from}&limit=${limit}`)
    const expected = page === starts.length - 1 ? limit : limit + 1
    if (answer.body.data.length !== limit || rowCount !== expected) throw new Error('a page of changes is not full')
  }

  const viaService = () => load.run({ port: service.port, connections: 1, requests, status: 200 })
  const viaPg = () => {
    const queue = [...statements]
    return runStatements(pool, { atOnce: 1 }, () => queue.shift())
  }
  await viaService()
  await viaPg()
  const compared = await inTurns(pace.rounds, viaService, viaPg)
  const detail = `${Math.round((1_000 * requests.length) / compared.service)} ms against ${Math.round((1_000 * requests.length) / compared.yardstick)} ms`
  return atLeast(`catching up ${total.toLocaleString('en')} changes`, compared.ratio, 0.5, 'of pg', detail)
}
