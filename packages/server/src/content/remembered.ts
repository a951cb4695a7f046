import {
  type Condition,
  expandableFields,
  isSeen,
  type Kind,
  kindNamed,
  publishedFilter,
  queryFields,
} from '@marquee/model'
import { answerTooLarge, maxAnswerBytes } from '../base/answer-size.ts'
import type { KeptJson } from '../base/json-text.ts'
import type { Db, Queryable } from '../store/db.ts'
import type { Memory } from '../store/memory/memory.ts'
import { keptJson, type Row } from '../store/memory/row.ts'
import type { Table } from '../store/memory/table.ts'
import { readBodies } from '../store/memory/whole-kind.ts'
import { type Audience, fieldsOf, findHidden } from '../store/public/public-visibility.ts'
import { type ListRequest, orderOf, requireStartId, smallerPage, startIdGone } from './read.ts'
import type { Renderer, Rendering } from './rendering.ts'

/** A page of a list from memory. */
export interface RememberedPage {
  broadcastId: string
  table: Table
  rows: Row[]
  total: number
  hasMore: boolean
  sequence: number
}

/** The page of a list, when everything it needs is in memory. Where there are too many bodies for that, those of the page are read. */
export async function findPage(
  { db, memory }: { db: Db; memory: Memory },
  broadcastId: string,
  kind: Kind,
  request: ListRequest,
  audience?: Audience,
): Promise<RememberedPage | undefined> {
  const wanted = kindsFor(kind, request, audience)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = findIn(await memory.open(broadcastId, wanted), kind, request, audience)
    if (!found) return undefined
    const { table, ids, rows, total, hasMore } = found
    const { sequence } = table
    const page = { broadcastId, table, total, hasMore, sequence }
    if (rows.length === ids.length) {
      requireSize(rows)
      return { ...page, rows }
    }
    const known = new Map(rows.map((row) => [row.id, row]))
    const missing = ids.filter((id) => !known.has(id))
    const read = await readBodies(db, broadcastId, kind, missing)
    if (read.sequence === sequence) {
      for (const row of memory.keepBodies(table, sequence, read.bodies)) known.set(row.id, row)
      const all = ids.flatMap((id) => known.get(id) ?? [])
      requireSize(all)
      return { ...page, rows: all }
    }
    memory.expect(broadcastId, read.sequence)
  }
  return undefined
}

/** While something is written all the time, the database answers. */
const maxAttempts = 3

/** The same when nothing has to be read or waited for. */
export function findPageNow(
  memory: Memory,
  broadcastId: string,
  kind: Kind,
  request: ListRequest,
  audience?: Audience,
): RememberedPage | undefined {
  const tables = memory.openNow(broadcastId, kindsFor(kind, request, audience))
  const found = tables && findIn(tables, kind, request, audience)
  if (!found || found.rows.length < found.ids.length) return undefined
  const { table, rows, total, hasMore } = found
  requireSize(rows)
  return { broadcastId, table, rows, total, hasMore, sequence: table.sequence }
}

/** The kind of a list, and those that decide what visitors see of it. */
function kindsFor(kind: Kind, { where }: ListRequest, audience: Audience | undefined): Kind[] {
  if (!audience) return [kind]
  const targets = fieldsOf(where).flatMap(({ refersTo }) => refersTo ?? [])
  return [kind, ...new Set(targets.filter((name) => name !== kind.name).map(kindNamed))]
}

function findIn(tables: Table[] | undefined, kind: Kind, request: ListRequest, audience: Audience | undefined) {
  const order = orderOf(kind, request)
  const table = tables?.[0]
  if (!tables || !table) return undefined
  // The database leaves references to hidden records out of the order.
  if (audience && order.some(({ field }) => field.refersTo !== undefined)) return undefined
  const where = audience ? seenWhere(kind, request.where, audience, tables) : request.where
  if (where === undefined) return undefined
  const { limit, skip, startId } = request
  if (startId !== null) requireStart(kind, table, startId, request, audience)
  const page = table.page({ where, order, afterId: startId, limit, skip })
  return page && { ...page, table }
}

/** A filter that matches only what the audience sees; the same as `isSeen` for one record. Undefined when only the database knows. */
function seenWhere(
  kind: Kind,
  where: Condition | null,
  audience: Audience,
  tables: readonly Table[],
): Condition | undefined {
  const { at, withDrafts } = audience
  const isPrivate = queryFields(kind).get('isPrivate')
  const published = withDrafts ? null : publishedFilter(kind, at.getTime())
  const wanted = where && withoutHidden(where, (target, id) => isShown(tables, target, id, audience))
  if (wanted === undefined) return undefined
  const parts = [published, isPrivate ? { field: isPrivate, operator: '$ne' as const, value: true } : null, wanted]
  return { logic: '$and', of: parts.filter((part) => part !== null) }
}

