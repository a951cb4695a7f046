import {
  type AnyRecord,
  type Condition,
  type FieldError,
  type FieldErrorCode,
  hasLocalTimes,
  Invalid,
  isLogic,
  isPublished,
  type Kind,
  kinds,
  parseFilters,
  parseSort,
  publishedFilter,
} from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import { parseJson } from '../../base/json.ts'
import { isObjectId } from '../../base/object-id.ts'
import type { Actor } from '../../store/changes/changes.ts'
import { type Checking, oneOf, required } from '../config-checks.ts'
import { fixedValue } from '../expression.ts'
import { findReachable, mayRun, operationNames, reachableKinds } from '../reach.ts'
import type { NodeCall, NodeType } from './node.ts'
import { NodeError } from './node-error.ts'
import type { RunContent } from './services.ts'

/** Reads and writes content with the rights of an editor. A write is an ordinary change by the run, in one transaction with the step. */
export const amply: NodeType = {
  check,
  createRun:
    ({ content }) =>
    async (call) => {
      const { config, state } = call
      const kind = requireKind(config.resource)
      const operation = requireOperation(kind, config.operation)
      const tenant = { broadcastId: state.row.broadcast_id, userId: state.row.user_id }
      const actor: Actor = { type: 'run', id: state.row.id }
      switch (operation) {
        case 'list':
          return { output: await list(content, call, kind) }
        case 'read':
          return { output: await read(content, call, kind) }
        case 'create': {
          const body = bodyOf(config.body, kind)
          return { write: (tx) => explaining(() => content.create(tx, tenant, actor, kind, body)) }
        }
        case 'update': {
          const [id, body] = [idOf(config.id), bodyOf(config.body, kind)]
          return { write: (tx) => explaining(() => content.update(tx, tenant, actor, kind, id, body)) }
        }
        case 'delete': {
          const id = idOf(config.id)
          return {
            async write(tx) {
              await explaining(() => content.remove(tx, tenant, actor, kind, id))
              return { success: true, referenceType: kind.name, referenceId: id, operationType: 'delete' }
            },
          }
        }
      }
    },
}

function check(checking: Checking): FieldError[] {
  const { config, pointer } = checking
  const operation = operationNames.find((name) => name === fixedValue(config.operation))
  const resource = fixedValue(config.resource)
  const kind = findReachable(resource)
  const fieldErrors = [
    ...required(checking, 'operation'),
    ...oneOf(checking, 'operation', operationNames),
    ...required(checking, 'resource'),
  ]
  const at = (name: string, code: FieldErrorCode, message: string) =>
    fieldErrors.push({ pointer: `${pointer}/${name}`, code, message })
  if (typeof resource === 'string' && !kind)
    at('resource/value', 'enum', `must be one of ${reachableKinds.map(({ name }) => name).join(', ')}`)
  if (operation && kind && !mayRun(kind, operation)) at('operation/value', 'enum', 'is not an operation of this kind')
  if (operation && ['read', 'update', 'delete'].includes(operation)) fieldErrors.push(...required(checking, 'id'))
  if (operation === 'create' || operation === 'update') fieldErrors.push(...required(checking, 'body'))
  const metadata = Object(config.metadata)
  const logic = fixedValue(metadata.filtersLogical)
  if (logic !== undefined && logic !== null && !isLogic(logic))
    at('metadata/filtersLogical/value', 'enum', 'must be one of $and, $or, $nor')
  return fieldErrors
}

