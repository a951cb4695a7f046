import {
  type AnyRecord,
  createSchema,
  exampleCreate,
  type FieldError,
  Invalid,
  invalid,
  type Kind,
  patchSchema,
  shapes,
} from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { AppError, notFound } from '../../base/errors.ts'
import { maxDataValues } from '../../base/json.ts'
import { jsonPieces, LazyList } from '../../base/json-pieces.ts'
import { isObjectId, objectIdRule } from '../../base/object-id.ts'
import { nextTurn } from '../../base/turns.ts'
import { queueOf } from '../../content/content.ts'
import { createRecord, createRecords } from '../../content/create-record.ts'
import { removeRecord } from '../../content/remove-record.ts'
import { check } from '../../content/shape.ts'
import { maxErrors } from '../../content/shape-errors.ts'
import { updateRecord } from '../../content/update-record.ts'
import type { Writing } from '../../content/writing.ts'
import type { Tx } from '../../store/db.ts'
import { matcher } from '../etag.ts'
import { problemOf, toAppError } from '../problem.ts'
import { forMembers, type Route } from '../route.ts'
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

interface BatchOperation {
  op: 'create' | 'update' | 'delete'
  id?: string
  body?: unknown
  ifMatch?: string
}

interface Batch {
  mode: 'atomic' | 'each'
  operations: BatchOperation[]
}

interface Result {
  status: number
  id: string | null
  record?: AnyRecord
  problem?: object
}

/** Many writes of one kind in one call: all or none, or each independently. Every write sends the same events as alone. */
export function batchRoute(kind: Kind, parts: KindRouteParts): Route {
  const { content, runOnce } = parts
  return forMembers(writeRight(kind), {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}/batch`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Write many ${kind.plural}`,
    params: { dry_run: dryRun, ...checkParams(kind) },
    body: { schema: batchSchema(kind), example: batchExample(kind), maxBytes: 8_388_608, maxValues: maxDataValues },
    answers: {
      200: { description: 'A result for each operation, in their order.', schema: resultsSchema },
      ...checkAnswers(kind),
    },
    async handle(call) {
      const batch = check<Batch>('batch', () => envelopeSchema, call.body)
      requireAllowed(kind, batch)
      const wanted = checkOf(parts, call.query)
      const work = (writing: Writing) => runChecked({ ...writing, check: wanted }, kind, batch, call.request.id)
      if (call.query.dry_run) {
        return rehearsalAnswer(content, call, 200, async (writing) => {
          await work(writing)
          return null
        })
      }
      const runBatch = async (tx: Tx) => {
        const json = await content.writeIn(tx, call.membership, actorOf(call.principal), async (writing) =>
          writing.rendering.join(jsonPieces({ results: new LazyList(await work(writing)) })),
        )
        return { answer: { status: 200, json } }
      }
      return runOnce(call, scopeOf(call), runBatch, queueOf(kind, call.membership.broadcastId))
    },
  })
}

/** An atomic batch is checked after all writes, so that two sessions can swap places. */
async function runChecked(writing: Writing, kind: Kind, batch: Batch, requestId: string): Promise<Result[]> {
  if (!writing.check || batch.mode === 'each') return runAll(writing, kind, batch, requestId)
  const results = await runAll({ ...writing, check: undefined }, kind, batch, requestId)
  const written = results.flatMap(({ record }) => record ?? [])
  const last = new Map(written.map((record) => [record._id, record]))
  if (last.size > 0) await writing.check(writing, kind, [...last.values()])
  return results
}

async function runAll(writing: Writing, kind: Kind, { mode, operations }: Batch, requestId: string): Promise<Result[]> {
  const created = await createTogether(writing, kind, operations)
  if (created) return created
  const results: Result[] = []
  const errors: FieldError[] = []
  for (const [index, operation] of operations.entries()) {
    await nextTurn()
    if (mode === 'each') results.push(await runForItself(writing, kind, operation, requestId))
    else results.push(...(await runForAll(writing, kind, operation, index, errors)))
    if (errors.length >= maxErrors) break
  }
  if (errors.length > 0) throw new Invalid(errors.slice(0, maxErrors))
  return results
}

