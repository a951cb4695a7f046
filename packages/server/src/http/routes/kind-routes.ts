import {
  type AnyRecord,
  createSchema,
  exampleCreate,
  examplePatch,
  exampleRecord,
  expandableFields,
  type Kind,
  kindNamed,
  listSchema,
  patchSchema,
  recordSchema,
  withNamedReferences,
} from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { readRecordHistory } from '../../content/change-feed.ts'
import { queueOf } from '../../content/content.ts'
import { createRecord } from '../../content/create-record.ts'
import { listRequestNow, listRequestOf } from '../../content/list-request.ts'
import { putRecord } from '../../content/put-record.ts'
import { removeRecord } from '../../content/remove-record.ts'
import { updateRecord } from '../../content/update-record.ts'
import type { Writing } from '../../content/writing.ts'
import { writtenJson } from '../../content/written-json.ts'
import type { Tx } from '../../store/db.ts'
import { requireRight } from '../authorize.ts'
import { flag, integer } from '../params.ts'
import { type Answer, type AnswerSpec, forMembers, type MemberCall, type Route } from '../route.ts'
import { batchRoute } from './batch-route.ts'
import { historySchema } from './change-schemas.ts'
import { countsRoute } from './counts-route.ts'
import { isTable, sendTable } from './csv-table.ts'
import { listAnswer, listExample, listParams, shortListAnswer, tableParams } from './kind-list.ts'
import {
  againIfTaken,
  atParam,
  broadcastPath,
  checkAnswers,
  checkOf,
  checkParams,
  deleteResult,
  deleteResultSchema,
  dryRun,
  expiredAnswer,
  idIn,
  type KindRouteParts,
  preconditionOf,
  readOptionsOf,
  readRight,
  rehearsalAnswer,
  requireReference,
  scopeOf,
  viewParams,
  writeAnswer,
  writeRight,
} from './kind-route-parts.ts'

/** The uniform operations of one kind, as far as its declaration allows them. */
export function kindRoutes(kind: Kind, parts: KindRouteParts): Route[] {
  const may = (operation: Kind['operations'][number]) => kind.operations.includes(operation)
  return [
    listRoute(kind, parts),
    ...(may('create') ? [createRoute(kind, parts)] : []),
    ...(kind.timeline ? [countsRoute(kind, parts)] : []),
    readRoute(kind, parts),
    ...(may('update') ? [updateRoute(kind, parts)] : []),
    ...(may('delete') ? [deleteRoute(kind, parts)] : []),
    ...(may('create') && may('update') ? [byReferenceRoute(kind, parts)] : []),
    ...(may('create') ? [batchRoute(kind, parts)] : []),
    ...(kind.logging === 'logged' ? [historyRoute(kind, parts)] : []),
  ]
}

function listRoute(kind: Kind, parts: KindRouteParts): Route {
  const { content, facts } = parts
  return forMembers(readRight(kind), {
    method: 'GET',
    path: `${broadcastPath}/${kind.plural}`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `List ${kind.plural}`,
    params: { ...listParams(kind), ...tableParams },
    ...(isKeepable(kind) && { kept: keptAs(kind) }),
    isStreamed: isTable,
    answers: {
      200: {
        description: 'A page of records and the exact total; with `?format=csv`, all of them as a table.',
        schema: listSchema(kind),
        example: listExample(kind),
        alsoAs: 'text/csv',
        headers: ['marquee-sequence'],
      },
    },
    async handle(call) {
      const { query, membership } = call
      const { broadcastId } = membership
      requireExpandRights(kind, query.expand, membership)
      if (query.format === 'csv') return sendTable(kind, parts, call)
      const request = await listRequestOf(() => facts.calendar(broadcastId), kind, query)
      const page = await content.list(broadcastId, kind, request, readOptionsOf(query))
      return { ...(await listAnswer(kind, query, page)), ...(showsPeople(kind, query.expand) && { isSensitive: true }) }
    },
    answerNow({ query, membership: { broadcastId } }) {
      if (query.format === 'csv' || query.expand) return undefined
      const request = listRequestNow(() => facts.known.calendar(broadcastId), kind, query)
      const page = request && content.listNow(broadcastId, kind, request, readOptionsOf(query))
      return page && shortListAnswer(kind, query, page)
    },
  })
}

