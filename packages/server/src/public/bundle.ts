import { createHash } from 'node:crypto'
import {
  type AnyRecord,
  isSeen,
  type Kind,
  kindNamed,
  kinds,
  publicKinds,
  publicRecord,
  type ShownRecord,
} from '@marquee/model'
import { isTooLarge } from '../base/answer-size.ts'
import { gatherIds, idsIn } from '../base/embedded-ids.ts'
import { jsonPieces, LazyList } from '../base/json-pieces.ts'
import type { Vault } from '../base/vault.ts'
import { showToAudience } from '../content/public-view.ts'
import { bytesOfBody, type Rendering, typicalBytes } from '../content/rendering.ts'
import type { Db, Queryable } from '../store/db.ts'
import { wholeBroadcastMs } from '../store/limits.ts'
import {
  findLogState,
  findVisible,
  hasNewValue,
  listBecameDue,
  listChangedIds,
  listMediaIds,
  listReferringIds,
  pageOfVisible,
  readRecordsAt,
  readRecordsBetween,
} from '../store/public/public.ts'
import { findRecords } from '../store/records/records.ts'
import { type Cursor, findPoint, formatCursor, parseCursor } from './cursor.ts'
import { readRoot } from './root.ts'
import type { Site } from './site.ts'

/** All public content of a broadcast, a page of it, or the changes since a cursor. */
export interface Bundle {
  /** The cursor for the next request. */
  cursor: string
  /** Whether it replaces everything the client has. */
  full: boolean
  /** Whether there is a next page, to be requested `since` this cursor. */
  more: boolean
  /** The broadcast itself; in an update only when it changed. */
  broadcast?: ShownRecord
  /** Records by plural, and their media; in an update those that changed or appeared. */
  data: Record<string, ShownRecord[]>
  /** In an update, the ids of records that are no longer public. */
  deleted: Record<string, string[]>
}

interface Reading {
  reader: Queryable
  rendering: Rendering
  site: Site
}

/** Reads one consistent snapshot, so that the cursor describes exactly what the client has. A large broadcast is read in pages. */
export function readBundle(
  db: Db,
  rendering: Rendering,
  vault: Vault,
  site: Site,
  since: string | null,
): Promise<Bundle> {
  const cursor = since === null ? null : parseCursor(vault, site, since)
  return db.withLimit(wholeBroadcastMs).snapshot(async (reader) => {
    const reading = { reader, rendering, site }
    const { last, prunedThrough } = await findLogState(reader, site.broadcastId)
    const broadcast = await readRoot(reader, rendering, site)
    const rootTag = createHash('sha1').update(JSON.stringify(broadcast)).digest('base64url').slice(0, 8)
    const isKnown = cursor && cursor.sequence >= prunedThrough && cursor.sequence <= last
    const next = (more: Partial<Cursor>, { sequence, atMs, rootTag: tag }: Cursor) =>
      formatCursor(vault, site, { sequence, atMs, rootTag: tag, ...more })
    if (isKnown && cursor.page) {
      const { data, page } = await readPage(reading, null, cursor.page)
      // Changes since the first page come with the next update, including those of records on earlier pages.
      const end = { sequence: last, atMs: site.audience.at.getTime() }
      return {
        cursor: next(page ? { page } : { end }, cursor),
        full: false,
        more: page !== undefined,
        data,
        deleted: {},
      }
    }
    const point = { ...(await findPoint(reader, site, broadcast, prunedThrough)), rootTag }
    const update = isKnown ? await readUpdate(reading, cursor, broadcast, rootTag) : undefined
    if (update) return { cursor: next({}, point), full: false, more: false, ...update }
    const { data, page } = await readPage(reading, broadcast, { kind: 0, id: '' })
    return {
      cursor: next(page ? { page } : {}, point),
      full: true,
      more: page !== undefined,
      broadcast,
      data,
      deleted: {},
    }
  })
}

/** The bundle as JSON, record by record. */
export function bundlePieces({ data, ...rest }: Bundle): Generator<string> {
  const lists = Object.entries(data).map(([plural, records]) => [plural, new LazyList(records)])
  return jsonPieces({ ...rest, data: Object.fromEntries(lists) })
}

