import { invalid, type Kind, kinds, parseInstant } from '@marquee/model'
import { AppError, notFound } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import { type FoundVersion, findVersion, findVersions, type Point } from '../store/changes/versions.ts'
import type { Queryable } from '../store/db.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { findRecord } from '../store/records/records.ts'
import { inTodaysShape } from './patch.ts'
import { type ReadOptions, show } from './read.ts'
import type { Rendering } from './rendering.ts'

/** The point that `?at=` names: a revision of the broadcast, or an instant that is not in the future. */
export async function pointOf(db: Queryable, broadcastId: string, at: string, nowMs: number): Promise<Point> {
  if (isObjectId(at)) {
    const revision = await findRecord(db, broadcastId, kinds.revision, at)
    if (revision === undefined) throw invalid('?at', 'not_found_reference', 'is not a revision of this broadcast')
    return { sequence: JSON.parse(revision).sequence }
  }
  const { timeZone } = await findCalendar(db, broadcastId)
  const parsed = parseInstant(at, timeZone)
  if ('reason' in parsed) throw invalid('?at', 'format', `${parsed.reason}, or must be the id of a revision`)
  if (Date.parse(parsed.instant) > nowMs) throw invalid('?at', 'range', 'must not be in the future')
  return { at: new Date(parsed.instant) }
}

/** One record at a point, as JSON text. Expanded references are shown at the same point. */
export async function readRecordAsOf(
  db: Queryable,
  rendering: Rendering,
  kind: Kind,
  id: string,
  point: Point,
  options: ReadOptions,
): Promise<string> {
  const { broadcastId } = rendering
  const found = await findVersion(db, broadcastId, kind, id, point)
  const stood = requireStanding(kind, found, point)
  const body = JSON.stringify(inTodaysShape(kind, JSON.parse(stood)))
  const find = (target: Kind, ids: string[]) => findVersions(db, broadcastId, target, ids, point)
  const [shown] = await show(db, rendering, kind, [body], options, find)
  return shown ?? body
}

/**
 * The version at the point, where it is known. Rows between two kept changes may have been pruned, unless the log is complete
 * from the first of them on, or it was the newest change where the kept log begins, or a revision preserves it.
 */
function requireStanding(kind: Kind, found: FoundVersion, point: Point): string {
  const { version, nextSequence, prunedThrough, isFrozen, createdAt } = found
  if (createdAt === null) throw notFound()
  if (version) {
    const isKnown =
      version.sequence > prunedThrough || nextSequence === null || nextSequence > prunedThrough || isFrozen
    if (!isKnown) throw expired()
    if (version.operation === 'delete' || version.body === null) throw notFound()
    return version.body
  }
  const isKnownAbsent =
    'at' in point ? point.at.getTime() < Date.parse(createdAt) : kind.editorial || point.sequence >= prunedThrough
  throw isKnownAbsent ? notFound() : expired()
}

const expired = () =>
  new AppError(
    'sequence_expired',
    'The version of that time is no longer stored: old changes are deleted unless a revision keeps them.',
  )
