import type { Clock } from '../base/clock.ts'
import { type Outbound, OutboundError } from '../base/outbound/index.ts'
import { retryAfterOf } from '../base/retry-after.ts'
import type { Tracing } from '../base/tracing.ts'
import type { Vault } from '../base/vault.ts'
import { secretBytes } from '../base/webhook-signature.ts'
import type { Claimed, Finished } from '../store/queues/deliveries.ts'
import { verdictOf } from './retry.ts'
import { secretContext, signatureHeaders } from './sign.ts'

export interface AttemptParts {
  clock: Clock
  vault: Vault
  outbound: Outbound
  tracing: Tracing
  /** From 0 to 1, to spread retries. */
  random?(): number
}

/** One attempt of a delivery: sign, send, evaluate. */
export async function attempt(
  delivery: Claimed,
  { clock, vault, outbound, random = Math.random }: AttemptParts,
): Promise<Finished> {
  const number = delivery.attempts + 1
  const startedMs = clock.now()
  const began = performance.now()
  const result = await send(delivery, vault, outbound, startedMs)
  const latencyMs = Math.round(performance.now() - began)
  const retryAfterSeconds = retryAfterOf(result.retryAfter, clock.now())
  const verdict = verdictOf(number, { status: result.status, retryAfterSeconds }, random())
  return {
    broadcastId: delivery.broadcast_id,
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
    const text = storable(reply.body.subarray(0, storedReplyBytes))
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

const isSuccess = (status: number) => status >= 200 && status < 300

/** Replies are untrusted bytes; PostgreSQL stores text without NUL. */
const storable = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\uFFFD').toWellFormed()

const slowMs = 1_000
const storedReplyBytes = 1_024