/** References to hidden records count as absent: nothing refers to such a record. Undefined for what depends on absence itself. */
function withoutHidden(
  condition: Condition,
  isShownId: (target: string, id: unknown) => boolean,
): Condition | undefined {
  if ('logic' in condition) {
    const of = condition.of.map((part) => withoutHidden(part, isShownId))
    return of.includes(undefined) ? undefined : { logic: condition.logic, of: of as Condition[] }
  }
  if ('metadata' in condition) return condition
  if ('first' in condition) return undefined
  const { field, operator, value } = condition
  const { refersTo } = field
  if (refersTo === undefined) return condition
  const ids = [value].flat()
  if ((operator !== '$eq' && operator !== '$in') || ids.includes(null)) return undefined
  return { field, operator: '$in', value: ids.filter((id) => isShownId(refersTo, id)) }
}

function isShown(tables: readonly Table[], target: string, id: unknown, audience: Audience): boolean {
  const table = tables.find(({ kind }) => kind.name === target)
  return table !== undefined && typeof id === 'string' && isSeenIn(table, id, audience)
}

function isSeenIn(table: Table, id: string, { at, withDrafts }: Audience): boolean {
  if (!table.has(id)) return false
  const record = Object.fromEntries(['status', 'publishedAt', 'isPrivate'].map((name) => [name, table.value(id, name)]))
  return isSeen(table.kind, record, { nowMs: at.getTime(), withDrafts })
}

function requireStart(
  kind: Kind,
  table: Table,
  startId: string,
  request: ListRequest,
  audience: Audience | undefined,
): void {
  if (requireStartId(startId, orderOf(kind, request)) === 'by id') return
  if (!table.has(startId) || (audience && !isSeenIn(table, startId, audience))) throw startIdGone()
}

/** A record, when its kind is in memory: null when there is none, or none for this audience. */
export async function findRow(
  memory: Memory,
  broadcastId: string,
  kind: Kind,
  id: string,
  audience?: Audience,
): Promise<RememberedPage | null | undefined> {
  const [table] = (await memory.open(broadcastId, [kind])) ?? []
  const row = table?.find(id)
  if (!table || (!row && !table.hasBodies)) return undefined
  if (!row || (audience && !isSeenIn(table, id, audience))) return null
  requireSize([row])
  return { broadcastId, table, rows: [row], total: 1, hasMore: false, sequence: table.sequence }
}

/** A way to show records. Texts in the same form are made once, and kept until the record or one that it refers to changes. */
export interface Form {
  name: string
  /** When texts expire by the clock. */
  untilMs: number
  show(rendering: Rendering, bodies: string[]): Promise<string[]>
}

/** The records of a page in a form, as JSON texts. */
export async function textsOf(
  { memory, renderer }: { memory: Memory; renderer: Renderer },
  { broadcastId, table, rows, sequence }: RememberedPage,
  form: Form,
): Promise<KeptJson[]> {
  const known = memory.findTexts(broadcastId, table, rows, form.name)
  const missing = rows.filter((_, index) => known[index] === undefined)
  if (missing.length === 0) return known as KeptJson[]
  const bodies = missing.map(({ body }) => String(body))
  const shown = await renderer.render(broadcastId, (rendering) => form.show(rendering, bodies))
  const texts = keptJson(shown)
  const made = missing.map((row, index) => ({
    row,
    text: { form: form.name, json: texts[index] as KeptJson, sequence, untilMs: form.untilMs },
  }))
  memory.keepTexts(broadcastId, table, made)
  const fresh = texts.values()
  return known.map((text) => text ?? (fresh.next().value as KeptJson))
}

/** The same when all of them are in memory. */
export function knownTextsOf(
  memory: Memory,
  { broadcastId, table, rows }: RememberedPage,
  form: string,
): KeptJson[] | undefined {
  const known = memory.findTexts(broadcastId, table, rows, form)
  return known.includes(undefined) ? undefined : (known as KeptJson[])
}

/** Which of these ids are records that are hidden from the audience; those that are not in memory are looked up. */
export async function findHiddenIds(
  { db, memory }: { db: Queryable; memory: Memory },
  broadcastId: string,
  kind: Kind,
  ids: string[],
  audience: Audience,
): Promise<Set<string>> {
  const targets = new Set([...expandableFields(kind).values()].map(({ kind: name }) => kindNamed(name)))
  const tables = (await memory.open(broadcastId, [...targets])) ?? []
  const hidden = new Set<string>()
  const unknown = ids.filter((id) => {
    const table = tables.find((one) => one.has(id))
    if (table && !isSeenIn(table, id, audience)) hidden.add(id)
    return !table
  })
  return hidden.union(await findHidden(db, broadcastId, unknown, audience))
}

/** As for a page from the database. */
function requireSize(rows: Row[]): void {
  const bytes = rows.reduce((sum, { body }) => sum + body.length, 0)
  if (bytes > maxAnswerBytes) throw answerTooLarge(smallerPage)
}
