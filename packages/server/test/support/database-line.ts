import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { elapse } from './until.ts'

/** A proxy between a node and its database that injects faults. */
export interface DatabaseLine {
  url: string
  /** Closes all connections and accepts no new ones: to other nodes this node has died. */
  lose(): void
  /** The same just before the node sends this text, which is then not delivered. */
  loseBefore(text: string): void
  isLost(): boolean
  /** Accepts connections again after a loss. */
  restore(): void
  /** Forwards the commit of the next transaction that contains this text, and closes the connection before the node gets the reply. */
  loseCommitOf(text: string): void
  /** Closes the connections on which the node listens for notifications. */
  cutNews(): void
  /** Silently drops all traffic on the connections on which the node listens for notifications. */
  hangNews(): void
  /** Accepts connections and drops all traffic, as a hung server or network does; `thaw` delivers it. */
  freeze(): void
  thaw(): void
  /** Silently drops all traffic on the connections that are open now; new ones work. */
  halfOpen(): void
  /** Delays everything that arrives on the connections on which the node listens for notifications. */
  delayNews(ms: number): void
  /** Delivers what arrives from the database in pieces, with so many milliseconds before each, as a slow network does. */
  throttle(ms: number): void
  /** Delays the notifications that the node sends on shared connections, as when it has no connection to spare. */
  mute(): void
  /** Delivers the delayed notifications. */
  unmute(): void
  close(): Promise<void>
}

interface Pair {
  node: Socket
  database: Socket
  isNews: boolean
  /** Whether a transaction of several statements is open; outside of one, each statement is its own commit. */
  isOpen: boolean
  /** Its transaction contains the text whose commit is to get no reply. */
  isDoomed: boolean
  /** The connection is closed when the database has replied. */
  isLosingAnswer: boolean
  /** Bytes on their way to the node, which later ones must not overtake. */
  arriving: Promise<void> | undefined
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { username, pathname, hostname, port, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  const number = searchParams.get('port') ?? port
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: Number(number) }
  const pairs = new Set<Pair>()
  /** Those that stay half open, whatever happens to the others. */
  const halfOpen = new Set<Pair>()
  let isLost = false
  let fatal: string | undefined
  let doomed: string | undefined
  let held: (() => void)[] | undefined
  let newsDelayMs = 0
  let throttledMs = 0
  let isFrozen = false

  const lose = () => {
    isLost = true
    for (const pair of [...pairs, ...halfOpen]) end(pair)
  }
  const end = (pair: Pair) => {
    pairs.delete(pair)
    halfOpen.delete(pair)
    pair.node.destroy()
    pair.database.destroy()
  }
  const pass = (pair: Pair, bytes: Buffer) => {
    if (bytes.includes('listen marquee')) pair.isNews = true
    if (bytes.includes('begin\0')) pair.isOpen = true
    if (fatal !== undefined && bytes.includes(fatal)) return lose()
    if (doomed !== undefined && bytes.includes(doomed)) {
      doomed = undefined
      pair.isDoomed = true
    }
    if (pair.isDoomed && (!pair.isOpen || bytes.includes('commit\0'))) pair.isLosingAnswer = true
    if (bytes.includes('commit\0') || bytes.includes('rollback\0')) pair.isOpen = false
    if (!held || pair.isNews || !bytes.includes('"from":')) return pair.database.write(bytes)
    pair.node.pause()
    held.push(() => {
      pair.database.write(bytes)
      pair.node.resume()
    })
  }
  const server = createServer((node) => {
    if (isLost) return node.destroy()
    const pair = {
      node,
      database: connect(target),
      isNews: false,
      isOpen: false,
      isDoomed: false,
      isLosingAnswer: false,
      arriving: undefined,
    }
    pairs.add(pair)
    if (isFrozen) for (const socket of [node, pair.database]) socket.pause()
    node.on('data', (bytes) => pass(pair, bytes))
    pair.database.on('data', (bytes) => {
      if (pair.isLosingAnswer) end(pair)
      else if (throttledMs > 0 || pair.arriving) deliver(pair, bytes, throttledMs)
      else if (pair.isNews && newsDelayMs > 0) elapse(newsDelayMs).then(() => node.write(bytes))
      else node.write(bytes)
    })
    for (const socket of [node, pair.database]) socket.on('error', () => end(pair)).on('close', () => end(pair))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const news = () => [...pairs].filter(({ isNews }) => isNews)

  return {
    url: `postgres://${username}@127.0.0.1:${address.port}${pathname}`,
    lose,
    loseBefore(text) {
      fatal = text
    },
    isLost: () => isLost,
    restore() {
      isLost = false
      fatal = undefined
    },
    loseCommitOf(text) {
      doomed = text
    },
    cutNews: () => news().forEach(end),
    hangNews() {
      for (const { node, database } of news()) for (const socket of [node, database]) socket.pause()
    },
    throttle(ms) {
      throttledMs = ms
    },
    freeze() {
      isFrozen = true
      for (const { node, database } of pairs) for (const socket of [node, database]) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const { node, database } of pairs) for (const socket of [node, database]) socket.resume()
    },
    halfOpen() {
      for (const pair of pairs) {
        for (const socket of [pair.node, pair.database]) socket.pause()
        pairs.delete(pair)
        halfOpen.add(pair)
      }
    },
    delayNews(ms) {
      newsDelayMs = ms
    },
    mute() {
      held = []
    },
    unmute() {
      for (const letGo of held ?? []) letGo()
      held = undefined
    },
    async close() {
      lose()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Delivers bytes in pieces, after those that arrived before. */
function deliver(pair: Pair, bytes: Buffer, waitMs: number): void {
  const arriving = (pair.arriving ?? Promise.resolve()).then(async () => {
    const length = Math.ceil(bytes.length / pieces)
    for (let at = 0; at < bytes.length; at += length) {
      if (waitMs > 0) await elapse(waitMs)
      pair.node.write(bytes.subarray(at, at + length))
    }
    if (pair.arriving === arriving) pair.arriving = undefined
  })
  pair.arriving = arriving
}

const pieces = 4
