import type { Actor, ChangeOperation, Kinds, Locale, plurals } from './types.ts'

/** The kinds that live in a broadcast. */
export type KindName = keyof typeof plurals

export type Scalar = string | number | boolean | null

/** What a field is compared with. */
export interface Comparison {
  $eq?: Scalar
  $ne?: Scalar
  $gt?: Scalar
  $gte?: Scalar
  $lt?: Scalar
  $lte?: Scalar
  $in?: Scalar[]
  $nin?: Scalar[]
  $exists?: boolean
  $contains?: string
  $startsWith?: string
}

/** `{status: 'published'}`, `{'time.start': {$gte: '...'}}`, `{$or: [...]}`. */
export type Filter<F extends string = string> = {
  [Name in F | `metadata.${string}`]?: Scalar | Comparison
} & { $and?: Filter<F>[]; $or?: Filter<F>[]; $nor?: Filter<F>[] }

/** How records are shown. */
export interface ViewQuery<K extends keyof Kinds, F> {
  /** Only these fields, and `_id`. */
  fields?: F[] | undefined
  /** References to follow; what they lead to comes under `_expanded`, by field. */
  expand?: Kinds[K]['expand'][] | undefined
  /** Folds the texts of this language into the record. */
  locale?: Locale | undefined
}

/** A record as it was asked for. */
export type Shown<K extends keyof Kinds, F extends keyof Kinds[K]['record']> = (keyof Kinds[K]['record'] extends F
  ? Kinds[K]['record']
  : Pick<Kinds[K]['record'], F | Extract<'_id', keyof Kinds[K]['record']>>) & {
  _expanded?: { [E in Kinds[K]['expand']]?: ExpandedRecord | ExpandedRecord[] | null }
}

export interface ExpandedRecord {
  _id: string
  [field: string]: unknown
}

export interface Page<R> {
  data: R[]
  /** How many there are in all. */
  total: number
  limit: number
  skip: number
  /** Where the next page starts; null on the last one. */
  nextStartId: string | null
  /** Where the change log stood: what to follow it from. Null where lists do not say. */
  sequence: number | null
}

/** A row of the change log. */
export type Change = { [K in keyof Kinds]: ChangeOf<K> }[keyof Kinds]

export interface ChangeOf<K extends keyof Kinds> {
  sequence: number
  kind: K
  id: string
  operation: ChangeOperation
  /** The fields that changed. */
  fields: string[]
  at: string
  actor: Actor
  /** The record after it; null when it was deleted. */
  record: Kinds[K]['record'] | null
}

/** What a write would do. Nothing was changed. */
export interface DryRun<R> {
  dry_run: true
  would_status: number
  record: R | null
  changes: { kind: keyof Kinds; id: string; operation: string; fields: string[] }[]
  event_types: string[]
}