function createRoute(kind: Kind, parts: KindRouteParts): Route {
  return forMembers(writeRight(kind), {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Create a ${kind.name}`,
    params: { dry_run: dryRun, ...checkParams(kind) },
    body: { schema: withNamedReferences(createSchema(kind)), example: exampleCreate(kind) },
    answers: {
      201: createdSpec(kind),
      ...checkAnswers(kind),
    },
    async handle(call) {
      const { membership, principal } = call
      const check = checkOf(parts, call.query)
      const work = (writing: Writing) => createRecord({ ...writing, check }, kind, call.body)
      if (call.query.dry_run) return rehearsalAnswer(parts.content, call, 201, work)
      const create = async (tx: Tx) => {
        const record = await parts.content.writeIn(tx, membership, actorOf(principal), work)
        return { answer: created(call, kind, record) }
      }
      return parts.runOnce(call, scopeOf(call), create, queueOf(kind, membership.broadcastId))
    },
  })
}

function readRoute(kind: Kind, { content }: KindRouteParts): Route {
  return forMembers(readRight(kind), {
    method: 'GET',
    path: recordPath(kind),
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Read a ${kind.name}`,
    ...(isKeepable(kind) && { kept: keptAs(kind) }),
    params: { ...viewParams(kind), ...(kind.logging === 'logged' && { at: atParam }) },
    answers: {
      200: { description: 'The record.', schema: recordSchema(kind), example: exampleRecord(kind) },
      ...expiredAnswers(kind),
    },
    async handle({ params, query, membership }) {
      requireExpandRights(kind, query.expand, membership)
      const record = await content.read(membership.broadcastId, kind, idOf(params, kind), readOptionsOf(query))
      return { status: 200, json: record, etag: true, ...(showsPeople(kind, query.expand) && { isSensitive: true }) }
    },
  })
}

const createdSpec = (kind: Kind): AnswerSpec => ({
  description: 'The created record.',
  schema: recordSchema(kind),
  example: exampleRecord(kind),
  headers: ['etag', 'location'],
})

const changedSpec = (kind: Kind): AnswerSpec => ({
  description: 'The record after the change.',
  schema: recordSchema(kind),
  example: exampleRecord(kind),
  headers: ['etag'],
})

/** Kinds with logged changes can be read at a point in time. */
const expiredAnswers = (kind: Kind): Route['answers'] => (kind.logging === 'logged' ? { 410: expiredAnswer } : {})

function updateRoute(kind: Kind, parts: KindRouteParts): Route {
  return forMembers(writeRight(kind), {
    method: 'PATCH',
    path: recordPath(kind),
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Change a ${kind.name}`,
    params: { dry_run: dryRun, ...checkParams(kind) },
    body: { schema: withNamedReferences(patchSchema(kind)), example: examplePatch(kind) },
    takesIfMatch: true,
    answers: {
      200: changedSpec(kind),
      ...checkAnswers(kind),
    },
    async handle(call) {
      const id = idOf(call.params, kind)
      const check = checkOf(parts, call.query)
      const update = (writing: Writing) =>
        updateRecord({ ...writing, check }, kind, { id }, call.body, { precondition: preconditionOf(call) })
      return { ...(await writeAnswer(parts, call, 200, update, { kind, id })) }
    },
  })
}

function deleteRoute(kind: Kind, { content }: KindRouteParts): Route {
  return forMembers(writeRight(kind), {
    method: 'DELETE',
    path: recordPath(kind),
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Delete a ${kind.name}`,
    params: {
      dry_run: dryRun,
      force: flag('Deletes a media that is in use, and removes it from the records that show it.'),
    },
    takesIfMatch: true,
    answers: {
      200: {
        description: 'The delete result.',
        schema: deleteResultSchema,
        example: deleteResult(kind, '66a1f0c2d4e5b60718293a4b'),
      },
    },
    async handle(call) {
      const id = idOf(call.params, kind)
      const work = async (writing: Writing) => {
        await removeRecord(writing, kind, id, { precondition: preconditionOf(call), force: call.query.force })
        return null
      }
      if (call.query.dry_run) return rehearsalAnswer(content, call, 200, work)
      await content.write(call.membership, actorOf(call.principal), work)
      return { status: 200, json: deleteResult(kind, id) }
    },
  })
}

