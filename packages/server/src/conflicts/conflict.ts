export const conflictTypes = [
  'placeOverlap',
  'hostOverlap',
  'outsideOpeningHours',
  'unreadableOpeningHours',
  'draftReference',
  'lostNavigator',
] as const
export type ConflictType = (typeof conflictTypes)[number]

/** `error`: the public sees it. `warning`: it will once what is a draft is published, or it may be meant. */
export const severities = ['error', 'warning'] as const
export type Severity = (typeof severities)[number]

export interface Concerned {
  kind: string
  id: string
}

/** Things that do not go together, before they are put in words. */
export interface Conflict {
  type: ConflictType
  severity: Severity
  /** The records that must change, and then what they share or lead to. */
  records: Concerned[]
  /** Where in the first record. */
  pointer?: string
  /** When, for those of the programme. */
  from: string | null
  to: string | null
}

/** A record that occupies a place and people for a time. */
export interface Occupation {
  id: string
  isPublished: boolean
  start: string
  /** None when it is not known how long it takes: then it is a moment. */
  end: string | null
  placeId: string | null
  hostIds: string[]
}

/** The same conflict has the same id each time it is found. */
export const idOf = ({ type, records, pointer }: Conflict) =>
  [type, ...records.map(({ id }) => id), ...(pointer === undefined ? [] : [pointer])].join(':')
