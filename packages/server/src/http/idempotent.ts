import { createHash } from 'node:crypto'
import { invalid } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { isoNow } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { claimIdempotencyKey, keepAnswer } from '../store/access/idempotency.ts'
import type { Db, Tx } from '../store/db.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import type { Answer, Call } from './route.ts'

/** Runs a POST once for each Idempotency-Key: the answer is kept in the transaction of its effect, and given again to whoever sends the same request. */
export function createIdempotency({ db, writeQueue, clock }: { db: Db; writeQueue: WriteQueue; clock: Clock }) {
  return async (
    call: Call,
    scope: string,
    effect: (tx: Tx) => Promise<Effect>,
    /** The line of writers that the effect waits in, when it writes content: most often the broadcast. */
    line?: string,
  ): Promise<Answer> => {
    const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
      line === undefined ? db.transaction(work) : writeQueue.write(line, work)
    const key = keyOf(call)
    if (key === undefined) return (await transaction(effect)).answer
    const requestHash = hashOf(call)
    return transaction(async (tx) => {
      const kept = await claimIdempotencyKey(tx, scope, key)
      if (kept === 'running') {
        throw new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
          headers: { 'retry-after': '1' },
        })
      }
      if (kept) {
        if (!kept.requestHash.equals(requestHash)) {
          throw new AppError('idempotency_key_reused', 'This Idempotency-Key belongs to another request.')
        }
        return { status: kept.status, json: kept.body, headers: { ...kept.headers, 'idempotent-replayed': 'true' } }
      }
      const { answer, replay = answer.json } = await effect(tx)
      const body = typeof replay === 'string' ? replay : JSON.stringify(replay ?? {})
      const { status, headers = {} } = answer
      await keepAnswer(tx, scope, key, { requestHash, status, headers, body }, isoNow(clock))
      return answer
    })
  }
}

export type RunOnce = ReturnType<typeof createIdempotency>

export interface Effect {
  answer: Answer
  /** What a replay is answered, where it is not the same: without the secret. */
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
