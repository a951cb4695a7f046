import type { Kind } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { readChangePage, readChanges, readHistory, type ShownChange } from '../store/changes/changes.ts'
import type { Queryable } from '../store/db.ts'

export interface ChangeRequest {
  since: number
  limit: number
  /** Kinds that the caller must not see: their changes are withheld, all but their numbers. */
  hiddenKinds: string[]
}

/** A page of the change log: the members of a JSON array, the number to continue from, and whether there are more. */
export async function readLogPage(
  db: Queryable,
  broadcastId: string,
  { since, limit, hiddenKinds }: ChangeRequest,
): Promise<{ members: string; next: number; hasMore: boolean }> {
  const { members, hasMore, lastShown, lastSequence, prunedThrough } = await readChangePage(
    db,
    broadcastId,
    since,
    limit,
    hiddenKinds,
  )
  requireKept(since, prunedThrough)
  requireReached(since, lastSequence)
  return { members, hasMore, next: hasMore ? (lastShown ?? since) : lastSequence }
}

/** The changes after a number, one by one. */
export async function readNextChanges(
  db: Queryable,
  broadcastId: string,
  { since, limit, hiddenKinds }: ChangeRequest,
): Promise<{ changes: ShownChange[]; hasMore: boolean }> {
  const page = await readChanges(db, broadcastId, since, limit, hiddenKinds)
  requireReached(since, page.lastSequence)
  return page
}

/** The number to start after: the requested one if the log still contains it, else the last one. */
export async function startOfFeed(db: Queryable, broadcastId: string, since: number | undefined): Promise<number> {
  const { prunedThrough, lastSequence } = await readChanges(db, broadcastId, since ?? Number.MAX_SAFE_INTEGER, 1, [])
  if (since === undefined) return lastSequence
  requireKept(since, prunedThrough)
  requireReached(since, lastSequence)
  return since
}

/** The changes of one record, newest first. */
export function readRecordHistory(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  { id, before, limit }: { id: string; before: number; limit: number },
): Promise<{ changes: ShownChange[]; hasMore: boolean }> {
  return readHistory(db, broadcastId, kind, id, before, limit)
}

function requireKept(since: number, prunedThrough: number): void {
  if (since < prunedThrough)
    throw new AppError(
      'sequence_expired',
      'Changes that old are no longer kept; read the lists again and go on from their Marquee-Sequence.',
    )
}

/** A number that was not given yet comes from another state of the database: it was restored from a backup since. */
function requireReached(since: number, lastSequence: number): void {
  if (since > lastSequence) throw sequenceAhead(lastSequence)
}

export const sequenceAhead = (lastSequence: number) =>
  new AppError(
    'sequence_ahead',
    `The newest change has the number ${lastSequence}, so the database is older than what you have read; read the lists again and go on from their Marquee-Sequence.`,
    { extra: { sequence: lastSequence } },
  )
