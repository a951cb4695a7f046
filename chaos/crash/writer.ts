import type { BenchBroadcast } from '../../bench/service.ts'
import { pause, retryMs } from '../kills.ts'
import type { Random } from '../random.ts'
import { host, type Known, nextRequest, type Part, place, type Request } from './writes.ts'

/** What the answers to the writes of a broadcast promised. */
export interface Ledger {
  /** Parts whose answer said that they were written, with the id of the record and the record, where it was answered. */
  acknowledged: { part: Part; id: string; record?: object }[]
  /** The marks of parts that were refused, and must have had no effect. */
  refused: Set<string>
  /** The parts of requests that are applied as a whole or not at all. */
  whole: Part[][]
  /** Requests with an idempotency key, to be sent once more. */
  keyed: { request: Request; key: string; answer: unknown }[]
  /** Answers that no request may get. */
  unexpected: { status: number; requestId: string }[]
}

export const newLedger = (): Ledger => ({ acknowledged: [], refused: new Set(), whole: [], keyed: [], unexpected: [] })

/** What the writers of a broadcast share. */
export interface Shared {
  broadcast: BenchBroadcast
  ledger: Ledger
  hosts: string[]
  places: string[]
  isOver(): boolean
  onAcknowledged(): void
}

/** Writes one request after the other until it is told to end. A seed determines the requests, but not their answers. */
export async function keepWriting(shared: Shared, random: Random, name: string): Promise<void> {
  const { broadcast, ledger, hosts, places } = shared
  const known: Known = { own: new Map(), hosts, places }
  for (let index = 0; !shared.isOver(); index++) {
    const request = nextRequest(random, known, broadcast.path, `${name}n${index}`)
    const key = request.method === 'POST' ? `${name}-${index}` : undefined
    if (request.isAtomic && request.parts.length > 1) ledger.whole.push(request.parts)
    for (const { op, id, kind } of request.parts) if (op === 'delete' && id) forget(known, kind.name, id)
    // A client that gives up does not know whether it was written, and never changes that record again.
    const attempts = random.chance(0.8) ? Number.POSITIVE_INFINITY : 1
    const answer = await send(shared, request, key, attempts)
    if (answer === undefined) {
      for (const { op, id, kind } of request.parts) if (op === 'update' && id) forget(known, kind.name, id)
      continue
    }
    note(shared, known, request, answer)
    if (key && answer.status < 300 && random.chance(0.02)) ledger.keyed.push({ request, key, answer: answer.body })
  }
}

interface Answer {
  status: number
  body: {
    _id?: string
    id?: string
    request_id?: string
    results?: { status: number; id: string | null; record?: object }[]
  } | null
  isRepeated: boolean
}

/** Sends a request until it is answered: no answer, 503, and 409 while the first one is still running are tried again. */
async function send(
  { broadcast }: Shared,
  { method, path, body }: Request,
  key: string | undefined,
  attempts: number,
): Promise<Answer | undefined> {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const answer = await broadcast.call(method, path, body, headers).catch(() => undefined)
    const isRunning = answer?.status === 409 && answer.body.code === 'idempotency_in_progress'
    if (answer && answer.status !== 503 && !isRunning) return { ...answer, isRepeated: attempt > 1 }
    await pause(retryMs)
  }
  return undefined
}

function note(shared: Shared, known: Known, { parts, isBatch, isPlain }: Request, answer: Answer): void {
  const { ledger } = shared
  const { status, body, isRepeated } = answer
  if (status >= 300) {
    // A delete or an update that is repeated may find that the first one was applied after all.
    const isSettled = !isRepeated || parts.every(({ op }) => op === 'create') || isBatch
    if (isSettled) for (const { mark } of parts) ledger.refused.add(mark)
    else if (status === 404) for (const part of parts) acknowledge(shared, known, part, String(part.id))
    if (![400, 404].includes(status)) ledger.unexpected.push({ status, requestId: body?.request_id ?? '' })
    return
  }
  for (const [index, part] of parts.entries()) {
    const result = isBatch ? body?.results?.[index] : { status, id: part.id ?? body?._id ?? body?.id ?? null }
    if (!result || result.status >= 300) ledger.refused.add(part.mark)
    else {
      const record = isBatch ? result.record : isPlain || part.op === 'delete' ? undefined : (body ?? undefined)
      acknowledge(shared, known, part, String(result.id), record)
    }
  }
}

function acknowledge(shared: Shared, known: Known, part: Part, id: string, record?: object): void {
  shared.ledger.acknowledged.push({ part, id, ...(record && { record }) })
  shared.onAcknowledged()
  if (part.op !== 'create') return
  const { name } = part.kind
  known.own.set(name, [...(known.own.get(name) ?? []), id])
  // New ones take the place of the oldest, so that most are still there.
  const pool = part.kind === host ? shared.hosts : part.kind === place ? shared.places : []
  pool.push(id)
  if (pool.length > 20) pool.shift()
}

function forget(known: Known, kind: string, id: string): void {
  known.own.set(
    kind,
    (known.own.get(kind) ?? []).filter((one) => one !== id),
  )
}
