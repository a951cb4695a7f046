import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { createLookout } from '../base/lookout.ts'
import { type Outbound, OutboundError } from '../base/outbound/index.ts'
import { retryAfterOf } from '../base/retry-after.ts'
import type { Vault } from '../base/vault.ts'
import type { Db } from '../store/db.ts'
import {
  type Claimed,
  claimDeliveries,
  type Finished,
  finishDeliveries,
  releaseAllLeases,
  renewLeases,
} from '../store/deliveries.ts'
import { verdictOf } from './retry.ts'
import { secretBytes, signatureHeaders } from './sign.ts'
import { switchOff } from './switch-off.ts'

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

/** Sends what is due. Each receiver has its own small share, so that one that is slow or dead delays nobody. */
export function createDeliverer(parts: DeliveryParts, options: { isAlone: boolean }): Deliverer {
  const { db, clock } = parts
  const token = randomUUID()
  const waiting = new Map<string, Claimed[]>()
  const inFlight = new Map<string, number>()
  /** How much of a receiver this node may hold. It grows with every success, so that the dead take little room before they are known. */
  const shares = new Map<string, number>()
  /** Receivers whose last try from here failed or took long: what the database learns of it comes too late for what was claimed before. */
  const slow = new Set<string>()
  const held = new Set<string>()
  const results: Finished[] = []
  let slowInFlight = 0
  let total = 0
  let isStopped = false
  let writing: Promise<void> | undefined

  const look = async () => {
    const free = maxSlots + maxWaiting - total
    if (free <= 0) return false
    const busy = new Map(
      [...new Set([...waiting.keys(), ...inFlight.keys()])].map((id) => [
        id,
        {
          held: (waiting.get(id)?.length ?? 0) + (inFlight.get(id) ?? 0),
          share: shares.get(id) ?? firstShare,
        },
      ]),
    )
    const claimed = await db.transaction((tx) =>
      claimDeliveries(tx, {
        token,
        nowMs: clock.now(),
        leaseMs,
        limit: free,
        busy,
        firstShare,
        shareOfSlow: perSlowWebhook,
        slowLimit: Math.max(0, maxSlots / 2 - slowInFlight),
      }),
    )
    for (const one of claimed) {
      // Its lease ran out while it was on its way from here: it is still on its way.
      if (held.has(one.id)) continue
      held.add(one.id)
      total += 1
      waiting.set(one.webhook_id, [...(waiting.get(one.webhook_id) ?? []), one])
    }
    for (const id of new Set(claimed.map(({ webhook_id: webhookId }) => webhookId))) start(id)
    return claimed.length > 0
  }
  const lookout = createLookout(look, { everyMs: pollMs, onError: parts.onError })

  /** Starts what a receiver has room for. */
  const start = (webhookId: string) => {
    const queue = waiting.get(webhookId) ?? []
    const most = slow.has(webhookId) ? perSlowWebhook : perWebhook
    for (let running = inFlight.get(webhookId) ?? 0; running < most && queue.length > 0 && !isStopped; running++) {
      const next = queue.shift()
      if (!next) break
      inFlight.set(webhookId, running + 1)
      if (next.is_slow) slowInFlight += 1
      void run(next)
    }
    if (queue.length === 0) waiting.delete(webhookId)
  }

  const run = async (delivery: Claimed) => {
    const finished = await attempt(delivery, parts).catch((error: unknown) => {
      parts.onError(error)
      return undefined
    })
    const { webhook_id: webhookId } = delivery
    const running = (inFlight.get(webhookId) ?? 1) - 1
    if (running === 0) inFlight.delete(webhookId)
    else inFlight.set(webhookId, running)
    if (delivery.is_slow) slowInFlight -= 1
    if (finished) results.push(finished)
    else release(delivery.id)
    if (finished?.isSlow) slow.add(webhookId)
    else if (finished) {
      slow.delete(webhookId)
      shares.set(webhookId, Math.min(2 * (shares.get(webhookId) ?? firstShare), fullShare))
    }
    start(webhookId)
    if (!inFlight.has(webhookId) && !waiting.has(webhookId)) shares.delete(webhookId)
    writing ??= write()
  }

  /** What waits for a receiver that turned out slow is free again, to be taken one at a time. */
  const handBack = async (webhookIds: Set<string>) => {
    const ids = [...webhookIds].flatMap((id) => waiting.get(id) ?? []).map(({ id }) => id)
    for (const id of webhookIds) {
      waiting.delete(id)
      shares.delete(id)
    }
    for (const id of ids) release(id)
    if (ids.length > 0) await renewLeases(db, token, ids, new Date(0)).catch(parts.onError)
  }

  const release = (id: string) => {
    if (held.delete(id)) total -= 1
  }

  /** Results are written together: those that come in while a batch is being written make the next. */
  const write = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    while (results.length > 0) {
      const batch = results.splice(0, 200)
      await db
        .transaction(async (tx) => {
          await finishDeliveries(tx, token, batch)
          for (const one of batch) await switchOff(tx, one, clock)
        })
        .catch(parts.onError)
      for (const { id } of batch) release(id)
      await handBack(new Set(batch.filter(({ isSlow }) => isSlow).map(({ webhookId }) => webhookId)))
      lookout.wake()
    }
    writing = undefined
  }

  const renewal = setInterval(() => {
    if (held.size > 0) renewLeases(db, token, [...held], new Date(clock.now() + leaseMs)).catch(parts.onError)
  }, leaseMs / 3).unref()
  // Alone on the database, whatever is leased was leased by a process that is gone.
  const started = options.isAlone ? releaseAllLeases(db).catch(parts.onError) : Promise.resolve()
  void started.then(lookout.wake)

  return {
    wake: lookout.wake,
    async stop() {
      isStopped = true
      await started
      await lookout.stop()
      waiting.clear()
      while (inFlight.size > 0 || writing) await (writing ?? new Promise((resolve) => setTimeout(resolve, 20)))
      clearInterval(renewal)
      await releaseOwn()
    },
  }

  /** What was claimed and not begun is free at once for whoever comes next. */
  async function releaseOwn() {
    if (held.size > 0) await renewLeases(db, token, [...held], new Date(0)).catch(parts.onError)
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

const maxSlots = 256
const maxWaiting = 1_024
const perWebhook = 4
const perSlowWebhook = 1
const firstShare = 8
const fullShare = 64
const leaseMs = 10_000
const pollMs = 500
const slowMs = 1_000
const keptReplyBytes = 1_024
