import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Requests over connections that stay open. Each connection sends its next request when the answer to the last is complete. */
export interface Load {
  port: number
  connections: number
  /** As they go over the wire, taken in turn. */
  requests: string[]
  /** How long to go on, from the first request again after the last; without it each is sent once. */
  durationMs?: number
  /** Every answer must have it. */
  status: number
  /** Every answer must be as long, and the first of each connection must be these bytes. */
  body?: Uint8Array
}

export interface Outcome {
  perSecond: number
  /** From sending a request to the end of its answer, in the order of the answers. */
  latenciesMs: Float64Array
  /** How much of the time the generator itself was at work. Near 1 it is the generator that was measured. */
  busy: number
}

export interface LoadGenerator {
  run(load: Load): Promise<Outcome>
  close(): Promise<void>
}

/** A generator on a thread of its own. It runs one load at a time; any answer that is not as it must be fails the load. */
export function startLoadGenerator(): LoadGenerator {
  const worker = new Worker(new URL('load-worker.ts', import.meta.url))
  return {
    async run(load) {
      worker.postMessage(load)
      const reply: Outcome | { failure: string } = (await once(worker, 'message'))[0]
      if ('failure' in reply) throw new Error(reply.failure)
      return reply
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** A request as it goes over the wire. The body, if any, is JSON text. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: string | undefined = undefined,
): string {
  const all = {
    host: 'localhost',
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}