async function list(content: RunContent, { config, state, nowMs }: NodeCall, kind: Kind): Promise<object> {
  const broadcastId = state.row.broadcast_id
  const metadata = asObject(config.metadata) ?? {}
  const cursors = asObject(metadata.cursors) ?? {}
  const filters = filtersOf(metadata.filters)
  const logic = metadata.filtersLogical ?? '$and'
  if (!isLogic(logic)) throw new NodeError('invalid_config', 'metadata.filtersLogical must be one of $and, $or, $nor')
  const limit = pageSize(cursors.limit)
  const skip = wholeNumber(cursors.skip ?? 0, 'metadata.cursors.skip')
  const startId = cursors.startId == null || cursors.startId === '' ? null : String(cursors.startId)
  const page = await explaining(async () => {
    const zone = hasLocalTimes(filters) ? await content.findTimeZone(broadcastId) : 'UTC'
    const wanted = filters.length > 0 ? parseFilters(kind, filters, logic, zone) : null
    const where = both(wanted, metadata.preview === true ? null : publishedFilter(kind, nowMs))
    const order = asObject(cursors.sort) ? parseSort(kind, cursors.sort) : null
    return content.list(broadcastId, kind, { where, order, startId, limit, skip })
  })
  return {
    data: page.bodies.map((body) => JSON.parse(String(body))),
    metadata: { total: page.total, limit, skip, nextStartId: page.nextStartId },
    _type: kind.name,
  }
}

async function read(content: RunContent, { config, state, nowMs }: NodeCall, kind: Kind): Promise<unknown> {
  const isBroadcast = kind === kinds.broadcast
  const id = isBroadcast ? state.row.broadcast_id : idOf(config.id)
  const record: AnyRecord = JSON.parse(await explaining(() => content.read(state.row.broadcast_id, kind, id)))
  if (asObject(config.metadata)?.preview !== true && !isPublished(kind, record, nowMs))
    throw new NodeError('not_found', 'It is not published; set preview to read drafts and scheduled articles.')
  return record
}

function requireKind(resource: unknown): Kind {
  const kind = findReachable(resource)
  if (!kind) throw new NodeError('forbidden_resource', 'resource is not a kind that a workflow can access')
  return kind
}

function requireOperation(kind: Kind, name: unknown) {
  const operation = operationNames.find((known) => known === name)
  if (!operation || !mayRun(kind, operation))
    throw new NodeError('forbidden_operation', `operation is not supported by ${kind.name}`)
  return operation
}

function idOf(id: unknown): string {
  if (typeof id !== 'string' || !isObjectId(id)) throw new NodeError('invalid_config', 'id must be the id of a record')
  return id
}

/** The results of expressions are validated like a request. Credentials are for owners, and a workflow is not an owner. */
function bodyOf(value: unknown, kind: Kind): unknown {
  const parsed = parseJson(JSON.stringify(value ?? null))
  if ('fault' in parsed) throw new NodeError('invalid', `body${parsed.fault.pointer} ${parsed.fault.message}`)
  const body = asObject(parsed.value)
  if (!body) throw new NodeError('invalid_config', 'body must be an object')
  const forbidden = Object.keys(body).find((name) => kind.fields[name]?.ownerOnly)
  if (forbidden !== undefined) throw new NodeError('forbidden_field', `${forbidden} is for owners, not for workflows`)
  return body
}

/** An object of fields and values, or filters as on Surface B. */
function filtersOf(filters: unknown): unknown[] {
  if (Array.isArray(filters)) return filters
  return Object.entries(asObject(filters) ?? {}).map(([name, value]) => ({ [name]: value }))
}

const both = (one: Condition | null, other: Condition | null): Condition | null =>
  one && other ? { logic: '$and', of: [one, other] } : (one ?? other)

function pageSize(limit: unknown): number {
  if (limit === undefined || limit === null) return 50
  if (limit === -1) return maxPage
  return Math.min(wholeNumber(limit, 'metadata.cursors.limit'), maxPage)
}

function wholeNumber(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new NodeError('invalid_config', `${place} must be a whole number`)
}

const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/** Errors of content become errors of the node, shown with the run. */
async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Invalid) {
      const all = error.fieldErrors.map(({ pointer, message }) => `${pointer} ${message}`.trim())
      throw new NodeError('invalid', all.slice(0, 10).join('; '))
    }
    if (error instanceof AppError) throw new NodeError(error.code, error.message)
    throw error
  }
}

const maxPage = 200
