import { dayOf, daysBetween, invalid, kinds, parseSort } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Queryable, Tx } from '../store/db.ts'
import { addJob, findJob, type JobRow } from '../store/queues/jobs.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { pageOfRecords } from '../store/records/records.ts'

export const duplicateJob = 'broadcast.duplicate'

/** What a caller chooses. Without `shiftDays` and `startDate` all dates stay. */
export interface EditionChoice {
  name: string
  sessions?: boolean
  shiftDays?: number
  startDate?: string
}

/** What the job needs to know. */
export interface DuplicatePayload {
  name: string
  hasSessions: boolean
  days: number
  userId: string
  actor: Actor
}

/** Queues the copy of a broadcast. Nothing of it is visible before it is complete. */
export async function requestDuplicate(
  tx: Tx,
  clock: Clock,
  broadcastId: string,
  choice: EditionChoice,
  by: { userId: string; actor: Actor },
): Promise<JobRow> {
  const { name, sessions: hasSessions = true } = choice
  const payload: DuplicatePayload & Record<string, unknown> = {
    name,
    hasSessions,
    days: await daysOf(tx, broadcastId, choice),
    ...by,
  }
  const id = newObjectId(clock.now())
  const at = new Date(clock.now())
  if (!(await addJob(tx, { broadcastId, id, type: duplicateJob, payload, at, key: duplicateJob })))
    throw new AppError('job_running', 'This broadcast is being duplicated already; wait until the copy is there.')
  const row = await findJob(tx, broadcastId, id)
  if (!row) throw new Error('the job was deleted before it started')
  return row
}

/** By how many days the dates are moved, so that the first day of the event becomes the chosen one. */
export async function daysOf(
  db: Queryable,
  broadcastId: string,
  { shiftDays, startDate }: Pick<EditionChoice, 'shiftDays' | 'startDate'>,
): Promise<number> {
  if (startDate === undefined) return shiftDays ?? 0
  if (shiftDays !== undefined) throw invalid('/startDate', 'mismatch', 'must not be sent together with shiftDays')
  const { firstDay, timeZone, dayStart } = await findCalendar(db, broadcastId)
  const from = firstDay ?? (await findFirstDay(db, broadcastId, { timeZone, dayStart }))
  return from === undefined ? 0 : daysBetween(from, startDate)
}

async function findFirstDay(
  db: Queryable,
  broadcastId: string,
  { timeZone, dayStart }: { timeZone: string; dayStart: string },
): Promise<string | undefined> {
  const kind = kinds.broadcastSession
  const order = parseSort(kind, { 'time.start': 'asc' })
  const page = { where: null, order, after: null, limit: 1, skip: 0, maxBytes: 4_194_304 }
  const [body] = (await pageOfRecords(db, broadcastId, kind, page)).bodies
  const { start } = body === undefined ? {} : JSON.parse(body).time
  return typeof start === 'string' ? dayOf(Date.parse(start), dayStart, timeZone) : undefined
}
