import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { ask, type Reply } from './ask.ts'
import { type Outcome, requestText } from './load.ts'
import { databaseMs, processorMs } from './process-use.ts'
import { type Comparison, inTurns, type Rate } from './rounds.ts'
import type { Stage } from './stage.ts'

/** The one route of a bare Fastify, which sends prepared bodies in turn, or the parsed body of the request. */
export interface BareRoute {
  path: string
  status: number
  headers: Record<string, string>
  bodies: Uint8Array[]
  echoes?: 'POST' | 'PATCH'
}

/**
 * Requests per second of the service against those of a bare Fastify that sends the same bytes: the same request over the
 * same number of connections, alternately. Both are warmed up first, and their responses are compared byte for byte.
 */
export async function againstBare(
  { service, load, pace }: Stage,
  asked: { path: string; headers: Record<string, string> },
  connections = 32,
): Promise<Comparison> {
  const { path, headers } = asked
  const answer = await ask(service.port, 'GET', path, headers)
  const bare = await startBare({
    path: path.split('?')[0] ?? path,
    status: answer.status,
    headers: sentToo(answer),
    bodies: [answer.body],
  })
  try {
    const same = await ask(bare.port, 'GET', path, headers)
    if (!isDeepStrictEqual([same.status, same.body, sentToo(same)], [answer.status, answer.body, sentToo(answer)]))
      throw new Error('the yardstick sends another response')
    const requests = [requestText('GET', path, headers)]
    const { status, body } = answer
    const run = (port: number, pid: number, durationMs: number) =>
      withProcessorTime(pid, () => load.run({ port, connections, requests, durationMs, status, body }))
    await run(service.port, service.pid(), pace.warmMs)
    await run(bare.port, bare.pid, pace.warmMs)
    return await inTurns(
      pace.rounds,
      () => run(service.port, service.pid(), pace.roundMs),
      () => run(bare.port, bare.pid, pace.roundMs),
    )
  } finally {
    bare.end()
  }
}

/** Runs a load, and adds the processor time of a response in the process that answers, and in PostgreSQL if its folder is given. */
export async function withProcessorTime(
  pid: number,
  run: () => Promise<Outcome>,
  dataDir?: string,
): Promise<Outcome & Rate> {
  const spent = async () => [await processorMs(pid), dataDir === undefined ? Number.NaN : await databaseMs(dataDir)]
  const [before = 0, databaseBefore = 0] = await spent()
  const outcome = await run()
  const [after = 0, databaseAfter = 0] = await spent()
  const perAnswerUs = (ms: number) => (1_000 * ms) / outcome.latenciesMs.length
  return {
    ...outcome,
    processorUs: perAnswerUs(after - before),
    ...(dataDir !== undefined && { databaseUs: perAnswerUs(databaseAfter - databaseBefore) }),
  }
}

/** The headers that describe the body; a response without a body has none. */
export function sentToo({ headers, status }: Reply): Record<string, string> {
  if (status !== 200) return {}
  const told = Object.entries(headers).filter(([name]) => name === 'content-type' || name === 'content-encoding')
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
}

export async function startBare(route: BareRoute) {
  const child = fork(fileURLToPath(new URL('bare-fastify.ts', import.meta.url)), { serialization: 'advanced' })
  child.send(route)
  const [port]: number[] = await once(child, 'message')
  if (port === undefined || child.pid === undefined) throw new Error('the yardstick did not start')
  return { port, pid: child.pid, end: () => child.disconnect() }
}
