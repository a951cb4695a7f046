import { invalid, kindNamed, kinds } from '@marquee/model'
import { notFound } from '../base/errors.ts'
import { Slices } from '../base/turns.ts'
import { findLastSequence, listDiffering, type RecordKey, readVersions } from '../store/changes/versions.ts'
import type { Queryable } from '../store/db.ts'
import { findRecord } from '../store/records/records.ts'
import { inTodaysShape } from './patch.ts'
import { diffRecord, type RecordDiff } from './record-diff.ts'

export interface DiffRequest {
  revisionId: string
  /** Another revision, or `current`. */
  to: string
  limit: number
  /** Where the previous page ended. */
  cursor: string | null
}

export interface DiffPage {
  from: DiffEnd
  to: DiffEnd
  data: RecordDiff[]
  next: string | null
  has_more: boolean
}

interface DiffEnd {
  revisionId: string | null
  sequence: number
}

/** The differences of the editorial content between a revision and another, or the current state; page by page. */
export async function diffRevisions(db: Queryable, broadcastId: string, request: DiffRequest): Promise<DiffPage> {
  const { limit } = request
  const cursor = request.cursor === null ? null : parseCursor(request.cursor)
  const from = await findEnd(db, broadcastId, request.revisionId)
  if (!from) throw notFound()
  const to = await endOf(db, broadcastId, request.to, cursor?.sequence)
  const span = { from: from.sequence, to: to.sequence }
  const keys = await listDiffering(db, broadcastId, span, { after: cursor?.after ?? null, limit: limit + 1 })
  const shown = keys.slice(0, limit)
  const data: RecordDiff[] = []
  // Few at a time: records may be large, while their differences are small.
  const slices = new Slices()
  for (let at = 0; at < shown.length; at += 20) {
    for (const { kind, ...version } of await readVersions(db, broadcastId, shown.slice(at, at + 20), span)) {
      await slices.spend(2 * ((version.from?.length ?? 0) + (version.to?.length ?? 0)))
      const recordOf = (body: string | null) =>
        body === null ? null : inTodaysShape(kindNamed(kind), JSON.parse(body))
      const diff = diffRecord(kindNamed(kind), recordOf(version.from), recordOf(version.to))
      if (diff) data.push(diff)
    }
  }
  const last = shown.at(-1)
  const hasMore = keys.length > limit
  return { from, to, data, next: hasMore && last ? cursorOf(to.sequence, last) : null, has_more: hasMore }
}

async function findEnd(db: Queryable, broadcastId: string, id: string): Promise<DiffEnd | undefined> {
  const body = await findRecord(db, broadcastId, kinds.revision, id)
  return body === undefined ? undefined : { revisionId: id, sequence: JSON.parse(body).sequence }
}

/** Later pages of a comparison with the current state use the moment of the first page. */
async function endOf(db: Queryable, broadcastId: string, to: string, pinned: number | undefined): Promise<DiffEnd> {
  if (to === 'current') return { revisionId: null, sequence: pinned ?? (await findLastSequence(db, broadcastId)) }
  const end = await findEnd(db, broadcastId, to)
  if (!end) throw invalid('?to', 'not_found_reference', 'is not a revision of this broadcast')
  if (pinned !== undefined && pinned !== end.sequence) throw badCursor()
  return end
}

const cursorOf = (sequence: number, { kind, id }: RecordKey) => `${sequence}.${kind}.${id}`

function parseCursor(text: string): { sequence: number; after: RecordKey } {
  const [, sequence, kind, id] = /^(\d{1,15})\.([A-Za-z]{1,40})\.([0-9a-f]{24})$/.exec(text) ?? []
  if (!sequence || !kind || !id) throw badCursor()
  return { sequence: Number(sequence), after: { kind, id } }
}

const badCursor = () => invalid('?cursor', 'format', 'must be the `next` of the page before, of the same comparison')
