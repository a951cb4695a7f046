import type { RecordFor } from '../../data/api.ts'
import { folded } from '../../kinds/record-names.ts'

export type Session = RecordFor<'broadcastSession'>
export type SessionTime = Session['time']

/** The fields of a session that the programme shows; blocks and media are read when one is opened. */
export const listedFields = [
  'title',
  'status',
  'cancelled',
  'movedFrom',
  'time',
  'categoryIds',
  'hostIds',
  'interestPointId',
  'color',
  'localeDetails',
  '_updatedAt',
]

/** The assumed duration of a session without an end. */
export const assumedLengthMs = 3_600_000

/** The time span of a session; undefined without a start. */
export interface Slot {
  startMs: number
  endMs: number
  isAllDay: boolean
  /** Whether the end is missing. */
  isOpenEnded: boolean
}

export function slotOf({ time }: Pick<Session, 'time'>): Slot | undefined {
  if (typeof time.start !== 'string') return undefined
  const startMs = Date.parse(time.start)
  const isOpenEnded = typeof time.end !== 'string'
  const endMs = typeof time.end === 'string' ? Date.parse(time.end) : startMs + assumedLengthMs
  return { startMs, endMs, isAllDay: time.allDay === true, isOpenEnded }
}

export interface SessionFilter {
  text?: string | undefined
  status?: string | undefined
  categoryId?: string | undefined
  placeId?: string | undefined
}

export const isNarrowed = (filter: SessionFilter) =>
  Object.values(filter).some((value) => value !== undefined && value !== '')

/** Whether a session matches the filter. `words` are its names in the shown language, folded: each word must be in them. */
export function isWanted(
  session: Session,
  words: string,
  { text, status, categoryId, placeId }: SessionFilter,
): boolean {
  if (status !== undefined && session.status !== status) return false
  if (categoryId !== undefined && !session.categoryIds?.includes(categoryId)) return false
  if (placeId !== undefined && session.interestPointId !== placeId) return false
  if (text === undefined) return true
  return folded(text)
    .split(/\s+/)
    .every((word) => words.includes(word))
}
