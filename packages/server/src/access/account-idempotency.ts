import { type Clock, isoNow } from '../base/clock.ts'
import { lockIdempotencyKey, type StoredAnswer } from '../store/access/idempotency.ts'
import { findRequest, keepAccountAnswer, reserveRequest } from '../store/control/account-requests.ts'
import type { Queryable, Tx } from '../store/db.ts'
import { requireSame, stillRunning } from './idempotency.ts'

/** A request of an account that carries an idempotency key. */
export interface AccountKeyedRequest {
  caller: string
  key: string
  /** Differs for different requests. */
  hash: Buffer
}

type Answered = Omit<StoredAnswer, 'requestHash'>

/** The answer of an earlier request with the same key; undefined when the key is free, and then it is locked until the transaction ends. */
export async function findAccountAnswered(
  tx: Tx<'control'>,
  { caller, key, hash }: AccountKeyedRequest,
): Promise<Answered | undefined> {
  const isHeld = await lockIdempotencyKey(tx, caller, key)
  const known = await findRequest(tx, caller, key)
  if (known) requireSame(known, hash)
  if (!isHeld && !known) throw stillRunning()
  return known?.answer
}

export function storeAccountAnswer(
  tx: Tx<'control'>,
  { caller, key, hash }: AccountKeyedRequest,
  answer: Answered,
  clock: Clock,
): Promise<void> {
  return keepAccountAnswer(tx, { scope: caller, key, hash }, answer, isoNow(clock))
}

/** Reserves a key for the creation of a broadcast: the id to create it with, or the answer of an earlier version. */
export async function reserveCreation(
  control: Queryable<'control'>,
  { caller, key, hash }: AccountKeyedRequest,
  broadcastId: string,
  clock: Clock,
): Promise<{ broadcastId: string } | Answered> {
  const request = { scope: caller, key, hash, broadcastId, at: new Date(clock.now()) }
  const known = await reserveRequest(control, request)
  requireSame(known, hash)
  return known.answer ?? { broadcastId: known.broadcastId ?? broadcastId }
}
