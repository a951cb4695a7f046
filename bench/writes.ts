import { startBare, withProcessorTime } from './bare.ts'
import { atLeast, atMost, type Figure, percentile, ratesOf, type Suite, told } from './figure.ts'
import { type Outcome, requestText } from './load.ts'
import { plainInserts } from './plain-inserts.ts'
import { plainWrites } from './plain-writes.ts'
import { memoryMb } from './process-use.ts'
import { comparisonOf, inRotation, inTurns, median, type Pace } from './rounds.ts'
import { createBatch, createEvents, eventOf, sessionOf } from './seed.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

const connections = 32

/** V8 compiles the path of a write for ten seconds and more, in a thread that takes a sixth of the processor time of the service meanwhile. */
const warmMsOf = ({ warmMs }: Pace) => 6 * warmMs
/** Writes differ more from second to second than reads: they depend on the disk and on both cores. */
const roundsOf = ({ rounds }: Pace) => Math.ceil(1.5 * rounds)

export const writeSuite: Suite = (options) =>
  onStage(options, async (stage) => [
    ...(await creates(stage, await newBroadcast(stage.service, 'Creates'))),
    ...(await changes(stage, await newBroadcast(stage.service, 'Changes'))),
    await oneByOne(stage, await newBroadcast(stage.service, 'Singles')),
    ...(await batches(stage, await newBroadcast(stage.service, 'Batches'))),
    atMost('memory of the service after the writes', await memoryMb(stage.service.pid()), 300, 'MB'),
  ])

/** Events over many connections, against the echo of a bare Fastify, and rows written by `pg` alone over as many. */
async function creates(stage: Stage, broadcast: BenchBroadcast): Promise<Figure[]> {
  const { service, database, load, pace } = stage
  const events = Array.from({ length: 500 }, (_, index) => eventOf(index))
  const withCategory = events.map((event) => JSON.stringify(event))
  const without = events.map(({ category: _, ...event }) => JSON.stringify(event))
  const echo = await startBare({ path: '/v1/events', status: 201, headers: {}, bodies: [], echoes: 'POST' })
  const post = ({ port, pid, dataDir }: Target, bodies: string[]) => {
    const requests = bodies.map((body) => requestText('POST', '/v1/events', broadcast.authorization, body))
    return (durationMs: number) =>
      withProcessorTime(pid, () => load.run({ port, connections, requests, durationMs, status: 201 }), dataDir)
  }
  const served = { port: service.port, pid: service.pid(), dataDir: service.dataDir }
  try {
    const [create, createIn] = [post(served, without), post(served, withCategory)]
    const spreads = [createSpread(), createSpread()] as const
    await create(warmMsOf(pace))
    const stored = await storedBodies(stage, broadcast)
    const runners = {
      create: (ms: number) => create(ms).then(spreads[0].add),
      createIn: (ms: number) => createIn(ms).then(spreads[1].add),
      echo: post(echo, withCategory),
      grouped: await plainInserts(database, stored, { connections, perCommit: 64 }),
      own: await plainWrites(database, broadcast.broadcastId, connections),
    }
    for (const run of Object.values(runners)) await run(pace.warmMs)
    for (const spread of spreads) spread.clear()
    const rates = await inRotation(roundsOf(pace), {
      create: () => runners.create(pace.roundMs),
      createIn: () => runners.createIn(pace.roundMs),
      echo: () => runners.echo(pace.roundMs),
      grouped: () => runners.grouped(pace.roundMs),
      own: () => runners.own(pace.roundMs),
    })
    const name = 'POST /v1/events, 32 connections'
    const plain = comparisonOf(rates.create, rates.echo)
    const categorized = comparisonOf(rates.createIn, rates.echo)
    const own = comparisonOf(rates.create, rates.own)
    const grouped = comparisonOf(rates.create, rates.grouped)
    return [
      atLeast(name, plain.ratio, 0.16, 'of the echo', ratesOf(plain)),
      spreads[0].figure('POST /v1/events, p99 against p50'),
      atLeast(`${name}, with a category`, categorized.ratio, 0.16, 'of the echo', ratesOf(categorized)),
      spreads[1].figure('the same with a category, p99 against p50'),
      atLeast(`${name}, against its rows by pg`, own.ratio, 0.8, 'of pg', ratesOf(own)),
      told(`${name}, against 64 rows a commit by pg`, grouped.ratio, 'of pg', ratesOf(grouped)),
    ]
  } finally {
    echo.end()
  }
}

/** A process that answers, and the folder of its database if it has one. */
interface Target {
  port: number
  pid: number
  dataDir?: string
}

/** The stored texts of some events, so that `pg` writes as many bytes. */
async function storedBodies({ database }: Stage, { broadcastId }: BenchBroadcast): Promise<string[]> {
  const rows = await database.query<{ body: string }>(
    "select body::text as body from records where broadcast_id = $1 and kind = 'broadcastSession' limit 100",
    [broadcastId],
  )
  return rows.map(({ body }) => body)
}

