import { type AnyRecord, parseFilters, type View, viewBodySchema, viewSchema, views, withArticle } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { notFound } from '../../base/errors.ts'
import { textOf } from '../../base/json-text.ts'
import { isObjectId } from '../../base/object-id.ts'
import { createPlain, removePlain, showPlain, updatePlain } from '../../content/plain.ts'
import { findPlainFacts, knownPlainFacts, type PlainFacts, whereOf } from '../../content/plain-list.ts'
import { type Lookups, rememberedLookups } from '../../content/plain-lookups.ts'
import { inPlainWords } from '../../content/plain-words.ts'
import { updateOrCreate } from '../../content/put-record.ts'
import type { ListRequest, ShownPage } from '../../content/read.ts'
import type { Form } from '../../content/remembered.ts'
import { bytesOfText, typicalBytes } from '../../content/rendering.ts'
import type { Writing } from '../../content/writing.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Needs } from '../../store/records/lock-ahead.ts'
import { matcher } from '../etag.ts'
import { type ListBody, listBody, shortListBody } from '../list-body.ts'
import type { ParamValues } from '../params.ts'
import { type Answer, type AnswerSpec, keyed, type MemberCall, type Route } from '../route.ts'
import {
  againIfTaken,
  checkAnswers,
  checkOf,
  checkParams,
  dryRun,
  type KindRouteParts,
  localeParam,
  rehearsalAnswer,
  requireReference,
  scopeOf,
} from './kind-route-parts.ts'
import { listParams } from './plain-list.ts'

/** Surface A: events, places and articles with simple names, for the broadcast of the key. */
export function surfaceARoutes(parts: KindRouteParts): Route[] {
  const routes = views.flatMap((view) => [
    listRoute(view, parts),
    createRoute(view, parts),
    readRoute(view, parts),
    updateRoute(view, parts),
    deleteRoute(view, parts),
    readByReferenceRoute(view, parts),
    byReferenceRoute(view, parts),
  ])
  return routes.map((route) => ({ ...route, handle: (...call) => inPlainWords(() => route.handle(...call)) }))
}

function listRoute(view: View, { content, db, memory, facts }: KindRouteParts): Route {
  const lookups = rememberedLookups(db, memory)
  return keyed('content.read', {
    method: 'GET',
    path: `/v1/${view.plural}`,
    tag: view.plural,
    summary: `List ${view.plural}`,
    kept: 'content',
    params: listParams(view),
    answers: {
      200: { description: 'A page and the exact total.', schema: listSchema(view), headers: ['marquee-sequence'] },
    },
    async handle({ query, membership }) {
      const { broadcastId } = membership
      const request = requestOf(view, query, await findPlainFacts(query, broadcastId, facts))
      const form = listForm(view, db, lookups, query.locale ?? undefined)
      const page = await content.listAs(broadcastId, view.kind, request, form)
      return listAnswer(page, await listBody(listStart, page.bodies, endOf(query, page)))
    },
    answerNow({ query, membership: { broadcastId } }) {
      const known = knownPlainFacts(query, broadcastId, facts)
      const form = listFormName(view, query.locale ?? undefined)
      const page = known && content.listAsNow(broadcastId, view.kind, requestOf(view, query, known), form)
      const body = page && shortListBody(listStart, page.bodies, endOf(query, page))
      return page && body && listAnswer(page, body)
    },
  })
}

type ListQuery = ParamValues<ReturnType<typeof listParams>>

const requestOf = (view: View, query: ListQuery, known: PlainFacts): ListRequest => ({
  ...whereOf(view, query, known),
  startId: null,
  limit: query.limit ?? everything,
  skip: query.offset,
})

const listStart = '{"data":['

const endOf = ({ limit, offset }: ListQuery, { total }: ShownPage) =>
  `],"total":${total},"limit":${limit ?? total},"offset":${offset}}`

const listAnswer = ({ sequence, isRemembered }: ShownPage, body: ListBody): Answer => ({
  status: 200,
  ...body,
  headers: { 'marquee-sequence': String(sequence) },
  isRemembered,
})

/** Records as they are in lists of a view. */
const listForm = (view: View, db: Db, lookups: Lookups, locale: string | undefined): Form => ({
  name: listFormName(view, locale),
  untilMs: Number.POSITIVE_INFINITY,
  async show(rendering, bodies) {
    const records = await rendering.map(bodies, bytesOfText, (body): AnyRecord => JSON.parse(body))
    const shown = await showPlain(db, rendering, view, records, { inList: true, locale, lookups })
    return rendering.map(shown, typicalBytes.view, (one) => JSON.stringify(one))
  },
})

