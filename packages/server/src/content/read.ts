import {
  type Condition,
  complain,
  defaultSort,
  expandableFields,
  type Kind,
  kindNamed,
  publicKind,
  type Scalar,
  type ShownRecord,
  type SortStep,
} from '@marquee/model'
import { AppError, notFound } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import type { Queryable } from '../store/db.ts'
import { findRecord, findRecords, findSortValues, type ListPage, listRecords } from '../store/records.ts'
import type { Audience } from '../store/visible.ts'
import { localise } from './localise.ts'
import { hiderOf, publicView } from './public-view.ts'

/** How a caller wants records shown. Without any of it they are passed on as they are stored. */
export interface View {
  locale?: string | undefined
  fields?: string[] | undefined
  expand?: string[] | undefined
  /** When: a revision or an instant. Now, when absent. */
  at?: string | undefined
  /** For whom, when it is not somebody who may read all: hidden records and fields are then as if they were not there. */
  audience?: Audience | undefined
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
  const body = await findRecord(db, broadcastId, kind, id, view.audience)
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
  const after =
    request.startId === null ? null : await startValues(db, broadcastId, kind, request.startId, order, view.audience)
  const page = await listRecords(db, broadcastId, kind, {
    where: request.where,
    order,
    after,
    limit: request.limit,
    skip: request.skip,
    audience: view.audience,
  })
  const last = page.bodies.at(-1)
  const nextStartId = page.hasMore && last ? (JSON.parse(last) as ShownRecord)._id : null
  return { ...page, bodies: await show(db, broadcastId, kind, page.bodies, view), nextStartId }
}

async function startValues(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  startId: string,
  order: SortStep[],
  audience: Audience | undefined,
): Promise<Scalar[]> {
  if (!isObjectId(startId)) throw complain('?startId', 'format', 'must be an object id')
  const isById = order.length === 1 && order[0]?.field.name === '_id'
  if (isById) return [startId]
  const values = await findSortValues(db, broadcastId, kind, startId, order, audience)
  if (!values)
    throw new AppError('start_id_gone', 'The record to start after is gone, and the order of the list needs it.')
  return values
}

/** Finds the bodies of records of a kind, by id. */
type Find = (kind: Kind, ids: string[]) => Promise<Map<string, string>>

/** Bodies of records as a caller wants them shown. What they point to is looked up where `find` says, or as it is now. */
export async function show(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  bodies: string[],
  view: View,
  find: Find = (target, ids) => findRecords(db, broadcastId, target, ids, view.audience),
): Promise<string[]> {
  const { locale, fields, expand, audience } = view
  if (!locale && !fields && !expand && !audience) return bodies
  const seen = bodies.map((body) => seenRecord(kind, body, audience))
  const found = expand ? await findExpanded(find, kind, seen, expand, audience) : new Map<string, Expanded>()
  const shownKind = audience ? publicKind(kind) : kind
  const all = [...seen, ...[...found.values()].map(({ record }) => record)]
  const clean = audience ? await hiderOf(db, broadcastId, all, audience) : same
  return seen.map((record) => {
    const whole = clean(record)
    const local = locale ? localise(shownKind, whole, locale) : whole
    const picked = fields
      ? Object.fromEntries(Object.entries(local).filter(([name]) => name === '_id' || fields.includes(name)))
      : local
    const shown = (id: string): ShownRecord[] => {
      const target = found.get(id)
      return target ? [clean(locale ? localise(target.kind, target.record, locale) : target.record)] : []
    }
    return JSON.stringify(expand ? { ...picked, _expanded: expandedOf(record, expand, shown) } : picked)
  })
}

const same = <T>(value: T): T => value

/** A stored record as the audience may know it, but for pointers to what it may not. */
function seenRecord(kind: Kind, body: string, audience: Audience | undefined): ShownRecord {
  const record = JSON.parse(body)
  return audience ? publicView(kind, record) : record
}

interface Expanded {
  kind: Kind
  record: ShownRecord
}

/** What the records point to, by id; one query for each kind that is pointed to. */
async function findExpanded(
  find: Find,
  kind: Kind,
  records: ShownRecord[],
  expand: string[],
  audience: Audience | undefined,
): Promise<Map<string, Expanded>> {
  const wanted = new Map<Kind, Set<string>>()
  for (const name of expand) {
    const target = kindNamed(expandableFields(kind).get(name)?.kind ?? '')
    const ids = wanted.get(target) ?? new Set<string>()
    for (const record of records) for (const id of pointers(record[name])) ids.add(id)
    wanted.set(target, ids)
  }
  const found = new Map<string, Expanded>()
  for (const [target, ids] of wanted) {
    if (ids.size === 0) continue
    const shownKind = audience ? publicKind(target) : target
    for (const [id, body] of await find(target, [...ids]))
      found.set(id, { kind: shownKind, record: seenRecord(target, body, audience) })
  }
  return found
}

function expandedOf(record: ShownRecord, expand: string[], shown: (id: string) => ShownRecord[]) {
  return Object.fromEntries(
    expand.map((name) => {
      const value = record[name]
      const targets = pointers(value).flatMap(shown)
      return [name, Array.isArray(value) ? targets : (targets[0] ?? null)]
    }),
  )
}

/** The ids in a reference field: one, several, or the `mediaId` of a media. */
function pointers(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((id): id is string => typeof id === 'string')
  const mediaId = typeof value === 'object' && value !== null && 'mediaId' in value ? value.mediaId : undefined
  return typeof mediaId === 'string' ? [mediaId] : []
}
