import { createHash } from 'node:crypto'
import {
  type AnyRecord,
  complain,
  isSeen,
  type Kind,
  kindNamed,
  kinds,
  publicKinds,
  type ShownRecord,
} from '@marquee/model'
import { idsIn } from '../content/loose-ids.ts'
import { showToAudience } from '../content/public-view.ts'
import type { Db, Queryable } from '../store/db.ts'
import {
  findLastDue,
  findLogState,
  findVisible,
  type LatestChange,
  listBecameDue,
  listChangedIds,
  listLatestChanges,
  listReferringIds,
  listVisible,
  readRecordsAt,
} from '../store/public.ts'
import { findRecords } from '../store/records.ts'
import type { Audience } from '../store/visible.ts'
import { readRoot } from './root.ts'
import type { Site } from './site.ts'

/** All that is public of a broadcast, or what became of it since a cursor. */
export interface Bundle {
  /** Where to go on from the next time. */
  cursor: string
  /** Whether it is everything there is, and replaces what the reader had. */
  full: boolean
  /** The broadcast itself; in an update only when it changed. */
  broadcast?: ShownRecord
  /** Records by plural; in an update those that changed or appeared. */
  data: Record<string, ShownRecord[]>
  /** In an update, the ids of those that are no longer there. */
  deleted: Record<string, string[]>
}

/** Reads everything as of one moment, so that the cursor tells exactly what the reader has. */
export function readBundle(db: Db, site: Site, since: string | null): Promise<Bundle> {
  const cursor = since === null ? null : parseCursor(since)
  return db.snapshot(async (reader) => {
    const { last, prunedThrough } = await findLogState(reader, site.broadcastId)
    const broadcast = await readRoot(reader, site)
    const rootTag = createHash('sha1').update(JSON.stringify(broadcast)).digest('base64url').slice(0, 8)
    const next = formatCursor({ ...(await findPoint(reader, site, prunedThrough)), rootTag })
    const isKnown = cursor && cursor.sequence >= prunedThrough && cursor.sequence <= last
    const update = isKnown ? await readUpdate(reader, site, cursor) : undefined
    if (!update) return { cursor: next, full: true, broadcast, data: await readAll(reader, site), deleted: {} }
    return { cursor: next, full: false, ...(cursor?.rootTag !== rootTag && { broadcast }), ...update }
  })
}

interface Cursor {
  sequence: number
  /** The clock counts too: records become visible by it. */
  atMs: number
  rootTag: string
}

const formatCursor = ({ sequence, atMs, rootTag }: Cursor) => `${sequence}.${atMs}.${rootTag}`

function parseCursor(text: string): Cursor {
  const [, sequence, atMs, rootTag = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{8})$/.exec(text) ?? []
  if (sequence === undefined) throw complain('?since', 'format', 'must be the cursor of a bundle')
  return { sequence: Number(sequence), atMs: Number(atMs), rootTag }
}

/**
 * The earliest point from which nothing public has changed since. It does not move while people work on drafts,
 * so that what apps and proxies hold stays good.
 */
async function findPoint(
  reader: Queryable,
  { broadcastId, audience }: Site,
  prunedThrough: number,
): Promise<Pick<Cursor, 'sequence' | 'atMs'>> {
  const dueMs = [0]
  for (const kind of datedKinds) dueMs.push(await findLastDue(reader, broadcastId, kind, audience))
  const atMs = Math.min(Math.max(...dueMs), audience.at.getTime())
  const latest = await listLatestChanges(reader, broadcastId, pointSearchLength)
  for (const change of latest) {
    if (await isPublicChange(reader, broadcastId, change, audience))
      return { sequence: Math.max(change.sequence, prunedThrough), atMs }
  }
  const oldest = latest.at(-1)
  const sequence = oldest && latest.length === pointSearchLength ? oldest.sequence - 1 : prunedThrough
  return { sequence, atMs }
}