/** Creates all records with one statement. Undefined when there are other operations, or when one is refused and must be identified. */
async function createTogether(
  writing: Writing,
  kind: Kind,
  operations: BatchOperation[],
): Promise<Result[] | undefined> {
  if (operations.length < 2 || operations.some(({ op }) => op !== 'create')) return undefined
  try {
    const wanted = operations.map(({ body }) => ({ body }))
    const records = await writing.log.part(() => createRecords(writing, kind, wanted))
    return records.map((record) => ({ status: 201, id: record._id, record }))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
}

/** A failure here fails the batch, as errors with pointers into it. The other operations run too, to collect their errors. */
async function runForAll(
  writing: Writing,
  kind: Kind,
  operation: BatchOperation,
  index: number,
  errors: FieldError[],
): Promise<Result[]> {
  try {
    return [await run(writing, kind, operation)]
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const one of fieldErrorsOf(error))
      errors.push({ ...one, pointer: `/operations/${index}${placeOf(one.pointer)}` })
    // After a conflict the transaction takes no more statements.
    if (!(error instanceof Invalid)) throw new Invalid(errors)
    return []
  }
}

async function runForItself(
  writing: Writing,
  kind: Kind,
  operation: BatchOperation,
  requestId: string,
): Promise<Result> {
  try {
    return await writing.log.part(() => run(writing, kind, operation))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const refusal = toAppError(error)
    return { status: refusal.status, id: operation.id ?? null, problem: problemOf(refusal, requestId) }
  }
}

async function run(writing: Writing, kind: Kind, { op, id, body, ifMatch }: BatchOperation): Promise<Result> {
  if (op === 'create') {
    const record = await createRecord(writing, kind, body)
    return { status: 201, id: record._id, record }
  }
  if (id === undefined || !isObjectId(id)) throw new AppError('invalid_id', `The id must be ${objectIdRule}.`)
  const matches = matcher(ifMatch)
  const precondition = matches && ((record: AnyRecord) => matches(JSON.stringify(record)))
  if (op === 'update')
    return { status: 200, id, record: await updateRecord(writing, kind, { id }, body, { precondition }) }
  await removeRecord(writing, kind, id, { precondition })
  return { status: 200, id }
}

/** Operations that the kind does not support are not available in a batch either. */
function requireAllowed(kind: Kind, { operations }: Batch): void {
  const index = operations.findIndex(({ op }) => !kind.operations.includes(op))
  if (index >= 0) throw invalid(`/operations/${index}/op`, 'enum', `is not an operation of ${kind.plural}`)
}

const isRefusal = (error: unknown) => error instanceof Invalid || (error instanceof AppError && error.status < 500)

function fieldErrorsOf(error: unknown): FieldError[] {
  if (error instanceof Invalid) return error.fieldErrors
  const { code, message, details } = error instanceof AppError ? error : notFound()
  // A refusal of the whole operation keeps the code of its problem.
  return (details.errors ?? [{ pointer: '', code, message }]) as FieldError[]
}

/** Errors of a write point into its body; the others concern the operation. */
const placeOf = (pointer: string) => (pointer === '' ? '' : `/body${pointer}`)

/** Each operation accepts only its own members. */
function operationSchema(createBody: object, patchBody: object) {
  const id = { type: 'string' }
  const ifMatch = { type: 'string', maxLength: 1_000 }
  const operation = (op: string, properties: Record<string, object>, optional: Record<string, object> = {}) => ({
    type: 'object',
    required: ['op', ...Object.keys(properties)],
    additionalProperties: false,
    properties: { op: { type: 'string', const: op }, ...properties, ...optional },
  })
  return {
    type: 'object',
    required: ['op'],
    discriminator: { propertyName: 'op' },
    oneOf: [
      operation('create', { body: createBody }),
      operation('update', { id, body: patchBody }, { ifMatch }),
      operation('delete', { id }, { ifMatch }),
    ],
  }
}

const batchOf = (operation: object, title: string) => ({
  title,
  type: 'object',
  required: ['mode', 'operations'],
  additionalProperties: false,
  properties: {
    mode: { type: 'string', enum: ['atomic', 'each'] },
    operations: { type: 'array', minItems: 1, maxItems: 500, items: operation },
  },
})

/** Bodies are validated one by one, by their write. */
const envelopeSchema = batchOf(operationSchema({}, {}), 'BatchEnvelope')

const batchSchema = (kind: Kind) => batchOf(operationSchema(createSchema(kind), patchSchema(kind)), `${kind.name}Batch`)

const batchExample = (kind: Kind): Batch => ({
  mode: 'atomic',
  operations: [{ op: 'create', body: exampleCreate(kind) }],
})

const resultsSchema = {
  title: 'BatchResults',
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status', 'id'],
        properties: {
          status: { type: 'integer' },
          id: { ...shapes.ObjectId, type: ['string', 'null'] },
          record: { type: 'object' },
          problem: { type: 'object' },
        },
      },
    },
  },
}
