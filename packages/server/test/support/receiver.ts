import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebhookEvent } from '@marquee/sdk'
import { until } from './until.ts'

/** A received request. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: WebhookEvent
  /** When it was complete, by `performance.now()`. */
  atMs: number
}

/** A response: a status, a whole reply, or none at all. */
export type Answer = number | { status: number; headers?: Record<string, string>; body?: string | Buffer } | 'never'

/** A fake webhook receiver: sends configured responses and records the requests. Every path of it can be a webhook. */
export interface Receiver {
  url: string
  received: Received[]
  /** The requests to one path. */
  at(path: string): Received[]
  /** Sets the responses from now on; default: 204. */
  answer(how: Answer | ((received: Received) => Answer | Promise<Answer>)): void
  until(isAsWanted: (received: Received[]) => boolean, what: string, withinMs?: number): Promise<void>
  /** Waits for the first `count` requests, and returns them. */
  first(count: number): Promise<Received[]>
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let answer: (received: Received) => Answer | Promise<Answer> = () => 204
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8')
    const one = {
      path: request.url ?? '/',
      headers: request.headers,
      body,
      event: JSON.parse(body),
      atMs: performance.now(),
    }
    received.push(one)
    give(await answer(one), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')

  const untilReceived: Receiver['until'] = (isAsWanted, what, withinMs = 10_000) =>
    until(() => isAsWanted(received), what, withinMs)
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer(how) {
      answer = typeof how === 'function' ? how : () => how
    },
    until: untilReceived,
    async first(count) {
      await untilReceived(() => received.length >= count, `delivery number ${count}`)
      return received.slice(0, count)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === 'never') return
  const { status, headers = {}, body = '' } = typeof answer === 'number' ? { status: answer } : answer
  response.writeHead(status, headers).end(body)
}
