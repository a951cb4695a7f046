import { randomUUID } from 'node:crypto'
import type { BenchBroadcast } from '../../bench/service.ts'
import { askAs, pause } from '../answer.ts'
import type { Balanced } from './balanced.ts'

export interface Clients {
  /** Titles of the acknowledged records. */
  written: string[]
  /** Reads that did not contain the write that they named. */
  stale: string[]
  /** How long after the answer to a write a node was last asked that did not show it, in milliseconds. */
  freshMs: number[]
  requests(): number
  end(): Promise<void>
}

/** Clients that write through any node and read through the others. */
export function startClients(broadcast: BenchBroadcast, urls: string[], balanced: Balanced, count: number): Clients {
  const path = `${broadcast.path}/broadcastSessions`
  const [written, stale, freshMs]: [string[], string[], number[]] = [[], [], []]
  let isOver = false
  let requests = 0

  const work = async (client: number) => {
    for (let turn = 0; !isOver; turn++) {
      const title = `Client ${client}, turn ${turn}`
      const headers = { 'idempotency-key': randomUUID() }
      const write = await balanced.ask('POST', path, { body: { title }, headers })
      requests += 2
      if (write.status !== 201) continue
      written.push(title)
      const address = `${path}/${write.body._id}`
      const headersOfRead = { 'marquee-min-sequence': write.headers.get('marquee-sequence') ?? '' }
      const read = await balanced.ask('GET', address, { headers: headersOfRead })
      if (read.status === 200 && read.body.title !== title) stale.push(`${title}: ${read.body.title}`)
      if (turn % 5 === 0) await measure(address, title)
      await pause(60)
    }
  }
  /** Changes a record through one node and asks each node until it has the change. */
  const measure = async (address: string, title: string) => {
    const changed = `${title} changed`
    // Every node has it in its caches.
    await Promise.all(urls.map((url) => askAs(broadcast, url, 'GET', address, { limitMs: 1_000 })))
    const write = await balanced.ask('PATCH', address, { body: { title: changed } })
    if (write.status !== 200) return
    const answeredAt = performance.now()
    written[written.indexOf(title)] = changed
    await Promise.all(
      urls.map(async (url) => {
        let staleMs = 0
        for (;;) {
          const sentAt = performance.now()
          const read = await askAs(broadcast, url, 'GET', address, { limitMs: 5_000 })
          requests += 1
          // A node that is stopped, starting or frozen does not answer, and so not wrongly.
          if (read.status !== 200) return
          if (read.body.title === changed) return void freshMs.push(staleMs)
          // It was asked so long after the answer to the write, and did not have it yet.
          staleMs = sentAt - answeredAt
          if (staleMs > 5_000) return void stale.push(`${changed} after 5 s`)
          await pause(10)
        }
      }),
    )
  }
  const working = Promise.all(Array.from({ length: count }, (_, client) => work(client)))
  working.catch(() => {
    isOver = true
  })
  return {
    written,
    stale,
    freshMs,
    requests: () => requests,
    async end() {
      isOver = true
      await working
    },
  }
}
