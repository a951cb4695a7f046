import { type Clock, isoNow } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { claimIdempotencyKey, keepAnswer, type StoredAnswer } from '../store/access/idempotency.ts'
import type { Tx } from '../store/db.ts'

/** A request that carries an idempotency key. */
export interface KeyedRequest {
  /** Keys of different scopes have nothing in common. */
  scope: string
  key: string
  /** Differs for different requests. */
  hash: Buffer
}

/** The answer of an earlier request with the same key; undefined when the key is free, and then it is locked until the transaction ends. */
export async function findAnswered(tx: Tx, { scope, key, hash }: KeyedRequest): Promise<StoredAnswer | undefined> {
  const claimed = await claimIdempotencyKey(tx, scope, key)
  if (claimed === 'running') {
    throw new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
      headers: { 'retry-after': '1' },
    })
  }
  if (claimed && !claimed.requestHash.equals(hash)) {
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key belongs to another request.')
  }
  return claimed
}

/** Stores an answer in the transaction of its effect, so that both exist or neither. */
export function storeAnswer(
  tx: Tx,
  { scope, key, hash }: KeyedRequest,
  answer: Omit<StoredAnswer, 'requestHash'>,
  clock: Clock,
): Promise<void> {
  return keepAnswer(tx, scope, key, { requestHash: hash, ...answer }, isoNow(clock))
}
