import { isDeepStrictEqual } from 'node:util'
import { readConfig } from '../packages/server/src/config.ts'
import { ask } from './ask.ts'
import { sentToo, startBare, withProcessorTime } from './bare.ts'
import { runStatements } from './database.ts'
import { atLeast, atMost, type Figure, ratesOf, type Suite, type SuiteOptions, told } from './figure.ts'
import { settle } from './fill.ts'
import { createMix, expectedIds, type ListQuery } from './list-mix.ts'
import { requestText } from './load.ts'
import { memoryMb } from './process-use.ts'
import { createProgramme, type Filled, type Programme } from './programme.ts'
import { comparisonOf, inRotation, type Rate } from './rounds.ts'
import { newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'
import { startTime } from './start.ts'
import { type Surface, surfaceB, surfaces } from './surfaces.ts'
import { createTypedTable, typedStatement } from './typed-table.ts'
import { eventsById, listsBetweenWrites } from './uncached-others.ts'

/** Reads that no cache of responses answers. */
export const uncachedSuite: Suite = (options) =>
  onStage(options, async (stage) => {
    const few = await filled(stage, 'Few', 1_000)
    const figures = await lists(stage, few, { goal: 0.15, warmUps: 1 }, options)
    figures.push(await eventsById(stage, few), await listsBetweenWrites(stage, few))
    const many = await filled(stage, 'Many', options.isQuick ? 5_000 : 100_000)
    figures.push(...(await lists(stage, many, { goal: 0.05, warmUps: 6 }, options)))
    figures.push(
      atMost('memory of the service after uncached reads', await memoryMb(stage.service.pid()), 300, 'MB'),
      await startTime(stage, options.isQuick ? 1 : 3),
    )
    return figures
  })

async function filled({ service, database }: Stage, name: string, count: number): Promise<Filled> {
  const broadcast = await newBroadcast(service, name)
  const programme = await createProgramme(broadcast, count)
  await createTypedTable(database, broadcast.broadcastId)
  await settle(database)
  return { broadcast, programme }
}

const connections = 32

/** A large table is loaded first, and then what lists show of a record is made once. */
interface Aim {
  goal: number
  warmUps: number
}

async function lists(stage: Stage, content: Filled, { goal, warmUps }: Aim, options: SuiteOptions): Promise<Figure[]> {
  const size = content.programme.sessions.length.toLocaleString('en')
  const figures: Figure[] = []
  for (const surface of surfaces) {
    const name = `lists of ${size}, no two alike, ${surface.name}`
    const outcome = await measured(stage, content, surface, warmUps).catch((error: Error) => error)
    if (outcome instanceof Error) {
      // Too slow for the time limits of the service is a missed goal, and no reason to lose the other figures.
      if (options.isQuick) throw outcome
      figures.push(atLeast(name, 0, goal, 'of Fastify', `failed: ${whyOf(outcome.message)}`))
      continue
    }
    const { bare, typed } = outcome
    figures.push(atLeast(name, bare.ratio, goal, 'of Fastify', ratesOf(bare)))
    if (typed) figures.push(told(`${name}, against a typed table`, typed.ratio, 'of pg', ratesOf(typed)))
  }
  return figures
}

/** The status of a refused answer, and the reason that the service gives. */
const whyOf = (message: string) =>
  [message.split('\r\n')[0], message.match(/"detail":"([^"]*)/)?.[1]].filter(Boolean).join(': ')

/** One surface against a bare Fastify, and Surface B, whose bodies are as stored, also against the typed table. */
async function measured({ service, database, load, pace }: Stage, content: Filled, surface: Surface, warmUps: number) {
  const { broadcast, programme } = content
  const headers = surface.headers(broadcast)
  const next = createMix(programme, 1)
  const samples: { query: ListQuery; path: string; body: Buffer }[] = []
  let described: Record<string, string> = {}
  for (let number = 0; number < sampleCount; number++) {
    const query = next()
    const path = surface.listPath(broadcast, programme, query)
    const reply = await ask(service.port, 'GET', path, headers)
    requireExpected(surface, programme, query, reply.body.toString())
    described = sentToo(reply)
    samples.push({ query, path, body: reply.body })
  }

  const unsent: string[] = []
  const asked = new Set(samples.map(({ path }) => path))
  const viaService = async (durationMs: number): Promise<Rate> => {
    while (unsent.length < mostPerRound) {
      const path = surface.listPath(broadcast, programme, next())
      if (asked.size === asked.add(path).size) throw new Error(`${path} is in the mix twice`)
      unsent.push(requestText('GET', path, headers))
    }
    const requests = unsent.slice(0, mostPerRound)
    const run = { port: service.port, connections, requests, durationMs, isUnrepeated: true, status: 200 }
    const outcome = await withProcessorTime(service.pid(), () => load.run(run), service.dataDir)
    unsent.splice(0, outcome.latenciesMs.length)
    return outcome
  }

  const [path = ''] = samples[0]?.path.split('?') ?? []
  const bare = await startBare({ path, status: 200, headers: described, bodies: samples.map(({ body }) => body) })
  const requests = samples.map((sample) => requestText('GET', sample.path, headers))
  const viaBare = (durationMs: number) =>
    withProcessorTime(bare.pid, () => load.run({ port: bare.port, connections, requests, durationMs, status: 200 }))

  const pool = database.pool(readConfig({}).poolSize)
  const nextTyped = createMix(programme, 1)
  const viaTyped = (durationMs: number) =>
    runStatements(pool, { atOnce: connections, durationMs }, () => typedStatement(programme, nextTyped()))
  try {
    const isAsStored = surface === surfaceB
    if (isAsStored) for (const { query, body } of samples) await requireSamePage(database, programme, query, body)
    for (let count = 0; count < warmUps; count++) await viaService(pace.warmMs)
    await viaBare(pace.warmMs)
    if (isAsStored) await viaTyped(pace.warmMs)
    const rates = await inRotation(pace.rounds, {
      service: () => viaService(pace.roundMs),
      bare: () => viaBare(pace.roundMs),
      typed: isAsStored ? () => viaTyped(pace.roundMs) : async () => ({ perSecond: Number.NaN }),
    })
    return {
      bare: comparisonOf(rates.service, rates.bare),
      typed: isAsStored ? comparisonOf(rates.service, rates.typed) : undefined,
    }
  } finally {
    bare.end()
  }
}

/** The bare Fastify sends the bodies of so many lists of the mix in turn. */
const sampleCount = 40
/** More than any surface answers in a round. */
const mostPerRound = 10_000

/** Stops the benchmark when a list is wrong: a wrong list can be fast. */
function requireExpected(surface: Surface, programme: Programme, query: ListQuery, body: string): void {
  const order = surface.sorts ? query.order : 'start'
  const expected = expectedIds(programme, { ...query, withDrafts: query.withDrafts && surface.showsDrafts, order })
  if (!isDeepStrictEqual(surface.read(body), expected))
    throw new Error(`${surface.name} has another list for ${JSON.stringify(query)}`)
}

async function requireSamePage(database: Stage['database'], programme: Programme, query: ListQuery, body: Buffer) {
  const { text, values } = typedStatement(programme, query)
  const rows = await database.query<{ total: number; body: string }>(text, values)
  const page = `{"data":[${rows.map((row) => row.body).join(',')}],"metadata":{"total":${rows[0]?.total},`
  if (!body.toString().startsWith(page)) throw new Error('the typed table has another page')
}
