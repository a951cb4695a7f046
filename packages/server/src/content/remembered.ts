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
import { idsIn } from '../base/embedded-ids.ts'
import type { Queryable } from '../store/db.ts'
import type { Memory } from '../store/memory/memory.ts'
import { fieldValue, type Row } from '../store/memory/row.ts'
import { costOf } from '../store/memory/selection.ts'
import { idRow, type Table, type TableQuery } from '../store/memory/table.ts'
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

/** The page of a list, when everything it needs is in memory. */
export async function findPage(
  memory: Memory,
  broadcastId: string,
  kind: Kind,
  request: ListRequest,
  audience?: Audience,
): Promise<RememberedPage | undefined> {
  const order = orderOf(kind, request)
  // The database leaves references to hidden records out of the order.
  if (audience && order.some(({ field }) => field.refersTo !== undefined)) return undefined
  const targets = audience ? fieldsOf(request.where).flatMap(({ refersTo }) => refersTo ?? []) : []
  const wanted = [kind, ...new Set(targets.filter((name) => name !== kind.name).map(kindNamed))]
  const tables = await memory.open(broadcastId, wanted)
  const table = tables?.[0]
  if (!tables || !table) return undefined
  const where = audience ? seenWhere(kind, request.where, audience) : request.where
  if (where && costOf(where) * table.size > maxComparisons) return undefined
  const { limit, skip, startId } = request
  const after = startId === null ? undefined : startRow(kind, table, startId, request, audience)
  const read = audience && seenBy(audience, tables)
  const page = table.page({ where, read, order, after, limit, skip })
  requireSize(page.rows)
  return { ...page, broadcastId, table, sequence: table.sequence }
}

/** A filter that matches only what the audience sees; the same as `isSeen` for one record. */
function seenWhere(kind: Kind, where: Condition | null, { at, withDrafts }: Audience): Condition {
  const isPrivate = queryFields(kind).get('isPrivate')
  const parts = [
    ...(withDrafts ? [] : [publishedFilter(kind, at.getTime())]),
    isPrivate ? { field: isPrivate, operator: '$ne' as const, value: true } : null,
    where,
  ]
  return { logic: '$and', of: parts.filter((part) => part !== null) }
}

/** Reads values without references to records that the audience does not see. */
function seenBy(audience: Audience, tables: Table[]): NonNullable<TableQuery['read']> {
  const byKind = new Map(tables.map((table) => [table.kind.name, table]))
  const isShown = (target: string, id: unknown) => {
    const table = byKind.get(target)
    const row = typeof id === 'string' ? table?.find(id) : undefined
    return table !== undefined && row !== undefined && isSeenRow(table.kind, row, audience)
  }
  return (row, field) => {
    const { refersTo, isList } = field
    const value = fieldValue(row, field)
    if (refersTo === undefined) return value
    if (isList) return Array.isArray(value) ? value.filter((id) => isShown(refersTo, id)) : []
    return isShown(refersTo, value) ? value : undefined
  }
}

const isSeenRow = (kind: Kind, { values }: Row, { at, withDrafts }: Audience): boolean =>
  isSeen(kind, values, { nowMs: at.getTime(), withDrafts })

function startRow(
  kind: Kind,
  table: Table,
  startId: string,
  request: ListRequest,
  audience: Audience | undefined,
): Row {
  if (requireStartId(startId, orderOf(kind, request)) === 'by id') return idRow(startId)
  const row = table.find(startId)
  if (!row || (audience && !isSeenRow(kind, row, audience))) throw startIdGone()
  return row
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
  if (!table) return undefined
  const row = table.find(id)
  if (!row || (audience && !isSeenRow(kind, row, audience))) return null
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
): Promise<string[]> {
  const known = rows.map((row) => memory.findText(broadcastId, row, form.name))
  const missing = rows.filter((_, index) => known[index] === undefined)
  if (missing.length === 0) return known as string[]
  const bodies = missing.map(({ body }) => body)
  const { shown, ids } = await renderer.render(broadcastId, async (rendering) => ({
    shown: await form.show(rendering, bodies),
    ids: await rendering.map(
      bodies,
      (body) => body.length,
      (body) => [...idsIn(JSON.parse(body)), broadcastId],
    ),
  }))
  const made = missing.map((row, index) => ({
    row,
    text: { json: shown[index] ?? '', ids: ids[index] ?? [], sequence, untilMs: form.untilMs },
  }))
  memory.keepTexts(broadcastId, table, form.name, made)
  const texts = shown.values()
  return known.map((text) => text ?? texts.next().value ?? '')
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
    for (const table of tables) {
      const row = table.find(id)
      if (!row) continue
      if (!isSeenRow(table.kind, row, audience)) hidden.add(id)
      return false
    }
    return true
  })
  return hidden.union(await findHidden(db, broadcastId, unknown, audience))
}

/** As for a page from the database. */
function requireSize(rows: Row[]): void {
  const length = rows.reduce((sum, { body }) => sum + body.length, 0)
  if (length * 3 <= maxAnswerBytes) return
  const bytes = rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
  if (bytes > maxAnswerBytes) throw answerTooLarge(smallerPage)
}

/** About two milliseconds; the database answers what takes longer. */
const maxComparisons = 200_000
