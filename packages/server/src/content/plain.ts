import { isDeepStrictEqual } from 'node:util'
import {
  type AnyRecord,
  type FieldError,
  Invalid,
  invalid,
  type Shown,
  type View,
  viewBodySchema,
} from '@marquee/model'
import { notFound } from '../base/errors.ts'
import type { Queryable } from '../store/db.ts'
import { findFirstImageMap, findGeoMaps } from '../store/records/maps.ts'
import { lockRecord } from '../store/records/records.ts'
import { allErrors, isObject, oneForEach, withoutErrors } from './all-errors.ts'
import { ensureCategory, withFirstCategory } from './categories.ts'
import { createRecord, type NewRecord, recheckCreate } from './create-record.ts'
import { localize } from './localize.ts'
import { type Lookups, storedLookups } from './plain-lookups.ts'
import { plainPointers, pointingInto } from './plain-words.ts'
import { removeRecord } from './remove-record.ts'
import { type Rendering, typicalBytes } from './rendering.ts'
import type { ContentFormat } from './rich-text.ts'
import { check, isTooLargeToExplain, shapeErrors } from './shape.ts'
import { recheckPatch, updateRecord } from './update-record.ts'
import type { Precondition, Writing } from './writing.ts'

/** Content as Surface A. Every function uses the names of the view, for fields and for pointers in errors. */
export function createPlain(
  writing: Writing,
  view: View,
  body: unknown,
  options: Omit<NewRecord, 'body'> = {},
): Promise<AnyRecord> {
  return withAllPlainErrors(writing, view, body, null, async () => {
    const sent = checkSent(view, body, 'create')
    refuse(readOnlyErrors(view, sent, null))
    return pointingInto(view, async () => {
      const patch = { ...view.toPatch(sent, null), ...(await linked(writing, view, sent, null)) }
      return createRecord(writing, view.kind, patch, options)
    })
  })
}

export function updatePlain(
  writing: Writing,
  view: View,
  by: { id: string } | { reference: string },
  body: unknown,
  precondition?: (shown: Record<string, unknown>) => boolean,
): Promise<AnyRecord> {
  return withAllPlainErrors(writing, view, body, by, async () => {
    const sent = checkSent(view, body, 'update')
    let shownBefore: Record<string, unknown> = {}
    const toPatch = async (before: AnyRecord) => {
      if (!view.isShown(before)) throw notFound()
      const [shown = {}] = await showPlain(writing.tx, writing.rendering, view, [before])
      shownBefore = shown
      refuse(readOnlyErrors(view, sent, shown))
      const changed = differing(sent, shown)
      return { ...view.toPatch(changed, before), ...(await linked(writing, view, changed, before)) }
    }
    const holds: Precondition | undefined = precondition && (() => precondition(shownBefore))
    return pointingInto(view, () => updateRecord(writing, view.kind, by, toPatch, { precondition: holds }))
  })
}

/** Runs a write; a refused body is refused with every error it has. */
async function withAllPlainErrors<T>(
  writing: Writing,
  view: View,
  body: unknown,
  by: { id: string } | { reference: string } | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Invalid) || !isObject(body) || isTooLargeToExplain(body)) throw error
    const stored = by && (await lockRecord(writing.tx, writing.broadcastId, view.kind, by))
    const before: AnyRecord | null = stored ? JSON.parse(stored.body) : null
    // A reference that is new means a new record.
    const isNew = !stored && (by === null || 'reference' in by)
    const [shown = null] = before ? await showPlain(writing.tx, writing.rendering, view, [before]) : []
    const ofView = oneForEach([
      shapeErrors(...bodySchema(view, isNew ? 'create' : 'update'), body),
      isNew || before ? readOnlyErrors(view, body, shown) : [],
    ])
    const patch = view.toPatch(withoutErrors(body, ofView), before)
    const recheck = stored
      ? recheckPatch(writing, view.kind, stored, patch)
      : recheckCreate(writing, view.kind, { body: patch })
    const ofRecord = isNew || before ? plainPointers(view, await allErrors(recheck)) : []
    throw new Invalid(oneForEach([ofView, ofRecord, error.fieldErrors]))
  }
}

export async function removePlain(
  writing: Writing,
  view: View,
  id: string,
  precondition?: (shown: Record<string, unknown>) => boolean,
): Promise<void> {
  await removeRecord(writing, view.kind, id, {
    precondition: async (record) => {
      if (!view.isShown(record)) throw notFound()
      if (!precondition) return true
      const [shown = {}] = await showPlain(writing.tx, writing.rendering, view, [record])
      return precondition(shown)
    },
  })
}

