import {
  type AnyRecord,
  type Condition,
  hasLocalTimes,
  Invalid,
  isLogic,
  type Kind,
  kinds,
  parseFilters,
  parseSort,
  type SortStep,
} from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import { parseJson } from '../../base/json.ts'
import { isObjectId } from '../../base/object-id.ts'
import type { Tenant } from '../../base/tenant.ts'
import type { Actor } from '../../store/changes/changes.ts'
import type { Tx } from '../../store/db.ts'
import { findReachable, mayRun, operationNames } from '../reach.ts'
import { type NodeCall, NodeError, type NodeType } from './node.ts'

/** Content, as far as a run has to do with it. */
export interface RunContent {
  list(
    broadcastId: string,
    kind: Kind,
    request: { where: Condition | null; order: SortStep[] | null; startId: string | null; limit: number; skip: number },
  ): Promise<{ bodies: string[]; total: number; nextStartId: string | null }>
  /** Throws when it is not there. */
  read(broadcastId: string, kind: Kind, id: string): Promise<string>
  create(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, body: unknown): Promise<AnyRecord>
  update(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string, body: unknown): Promise<AnyRecord>
  remove(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string): Promise<void>
  findTimeZone(broadcastId: string): Promise<string>
}

/** Reads and writes content of the broadcast, as its editors could. A write is an ordinary one, by the run, in one transaction with the step. */
export function createAmplyNode(content: RunContent): NodeType {
  return async (call) => {
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
  }
}

async function list(content: RunContent, { config, state }: NodeCall, kind: Kind): Promise<object> {
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
    const where = both(wanted, metadata.preview === true ? null : published(kind))
    const order = asObject(cursors.sort) ? parseSort(kind, cursors.sort) : null
    return content.list(broadcastId, kind, { where, order, startId, limit, skip })
  })
  return {
    data: page.bodies.map((body) => JSON.parse(body)),
    metadata: { total: page.total, limit, skip, nextStartId: page.nextStartId },
    _type: kind.name,
  }
}

async function read(content: RunContent, { config, state }: NodeCall, kind: Kind): Promise<unknown> {
  const isBroadcast = kind === kinds.broadcast
  const id = isBroadcast ? state.row.broadcast_id : idOf(config.id)
  const record: AnyRecord = JSON.parse(await explaining(() => content.read(state.row.broadcast_id, kind, id)))
  const isDraft = published(kind) !== null && record.status === 'draft'
  if (isDraft && asObject(config.metadata)?.preview !== true)
    throw new NodeError('not_found', 'It is a draft; set preview to read drafts.')
  return record
}

function requireKind(resource: unknown): Kind {
  const kind = findReachable(resource)
  if (!kind) throw new NodeError('forbidden_resource', 'resource is no kind that a workflow can work with')
  return kind
}

function requireOperation(kind: Kind, name: unknown) {
  const operation = operationNames.find((known) => known === name)
  if (!operation || !mayRun(kind, operation))
    throw new NodeError('forbidden_operation', `operation is nothing that can be done with a ${kind.name}`)
  return operation
}

function idOf(id: unknown): string {
  if (typeof id !== 'string' || !isObjectId(id)) throw new NodeError('invalid_config', 'id must be the id of a record')
  return id
}

/** What came out of expressions is held to what a request may hold. Credentials are for owners, and no workflow is one. */
function bodyOf(value: unknown, kind: Kind): unknown {
  const parsed = parseJson(JSON.stringify(value ?? null))
  if ('fault' in parsed) throw new NodeError('invalid', `body${parsed.fault.pointer} ${parsed.fault.message}`)
  const body = asObject(parsed.value)
  if (!body) throw new NodeError('invalid_config', 'body must be an object')
  const forbidden = Object.keys(body).find((name) => kind.fields[name]?.ownerOnly)
  if (forbidden !== undefined)
    throw new NodeError('forbidden_field', `${forbidden} is for owners, and not for workflows`)
  return body
}

/** An object of fields and values, or filters as Surface B takes them. */
function filtersOf(filters: unknown): unknown[] {
  if (Array.isArray(filters)) return filters
  return Object.entries(asObject(filters) ?? {}).map(([name, value]) => ({ [name]: value }))
}

/** Without `preview`, only what is published. */
function published(kind: Kind): Condition | null {
  const choices: unknown = kind.fields.status && Object(kind.fields.status.schema).enum
  return Array.isArray(choices) && choices.includes('published')
    ? parseFilters(kind, [{ status: 'published' }], '$and')
    : null
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

/** A refusal of content, in words for whoever reads the run. */
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
