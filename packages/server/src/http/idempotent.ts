import { createHash } from 'node:crypto'
import { invalid } from '@marquee/model'
import { findAccountAnswered, reserveCreation, storeAccountAnswer } from '../access/account-idempotency.ts'
import { findAnswered, storeAnswer } from '../access/idempotency.ts'
import type { Clock } from '../base/clock.ts'
import { newObjectId } from '../base/object-id.ts'
import type { KeyScope, StoredAnswer } from '../store/access/idempotency.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Needs } from '../store/records/lock-ahead.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import type { Answer, Call } from './route.ts'

/** Runs a POST once per Idempotency-Key: the response is stored in the transaction of its effect, and sent again to a repeated request. */
export function createIdempotency({ db, writeQueue, clock }: { db: Db; writeQueue: WriteQueue; clock: Clock }) {
  return async (
    call: Call,
    scope: KeyScope,
    effect: (tx: Tx) => Promise<Effect>,
    /** The write queue of the effect, when it writes content: usually that of the broadcast. */
    queue?: string,
    needs?: Needs,
  ): Promise<Answer> => {
    const key = keyOf(call)
    const known = { ...needs, ...(key !== undefined && { idempotencyKey: `${scope.caller}\n${key}` }) }
    const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
      queue === undefined ? db.transaction(work) : writeQueue.write(queue, work, known)
    if (key === undefined) return (await transaction(effect)).answer
    const keyed = { scope, key, hash: hashOf(call) }
    return transaction(async (tx) => {
      const stored = await findAnswered(tx, keyed)
      if (stored) return replayed(stored)
      const made = await effect(tx)
      await storeAnswer(tx, keyed, storedOf(made), clock)
      return made.answer
    })
  }
}

/** The same for requests that concern an account: their effects are in the control plane, or create a broadcast. */
export function createAccountIdempotency({ db, control, clock }: { db: Db; control: Db<'control'>; clock: Clock }) {
  return {
    async run(call: Call, caller: string, effect: (tx: Tx<'control'>) => Promise<Effect>): Promise<Answer> {
      const key = keyOf(call)
      if (key === undefined) return (await control.transaction(effect)).answer
      const keyed = { caller, key, hash: hashOf(call) }
      return control.transaction(async (tx) => {
        const stored = await findAccountAnswered(tx, keyed)
        if (stored) return replayed(stored)
        const made = await effect(tx)
        await storeAccountAnswer(tx, keyed, storedOf(made), clock)
        return made.answer
      })
    },
    /** The key is reserved with the id of the broadcast, which has the answer: a repeated request goes on with the same one. */
    async create(
      call: Call,
      caller: string,
      effect: (tx: Tx, broadcastId: string) => Promise<Effect>,
    ): Promise<Answer> {
      const key = keyOf(call)
      const fresh = newObjectId(clock.now())
      if (key === undefined) return (await db.transaction((tx) => effect(tx, fresh))).answer
      const hash = hashOf(call)
      const reserved = await reserveCreation(control, { caller, key, hash }, fresh, clock)
      if ('status' in reserved) return replayed(reserved)
      const { broadcastId } = reserved
      const keyed = { scope: { broadcastId, caller }, key, hash }
      return db.transaction(async (tx) => {
        const stored = await findAnswered(tx, keyed)
        if (stored) return replayed(stored)
        const made = await effect(tx, broadcastId)
        await storeAnswer(tx, keyed, storedOf(made), clock)
        return made.answer
      })
    },
  }
}

export type AccountOnce = ReturnType<typeof createAccountIdempotency>

const replayed = ({ status, headers, body }: Omit<StoredAnswer, 'requestHash'>): Answer => ({
  status,
  json: body,
  headers: { ...headers, 'idempotent-replayed': 'true' },
})

function storedOf({ answer, replay: sent }: Effect): Omit<StoredAnswer, 'requestHash'> {
  const replay = sent ?? answer.json
  const { status, headers = {} } = answer
  const body = typeof replay === 'string' ? replay : JSON.stringify(replay ?? {})
  return { status, headers, body }
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