function byReferenceRoute(kind: Kind, parts: KindRouteParts): Route {
  return forMembers(writeRight(kind), {
    method: 'PUT',
    path: `${broadcastPath}/${kind.plural}/by-reference/:reference`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Create or change the ${kind.name} with this reference`,
    params: { dry_run: dryRun, ...checkParams(kind) },
    body: { schema: withNamedReferences(patchSchema(kind)), example: examplePatch(kind) },
    takesIfMatch: true,
    answers: {
      200: changedSpec(kind),
      201: createdSpec(kind),
      ...checkAnswers(kind),
    },
    async handle(call) {
      const { reference = '' } = call.params
      requireReference(reference, call.body, '_reference')
      let isNew = false
      const check = checkOf(parts, call.query)
      const put = async (plain: Writing) => {
        const done = await putRecord({ ...plain, check }, kind, reference, call.body, preconditionOf(call))
        isNew = done.isNew
        return done.record
      }
      if (call.query.dry_run) return rehearsalAnswer(parts.content, call, () => (isNew ? 201 : 200), put)
      const record = await againIfTaken(() => parts.content.write(call.membership, actorOf(call.principal), put))
      return isNew ? created(call, kind, record) : { status: 200, json: writtenJson(record), etag: true }
    },
  })
}

function historyRoute(kind: Kind, { db, content }: KindRouteParts): Route {
  return forMembers(readRight(kind), {
    method: 'GET',
    path: `${recordPath(kind)}/history`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `List the changes of a ${kind.name}`,
    params: {
      limit: integer({ default: 50, min: 1, max: 200, description: 'How many changes.' }),
      before: integer({
        default: Number.MAX_SAFE_INTEGER,
        min: 1,
        description: 'Only changes with a smaller sequence number.',
      }),
    },
    answers: {
      200: {
        description: 'Changes, newest first.',
        schema: historySchema,
      },
    },
    async handle({ params, query, membership }) {
      const id = idOf(params, kind)
      const { changes, hasMore } = await readRecordHistory(db, membership.broadcastId, kind, { id, ...query })
      // All changes of a record may have been pruned; the read distinguishes that from a missing record (404).
      if (changes.length === 0) await content.read(membership.broadcastId, kind, id)
      const json = `{"data":[${changes.map((change) => change.shown).join(',')}],"has_more":${hasMore}}`
      return { status: 200, json, etag: true }
    },
  })
}

/** Whether every change of its records is logged, so that caches are notified of it. */
const isKeepable = ({ logging, fields }: Kind) =>
  logging === 'logged' && !Object.values(fields).some(({ unlogged }) => unlogged)

const keptAs = ({ area }: Kind) => (area === 'content' ? 'content' : 'people')

export const idOf = (params: Record<string, string>, kind: Kind): string => idIn(params, `${kind.name}Id`)

const recordPath = (kind: Kind) => `${broadcastPath}/${kind.plural}/:${kind.name}Id`

function created(call: MemberCall, kind: Kind, record: AnyRecord): Answer {
  const { membership } = call
  const location = `/v1/users/${membership.userId}/broadcasts/${membership.broadcastId}/${kind.plural}/${record._id}`
  return {
    status: 201,
    json: writtenJson(record),
    headers: { location },
    etag: true,
  }
}

/** Expanding a reference needs the right to read its target. */
function requireExpandRights(kind: Kind, expand: string[] | undefined, membership: MemberCall['membership']): void {
  for (const name of expand ?? []) {
    const target = expandableFields(kind).get(name)
    if (target) requireRight(membership, readRight(kindNamed(target.kind)))
  }
}

/** Whether expanded references are personal data, though the record itself is not. */
function showsPeople(kind: Kind, expand: string[] | undefined): boolean {
  const targets = (expand ?? []).flatMap((name) => expandableFields(kind).get(name)?.kind ?? [])
  return targets.some((target) => kindNamed(target).area !== 'content')
}
