import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { ask, type Reply } from './ask.ts'
import { requestText } from './load.ts'
import { processorMs } from './process-use.ts'
import { type Comparison, inTurns } from './rounds.ts'
import type { Stage } from './stage.ts'

/** The fixed response of a bare Fastify. */
export interface BareAnswer {
  path: string
  status: number
  headers: Record<string, string>
  body: Uint8Array
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
    body: answer.body,
  })
  try {
    const same = await ask(bare.port, 'GET', path, headers)
    if (!isDeepStrictEqual([same.status, same.body, sentToo(same)], [answer.status, answer.body, sentToo(answer)]))
      throw new Error('the yardstick sends another response')
    const requests = [requestText('GET', path, headers)]
    const { status, body } = answer
    const run = async (port: number, pid: number, durationMs: number) => {
      const before = await processorMs(pid)
      const outcome = await load.run({ port, connections, requests, durationMs, status, body })
      const spentMs = (await processorMs(pid)) - before
      return { ...outcome, processorUs: (1_000 * spentMs) / outcome.latenciesMs.length }
    }
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

/** The headers that describe the body; a response without a body has none. */
function sentToo({ headers, status }: Reply): Record<string, string> {
  if (status !== 200) return {}
  const told = Object.entries(headers).filter(([name]) => name === 'content-type' || name === 'content-encoding')
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
}

async function startBare(answer: BareAnswer) {
  const child = fork(fileURLToPath(new URL('bare-fastify.ts', import.meta.url)), { serialization: 'advanced' })
  child.send(answer)
  const [port]: number[] = await once(child, 'message')
  if (port === undefined || child.pid === undefined) throw new Error('the yardstick did not start')
  return { port, pid: child.pid, end: () => child.disconnect() }
}
