import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PushPayload } from '../../src/push/payload.ts'
import { decrypt, newSubscriber, readVapid, type Subscriber, subscriptionOf } from './push-crypto.ts'
import { until } from './until.ts'

/** A message received by a browser. */
export interface Pushed {
  /** The name of the browser. */
  browser: string
  headers: IncomingHttpHeaders
  payload: PushPayload
  vapid: ReturnType<typeof readVapid>
}

export type PushAnswer = number | { status: number; headers: Record<string, string> } | 'never'

/** A fake push service with subscribed browsers. It verifies every token and decrypts every message. */
export interface PushService {
  url: string
  pushed: Pushed[]
  /** A new browser, and its subscription. */
  subscribe(browser: string): ReturnType<typeof subscriptionOf>
  /** Sets the responses from now on; default: 201. Called before the message counts as pushed, which it does after a success response. */
  answer(how: (browser: string, tries: number) => PushAnswer | Promise<PushAnswer>): void
  /** The number of attempts for a browser. */
  tries(browser: string): number
  at(browser: string): Pushed[]
  until(isAsWanted: () => boolean, what: string, withinMs?: number): Promise<void>
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Subscriber>()
  const tried = new Map<string, number>()
  const pushed: Pushed[] = []
  let answer: (browser: string, tries: number) => PushAnswer | Promise<PushAnswer> = () => 201
  const faults: unknown[] = []
  const server = createServer(async (request, response) => {
    try {
      const browser = decodeURIComponent((request.url ?? '').slice('/push/'.length))
      const subscriber = browsers.get(browser)
      assert(subscriber && request.method === 'POST', `nobody is at ${request.url}`)
      const body = await buffer(request)
      assert.equal(request.headers['content-encoding'], 'aes128gcm')
      assert(body.length <= 4_096, 'push services take 4,096 bytes')
      const payload = JSON.parse(decrypt(body, subscriber).toString('utf8'))
      const one = { browser, headers: request.headers, payload, vapid: readVapid(request.headers.authorization) }
      assert.equal(one.vapid.aud, url)
      const tries = (tried.get(browser) ?? 0) + 1
      tried.set(browser, tries)
      const how = await answer(browser, tries)
      if (how === 'never') return
      const { status, headers } = typeof how === 'number' ? { status: how, headers: {} } : how
      if (status < 300) pushed.push(one)
      response.writeHead(status, headers).end()
    } catch (error) {
      faults.push(error)
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`

  return {
    url,
    pushed,
    subscribe(browser) {
      const subscriber = newSubscriber()
      browsers.set(browser, subscriber)
      return subscriptionOf(`${url}/push/${encodeURIComponent(browser)}`, subscriber)
    },
    answer(how) {
      answer = how
    },
    tries: (browser) => tried.get(browser) ?? 0,
    at: (browser) => pushed.filter((one) => one.browser === browser),
    until: (isAsWanted, what, withinMs = 10_000) =>
      until(
        () => {
          if (faults.length > 0) throw faults[0]
          return isAsWanted()
        },
        what,
        withinMs,
      ),
    async close() {
      assert.deepEqual(faults, [])
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
