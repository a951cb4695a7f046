import { type Clock, isoNow } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { claimIdempotencyKey, type KeyScope, keepAnswer, type StoredAnswer } from '../store/access/idempotency.ts'
import type { Tx } from '../store/db.ts'

/** A request that carries an idempotency key. */
export interface KeyedRequest {
  scope: KeyScope
  key: string
  /** Differs for different requests. */
  hash: Buffer
}

/** The answer of an earlier request with the same key; undefined when the key is free, and then it is locked until the transaction ends. */
export async function findAnswered(tx: Tx, { scope, key, hash }: KeyedRequest): Promise<StoredAnswer | undefined> {
  const claimed = await claimIdempotencyKey(tx, scope, key)
  if (claimed === 'running') throw stillRunning()
  if (claimed) requireSame(claimed, hash)
  return claimed
}

export const stillRunning = () =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
    headers: { 'retry-after': '1' },
  })

/** Refuses a key that was used for another request. */
export function requireSame({ requestHash }: { requestHash: Buffer }, hash: Buffer): void {
  if (!requestHash.equals(hash))
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key belongs to another request.')
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