const listFormName = (view: View, locale: string | undefined) => `${view.name} ${locale ?? ''}`

/** A record as it is alone. Some exist on the other surface only. */
const aloneForm = (view: View, { db, memory }: KindRouteParts, locale: string | undefined): Form => ({
  name: `one ${view.name} ${locale ?? ''}`,
  untilMs: Number.POSITIVE_INFINITY,
  async show(rendering, bodies) {
    const records = bodies.map((body): AnyRecord => JSON.parse(body))
    if (!records.every(view.isShown)) throw notFound()
    const shown = await showPlain(db, rendering, view, records, { locale, lookups: rememberedLookups(db, memory) })
    return shown.map((one) => JSON.stringify(one))
  },
})

function createRoute(view: View, parts: KindRouteParts): Route {
  const { content, renderer, runOnce } = parts
  return keyed('content.write', {
    method: 'POST',
    path: `/v1/${view.plural}`,
    tag: view.plural,
    summary: `Create ${withArticle(view.name)}`,
    params: { dry_run: dryRun, ...checkParams(view.kind) },
    body: { schema: viewBodySchema(view, 'create'), example: exampleBody(view) },
    answers: {
      201: createdSpec(view),
      ...checkAnswers(view.kind),
    },
    async handle(call) {
      const check = checkOf(parts, call.query)
      return renderer.write(call.membership.broadcastId, (rendering) => {
        const work = async (plain: Writing) => {
          const writing = { ...plain, check, rendering }
          return show(writing, view, await createPlain(writing, view, call.body))
        }
        if (call.query.dry_run) return rehearsalAnswer(content, call, 201, work)
        const create = async (tx: Tx) => {
          const shown = await content.writeIn(tx, call.membership, actorOf(call.principal), work)
          return { answer: created(view, shown) }
        }
        const { broadcastId } = call.membership
        return runOnce(call, scopeOf(call), create, broadcastId, categoryOf(broadcastId, call.body))
      })
    },
  })
}

/** The category that a body names, before it is checked. */
function categoryOf(broadcastId: string, body: unknown): Needs {
  const key = typeof body === 'object' && body !== null && 'category' in body ? body.category : undefined
  return typeof key === 'string' && key !== '' ? { category: { broadcastId, key } } : {}
}

function readRoute(view: View, parts: KindRouteParts): Route {
  return keyed('content.read', {
    method: 'GET',
    path: `/v1/${view.plural}/:id`,
    tag: view.plural,
    summary: `Read one ${view.name}`,
    kept: 'content',
    params: { locale: localeParam },
    answers: { 200: { description: `The ${view.name}.`, schema: viewSchema(view) } },
    async handle({ params, query, membership: { broadcastId } }) {
      const form = aloneForm(view, parts, query.locale ?? undefined)
      const json = await parts.content.readAs(broadcastId, view.kind, idOf(params), form)
      return { status: 200, json, etag: true }
    },
  })
}

function readByReferenceRoute(view: View, parts: KindRouteParts): Route {
  return keyed('content.read', {
    method: 'GET',
    path: `/v1/${view.plural}/by-reference/:reference`,
    tag: view.plural,
    summary: `Read the ${view.name} with this reference`,
    kept: 'content',
    params: { locale: localeParam },
    answers: { 200: { description: `The ${view.name}.`, schema: viewSchema(view) } },
    async handle({ params, query, membership: { broadcastId } }) {
      const where = parseFilters(view.kind, [{ _reference: params.reference }], '$and')
      const wanted = { where, order: null, startId: null, limit: 1, skip: 0 }
      const form = aloneForm(view, parts, query.locale ?? undefined)
      const [found] = (await parts.content.listAs(broadcastId, view.kind, wanted, form)).bodies
      if (found === undefined) throw notFound()
      return { status: 200, json: textOf(found), etag: true }
    },
  })
}

function updateRoute(view: View, parts: KindRouteParts): Route {
  const { content, renderer } = parts
  return keyed('content.write', {
    method: 'PUT',
    path: `/v1/${view.plural}/:id`,
    tag: view.plural,
    summary: `Change one ${view.name}`,
    params: { dry_run: dryRun, ...checkParams(view.kind) },
    body: { schema: viewBodySchema(view, 'update'), example: exampleChange(view) },
    takesIfMatch: true,
    answers: {
      200: changedSpec(view),
      ...checkAnswers(view.kind),
    },
    async handle(call) {
      const id = idOf(call.params)
      const check = checkOf(parts, call.query)
      return renderer.write(call.membership.broadcastId, async (rendering) => {
        const work = async (plain: Writing) => {
          const writing = { ...plain, check, rendering }
          return show(writing, view, await updatePlain(writing, view, { id }, call.body, preconditionOf(call)))
        }
        if (call.query.dry_run) return rehearsalAnswer(content, call, 200, work)
        const changing = { kind: view.kind, id }
        const json = await content.write(call.membership, actorOf(call.principal), work, changing)
        return { status: 200, json, etag: true }
      })
    },
  })
}