async function isPublicChange(
  reader: Queryable,
  broadcastId: string,
  { kind: name, id, sequence, operation, body, fields }: LatestChange,
  { at, withDrafts }: Audience,
): Promise<boolean> {
  const kind = kindNamed(name)
  const isSeenNow = (text: string | null) =>
    text !== null && isSeen(kind, JSON.parse(text) as AnyRecord, { nowMs: at.getTime(), withDrafts })
  if (isSeenNow(body)) return true
  if (operation !== 'update' || !fields.some((field) => decidingFields.includes(field))) return false
  const [before] = await readRecordsAt(reader, broadcastId, [id], sequence - 1)
  return isSeenNow(before?.body ?? null)
}

const datedKinds = publicKinds.filter(({ fields }) => 'publishedAt' in fields)
/** What decides whether a record is public. */
const decidingFields = ['status', 'isPrivate', 'publishedAt']
const pointSearchLength = 200

async function readAll(reader: Queryable, { broadcastId, audience }: Site): Promise<Bundle['data']> {
  const stored: { kind: Kind; body: string }[] = []
  for (const kind of publicKinds) {
    const bodies = await listVisible(reader, broadcastId, kind, audience)
    stored.push(...bodies.map((body) => ({ kind, body })))
  }
  const shown = await showToAudience(reader, broadcastId, stored, audience)
  const empty = Object.fromEntries(publicKinds.map(({ plural }) => [plural, []]))
  const data = byPlural(stored.map(({ kind }, index) => [kind, shown[index] as ShownRecord]))
  return { ...empty, ...data, [kinds.media.plural]: await mediasIn(reader, broadcastId, shown, audience) }
}

/** The pictures and documents that records show. */
async function mediasIn(
  reader: Queryable,
  broadcastId: string,
  shown: ShownRecord[],
  audience: Audience,
): Promise<ShownRecord[]> {
  const found = await findRecords(reader, broadcastId, kinds.media, idsIn(shown), audience)
  const stored = [...found.values()].map((body) => ({ kind: kinds.media, body }))
  return showToAudience(reader, broadcastId, stored, audience)
}

/** What changed, appeared and vanished. Undefined when so much did that everything is the better answer. */
async function readUpdate(
  reader: Queryable,
  { broadcastId, audience }: Site,
  cursor: Cursor,
): Promise<Pick<Bundle, 'data' | 'deleted'> | undefined> {
  const { sequence, atMs } = cursor
  const touched = new Set(await listChangedIds(reader, broadcastId, publicKinds, sequence, maxTouched + 1))
  for (const kind of datedKinds)
    for (const id of await listBecameDue(reader, broadcastId, kind, new Date(atMs), audience.at)) touched.add(id)
  if (touched.size > maxTouched) return undefined

  const before = await readRecordsAt(reader, broadcastId, [...touched], sequence)
  const wasSeen = before.filter(({ kind, body }) =>
    isSeen(kindNamed(kind), JSON.parse(body) as AnyRecord, { nowMs: atMs, withDrafts: audience.withDrafts }),
  )
  const present = await findVisible(reader, broadcastId, [...touched], audience)
  const seenNow = new Set(present.map(({ body }) => (JSON.parse(body) as AnyRecord)._id))
  const seenThen = new Set(wasSeen.map(({ id }) => id))
  const turned = [...touched].filter((id) => seenNow.has(id) !== seenThen.has(id))

  // Who points to something that appeared or vanished shows that pointer now, or no longer; who shows a media shows it as it is now.
  const medias = await listChangedIds(reader, broadcastId, [kinds.media], sequence, maxTouched)
  const pointedTo = [...turned, ...medias]
  const referring = pointedTo.length > 0 ? await listReferringIds(reader, broadcastId, pointedTo) : []
  const others = referring.filter((id) => !touched.has(id))
  if (others.length > 0) present.push(...(await findVisible(reader, broadcastId, others, audience)))

  const stored = present.map(({ kind, body }) => ({ kind: kindNamed(kind), body }))
  const shown = await showToAudience(reader, broadcastId, stored, audience)
  const shownMedias = await mediasIn(reader, broadcastId, shown, audience)
  return {
    data: {
      ...byPlural(stored.map(({ kind }, index) => [kind, shown[index] as ShownRecord])),
      ...(shownMedias.length > 0 && { [kinds.media.plural]: shownMedias }),
    },
    deleted: byPlural(wasSeen.filter(({ id }) => !seenNow.has(id)).map(({ kind, id }) => [kindNamed(kind), id])),
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
