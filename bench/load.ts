import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Requests over keep-alive connections. Each connection sends its next request when the last response is complete. */
export interface Load {
  port: number
  connections: number
  /** The raw requests, sent in order. */
  requests: string[]
  /** How long to repeat the requests; without it each is sent once. */
  durationMs?: number
  /** With a duration: ends when each request was sent once, instead of repeating them. */
  isUnrepeated?: boolean
  /** The required status of every response. */
  status: number
  /** The expected body: every response must have its length, and the first of each connection its bytes. */
  body?: Uint8Array
}

export interface Outcome {
  perSecond: number
  /** From sending a request to the end of its response, in the order of the responses. */
  latenciesMs: Float64Array
  /** The utilization of the generator. Near 1, the generator was the bottleneck. */
  busy: number
}

export interface LoadGenerator {
  run(load: Load): Promise<Outcome>
  close(): Promise<void>
}

/** A generator in its own thread. It runs one load at a time; any unexpected response fails the load. */
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

/** A raw request. The body, if any, is JSON text. */
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
