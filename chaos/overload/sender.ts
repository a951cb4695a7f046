import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Requests over many connections, in a thread of its own. */
export interface Sending {
  port: number
  connections: number
  /** The raw requests, sent in order and again from the first. */
  requests: string[]
  durationMs: number
  /** Requests per second, whether answers come or not; without it each connection sends its next one after an answer. */
  perSecond?: number
}

export interface Sent {
  sent: number
  seconds: number
  /** How often each status was received; 0: the connection failed. */
  statuses: Record<number, number>
  /** Latencies of good answers and of refusals. */
  goodMs: Float64Array
  refusedMs: Float64Array
  /** The share of its time that the thread worked. */
  busy: number
}

export async function sendAll(sending: Sending): Promise<Sent> {
  const worker = new Worker(new URL('sender-worker.ts', import.meta.url), { workerData: sending })
  try {
    const [reply] = await once(worker, 'message')
    return reply as Sent
  } finally {
    await worker.terminate()
  }
}
