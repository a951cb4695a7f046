import { randomBytes } from 'node:crypto'
import { newDatabase } from '../support/database.ts'
import { type DatabaseLine, openDatabaseLine } from '../support/database-line.ts'
import { apiWith, startService, type TestService } from '../support/service.ts'

/** One life of a node, from its start to its end. */
export interface Node {
  service: TestService
  line: DatabaseLine
  nobody: ReturnType<typeof apiWith>
}

/** Two nodes on one database, each behind its own proxy, which are restarted after every end. */
export interface TwoNodes {
  databaseUrl: string
  at(index: number): Node
  /** Advances the clocks of both. */
  tick(ms: number): void
  /** Stops a node in order, and starts it again. */
  restart(index: number): Promise<void>
  /** Starts a node again that could not send a goodbye. */
  bury(index: number): Promise<void>
  stop(): Promise<void>
}

export async function startTwoNodes(env: Record<string, string>): Promise<TwoNodes> {
  const database = await newDatabase()
  const secretKey = randomBytes(32).toString('base64')
  const buried: Promise<void>[] = []
  let aheadMs = 0

  const start = async (): Promise<Node> => {
    const line = await openDatabaseLine(database.url)
    const service = await startService(env, { url: line.url, secretKey })
    service.clock.advance(aheadMs)
    return { service, line, nobody: apiWith(service.url, {}) }
  }
  const end = async ({ service, line }: Node) => {
    await service.stop()
    await line.close()
  }
  const nodes: [Node, Node] = [await start(), await start()]
  const at = (index: number) => (index % 2 === 0 ? nodes[0] : nodes[1])

  return {
    databaseUrl: database.url,
    at,
    tick(ms) {
      aheadMs += ms
      for (const { service } of nodes) service.clock.advance(ms)
    },
    async restart(index) {
      await end(at(index))
      nodes[index % 2] = await start()
    },
    async bury(index) {
      const dead = at(index)
      dead.line.lose()
      buried.push(end(dead))
      nodes[index % 2] = await start()
    },
    async stop() {
      await Promise.all(nodes.map(end))
      await Promise.all(buried)
      await database.drop()
    },
  }
}
