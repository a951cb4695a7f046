import { broadcastKinds, invalid, type Kind, kindNamed } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { maxDataValues } from '../../base/json.ts'
import { jsonPieces, LazyList } from '../../base/json-pieces.ts'
import { queueOf } from '../../content/content.ts'
import { check } from '../../content/shape.ts'
import type { CheckWritten, Writing } from '../../content/writing.ts'
import type { Tx } from '../../store/db.ts'
import { requireRight } from '../authorize.ts'
import { type Answer, forMembers, type MemberCall, type Route } from '../route.ts'
import { type Batch, type BatchOperation, runBatch } from './batch-run.ts'
import {
  batchExample,
  batchSchema,
  envelopeSchema,
  mixedBatchExample,
  mixedBatchSchema,
  resultsSchema,
} from './batch-schemas.ts'
import {
  broadcastPath,
  checkAnswers,
  checkOf,
  checkParams,
  dryRun,
  type KindRouteParts,
  rehearsalAnswer,
  scopeOf,
  writeRight,
} from './kind-route-parts.ts'

/** Many writes of one kind in one call: all or none, or each independently. Every write sends the same events as alone. */
export function batchRoute(kind: Kind, parts: KindRouteParts): Route {
  return forMembers(writeRight(kind), {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}/batch`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Write many ${kind.plural}`,
    params: { dry_run: dryRun, ...checkParams(kind) },
    body: { schema: batchSchema(kind), example: batchExample(kind), ...bodyLimits },
    answers: { ...resultAnswers, ...checkAnswers(kind) },
    async handle(call) {
      const { mode, operations } = check<Sent>('batch', () => envelopeSchema, call.body)
      const batch = { mode, operations: operations.map((operation) => ({ ...operation, kind })) }
      return batchAnswer(parts, call, batch, queueOf(kind, call.membership.broadcastId), checkOf(parts, call.query))
    },
  })
}

/** The same over several kinds, whose records can name each other by reference. */
export function mixedBatchRoute(parts: KindRouteParts): Route {
  // Timeline kinds have a write queue of their own.
  const kinds = broadcastKinds.filter((kind) => kind.operations.includes('create') && !kind.timeline)
  const schema = mixedBatchSchema(kinds)
  return forMembers('content.write', {
    method: 'POST',
    path: `${broadcastPath}/batch`,
    tag: 'batch',
    summary: 'Write many records of several kinds',
    params: { dry_run: dryRun },
    body: { schema, example: mixedBatchExample, ...bodyLimits },
    answers: resultAnswers,
    async handle(call) {
      const { mode, operations } = check<Mixed>('mixed batch', () => schema, call.body)
      const batch = { mode, operations: operations.map((one) => ({ ...one, kind: kindNamed(one.kind) })) }
      const written = new Set(batch.operations.map(({ kind }) => kind))
      for (const kind of written) requireRight(call.membership, writeRight(kind))
      const answer = await batchAnswer(parts, call, batch, call.membership.broadcastId)
      const isSensitive = [...written].some(({ area }) => area !== 'content')
      return { ...answer, ...(isSensitive && { isSensitive }) }
    },
  })
}

type SentOperation = Omit<BatchOperation, 'kind'>
interface Sent {
  mode: Batch['mode']
  operations: SentOperation[]
}
interface Mixed {
  mode: Batch['mode']
  operations: (SentOperation & { kind: string })[]
}

async function batchAnswer(
  { content, runOnce }: KindRouteParts,
  call: MemberCall & { query: { dry_run: boolean } },
  batch: Batch,
  queue: string,
  wanted?: CheckWritten,
): Promise<Answer> {
  requireAllowed(batch)
  const work = (writing: Writing) => runBatch({ ...writing, check: wanted }, batch, call.request.id)
  if (call.query.dry_run) {
    return rehearsalAnswer(content, call, 200, async (writing) => {
      await work(writing)
      return null
    })
  }
  const write = async (tx: Tx) => {
    const json = await content.writeIn(tx, call.membership, actorOf(call.principal), async (writing) =>
      writing.rendering.join(jsonPieces({ results: new LazyList(await work(writing)) })),
    )
    return { answer: { status: 200, json } }
  }
  return runOnce(call, scopeOf(call), write, queue)
}

/** Operations that a kind does not support are not available in a batch either. */
function requireAllowed({ operations }: Batch): void {
  const index = operations.findIndex(({ op, kind }) => {
    const needed = op === 'put' ? (['create', 'update'] as const) : ([op] as const)
    return !needed.every((one) => kind.operations.includes(one))
  })
  const plural = operations[index]?.kind.plural
  if (plural) throw invalid(`/operations/${index}/op`, 'enum', `is not an operation of ${plural}`)
}

const bodyLimits = { maxBytes: 8_388_608, maxValues: maxDataValues }

const resultAnswers = {
  200: { description: 'A result for each operation, in their order.', schema: resultsSchema },
}