/** One field of one of many sessions, over many connections; no two in a row change the same. */
async function changes({ service, load, pace }: Stage, broadcast: BenchBroadcast): Promise<Figure[]> {
  const ids = await createEvents(broadcast, 1_000)
  const path = `${broadcast.path}/broadcastSessions`
  const echo = await startBare({ path: `${path}/:id`, status: 200, headers: {}, bodies: [], echoes: 'PATCH' })
  let number = 0
  const patch =
    ({ port, pid, dataDir }: Target) =>
    (durationMs: number) => {
      const requests = Array.from({ length: mostPerRound }, () => {
        const title = `Concert ${number} has moved`
        return requestText(
          'PATCH',
          `${path}/${ids[number++ % ids.length]}`,
          broadcast.authorization,
          JSON.stringify({ title }),
        )
      })
      const run = { port, connections, requests, durationMs, status: 200, isUnrepeated: true }
      return withProcessorTime(pid, () => load.run(run), dataDir)
    }
  try {
    const spread = createSpread()
    const [viaService, viaEcho] = [
      patch({ port: service.port, pid: service.pid(), dataDir: service.dataDir }),
      patch(echo),
    ]
    await viaService(warmMsOf(pace))
    await viaEcho(pace.warmMs)
    const compared = await inTurns(
      roundsOf(pace),
      () => viaService(pace.roundMs).then(spread.add),
      () => viaEcho(pace.roundMs),
    )
    return [
      atLeast('PATCH one field, 32 connections', compared.ratio, 0.16, 'of the echo', ratesOf(compared)),
      spread.figure('PATCH one field, p99 against p50'),
    ]
  } finally {
    echo.end()
  }
}

/** More than a bare Fastify answers in a round. */
const mostPerRound = 30_000

/** The latencies of the rounds of one load. */
function createSpread() {
  const rounds: { p50: number; p99: number }[] = []
  return {
    add<Measured extends Outcome>(outcome: Measured): Measured {
      rounds.push({ p50: percentile(outcome.latenciesMs, 0.5), p99: percentile(outcome.latenciesMs, 0.99) })
      return outcome
    },
    clear: () => rounds.splice(0),
    figure(name: string): Figure {
      const spread = median(rounds.map(({ p50, p99 }) => p99 / p50))
      const { p50, p99 } = rounds.find((round) => round.p99 / round.p50 === spread) ?? { p50: 0, p99: 0 }
      return atMost(name, spread, 3, 'times', `${p50.toFixed(1)} ms and ${p99.toFixed(1)} ms`)
    },
  }
}

/** One client without concurrency, against one row a commit by `pg` on one connection. */
async function oneByOne(stage: Stage, broadcast: BenchBroadcast): Promise<Figure> {
  const { service, database, load, pace } = stage
  const requests = Array.from({ length: 500 }, (_, index) =>
    requestText('POST', '/v1/events', broadcast.authorization, JSON.stringify(eventOf(index))),
  )
  const create = (durationMs: number) =>
    load.run({ port: service.port, connections: 1, requests, durationMs, status: 201 })
  await create(pace.warmMs)
  const insert = await plainInserts(database, await storedBodies(stage, broadcast), { connections: 1, perCommit: 1 })
  await insert(pace.warmMs)
  const compared = await inTurns(
    roundsOf(pace),
    () => create(pace.roundMs),
    () => insert(pace.roundMs),
  )
  return atLeast('POST /v1/events, one connection', compared.ratio, oneConnectionGoal, 'of pg', ratesOf(compared))
}

/** One and a half times the ratio when the goal was set. */
const oneConnectionGoal = 0.22

/** One importer on one connection: 500 events in a batch, against 500 sequential calls. */
async function batches({ service, load, pace }: Stage, broadcast: BenchBroadcast): Promise<Figure[]> {
  const size = 500
  const bodies = Array.from({ length: size }, (_, index) => sessionOf(index))
  const path = `${broadcast.path}/broadcastSessions`
  const one = bodies.map((each) => requestText('POST', path, broadcast.authorization, JSON.stringify(each)))
  const operations = bodies.map((each) => ({ op: 'create', body: each }))
  const all = requestText(
    'POST',
    `${path}/batch`,
    broadcast.authorization,
    JSON.stringify({ mode: 'atomic', operations }),
  )
  const batch = async () => {
    const { perSecond } = await load.run({ port: service.port, connections: 1, requests: [all], status: 200 })
    return { perSecond: perSecond * size }
  }
  const singly = (atOnce: number) => () =>
    load.run({ port: service.port, connections: atOnce, requests: one, status: 201 })

  await createBatch(broadcast, 'broadcastSessions', bodies)
  await singly(connections)()
  const compared = await inTurns(pace.rounds, batch, singly(1))
  const parallel = await inTurns(pace.rounds, batch, singly(connections))
  return [
    atLeast('batch create of 500 against 500 single creates', compared.ratio, 8, 'times', ratesOf(compared)),
    told('the same against singles over 32 connections', parallel.ratio, 'times', ratesOf(parallel)),
  ]
}
