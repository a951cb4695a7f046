import type { Actor, ChangeOperation, Kinds, Locale, plurals } from './types.ts'

/** The kinds whose records belong to a broadcast. */
export type KindName = keyof typeof plurals

export type Scalar = string | number | boolean | null

/** The operators for one field. */
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

/** Selects and expands the fields of returned records. */
export interface ViewQuery<K extends keyof Kinds, F> {
  /** Only these fields, and `_id`. */
  fields?: F[] | undefined
  /** References to resolve; their records are returned under `_expanded`, by field. */
  expand?: Kinds[K]['expand'][] | undefined
  /** Replaces localized fields by their texts in this language. */
  locale?: Locale | undefined
}

/** A record reduced to the requested fields. */
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
  /** The number of matching records on all pages. */
  total: number
  limit: number
  skip: number
  /** The `startId` of the next page; null on the last one. */
  nextStartId: string | null
  /** The last sequence number of the change log: pass it as `since` to follow changes. Null where the list has none. */
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
  /** The record after the change; null when it was deleted. */
  record: Kinds[K]['record'] | null
  /** Only of a deletion: the name of the record. */
  title?: string | null
}

/** The effect a write would have. Nothing was changed. */
export interface DryRun<R> {
  dry_run: true
  would_status: number
  record: R | null
  changes: { kind: keyof Kinds; id: string; operation: string; fields: string[] }[]
  event_types: string[]
}