/** The records after a given one in the order of kinds and ids, and the last one of the page if more follow. */
async function readPage(
  { reader, rendering, site }: Reading,
  root: ShownRecord | null,
  after: { kind: number; id: string },
): Promise<{ data: Bundle['data']; page: Cursor['page'] }> {
  const { broadcastId, audience } = site
  const stored: { kind: Kind; body: string }[] = []
  let bytes = 0
  let page: Cursor['page']
  for (let index = after.kind; index < publicKinds.length && !page; index++) {
    const kind = publicKinds[index] as Kind
    const afterId = index === after.kind ? after.id : ''
    const room = { afterId, limit: maxPageRecords - stored.length, maxBytes: maxPageBytes - bytes }
    if (room.limit <= 0 || room.maxBytes <= 0) {
      page = { kind: index, id: afterId || firstId }
      break
    }
    const { rows, isLast } = await pageOfVisible(reader, broadcastId, kind, audience, room)
    for (const { body } of rows) {
      stored.push({ kind, body })
      bytes += Buffer.byteLength(body)
    }
    if (!isLast) page = { kind: index, id: rows.at(-1)?.id ?? (afterId || firstId) }
  }
  const shown = await showToAudience(reader, rendering, stored, audience)
  const empty = root ? Object.fromEntries(publicKinds.map(({ plural }) => [plural, []])) : {}
  const data = byPlural(stored.map(({ kind }, index) => [kind, shown[index] as ShownRecord]))
  const medias = await mediasIn({ reader, rendering, site }, [root, ...shown])
  return { data: { ...empty, ...data, [kinds.media.plural]: medias }, page }
}

/** The images and documents of records. */
async function mediasIn({ reader, rendering, site }: Reading, shown: unknown[]): Promise<ShownRecord[]> {
  const { broadcastId, audience } = site
  const ids = new Set<string>()
  await rendering.map(shown, typicalBytes.record, (one) => gatherIds(one, ids))
  const found = await findRecords(reader, broadcastId, kinds.media, [...ids], audience)
  const stored = [...found.values()].map((body) => ({ kind: kinds.media, body }))
  return showToAudience(reader, rendering, stored, audience)
}

/** Changed, new and removed records. Undefined when there are so many that a full bundle is smaller. */
async function readUpdate(
  reading: Reading,
  cursor: Cursor,
  root: ShownRecord,
  rootTag: string,
): Promise<Pick<Bundle, 'broadcast' | 'data' | 'deleted'> | undefined> {
  try {
    return await readChanged(reading, cursor, root, rootTag)
  } catch (error) {
    if (isTooLarge(error)) return undefined
    throw error
  }
}

async function readChanged(
  reading: Reading,
  cursor: Cursor,
  root: ShownRecord,
  rootTag: string,
): Promise<Pick<Bundle, 'broadcast' | 'data' | 'deleted'> | undefined> {
  const { reader, rendering, site } = reading
  const { broadcastId, audience } = site
  // With its languages the texts of every record change.
  if (cursor.rootTag !== rootTag && (await hasNewValue(reader, broadcastId, 'locales', cursor.sequence)))
    return undefined
  const touched = new Set(await listChangedIds(reader, broadcastId, publicKinds, cursor.sequence, maxTouched + 1))
  for (const kind of publicKinds.filter(({ fields }) => 'publishedAt' in fields))
    for (const id of await listBecameDue(reader, broadcastId, kind, new Date(cursor.atMs), audience.at)) touched.add(id)
  if (touched.size > maxTouched) return undefined

  const wasSeen = await readSeenBefore(reading, [...touched], cursor)
  const present = await findVisible(reader, broadcastId, [...touched], audience)
  const seenNow = new Set(await rendering.map(present, bytesOfBody, ({ body }) => (JSON.parse(body) as AnyRecord)._id))
  const seenThen = new Set(wasSeen.map(({ id }) => id))
  const turned = [...touched].filter((id) => seenNow.has(id) !== seenThen.has(id))

  // Records that refer to one that appeared or vanished change with it, because the reference is now shown or hidden.
  const referring = turned.length > 0 ? await listReferringIds(reader, broadcastId, turned) : []
  const others = referring.filter((id) => !touched.has(id))
  if (others.length > 0) present.push(...(await findVisible(reader, broadcastId, others, audience)))

  const stored = present.map(({ kind, body }) => ({ kind: kindNamed(kind), body }))
  const shown = await showToAudience(reader, rendering, stored, audience)
  const isRootNew = cursor.rootTag !== rootTag
  const medias = await mediaUpdate(reading, {
    sequence: cursor.sequence,
    wasSeen,
    shown,
    root,
    newRoot: isRootNew ? root : null,
  })
  const gone = new Map(wasSeen.filter(({ id }) => !seenNow.has(id)).map(({ kind, id }) => [id, kindNamed(kind)]))
  return {
    ...(isRootNew && { broadcast: root }),
    data: {
      ...byPlural(stored.map(({ kind }, index) => [kind, shown[index] as ShownRecord])),
      ...(medias.shown.length > 0 && { [kinds.media.plural]: medias.shown }),
    },
    deleted: {
      ...byPlural([...gone].map(([id, kind]) => [kind, id])),
      ...(medias.gone.length > 0 && { [kinds.media.plural]: medias.gone }),
    },
  }
}

