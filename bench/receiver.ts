import { once } from 'node:events'
import { createServer } from 'node:http'

export interface Receiver {
  url: string
  /** When each event was first received, by its id. */
  firstAt: Map<string, number>
  /** The record of each event. */
  recordOf: Map<string, string>
  /** The ids that were delivered with different bodies. */
  differing: Set<string>
  count: number
  /** Whether a delivery is refused, and how; accepted when absent. Those that are refused are not counted. */
  refusal?: (eventId: string) => 'error' | 'hang-up' | undefined
  close(): void
}

/** Accepts deliveries at once and records their times. */
export async function newReceiver(): Promise<Receiver> {
  const bodies = new Map<string, string>()
  const receiver: Receiver = {
    url: '',
    firstAt: new Map(),
    recordOf: new Map(),
    differing: new Set(),
    count: 0,
    close: () => {},
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const body = Buffer.concat(chunks).toString()
      const refusal = receiver.refusal?.(id)
      if (refusal === 'hang-up') request.socket.destroy()
      else if (refusal === 'error') response.writeHead(500).end()
      if (refusal !== undefined) return
      const before = bodies.get(id)
      if (before === undefined) {
        receiver.firstAt.set(id, performance.now())
        receiver.recordOf.set(id, JSON.parse(body).data.id)
      } else if (before !== body) receiver.differing.add(id)
      bodies.set(id, body)
      receiver.count += 1
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  receiver.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return receiver
}
