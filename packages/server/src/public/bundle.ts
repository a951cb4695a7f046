import { createHash } from 'node:crypto'
import { type AnyRecord, isSeen, type Kind, kindNamed, kinds, publicKinds, type ShownRecord } from '@marquee/model'
import { idsIn } from '../base/loose-ids.ts'
import type { Vault } from '../base/vault.ts'
import { publicView, showToAudience } from '../content/public-view.ts'
import type { Db, Queryable } from '../store/db.ts'
import {
  findLogState,
  findVisible,
  listBecameDue,
  listChangedIds,
  listMediaIds,
  listReferringIds,
  listVisible,
  readRecordsAt,
} from '../store/public.ts'
import { findRecords } from '../store/records.ts'
import { type Cursor, findPoint, formatCursor, parseCursor } from './cursor.ts'
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
  /** Records by plural, and the media they show; in an update those that changed or appeared. */
  data: Record<string, ShownRecord[]>
  /** In an update, the ids of those that are no longer there. */
  deleted: Record<string, string[]>
}

/** Reads everything as of one moment, so that the cursor tells exactly what the reader has. */
export function readBundle(db: Db, vault: Vault, site: Site, since: string | null): Promise<Bundle> {
  const cursor = since === null ? null : parseCursor(vault, site, since)
  return db.snapshot(async (reader) => {
    const { last, prunedThrough } = await findLogState(reader, site.broadcastId)
    const broadcast = await readRoot(reader, site)
    const rootTag = createHash('sha1').update(JSON.stringify(broadcast)).digest('base64url').slice(0, 8)
    const point = await findPoint(reader, site, broadcast, prunedThrough)
    const next = formatCursor(vault, site, { ...point, rootTag })
    const isKnown = cursor && cursor.sequence >= prunedThrough && cursor.sequence <= last
    const update = isKnown ? await readUpdate(reader, site, cursor, broadcast, rootTag) : undefined
    if (!update)
      return { cursor: next, full: true, broadcast, data: await readAll(reader, site, broadcast), deleted: {} }
    return { cursor: next, full: false, ...update }
  })
}

async function readAll(reader: Queryable, site: Site, root: ShownRecord): Promise<Bundle['data']> {
  const { broadcastId, audience } = site
  const stored: { kind: Kind; body: string }[] = []
  for (const kind of publicKinds) {
    const bodies = await listVisible(reader, broadcastId, kind, audience)
    stored.push(...bodies.map((body) => ({ kind, body })))
  }
  const shown = await showToAudience(reader, broadcastId, stored, audience)
  const empty = Object.fromEntries(publicKinds.map(({ plural }) => [plural, []]))
  const data = byPlural(stored.map(({ kind }, index) => [kind, shown[index] as ShownRecord]))
  return { ...empty, ...data, [kinds.media.plural]: await mediasIn(reader, site, [root, ...shown]) }
}

/** The pictures and documents that records show. */
async function mediasIn(reader: Queryable, { broadcastId, audience }: Site, shown: unknown): Promise<ShownRecord[]> {
  const found = await findRecords(reader, broadcastId, kinds.media, idsIn(shown), audience)
  const stored = [...found.values()].map((body) => ({ kind: kinds.media, body }))
  return showToAudience(reader, broadcastId, stored, audience)
}

/** What changed, appeared and vanished. Undefined when so much did that everything is the better answer. */
async function readUpdate(
  reader: Queryable,
  site: Site,
  { sequence, atMs, rootTag: knownTag }: Cursor,
  root: ShownRecord,
  rootTag: string,
): Promise<Omit<Bundle, 'cursor' | 'full'> | undefined> {
  const { broadcastId, audience } = site
  const touched = new Set(await listChangedIds(reader, broadcastId, publicKinds, sequence, maxTouched + 1))
  for (const kind of publicKinds.filter(({ fields }) => 'publishedAt' in fields))
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

  // Who points to something that appeared or vanished shows that pointer now, or no longer.
  const referring = turned.length > 0 ? await listReferringIds(reader, broadcastId, turned) : []
  const others = referring.filter((id) => !touched.has(id))
  if (others.length > 0) present.push(...(await findVisible(reader, broadcastId, others, audience)))

  const stored = present.map(({ kind, body }) => ({ kind: kindNamed(kind), body }))
  const shown = await showToAudience(reader, broadcastId, stored, audience)
  const isRootNew = knownTag !== rootTag
  const medias = await mediaUpdate(reader, site, { sequence, wasSeen, shown, root, newRoot: isRootNew ? root : null })
  return {
    ...(isRootNew && { broadcast: root }),
    data: {
      ...byPlural(stored.map(({ kind }, index) => [kind, shown[index] as ShownRecord])),
      ...(medias.shown.length > 0 && { [kinds.media.plural]: medias.shown }),
    },
    deleted: {
      ...byPlural(wasSeen.filter(({ id }) => !seenNow.has(id)).map(({ kind, id }) => [kindNamed(kind), id])),
      ...(medias.gone.length > 0 && { [kinds.media.plural]: medias.gone }),
    },
  }
}

/** The media of what is sent and those that changed themselves, and those that nothing shows any more. */
async function mediaUpdate(
  reader: Queryable,
  site: Site,
  update: {
    sequence: number
    wasSeen: { kind: string; body: string }[]
    shown: ShownRecord[]
    root: ShownRecord
    /** The same when the reader gets it. */
    newRoot: ShownRecord | null
  },
): Promise<{ shown: ShownRecord[]; gone: string[] }> {
  const { broadcastId, audience } = site
  const changed = await listChangedIds(reader, broadcastId, [kinds.media], update.sequence, maxTouched)
  const then = idsIn(update.wasSeen.map(({ kind, body }) => publicView(kindNamed(kind), JSON.parse(body))))
  const candidates = await listMediaIds(reader, broadcastId, [...new Set([...changed, ...then])])
  const holderIds = await listReferringIds(reader, broadcastId, candidates)
  const holders = await findVisible(reader, broadcastId, holderIds, audience)
  const stored = holders.map(({ kind, body }) => ({ kind: kindNamed(kind), body }))
  const held = new Set(idsIn([update.root, await showToAudience(reader, broadcastId, stored, audience)]))
  const present = await findRecords(reader, broadcastId, kinds.media, candidates)
  const isShown = (id: string) => held.has(id) && present.has(id)
  return {
    shown: await mediasIn(reader, site, [update.newRoot, update.shown, changed.filter(isShown)]),
    gone: candidates.filter((id) => then.includes(id) && !isShown(id)),
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
