import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A node's way to its database, on which things go wrong as a test wants. */
export interface DatabaseLine {
  url: string
  /** Ends all connections and takes no more: for everybody else the node has died. */
  lose(): void
  /** The same at the moment the node is about to say this, which nobody hears then. */
  loseBefore(text: string): void
  isLost(): boolean
  /** Takes connections again after a loss. */
  restore(): void
  /** Passes on the commit of the next transaction that says this, and ends the connection before the node gets the answer. */
  loseCommitOf(text: string): void
  /** Ends the connections on which the node hears news. */
  cutNews(): void
  /** Lets nothing pass any more on the connections on which the node hears news, without a word. */
  hangNews(): void
  /** Holds back what the node says to the others on connections that it uses for other things too, as when it has none to spare. */
  mute(): void
  /** Lets it go. */
  unmute(): void
  close(): Promise<void>
}

interface Pair {
  node: Socket
  database: Socket
  isNews: boolean
  /** Has said what is to be committed without an answer. */
  isDoomed: boolean
  /** Ends when the database has answered. */
  isLosingAnswer: boolean
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { username, pathname, hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  const number = searchParams.get('port') ?? port
  const target = folder ? { path: `${folder}/.s.PGSQL.${number}` } : { host: hostname, port: Number(number) }
  const pairs = new Set<Pair>()
  let isLost = false
  let fatal: string | undefined
  let doomed: string | undefined
  let held: (() => void)[] | undefined

  const lose = () => {
    isLost = true
    for (const pair of pairs) end(pair)
  }
  const end = (pair: Pair) => {
    pairs.delete(pair)
    pair.node.destroy()
    pair.database.destroy()
  }
  const pass = (pair: Pair, bytes: Buffer) => {
    if (bytes.includes('listen marquee')) pair.isNews = true
    if (fatal !== undefined && bytes.includes(fatal)) return lose()
    if (doomed !== undefined && bytes.includes(doomed)) {
      doomed = undefined
      pair.isDoomed = true
    }
    if (pair.isDoomed && bytes.includes('commit')) pair.isLosingAnswer = true
    if (!held || pair.isNews || !bytes.includes('"from":')) return pair.database.write(bytes)
    pair.node.pause()
    held.push(() => {
      pair.database.write(bytes)
      pair.node.resume()
    })
  }
  const server = createServer((node) => {
    if (isLost) return node.destroy()
    const pair = { node, database: connect(target), isNews: false, isDoomed: false, isLosingAnswer: false }
    pairs.add(pair)
    node.on('data', (bytes) => pass(pair, bytes))
    pair.database.on('data', (bytes) => (pair.isLosingAnswer ? end(pair) : node.write(bytes)))
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
