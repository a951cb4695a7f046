import { createHmac } from 'node:crypto'
import { type AnyRecord, invalid, isSeen, kindNamed, kinds, publicKinds, type ShownRecord } from '@marquee/model'
import { idsIn } from '../base/embedded-ids.ts'
import type { Vault } from '../base/vault.ts'
import type { Queryable } from '../store/db.ts'
import {
  findLastDue,
  findVisible,
  type LatestChange,
  listLatestChanges,
  listReferringIds,
  readRecordsAt,
} from '../store/public/public.ts'
import type { Site } from './site.ts'

/** The state of a client that reads bundles. */
export interface Cursor {
  /** A sequence number of the change log. */
  sequence: number
  /** The time, because records become visible by the clock. */
  atMs: number
  /** Identifies the version of the broadcast itself. */
  rootTag: string
  /** Within a bundle of several pages: the last record of the page. */
  page?: { kind: number; id: string }
  /** After a bundle of several pages: when the last of them was read. */
  end?: { sequence: number; atMs: number }
}

/** It is signed: a forged cursor could reveal what was visible at a moment when nothing was. */
export function formatCursor(vault: Vault, site: Site, { sequence, atMs, rootTag, page, end }: Cursor): string {
  const rest = page ? `.p${page.kind}-${page.id}` : end ? `.e${end.sequence}-${end.atMs}` : ''
  const text = `${sequence}.${atMs}.${rootTag}${rest}`
  return `${text}.${signature(vault, site, text)}`
}

export function parseCursor(vault: Vault, site: Site, cursor: string): Cursor {
  const {
    text,
    sequence,
    atMs,
    rootTag = '',
    kind,
    id,
    endSequence,
    endMs,
    sign,
  } = cursorPattern.exec(cursor)?.groups ?? {}
  if (text === undefined || sign !== signature(vault, site, text))
    throw invalid('?since', 'format', 'must be the cursor of a bundle of this broadcast')
  return {
    sequence: Number(sequence),
    atMs: Number(atMs),
    rootTag,
    ...(kind !== undefined && id !== undefined && { page: { kind: Number(kind), id } }),
    ...(endSequence !== undefined && { end: { sequence: Number(endSequence), atMs: Number(endMs) } }),
  }
}

const cursorPattern =
  /^(?<text>(?<sequence>\d{1,15})\.(?<atMs>\d{1,15})\.(?<rootTag>[\w-]{8})(?:\.p(?<kind>\d{1,3})-(?<id>[\da-f]{24})|\.e(?<endSequence>\d{1,15})-(?<endMs>\d{1,15}))?)\.(?<sign>[\w-]{16})$/

/**
 * The earliest point since which nothing public has changed. It does not move while people edit drafts,
 * so that caches of apps and proxies stay valid.
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
  // A media is visible where a visible record uses it.
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

/** The fields that decide whether a record is public. */
const decidingFields = ['status', 'isPrivate', 'publishedAt']
const pageLength = 200
const maxLooked = 10_000
