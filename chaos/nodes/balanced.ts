import type { BenchBroadcast } from '../../bench/service.ts'
import { type Answer, type Asked, askAs, lineOf, pause } from '../answer.ts'
import type { Random } from '../random.ts'

/** A client behind a load balancer: a request goes to any node, and to another one when it is refused or not answered. */
export interface Balanced {
  ask(method: string, path: string, asked?: Asked): Promise<Answer & { node: number }>
  /** The requests that did not succeed in the end. */
  failed: string[]
  /** Why requests were sent again, and how often. */
  repeated: Map<string, number>
}

export function createBalanced(broadcast: BenchBroadcast, urls: string[], random: Random): Balanced {
  const failed: string[] = []
  const repeated = new Map<string, number>()
  return {
    failed,
    repeated,
    async ask(method, path, asked = {}) {
      const giveUpAt = performance.now() + patienceMs
      for (let node = random.below(urls.length); ; node = (node + 1) % urls.length) {
        const answer = await askAs(broadcast, urls[node] as string, method, path, { limitMs: nodeLimitMs, ...asked })
        if (answer.status >= 200 && answer.status < 300) return { ...answer, node }
        // The node that was given up still works on it.
        const isRunning = answer.status === 409 && answer.body?.code === 'idempotency_in_progress'
        const isRepeated = answer.status === 503 || answer.status === 0 || isRunning
        if (!isRepeated || performance.now() > giveUpAt) {
          failed.push(`${method} ${path}: ${lineOf(answer)}`)
          return { ...answer, node }
        }
        const reason =
          answer.status > 0 ? String(answer.status) : (answer.failure ?? '').replace(/ 127\.0\.0\.1:\d+$/, '')
        repeated.set(reason, (repeated.get(reason) ?? 0) + 1)
        await pause(20)
      }
    },
  }
}

/** A node without an answer for this long is given up for this request; the key makes its repetition safe. */
const nodeLimitMs = 3_000
const patienceMs = 20_000
