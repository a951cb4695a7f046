import type { Clock } from '../base/clock.ts'
import { type Outbound, OutboundError, type OutboundRequest } from '../base/outbound/index.ts'
import { retryAfterOf } from '../base/retry-after.ts'
import type { Vault } from '../base/vault.ts'
import type { Db } from '../store/db.ts'
import { findPushKeys, insertPushKeys } from '../store/public/push-keys.ts'
import type { MakeMessage, MessageOptions, Subscription } from './push-message.ts'
import type { Reply } from './verdict.ts'

export interface SenderParts {
  db: Db
  vault: Vault
  clock: Clock
  outbound: Outbound
  /** The contact for operators of push services: a `mailto:` or `https:` address. */
  contact: string
}

/** The public key of a broadcast, which browsers need to subscribe. The key pair is generated on first use and never changes. */
export async function ensurePublicKey(
  { db, vault }: Pick<SenderParts, 'db' | 'vault'>,
  broadcastId: string,
): Promise<string> {
  return (await ensureKeys(db, vault, broadcastId)).public_key
}

/** Sends one message, and returns the result of the push service. */
export type SendMessage = (subscription: Subscription, payload: string, options?: MessageOptions) => Promise<Reply>

/** A sender for the messages of a broadcast. */
export async function openSender(parts: SenderParts, broadcastId: string): Promise<SendMessage> {
  const { db, vault, contact } = parts
  const keys = await ensureKeys(db, vault, broadcastId)
  const privateKey = vault.open(keys.private_key, keyContext(broadcastId))
  const { createMessageMaker } = await pushMessages()
  const make = createMessageMaker({ publicKey: keys.public_key, privateKey, contact })
  const takeTurn = createTurns()
  return async (subscription, payload, options) => {
    await takeTurn()
    return send(parts, make, subscription, payload, options)
  }
}

async function send(
  { outbound, clock }: SenderParts,
  make: MakeMessage,
  ...message: Parameters<MakeMessage>
): Promise<Reply> {
  const request = madeOf(make, message)
  if (!request) return { status: null, retryAfterSeconds: null, isForbidden: true }
  try {
    const { status, headers } = await outbound.send(request)
    return { status, retryAfterSeconds: retryAfterOf(headers['retry-after'], clock.now()), isForbidden: false }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isForbidden = error.reason === 'forbidden_url' || error.reason === 'forbidden_address'
    return { status: null, retryAfterSeconds: null, isForbidden }
  }
}

/** The request, or undefined for a public key that nothing can be encrypted for. */
function madeOf(make: MakeMessage, message: Parameters<MakeMessage>): OutboundRequest | undefined {
  try {
    return make(...message)
  } catch {
    return undefined
  }
}

async function ensureKeys(db: Db, vault: Vault, broadcastId: string) {
  const known = await findPushKeys(db, broadcastId)
  if (known) return known
  const { newSenderKeys } = await pushMessages()
  const { publicKey, privateKey } = newSenderKeys()
  const sealed = vault.seal(privateKey, keyContext(broadcastId))
  await insertPushKeys(db, broadcastId, { public_key: publicKey, private_key: sealed })
  const kept = await findPushKeys(db, broadcastId)
  if (!kept) throw new Error('the keys of a broadcast were not stored')
  return kept
}

/** Loaded on first use: many services never send a message. */
const pushMessages = () => import('./push-message.ts')

const keyContext = (broadcastId: string) => `${broadcastId}/push-key`

/** Encrypting takes most of a millisecond, so each turn of the event loop encrypts one message, and requests are handled in between. */
function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return last
  }
}
