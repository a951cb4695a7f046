import {
  type AnyRecord,
  type Condition,
  complain,
  defaultSort,
  expandableFields,
  type Kind,
  kindNamed,
  type Scalar,
  type SortStep,
} from '@marquee/model'
import { AppError, notFound } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import type { Queryable } from '../store/db.ts'
import { findRecord, findRecords, findSortValues, type ListPage, listRecords } from '../store/records.ts'
import { localise } from './localise.ts'

/** How a caller wants records shown. Without any of it they are passed on as they are stored. */
export interface View {
  locale?: string | undefined
  fields?: string[] | undefined
  expand?: string[] | undefined
}

export interface ListRequest {
  where: Condition | null
  order: SortStep[] | null
  startId: string | null
  limit: number
  skip: number
}

export interface ShownPage extends ListPage {
  nextStartId: string | null
}

/** One record as JSON text. */
export async function readRecord(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  id: string,
  view: View,
): Promise<string> {
  const body = await findRecord(db, broadcastId, kind, id)
  if (body === undefined) throw notFound()
  const [shown] = await show(db, broadcastId, kind, [body], view)
  return shown ?? body
}

/** A page of records as JSON texts. */
export async function readList(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  request: ListRequest,
  view: View,
): Promise<ShownPage> {
  const order = request.order ?? defaultSort(kind)
  const after = request.startId === null ? null : await startValues(db, broadcastId, kind, request.startId, order)
  const page = await listRecords(db, broadcastId, kind, {
    where: request.where,
    order,
    after,
    limit: request.limit,
    skip: request.skip,
  })
  const last = page.bodies.at(-1)
  const nextStartId = page.hasMore && last ? (JSON.parse(last) as AnyRecord)._id : null
  return { ...page, bodies: await show(db, broadcastId, kind, page.bodies, view), nextStartId }
}

async function startValues(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  startId: string,
  order: SortStep[],
): Promise<Scalar[]> {
  if (!isObjectId(startId)) throw complain('?startId', 'format', 'must be an object id')
  const isById = order.length === 1 && order[0]?.field.name === '_id'
  if (isById) return [startId]
  const values = await findSortValues(db, broadcastId, kind, startId, order)
  if (!values)
    throw new AppError('start_id_gone', 'The record to start after is gone, and the order of the list needs it.')
  return values
}

async function show(db: Queryable, broadcastId: string, kind: Kind, bodies: string[], view: View): Promise<string[]> {
  const { locale, fields, expand } = view
  if (!locale && !fields && !expand) return bodies
  const records: AnyRecord[] = bodies.map((body) => JSON.parse(body))
  const expanded = expand ? await expandAll(db, broadcastId, kind, records, expand, locale) : []
  return records.map((record, index) => {
    const local = locale ? localise(kind, record, locale) : record
    const picked = fields
      ? Object.fromEntries(Object.entries(local).filter(([name]) => name === '_id' || fields.includes(name)))
      : local
    return JSON.stringify(expand ? { ...picked, _expanded: expanded[index] } : picked)
  })
}

/** What each record points to, by field; one query for each kind that is pointed to. */
async function expandAll(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  records: AnyRecord[],
  expand: string[],
  locale: string | undefined,
) {
  const targets = expand.map((name) => ({ name, kind: expandableFields(kind).get(name)?.kind ?? '' }))
  const wanted = new Map<string, Set<string>>()
  for (const target of targets) {
    const ids = wanted.get(target.kind) ?? new Set<string>()
    for (const record of records) for (const id of pointers(record[target.name])) ids.add(id)
    wanted.set(target.kind, ids)
  }
  const found = new Map<string, AnyRecord>()
  for (const [name, ids] of wanted) {
    if (ids.size === 0) continue
    for (const [id, body] of await findRecords(db, broadcastId, name, [...ids])) {
      const record: AnyRecord = JSON.parse(body)
      found.set(id, locale ? localise(kindNamed(name), record, locale) : record)
    }
  }
  return records.map((record) =>
    Object.fromEntries(
      targets.map(({ name }) => {
        const value = record[name]
        const shown = pointers(value).flatMap((id) => found.get(id) ?? [])
        return [name, Array.isArray(value) ? shown : (shown[0] ?? null)]
      }),
    ),
  )
}

/** The ids in a reference field: one, several, or the `mediaId` of a media. */
function pointers(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((id): id is string => typeof id === 'string')
  const mediaId = typeof value === 'object' && value !== null && 'mediaId' in value ? value.mediaId : undefined
  return typeof mediaId === 'string' ? [mediaId] : []
}
