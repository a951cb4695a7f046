import { createHash } from 'node:crypto'
import { invalid } from '@marquee/model'
import { findAnswered, storeAnswer } from '../access/idempotency.ts'
import type { Clock } from '../base/clock.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Needs, WriteQueue } from '../store/write-queue.ts'
import type { Answer, Call } from './route.ts'

/** Runs a POST once per Idempotency-Key: the response is stored in the transaction of its effect, and sent again to a repeated request. */
export function createIdempotency({ db, writeQueue, clock }: { db: Db; writeQueue: WriteQueue; clock: Clock }) {
  return async (
    call: Call,
    scope: string,
    effect: (tx: Tx) => Promise<Effect>,
    /** The write queue of the effect, when it writes content: usually that of the broadcast. */
    queue?: string,
    needs?: Needs,
  ): Promise<Answer> => {
    const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
      queue === undefined ? db.transaction(work) : writeQueue.write(queue, work, needs)
    const key = keyOf(call)
    if (key === undefined) return (await transaction(effect)).answer
    const keyed = { scope, key, hash: hashOf(call) }
    return transaction(async (tx) => {
      const stored = await findAnswered(tx, keyed)
      if (stored) {
        const headers = { ...stored.headers, 'idempotent-replayed': 'true' }
        return { status: stored.status, json: stored.body, headers }
      }
      const { answer, replay = answer.json } = await effect(tx)
      const body = typeof replay === 'string' ? replay : JSON.stringify(replay ?? {})
      const { status, headers = {} } = answer
      await storeAnswer(tx, keyed, { status, headers, body }, clock)
      return answer
    })
  }
}

export type RunOnce = ReturnType<typeof createIdempotency>

export interface Effect {
  answer: Answer
  /** The body of a replayed response, where it differs: without the secret. */
  replay?: object
}

function keyOf(call: Call): string | undefined {
  const header = call.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = String(header)
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'format', 'must be 1 to 255 visible ASCII characters')
  return key
}

function hashOf(call: Call): Buffer {
  return createHash('sha256').update(`${call.request.method} ${call.request.url}\n`).update(call.rawBody).digest()
}
