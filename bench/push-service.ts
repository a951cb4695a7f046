import { type ChildProcess, fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A message as the push service received it. */
export interface PushedMessage {
  browser: string
  topic: string
  atMs: number
  /** Null when the sender was gone before the answer. */
  answeredMs: number | null
}

export interface PushCounts {
  /** The number of browsers that received a message. */
  browsers: number
  messages: number
  /** The number of different pairs of a browser and a topic. */
  reached: number
  mostInFlight: number
}

/** A push service in its own process, which accepts everything, at once or after a delay. */
export interface BenchPushService {
  /** The subscription of a new browser. */
  subscribe(name: string): object
  counts(): Promise<PushCounts>
  /** All messages, in the order in which they came. */
  log(): Promise<PushedMessage[]>
  close(): void
}

export async function newPushService(delayMs = 0): Promise<BenchPushService> {
  const child = fork(fileURLToPath(new URL('push-service-process.ts', import.meta.url)), [String(delayMs)])
  const { port } = await reply<{ port: number }>(child)
  return {
    subscribe(name) {
      const p256dh = createECDH('prime256v1').generateKeys('base64url')
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
      return { endpoint: `http://127.0.0.1:${port}/push/${name}`, keys }
    },
    counts() {
      child.send('counts')
      return reply<PushCounts>(child)
    },
    async log() {
      child.send('log')
      return (await reply<{ pushed: PushedMessage[] }>(child)).pushed
    },
    close: () => void child.kill(),
  }
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message
}
