import {
  type Condition,
  defaultSort,
  expandableFields,
  invalid,
  type Kind,
  kindNamed,
  publicKind,
  type Scalar,
  type ShownRecord,
  type SortStep,
} from '@marquee/model'
import { answerTooLarge, maxAnswerBytes } from '../base/answer-size.ts'
import { AppError, notFound } from '../base/errors.ts'
import type { JsonPart } from '../base/json-text.ts'
import { isObjectId, objectIdRule } from '../base/object-id.ts'
import type { Queryable } from '../store/db.ts'
import type { Audience } from '../store/public/public-visibility.ts'
import {
  findRecord,
  findRecords,
  findSortValues,
  type ListPage,
  listRecords,
  smallerPage,
} from '../store/records/records.ts'
import { localize } from './localize.ts'
import { type FindHidden, hiderOf, renderPublic } from './public-view.ts'
import { bytesOfText, type Rendering } from './rendering.ts'

/** How records are shown. By default they are returned as stored. */
export interface ReadOptions {
  locale?: string | undefined
  fields?: string[] | undefined
  expand?: string[] | undefined
  /** The point in time: a revision or an instant. Default: now. */
  at?: string | undefined
  /** The audience, for readers who may not read everything: hidden records and fields are left out. */
  audience?: Audience | undefined
  /** Finds the hidden ones among ids, where that is known without the database. */
  findHidden?: FindHidden | undefined
}

export interface ListRequest {
  where: Condition | null
  order: SortStep[] | null
  startId: string | null
  limit: number
  skip: number
}

export interface ShownPage extends Omit<ListPage, 'bodies'> {
  bodies: JsonPart[]
  nextStartId: string | null
  /** Everything was in memory, so that it can be made again at once. */
  isRemembered?: boolean
}

/** One record as JSON text. */
export async function readRecord(
  db: Queryable,
  rendering: Rendering,
  kind: Kind,
  id: string,
  options: ReadOptions,
): Promise<string> {
  const body = await findRecord(db, rendering.broadcastId, kind, id, options.audience)
  if (body === undefined) throw notFound()
  const [shown] = await show(db, rendering, kind, [body], options)
  return shown ?? body
}

/** A page of records as JSON texts. */
export async function readList(
  db: Queryable,
  rendering: Rendering,
  kind: Kind,
  request: ListRequest,
  options: ReadOptions,
): Promise<ShownPage> {
  const { broadcastId } = rendering
  const order = orderOf(kind, request)
  const after =
    request.startId === null ? null : await startValues(db, broadcastId, kind, request.startId, order, options.audience)
  const page = await listRecords(db, broadcastId, kind, {
    where: request.where,
    order,
    after,
    limit: request.limit,
    skip: request.skip,
    audience: options.audience,
  })
  const last = page.bodies.at(-1)
  const nextStartId = page.hasMore && last ? (JSON.parse(last) as ShownRecord)._id : null
  return { ...page, bodies: await show(db, rendering, kind, page.bodies, options), nextStartId }
}

async function startValues(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  startId: string,
  order: SortStep[],
  audience: Audience | undefined,
): Promise<Scalar[]> {
  if (requireStartId(startId, order) === 'by id') return [startId]
  const values = await findSortValues(db, broadcastId, kind, startId, order, audience)
  if (!values) throw startIdGone()
  return values
}

export const orderOf = (kind: Kind, { order }: ListRequest): SortStep[] => order ?? defaultSort(kind)

/** An order by id alone needs no record to start after. */
export function requireStartId(startId: string, order: SortStep[]): 'by id' | 'by record' {
  if (!isObjectId(startId)) throw invalid('?startId', 'format', `must be an id: ${objectIdRule}`)
  return order.length === 1 && order[0]?.field.name === '_id' ? 'by id' : 'by record'
}

export const startIdGone = () =>
  new AppError('start_id_gone', 'The record to start after was deleted, and the order of the list needs it.')

/** Finds the bodies of records of a kind, by id. */
type Find = (kind: Kind, ids: string[]) => Promise<Map<string, string>>

/** Bodies of records in the requested form. References are looked up with `find`, or as they are now. */
export async function show(
  db: Queryable,
  rendering: Rendering,
  kind: Kind,
  bodies: string[],
  options: ReadOptions,
  find: Find = (target, ids) => findRecords(db, rendering.broadcastId, target, ids, options.audience),
): Promise<string[]> {
  const { locale, fields, expand, audience, findHidden } = options
  if (!locale && !fields && !expand && !audience) return bodies
  const seen = await rendering.map(bodies, bytesOfText, (body) => seenRecord(rendering, kind, body, audience))
  const found = expand ? await findExpanded(find, rendering, kind, seen, expand, audience) : new Map<string, Expanded>()
  const shownKind = audience ? publicKind(kind) : kind
  const all = [...seen, ...[...found.values()].map(({ record }) => record)]
  const clean = audience ? await hiderOf(db, rendering, all, audience, findHidden) : same
  const expandedIn = (id: string): ShownRecord[] => {
    const target = found.get(id)
    return target ? [clean(locale ? localize(target.kind, target.record, locale) : target.record)] : []
  }
  let length = 0
  return rendering.map(
    seen,
    (_, index) => bodies[index]?.length ?? 0,
    (record) => {
      const whole = clean(record)
      const local = locale ? localize(shownKind, whole, locale) : whole
      const picked = fields
        ? Object.fromEntries(Object.entries(local).filter(([name]) => name === '_id' || fields.includes(name)))
        : local
      const text = JSON.stringify(expand ? { ...picked, _expanded: expandedOf(record, expand, expandedIn) } : picked)
      length += text.length
      // A record that many refer to is repeated in each of them.
      if (length > maxAnswerBytes) throw answerTooLarge('Request fewer records at once, with limit.')
      return text
    },
  )
}

const same = <T>(value: T): T => value
/** A stored record reduced to what the audience may see, except for references to hidden records. */
function seenRecord(
  rendering: Rendering,
  kind: Kind,
  body: string,
  audience: Audience | undefined,
): ShownRecord | Promise<ShownRecord> {
  const record = JSON.parse(body)
  return audience ? renderPublic(rendering, kind, record, audience) : record
}

interface Expanded {
  kind: Kind
  record: ShownRecord
}

/** The referenced records by id; one query for each kind. */
async function findExpanded(
  find: Find,
  rendering: Rendering,
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
    const bodies = [...(await find(target, [...ids]))]
    await rendering.map(
      bodies,
      ([, body]) => body.length,
      async ([id, body]) => {
        found.set(id, { kind: shownKind, record: await seenRecord(rendering, target, body, audience) })
      },
    )
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

/** The ids in a reference field: one, several, or the `mediaId` of a media object. */
function pointers(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((id): id is string => typeof id === 'string')
  const mediaId = typeof value === 'object' && value !== null && 'mediaId' in value ? value.mediaId : undefined
  return typeof mediaId === 'string' ? [mediaId] : []
}

export { smallerPage }
