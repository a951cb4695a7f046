import { atLeast, atMost, type Figure, percentile, ratesOf, type Suite, told } from './figure.ts'
import { requestText } from './load.ts'
import { plainWrites } from './plain-writes.ts'
import { memoryMb } from './process-use.ts'
import { inTurns, median } from './rounds.ts'
import { createBatch, eventOf, sessionOf } from './seed.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

const connections = 32

export const writeSuite: Suite = (options) =>
  onStage(options, async (stage) => [
    ...(await creates(stage, await newBroadcast(stage.service, 'Creates'))),
    ...(await batches(stage, await newBroadcast(stage.service, 'Batches'))),
    atMost('memory of the service after the writes', await memoryMb(stage.service.pid()), 300, 'MB'),
  ])

/** Events over many connections, against the same rows written by `pg` alone over as many. */
async function creates({ service, database, load, pace }: Stage, broadcast: BenchBroadcast): Promise<Figure[]> {
  const { category: _, ...plain } = eventOf(0)
  const requests = [requestText('POST', '/v1/events', broadcast.authorization, JSON.stringify(plain))]
  const categorized = [requestText('POST', '/v1/events', broadcast.authorization, JSON.stringify(eventOf(0)))]
  const spreads: number[] = []
  const details: string[] = []
  const create = (bodies: string[], durationMs: number) =>
    load.run({ port: service.port, connections, requests: bodies, durationMs, status: 201 })
  const measured = async () => {
    const outcome = await create(requests, pace.roundMs)
    const [p50, p99] = [percentile(outcome.latenciesMs, 0.5), percentile(outcome.latenciesMs, 0.99)]
    spreads.push(p99 / p50)
    details.push(`${p50.toFixed(1)} ms and ${p99.toFixed(1)} ms`)
    return outcome
  }

  await create(requests, pace.warmMs)
  const write = await plainWrites(database, broadcast.broadcastId, connections)
  await write(pace.warmMs)
  const compared = await inTurns(pace.rounds, measured, () => write(pace.roundMs))
  await create(categorized, pace.warmMs)
  const withCategory = await inTurns(
    Math.ceil(pace.rounds / 2),
    () => create(categorized, pace.roundMs),
    () => write(pace.roundMs),
  )
  const spread = median(spreads)
  return [
    atLeast('POST /v1/events, 32 connections', compared.ratio, 0.8, 'of pg', ratesOf(compared)),
    atMost('POST /v1/events, p99 against p50', spread, 3, 'times', details[spreads.indexOf(spread)]),
    told('POST /v1/events with a category', withCategory.ratio, 'of pg', ratesOf(withCategory)),
  ]
}

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