function deleteRoute(view: View, { content, renderer }: KindRouteParts): Route {
  return keyed('content.write', {
    method: 'DELETE',
    path: `/v1/${view.plural}/:id`,
    tag: view.plural,
    summary: `Delete one ${view.name}`,
    params: { dry_run: dryRun },
    takesIfMatch: true,
    answers: { 204: { description: 'It was deleted permanently.' } },
    async handle(call) {
      const id = idOf(call.params)
      return renderer.write(call.membership.broadcastId, async (rendering) => {
        const work = (writing: Writing) =>
          removePlain({ ...writing, rendering }, view, id, preconditionOf(call)).then(() => null)
        if (call.query.dry_run) return rehearsalAnswer(content, call, 204, work)
        await content.write(call.membership, actorOf(call.principal), work)
        return { status: 204 }
      })
    },
  })
}

function byReferenceRoute(view: View, parts: KindRouteParts): Route {
  const { content, renderer } = parts
  return keyed('content.write', {
    method: 'PUT',
    path: `/v1/${view.plural}/by-reference/:reference`,
    tag: view.plural,
    summary: `Create or change the ${view.name} with this reference`,
    params: { dry_run: dryRun, ...checkParams(view.kind) },
    body: { schema: viewBodySchema(view, 'update'), example: exampleBody(view) },
    takesIfMatch: true,
    answers: {
      200: changedSpec(view),
      201: createdSpec(view),
      ...checkAnswers(view.kind),
    },
    async handle(call) {
      const { reference = '' } = call.params
      requireReference(reference, call.body, 'reference')
      let isNew = false
      const check = checkOf(parts, call.query)
      return renderer.write(call.membership.broadcastId, async (rendering) => {
        const put = async (plain: Writing) => {
          const writing = { ...plain, check, rendering }
          const precondition = preconditionOf(call)
          const done = await updateOrCreate(writing, view.kind, reference, {
            update: () => updatePlain(writing, view, { reference }, call.body, precondition),
            create: (options) => createPlain(writing, view, { ...Object(call.body), reference }, options),
            isRequired: precondition !== undefined,
          })
          isNew = done.isNew
          return show(writing, view, done.record)
        }
        if (call.query.dry_run) return rehearsalAnswer(content, call, () => (isNew ? 201 : 200), put)
        const shown = await againIfTaken(() => content.write(call.membership, actorOf(call.principal), put))
        return isNew ? created(view, shown) : { status: 200, json: shown, etag: true }
      })
    },
  })
}

const createdSpec = (view: View): AnswerSpec => ({
  description: `The created ${view.name}.`,
  schema: viewSchema(view),
  headers: ['etag', 'location'],
})

const changedSpec = (view: View): AnswerSpec => ({
  description: `The ${view.name} after the change.`,
  schema: viewSchema(view),
  headers: ['etag'],
})

async function show(writing: Writing, view: View, record: AnyRecord): Promise<Record<string, unknown>> {
  const [shown = {}] = await showPlain(writing.tx, writing.rendering, view, [record])
  return shown
}

function created(view: View, shown: Record<string, unknown>): Answer {
  return { status: 201, json: shown, headers: { location: `/v1/${view.plural}/${shown.id}` }, etag: true }
}

function preconditionOf(call: MemberCall) {
  const matches = matcher(call.headers['if-match'])
  return matches && ((shown: Record<string, unknown>) => matches(JSON.stringify(shown)))
}

/** On Surface A a malformed id is a 404, like an unknown one. */
function idOf({ id = '' }: Record<string, string>): string {
  if (!isObjectId(id)) throw notFound()
  return id
}

function exampleBody(view: View): Record<string, unknown> {
  const told = Object.entries(view.fields).filter(([, { example }]) => example !== undefined && example !== null)
  return Object.fromEntries(told.map(([name, { example }]) => [name, example]))
}

/** One field of the example, as a patch. */
const exampleChange = (view: View) => Object.fromEntries(Object.entries(exampleBody(view)).slice(0, 1))

const listSchema = (view: View) => ({
  title: `${view.name}List`,
  type: 'object',
  required: ['data', 'total', 'limit', 'offset'],
  properties: {
    data: { type: 'array', items: viewSchema(view, true) },
    total: { type: 'integer' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
  },
})

/** More than the quota of any kind. */
const everything = 1_000_000_000