/** The records that the client may have: visible at the cursor, or while the pages of a bundle were read. */
async function readSeenBefore(
  { reader, rendering, site }: Reading,
  ids: string[],
  { sequence, atMs, end }: Cursor,
): Promise<{ kind: string; id: string; body: string }[]> {
  const { broadcastId, audience } = site
  const versions = await readRecordsAt(reader, broadcastId, ids, sequence)
  if (end) versions.push(...(await readRecordsBetween(reader, broadcastId, ids, sequence, end.sequence)))
  const at = { nowMs: end?.atMs ?? atMs, withDrafts: audience.withDrafts }
  const areSeen = await rendering.map(versions, bytesOfBody, ({ kind, body }) =>
    isSeen(kindNamed(kind), JSON.parse(body) as AnyRecord, at),
  )
  return versions.filter((_, index) => areSeen[index])
}

/** The media of the sent records, media that changed themselves, and media that no record uses any more. */
async function mediaUpdate(
  reading: Reading,
  update: {
    sequence: number
    wasSeen: { kind: string; body: string }[]
    shown: ShownRecord[]
    root: ShownRecord
    /** The snapshot at the time of the response. */
    newRoot: ShownRecord | null
  },
): Promise<{ shown: ShownRecord[]; gone: string[] }> {
  const { reader, rendering, site } = reading
  const { broadcastId, audience } = site
  const changed = await listChangedIds(reader, broadcastId, [kinds.media], update.sequence, maxTouched)
  const then = new Set<string>()
  await rendering.map(update.wasSeen, bytesOfBody, ({ kind, body }) =>
    gatherIds(publicRecord(kindNamed(kind), JSON.parse(body), audience.locales), then),
  )
  const candidates = await listMediaIds(reader, broadcastId, [...new Set([...changed, ...then])])
  const holderIds = await listReferringIds(reader, broadcastId, candidates)
  const holders = await findVisible(reader, broadcastId, holderIds, audience)
  const stored = holders.map(({ kind, body }) => ({ kind: kindNamed(kind), body }))
  const held = new Set(idsIn(update.root))
  const shownHolders = await showToAudience(reader, rendering, stored, audience)
  await rendering.map(shownHolders, typicalBytes.record, (one) => gatherIds(one, held))
  const present = await findRecords(reader, broadcastId, kinds.media, candidates)
  const isShown = (id: string) => held.has(id) && present.has(id)
  return {
    shown: await mediasIn(reading, [update.newRoot, ...update.shown, changed.filter(isShown)]),
    gone: candidates.filter((id) => then.has(id) && !isShown(id)),
  }
}

function byPlural<T>(entries: [Kind, T][]): Record<string, T[]> {
  const grouped: Record<string, T[]> = {}
  for (const [{ plural }, value] of entries) {
    grouped[plural] ??= []
    grouped[plural].push(value)
  }
  return grouped
}
const maxTouched = 2_000
/** A festival fits into one page; a page fits into the response cache. */
const maxPageBytes = 8_388_608
const maxPageRecords = 20_000
/** Sorts before every id of a record. */
const firstId = '0'.repeat(24)
