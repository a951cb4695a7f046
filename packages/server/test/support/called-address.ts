import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { until } from './until.ts'

export interface Call {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A response: a status, a whole reply, or none at all. */
export type CallAnswer = number | { status: number; headers?: Record<string, string>; body?: unknown } | 'never'

/** A fake HTTP server that workflows call: sends configured responses and records the requests. */
export interface CalledAddress {
  url: string
  host: string
  calls: Call[]
  at(path: string): Call[]
  answer(how: (call: Call) => CallAnswer | Promise<CallAnswer>): void
  /** Waits until a path was called `count` times. */
  until(path: string, count?: number, withinMs?: number): Promise<Call[]>
  close(): Promise<void>
}

export async function startCalledAddress(): Promise<CalledAddress> {
  const calls: Call[] = []
  let answer: (call: Call) => CallAnswer | Promise<CallAnswer> = () => 200
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request
    const call = { method, path: url.split('?')[0] ?? '/', headers, body: await text(request) }
    calls.push(call)
    const told = await answer(call)
    if (told === 'never') return
    const reply = typeof told === 'number' ? { status: told, body: {} } : told
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {})
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const at = (path: string) => calls.filter((call) => call.path === path)
  return {
    url: `http://${host}`,
    host,
    calls,
    at,
    answer(how) {
      answer = how
    },
    async until(path, count = 1, withinMs = 10_000) {
      await until(() => at(path).length >= count, `call ${count} of ${path}`, withinMs)
      return at(path)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
