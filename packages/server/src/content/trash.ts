import { invalid } from '@marquee/model'
import { notFound } from '../base/errors.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { RecordKey } from '../store/changes/versions.ts'
import type { Queryable, Tx } from '../store/db.ts'
import { bulkMs } from '../store/limits.ts'
import { findTrashed, listTrash, purgeTrash, type TrashRow } from '../store/records/trash.ts'

/** A deleted record that can be restored until `expiresAt`. */
export interface TrashEntry {
  kind: string
  id: string
  title: string | null
  actor: Actor
  deletedAt: string
  expiresAt: string
  referrers: number
}

export interface TrashPage {
  data: TrashEntry[]
  next: string | null
  has_more: boolean
  /** How long deleted records are kept; 0 when the trash is off. */
  kept_days: number
}

/** The current time, and how long deleted records are kept. */
export interface TrashTime {
  nowMs: number
  trashDays: number
}

/** Records deleted before this instant have expired, even if they are not pruned yet. */
export const trashStart = ({ nowMs, trashDays }: TrashTime) => new Date(nowMs - trashDays * dayMs)

export async function readTrash(
  db: Queryable,
  broadcastId: string,
  time: TrashTime,
  { cursor, limit, ...query }: { kind: string | null; q: string | null; cursor: string | null; limit: number },
): Promise<TrashPage> {
  const after = cursor === null ? null : parseCursor(cursor)
  const found = await listTrash(db, broadcastId, { ...query, since: trashStart(time), after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = found.length > limit
  const next = hasMore && last ? `${last.deletedAt.getTime()}.${last.id}` : null
  return { data: rows.map((row) => entryOf(row, time)), next, has_more: hasMore, kept_days: time.trashDays }
}

/** One deleted record, with its last version as JSON. */
export async function readTrashed(db: Queryable, broadcastId: string, id: string, time: TrashTime) {
  const found = await findTrashed(db, broadcastId, id, trashStart(time))
  if (!found) throw notFound()
  return { entry: entryOf(found, time), body: found.body }
}

/** Purges a deleted record, or all of them. Purges are audited, because nothing can be restored afterwards. */
export async function purge(
  tx: Tx,
  broadcastId: string,
  actor: Actor,
  id: string | null,
  { nowMs }: TrashTime,
): Promise<RecordKey[]> {
  await tx.extendLimit(bulkMs)
  const gone = await purgeTrash(tx, broadcastId, id)
  if (gone.length === 0) return gone
  const details = id === null ? { count: gone.length } : { kind: gone[0]?.kind, recordId: id }
  await appendAudit(tx, { action: 'trash.purged', broadcastId, actor, details, at: new Date(nowMs).toISOString() })
  return gone
}

function entryOf({ deletedAt, ...row }: TrashRow, { trashDays }: TrashTime): TrashEntry {
  return {
    kind: row.kind,
    id: row.id,
    title: row.title,
    actor: row.actor,
    deletedAt: deletedAt.toISOString(),
    expiresAt: new Date(deletedAt.getTime() + trashDays * dayMs).toISOString(),
    referrers: row.referrers,
  }
}

function parseCursor(text: string): { deletedAt: Date; id: string } {
  const [, at, id] = /^(\d{1,15})\.([0-9a-f]{24})$/.exec(text) ?? []
  if (!at || !id) throw invalid('?cursor', 'format', 'must be the `next` of the page before')
  return { deletedAt: new Date(Number(at)), id }
}

const dayMs = 86_400_000
