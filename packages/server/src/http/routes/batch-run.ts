import { type AnyRecord, type FieldError, Invalid, type Kind } from '@marquee/model'
import { AppError, notFound } from '../../base/errors.ts'
import { isObjectId, objectIdRule } from '../../base/object-id.ts'
import { nextTurn } from '../../base/turns.ts'
import { createRecord, createRecords } from '../../content/create-record.ts'
import { keyOf } from '../../content/named-references.ts'
import { putRecord } from '../../content/put-record.ts'
import { removeRecord } from '../../content/remove-record.ts'
import { maxErrors } from '../../content/shape-errors.ts'
import { updateRecord } from '../../content/update-record.ts'
import type { Writing } from '../../content/writing.ts'
import { matcher } from '../etag.ts'
import { problemOf, toAppError } from '../problem.ts'
import { batchOrder } from './batch-order.ts'
import { requireReference } from './kind-route-parts.ts'

export interface BatchOperation {
  kind: Kind
  op: 'create' | 'update' | 'put' | 'delete'
  id?: string
  reference?: string
  body?: unknown
  ifMatch?: string
}

export interface Batch {
  mode: 'atomic' | 'each'
  operations: BatchOperation[]
}

export interface Result {
  status: number
  id: string | null
  record?: AnyRecord
  problem?: object
}

/** Runs a batch. An atomic one is checked after all writes, so that two sessions can swap places. */
export async function runBatch(writing: Writing, batch: Batch, requestId: string): Promise<Result[]> {
  if (!writing.check || batch.mode === 'each') return runAll(writing, batch, requestId)
  const results = await runAll({ ...writing, check: undefined }, batch, requestId)
  const last = new Map(
    results.flatMap(({ record }, index) => (record ? [[record._id, { record, kind: kindOf(batch, index) }]] : [])),
  )
  for (const [kind, written] of Map.groupBy(last.values(), (one) => one.kind))
    await writing.check(
      writing,
      kind,
      written.map(({ record }) => record),
    )
  return results
}

async function runAll(writing: Writing, batch: Batch, requestId: string): Promise<Result[]> {
  const { mode, operations } = batch
  const created = await createTogether(writing, operations)
  if (created) return created
  const results: Result[] = []
  const errors: FieldError[] = []
  const ids = new Map<string, string>()
  const inBatch = { ...writing, ids }
  for (const index of batchOrder(operations)) {
    await nextTurn()
    const operation = operationAt(batch, index)
    const result =
      mode === 'each'
        ? await runForItself(inBatch, operation, requestId)
        : await runForAll(inBatch, operation, index, errors)
    if (result) results[index] = result
    const { kind } = operation
    const reference = result?.record?._reference
    if (result?.record && typeof reference === 'string')
      ids.set(keyOf({ kind: kind.name, reference }), result.record._id)
    if (errors.length >= maxErrors) break
  }
  if (errors.length > 0) throw new Invalid(errors.slice(0, maxErrors))
  return results
}

/** Creates all records with one statement. Undefined when there are other operations, or when one is refused and must be identified. */
async function createTogether(writing: Writing, operations: BatchOperation[]): Promise<Result[] | undefined> {
  const [first] = operations
  const isAlike = operations.every(({ op, kind }) => op === 'create' && kind === first?.kind)
  if (!first || operations.length < 2 || !isAlike) return undefined
  try {
    const wanted = operations.map(({ body }) => ({ body }))
    const records = await writing.log.part(() => createRecords(writing, first.kind, wanted))
    return records.map((record) => ({ status: 201, id: record._id, record }))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
}

/** A failure here fails the batch, as errors with pointers into it. The other operations run too, to collect their errors. */
async function runForAll(
  writing: Writing,
  operation: BatchOperation,
  index: number,
  errors: FieldError[],
): Promise<Result | undefined> {
  try {
    return await run(writing, operation)
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const one of fieldErrorsOf(error))
      errors.push({ ...one, pointer: `/operations/${index}${placeOf(one.pointer)}` })
    // After a conflict the transaction takes no more statements.
    if (!(error instanceof Invalid)) throw new Invalid(errors)
    return undefined
  }
}

async function runForItself(writing: Writing, operation: BatchOperation, requestId: string): Promise<Result> {
  try {
    return await writing.log.part(() => run(writing, operation))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const refusal = toAppError(error)
    return { status: refusal.status, id: operation.id ?? null, problem: problemOf(refusal, requestId) }
  }
}

async function run(writing: Writing, { kind, op, id, reference = '', body, ifMatch }: BatchOperation): Promise<Result> {
  if (op === 'create') {
    const record = await createRecord(writing, kind, body)
    return { status: 201, id: record._id, record }
  }
  const matches = matcher(ifMatch)
  const precondition = matches && ((record: AnyRecord) => matches(JSON.stringify(record)))
  if (op === 'put') {
    requireReference(reference, body, '_reference')
    const { record, isNew } = await putRecord(writing, kind, reference, body, precondition)
    return { status: isNew ? 201 : 200, id: record._id, record }
  }
  if (id === undefined || !isObjectId(id)) throw new AppError('invalid_id', `The id must be ${objectIdRule}.`)
  if (op === 'update')
    return { status: 200, id, record: await updateRecord(writing, kind, { id }, body, { precondition }) }
  await removeRecord(writing, kind, id, { precondition })
  return { status: 200, id }
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

function operationAt({ operations }: Batch, index: number): BatchOperation {
  const operation = operations[index]
  if (!operation) throw new Error('the batch has no such operation')
  return operation
}

const kindOf = (batch: Batch, index: number) => operationAt(batch, index).kind
