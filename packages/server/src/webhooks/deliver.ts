import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { type Outbound, OutboundError } from '../base/outbound/index.ts'
import { createPoller } from '../base/poller.ts'
import { retryAfterOf } from '../base/retry-after.ts'
import type { Vault } from '../base/vault.ts'
import type { Db } from '../store/db.ts'
import {
  type Claimed,
  claimDeliveries,
  type Finished,
  releaseAllLeases,
  renewLeases,
} from '../store/queues/deliveries.ts'
import { createResultWriter } from './results.ts'
import { verdictOf } from './retry.ts'
import { secretBytes, signatureHeaders } from './sign.ts'
import { createSlots } from './slots.ts'

export interface DeliveryParts {
  db: Db
  clock: Clock
  vault: Vault
  outbound: Outbound
  onError(error: unknown): void
  /** From 0 to 1, to spread tries. */
  random?(): number
}

export interface Deliverer {
  /** There may be something to deliver. */
  wake(): void
  /** Takes no more, and waits for what is under way. */
  stop(): Promise<void>
}

/** Sends deliveries that are due, and stores their results. */
export function createDeliverer(parts: DeliveryParts, options: { isAlone: boolean }): Deliverer {
  const { db, clock, onError } = parts
  const token = randomUUID()
  const slots = createSlots()
  const results = createResultWriter({ db, clock, token, onError })
  const running = new Set<Promise<void>>()
  let isStopped = false

  const look = async () => {
    const room = slots.room()
    if (room.limit === 0) return false
    const claimed = await db.transaction((tx) => claimDeliveries(tx, { token, nowMs: clock.now(), leaseMs, ...room }))
    for (const webhookId of slots.hold(claimed)) start(webhookId)
    return claimed.length > 0
  }
  const poller = createPoller(look, { everyMs: pollMs, onError })

  const start = (webhookId: string) => {
    if (isStopped) return
    for (const delivery of slots.take(webhookId)) {
      const run = deliver(delivery).finally(() => running.delete(run))
      running.add(run)
    }
  }

  /** The slot is freed only when the result is stored, so that a crash sends few deliveries twice. */
  const deliver = async (delivery: Claimed) => {
    const { webhook_id: webhookId } = delivery
    const finished = await attempt(delivery, parts).catch(onError)
    if (finished) {
      const isSlow = slots.answered(finished)
      await results.store(finished, { changesHealth: isSlow || delivery.is_slow || delivery.is_failing })
    }
    slots.free(delivery, finished?.isSlow === false)
    if (finished?.isSlow) await handBack(webhookId)
    start(webhookId)
    if (slots.hasRoom(webhookId)) poller.wake()
  }

  /** Deliveries that wait for a receiver that turned out slow are released, to be claimed one at a time. */
  const handBack = async (webhookId: string) => {
    const ids = slots.drop(webhookId)
    if (ids.length > 0) await renewLeases(db, token, ids, new Date(0)).catch(onError)
  }

  const renewal = setInterval(() => {
    const ids = slots.ids()
    if (ids.length > 0) renewLeases(db, token, ids, new Date(clock.now() + leaseMs)).catch(onError)
  }, leaseMs / 3).unref()
  // Alone on the database, every lease is of a process that is gone.
  const started = options.isAlone ? releaseAllLeases(db).catch(onError) : Promise.resolve()
  void started.then(poller.wake)

  return {
    wake: poller.wake,
    async stop() {
      isStopped = true
      results.stop()
      await started
      await poller.stop()
      await Promise.all(running)
      clearInterval(renewal)
      // Deliveries that were claimed and not begun are free at once for another node.
      const ids = slots.ids()
      if (ids.length > 0) await renewLeases(db, token, ids, new Date(0)).catch(onError)
    },
  }
}

/** One try: sign, send, judge. */
async function attempt(
  delivery: Claimed,
  { clock, vault, outbound, random = Math.random }: DeliveryParts,
): Promise<Finished> {
  const number = delivery.attempts + 1
  const startedMs = clock.now()
  const began = performance.now()
  const result = await send(delivery, vault, outbound, startedMs)
  const latencyMs = Math.round(performance.now() - began)
  const retryAfterSeconds = retryAfterOf(result.retryAfter, clock.now())
  const verdict = verdictOf(number, { status: result.status, retryAfterSeconds }, random())
  return {
    id: delivery.id,
    webhookId: delivery.webhook_id,
    number,
    at: new Date(startedMs),
    status: result.status,
    latencyMs,
    error: result.error,
    reply: result.reply,
    next: verdict.type === 'delivered' ? 'delivered' : verdict.type === 'retry' ? 'pending' : 'failed',
    nextAt: verdict.type === 'retry' ? new Date(startedMs + latencyMs + verdict.delayMs) : null,
    isSlow: verdict.type !== 'delivered' || latencyMs > slowMs,
  }
}

interface Sent {
  status: number | null
  error: string | null
  reply: string | null
  retryAfter: string | undefined
}

async function send(delivery: Claimed, vault: Vault, outbound: Outbound, nowMs: number): Promise<Sent> {
  const timestampSeconds = Math.floor(nowMs / 1_000)
  const signature = signatureHeaders(secretsOf(delivery, vault, nowMs), {
    id: delivery.event_id,
    timestampSeconds,
    body: delivery.body,
  })
  try {
    const reply = await outbound.send({
      method: 'POST',
      url: delivery.url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Marquee-Webhooks/1.0', ...signature },
      body: delivery.body,
    })
    const text = storable(reply.body.subarray(0, keptReplyBytes))
    return {
      status: reply.status,
      error: isSuccess(reply.status) ? null : `answered ${reply.status}`,
      reply: text,
      retryAfter: reply.headers['retry-after'],
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      status: null,
      error: `${error.reason}: ${error.message}`.slice(0, 500),
      reply: null,
      retryAfter: undefined,
    }
  }
}

function secretsOf(delivery: Claimed, vault: Vault, nowMs: number): Buffer[] {
  const isRotating = delivery.previous_until !== null && delivery.previous_until.getTime() > nowMs
  const sealed = [delivery.secret, isRotating ? delivery.previous_secret : null]
  return sealed.flatMap((one) =>
    one === null ? [] : (secretBytes(vault.open(one, secretContext(delivery.webhook_id))) ?? []),
  )
}

export const secretContext = (webhookId: string) => `webhook/${webhookId}`

/** An id for a delivery that sorts by time and is the same when the relay makes it again. */
export function deliveryId(webhookId: string, eventId: string, nowMs: number): string {
  const tail = createHash('sha256').update(`${webhookId}\n${eventId}`).digest('hex').slice(0, 16)
  return `${Math.floor(nowMs / 1_000)
    .toString(16)
    .padStart(8, '0')}${tail}`
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** Replies are anybody's bytes; the database takes text without NUL. */
const storable = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\uFFFD').toWellFormed()

const leaseMs = 10_000
const pollMs = 500
const slowMs = 1_000
const keptReplyBytes = 1_024
