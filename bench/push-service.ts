import { type ChildProcess, fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A push service in its own process, which accepts everything at once. */
export interface BenchPushService {
  /** The subscription of a new browser. */
  subscribe(name: string): object
  /** The number of browsers that received a message, and of all messages. */
  counts(): Promise<{ browsers: number; messages: number }>
  close(): void
}

export async function newPushService(): Promise<BenchPushService> {
  const child = fork(fileURLToPath(new URL('push-service-process.ts', import.meta.url)))
  const { port } = await reply(child)
  return {
    subscribe(name) {
      const p256dh = createECDH('prime256v1').generateKeys('base64url')
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
      return { endpoint: `http://127.0.0.1:${port}/push/${name}`, keys }
    },
    async counts() {
      child.send('counts')
      const { browsers = 0, messages = 0 } = await reply(child)
      return { browsers, messages }
    },
    close: () => void child.kill(),
  }
}

async function reply(child: ChildProcess): Promise<{ port?: number; browsers?: number; messages?: number }> {
  const [message] = await once(child, 'message')
  return message
}
