import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type AnyRecord, invalid } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { isSigned } from '../base/webhook-signature.ts'
import type { Db } from '../store/db.ts'
import { findQueueOf, findStarted } from '../store/queues/runs.ts'
import { checkWorkflow } from './definition.ts'
import { insertQueued, newRun, requireSmall, triggerOf } from './runs.ts'

/** A call of the address of a workflow. */
export interface WebhookCall {
  body: unknown
  /** As received, for the signature. */
  rawBody: Buffer
  headers: IncomingHttpHeaders
  query: Record<string, string>
  /** The secret of the workflow, if it has one. */
  secret: string | undefined
}

export interface WebhookParts {
  db: Db
  clock: Clock
  /** A run was queued. */
  onQueued(broadcastId: string): void
}

/** Starts a run for a call, once for each of its ids, and returns the id of the run. */
export async function startByWebhook(
  { db, clock, onQueued }: WebhookParts,
  broadcastId: string,
  workflow: AnyRecord,
  call: WebhookCall,
): Promise<string> {
  if (triggerOf(workflow).type !== 'webhook') throw notFound()
  const { secret, headers, body, query } = call
  if (secret !== undefined && !isSigned(secret, headers, call.rawBody, clock.now()))
    throw new AppError('unauthenticated', 'The signature is missing, wrong or older than five minutes.')
  const startKey = startKeyOf(headers)
  const input = { body, headers: shownHeaders(headers), query }
  requireSmall(input)
  await requireReady(db, broadcastId, workflow)
  const at = new Date(clock.now()).toISOString()
  const start = { trigger: { type: 'webhook' as const, at }, input, previousRunId: null }
  const run = newRun(broadcastId, workflow, { ...start, ...(startKey !== undefined && { startKey }) })
  const queued = await insertQueued(db, run, clock)
  if (queued) onQueued(broadcastId)
  const id = queued?._id ?? (await findStarted(db, broadcastId, workflow._id, startKey ?? ''))
  // The run that this call repeats was deleted at the same moment.
  if (id === undefined) throw new AppError('unavailable', 'Try again.', { headers: { 'retry-after': '1' } })
  return id
}

async function requireReady(db: Db, broadcastId: string, workflow: AnyRecord): Promise<void> {
  const { plan, queued } = await findQueueOf(db, broadcastId, maxQueued)
  if (plan === 'free') throw new AppError('plan_required', 'Running workflows needs the Pro plan.')
  if (workflow.status !== 'enabled' || checkWorkflow(workflow).errors.length > 0)
    throw new AppError('workflow_disabled', 'The workflow is disabled.')
  if (queued >= maxQueued)
    throw new AppError('rate_limited', 'Too many runs are queued.', { headers: { 'retry-after': '10' } })
}

/** The id of a call as the key of its run: hashed, as it may be long. */
function startKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const name = idHeaders.find((one) => headers[one] !== undefined)
  if (!name) return undefined
  const id = String(headers[name])
  if (!/^[\x21-\x7e]{1,255}$/.test(id)) throw invalid(name, 'format', 'must be 1 to 255 visible ASCII characters')
  return `webhook/${createHash('sha256').update(`${name}: ${id}`).digest('base64url')}`
}

/** Headers that describe a call. Others may contain credentials or addresses of people. */
function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const given = shown.filter((name) => headers[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, String(headers[name]).slice(0, maxHeader)]))
}

/** The first is part of a signature. */
const idHeaders = ['webhook-id', 'idempotency-key']
const shown = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'x-github-event', 'x-github-delivery']
const maxHeader = 1_000
/** As for changes of content, so that the queue of a broadcast is bounded. */
const maxQueued = 1_000
