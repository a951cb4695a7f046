export const conflictTypes = [
  'placeOverlap',
  'hostOverlap',
  'outsideOpeningHours',
  'unreadableOpeningHours',
  'draftReference',
  'lostNavigator',
] as const
export type ConflictType = (typeof conflictTypes)[number]

/** `error`: visible to the public. `warning`: visible once a draft is published, or possibly intended. */
export const severities = ['error', 'warning'] as const
export type Severity = (typeof severities)[number]

export interface Concerned {
  kind: string
  id: string
}

/** A conflict without its message. */
export interface Conflict {
  type: ConflictType
  severity: Severity
  /** First the conflicting records, then the resource they share or the record they refer to. */
  records: Concerned[]
  /** The position in the first record. */
  pointer?: string
  /** The time span, for conflicts of the programme. */
  from: string | null
  to: string | null
}

/** A time slot in which a session occupies a place and people. */
export interface Occupation {
  id: string
  isPublished: boolean
  start: string
  /** Null when the end is unknown: then it is an instant. */
  end: string | null
  placeId: string | null
  hostIds: string[]
}

/** A stable id: the same conflict has the same id each time it is found. */
export const idOf = ({ type, records, pointer }: Conflict) =>
  [type, ...records.map(({ id }) => id), ...(pointer === undefined ? [] : [pointer])].join(':')
