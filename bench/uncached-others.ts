import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'
import { sentToo, startBare, withProcessorTime } from './bare.ts'
import { atLeast, type Figure, ratesOf } from './figure.ts'
import { createMix } from './list-mix.ts'
import { requestText } from './load.ts'
import type { Filled } from './programme.ts'
import { inTurns, type Rate } from './rounds.ts'
import type { Stage } from './stage.ts'
import { surfaces } from './surfaces.ts'

const connections = 32

/** Each event once, then a write that empties the caches, and so on; against a bare Fastify that sends one of them. */
export async function eventsById({ service, load, pace }: Stage, content: Filled): Promise<Figure> {
  const { broadcast, programme } = content
  const headers = broadcast.authorization
  const paths = programme.sessions.map(({ id }) => `/v1/events/${id}`)
  const requests = paths.map((path) => requestText('GET', path, headers))
  const viaService = async (durationMs: number): Promise<Rate> => {
    const passes: Rate[] = []
    let [count, seconds] = [0, 0]
    while (seconds * 1_000 < durationMs) {
      await touch(content)
      const run = () => load.run({ port: service.port, connections, requests, status: 200 })
      const pass = await withProcessorTime(service.pid(), run, service.dataDir)
      passes.push(pass)
      count += requests.length
      seconds += requests.length / pass.perSecond
    }
    const mean = (name: 'busy' | 'processorUs' | 'databaseUs') =>
      passes.reduce((sum, pass) => sum + (pass[name] ?? 0), 0) / passes.length
    return {
      perSecond: count / seconds,
      busy: mean('busy'),
      processorUs: mean('processorUs'),
      databaseUs: mean('databaseUs'),
    }
  }

  const reply = await ask(service.port, 'GET', paths[0] ?? '', headers)
  const route = { path: '/v1/events/:id', status: 200, headers: sentToo(reply), bodies: [reply.body] }
  const bare = await startBare(route)
  const viaBare = (durationMs: number) =>
    withProcessorTime(bare.pid, () => load.run({ port: bare.port, connections, requests, durationMs, status: 200 }))
  try {
    await viaService(pace.warmMs)
    await viaBare(pace.warmMs)
    const compared = await inTurns(
      pace.rounds,
      () => viaService(pace.roundMs),
      () => viaBare(pace.roundMs),
    )
    return atLeast('one event by id, uncached', compared.ratio, 0.2, 'of Fastify', ratesOf(compared))
  } finally {
    bare.end()
  }
}

/** The same 200 lists of all three surfaces again and again: with a write every second, against none. */
export async function listsBetweenWrites({ service, load, pace }: Stage, content: Filled): Promise<Figure> {
  const { broadcast, programme } = content
  const next = createMix(programme, 2)
  const requests = Array.from({ length: 200 }, (_, number) => {
    const surface = surfaces[number % surfaces.length]
    if (!surface) throw new Error('there is no surface')
    return requestText('GET', surface.listPath(broadcast, programme, next()), surface.headers(broadcast))
  })
  const everyMs = pace.roundMs
  const run = (durationMs?: number) =>
    load.run({ port: service.port, connections, requests, status: 200, ...(durationMs && { durationMs }) })
  const cached = async () => {
    // Once without counting, so that all are cached.
    await run()
    return run(roundsOfWrites * everyMs)
  }
  const written = async () => {
    const ended = new AbortController()
    const writes = writeEvery(everyMs, content, ended.signal)
    const outcome = await run(roundsOfWrites * everyMs)
    ended.abort()
    await writes
    return outcome
  }
  await cached()
  await written()
  const compared = await inTurns(pace.rounds, written, cached)
  return atLeast('200 lists, one write a second', compared.ratio, 0.4, 'of cached', ratesOf(compared))
}

const roundsOfWrites = 3

/** Writes at once and then at a fixed pace, also when a write takes long. */
async function writeEvery(ms: number, content: Filled, signal: AbortSignal): Promise<void> {
  for (let dueMs = performance.now(); !signal.aborted; dueMs += ms) {
    await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => {})
    if (!signal.aborted) await touch(content)
  }
}

let touches = 0

/** A write, which empties the caches of the broadcast: another session each time, in many of the lists. */
async function touch({ broadcast, programme: { sessions } }: Filled): Promise<void> {
  touches += 1
  const { id } = sessions[touches % sessions.length] ?? { id: '' }
  const { status } = await broadcast.call('PUT', `/v1/events/${id}`, { description: `Changed ${touches} times.` })
  if (status !== 200) throw new Error('an event could not be changed')
}
