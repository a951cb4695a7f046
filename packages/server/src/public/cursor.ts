import { createHmac } from 'node:crypto'
import { type AnyRecord, complain, isSeen, kindNamed, kinds, publicKinds, type ShownRecord } from '@marquee/model'
import { idsIn } from '../base/loose-ids.ts'
import type { Vault } from '../base/vault.ts'
import type { Queryable } from '../store/db.ts'
import {
  findLastDue,
  findVisible,
  type LatestChange,
  listLatestChanges,
  listReferringIds,
  readRecordsAt,
} from '../store/public.ts'
import type { Site } from './site.ts'

/** What a reader of a bundle has. */
export interface Cursor {
  /** A point of the change log. */
  sequence: number
  /** The clock counts too: records become visible by it. */
  atMs: number
  /** Tells whether the broadcast itself is the same. */
  rootTag: string
}

/** It is signed: a cursor that we never gave out could ask what was visible at a moment when nothing was. */
export function formatCursor(vault: Vault, site: Site, { sequence, atMs, rootTag }: Cursor): string {
  const text = `${sequence}.${atMs}.${rootTag}`
  return `${text}.${signature(vault, site, text)}`
}

export function parseCursor(vault: Vault, site: Site, cursor: string): Cursor {
  const [, text, sequence, atMs, rootTag = '', sign] =
    /^((\d{1,15})\.(\d{1,15})\.([\w-]{8}))\.([\w-]{16})$/.exec(cursor) ?? []
  if (text === undefined || sign !== signature(vault, site, text))
    throw complain('?since', 'format', 'must be the cursor of a bundle of this broadcast')
  return { sequence: Number(sequence), atMs: Number(atMs), rootTag }
}

/**
 * The earliest point from which nothing public has changed since. It does not move while people work on drafts,
 * so that what apps and proxies hold stays good.
 */
export async function findPoint(
  reader: Queryable,
  site: Site,
  root: ShownRecord,
  prunedThrough: number,
): Promise<Pick<Cursor, 'sequence' | 'atMs'>> {
  const { broadcastId, audience } = site
  const dueMs = [0]
  for (const kind of publicKinds.filter(({ fields }) => 'publishedAt' in fields))
    dueMs.push(await findLastDue(reader, broadcastId, kind, audience))
  const atMs = Math.min(Math.max(...dueMs), audience.at.getTime())
  const rootIds = new Set(idsIn(root))
  for (let before = Number.MAX_SAFE_INTEGER, looked = 0; looked < maxLooked; looked += pageLength) {
    const latest = await listLatestChanges(reader, broadcastId, before, pageLength)
    for (const change of latest) {
      if (await isPublicChange(reader, site, change, rootIds))
        return { sequence: Math.max(change.sequence, prunedThrough), atMs }
      before = change.sequence
    }
    if (latest.length < pageLength) return { sequence: prunedThrough, atMs }
  }
  return { sequence: prunedThrough, atMs }
}

async function isPublicChange(
  reader: Queryable,
  { broadcastId, audience }: Site,
  { kind: name, id, sequence, operation, body, fields }: LatestChange,
  rootIds: ReadonlySet<string>,
): Promise<boolean> {
  const kind = kindNamed(name)
  // A media is seen where something shows it.
  if (kind === kinds.media) {
    if (rootIds.has(id)) return true
    const holders = await listReferringIds(reader, broadcastId, [id])
    return holders.length > 0 && (await findVisible(reader, broadcastId, holders, audience)).length > 0
  }
  const at = { nowMs: audience.at.getTime(), withDrafts: audience.withDrafts }
  const isSeenNow = (text: string | null) => text !== null && isSeen(kind, JSON.parse(text) as AnyRecord, at)
  if (isSeenNow(body)) return true
  if (operation !== 'update' || !fields.some((field) => decidingFields.includes(field))) return false
  const [before] = await readRecordsAt(reader, broadcastId, [id], sequence - 1)
  return isSeenNow(before?.body ?? null)
}

function signature(vault: Vault, { broadcastId, audience }: Site, text: string): string {
  const hmac = createHmac('sha256', vault.derive('cursors'))
  return hmac.update(`${broadcastId}.${audience.withDrafts}.${text}`).digest('base64url').slice(0, 16)
}

/** What decides whether a record is public. */
const decidingFields = ['status', 'isPrivate', 'publishedAt']
const pageLength = 200
const maxLooked = 10_000