/** Records as the view shows them; values from other records cost one query per kind. */
export async function showPlain(
  db: Queryable,
  rendering: Rendering,
  view: View,
  records: AnyRecord[],
  {
    inList = false,
    locale,
    lookups = storedLookups(db),
  }: { inList?: boolean; locale?: string | undefined; lookups?: Lookups } = {},
): Promise<Record<string, unknown>[]> {
  const { broadcastId } = rendering
  const firsts = new Map(records.map((record) => [record._id, firstCategory(record)]))
  const keys =
    'category' in view.fields
      ? await lookups.categoryKeys(broadcastId, [...new Set([...firsts.values()].filter((id) => id !== undefined))])
      : new Map<string, string>()
  const mapIds =
    'coordinates' in view.fields ? records.flatMap(({ mapId }) => (typeof mapId === 'string' ? [mapId] : [])) : []
  const geoMaps = await lookups.geoMaps(broadcastId, [...new Set(mapIds)])
  const leftOut = inList ? Object.keys(view.fields).filter((name) => view.fields[name]?.onlyAlone) : []
  return rendering.map(records, typicalBytes.view, (stored) => {
    const record = locale ? localize(view.kind, stored, locale) : stored
    const shownWith = (rich: RichTexts) => {
      const shown: Shown = {
        category: keys.get(firsts.get(record._id) ?? '') ?? null,
        ...rich,
        hasPixels: typeof record.mapId !== 'string' || !geoMaps.has(record.mapId),
      }
      const all = view.show(record, shown)
      for (const name of leftOut) delete all[name]
      return all
    }
    const { content } = record
    return typeof content === 'string' ? texts(rendering, content, record, inList).then(shownWith) : shownWith(noTexts)
  })
}

type RichTexts = Pick<Shown, 'excerpt' | 'contentHtml'>
const noTexts: RichTexts = { excerpt: '', contentHtml: '' }

async function texts(
  rendering: Rendering,
  content: string,
  { contentFormat }: AnyRecord,
  inList: boolean,
): Promise<RichTexts> {
  const format = contentFormat as ContentFormat
  return {
    excerpt: await rendering.excerpt(content, format),
    contentHtml: inList ? '' : await rendering.html(content, format),
  }
}

function checkSent(view: View, body: unknown, operation: 'create' | 'update'): Record<string, unknown> {
  return check(...bodySchema(view, operation), body)
}

const bodySchema = (view: View, operation: 'create' | 'update'): [name: string, schema: () => object] => [
  `${view.name} ${operation}`,
  () => viewBodySchema(view, operation),
]

/** Values of the view that are other records: the category by its key, the map of a new place. */
async function linked(
  writing: Writing,
  view: View,
  sent: Record<string, unknown>,
  before: AnyRecord | null,
): Promise<Record<string, unknown>> {
  const links: Record<string, unknown> = {}
  if ('category' in view.fields && 'category' in sent) {
    const key = sent.category
    const categoryId = typeof key === 'string' && key !== '' ? await ensureCategory(writing, key) : null
    links.categoryIds = withFirstCategory(before, categoryId)
  }
  if ('coordinates' in view.fields && !before) links.mapId = await findFirstImageMap(writing.tx, writing.broadcastId)
  if (before && sent.coordinates) await requirePixels(writing, before)
  return links
}

/** A point on a world map has no pixels; setting them would move it to an arbitrary position. */
async function requirePixels({ tx, broadcastId }: Writing, { mapId }: AnyRecord): Promise<void> {
  const geoMaps = typeof mapId === 'string' ? await findGeoMaps(tx, broadcastId, [mapId]) : new Set()
  if (geoMaps.has(String(mapId)))
    throw invalid('/coordinates', 'not_on_image_map', 'are pixels, and the place is on a map of the world')
}

/** Read-only fields that are sent with another value than they have. A new record has none yet. */
function readOnlyErrors(
  view: View,
  sent: Record<string, unknown>,
  shown: Record<string, unknown> | null,
): FieldError[] {
  return Object.keys(sent)
    .filter(
      (name) =>
        view.fields[name]?.readOnly && (shown === null || JSON.stringify(sent[name]) !== JSON.stringify(shown[name])),
    )
    .map((name): FieldError => ({ pointer: `/${name}`, code: 'read_only', message: 'cannot be set' }))
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new Invalid(errors)
}

/** A value sent back unchanged leaves the stored one as it is, which may be more precise than the view: a position on a world map. */
const differing = (sent: Record<string, unknown>, shown: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])))

const firstCategory = (record: AnyRecord) => (record.categoryIds as string[] | undefined)?.[0]
