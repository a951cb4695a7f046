import type { Static, TSchema } from 'typebox'
import { ByLocale, FreeForm, Instant, Nullable, ObjectId, Reference } from './shapes/scalars.ts'
import type { Subject } from './subjects.ts'
import Type from './type.ts'

/**
 * Whether a record has a field:
 * required - sent on create, never null; always - present, with a default; nullable - present, null when unset; optional - absent when unset.
 */
export type Presence = 'required' | 'always' | 'nullable' | 'optional'

export interface FieldOptions {
  /** The name shown to people; derived from the field's name when absent. */
  label?: string
  /** May differ per locale, inside `localeDetails`. */
  localized?: boolean
  /** Lists can be filtered by it; for an object, by the fields named here. */
  filter?: true | string[]
  /** Lists can be sorted by it; for an object, by the fields named here. Implies `filter`. */
  sort?: true | string[]
  /** Set only by the service. */
  readOnly?: boolean
  /** Computed from the other fields with every write; a change of it alone is no change. */
  derived?: boolean
  /** Set on create, fixed afterwards. */
  immutable?: boolean
  /** No two records share a value, within the broadcast or within the whole service. */
  unique?: 'broadcast' | 'service'
  /** Never returned: the whole value, or these paths inside each entry of a list. */
  secret?: true | string[]
  /** Writable only by owners and by API keys of the broadcast. */
  ownerOnly?: boolean
  /** Operational state that people do not edit, such as counters: a write that changes only such fields is not logged and sends no event. */
  unlogged?: boolean
  /** A patch merges it by top-level key; null removes a key. */
  merged?: boolean
  /** State such as enabled/disabled; restoring a revision leaves it unchanged. */
  keptOnRestore?: boolean
}

export interface Field<S extends TSchema = TSchema, P extends Presence = Presence> extends FieldOptions {
  schema: S
  presence: P
  default?: unknown
}

export const operations = ['list', 'create', 'read', 'update', 'delete'] as const
export type Operation = (typeof operations)[number]

/** The permission a kind needs: `content` the ordinary ones, `people` the scope `people`, `members` the role of owner. */
export type Area = 'content' | 'people' | 'members'

/** Logged writes append to the change log and send events; unlogged ones do neither. */
export type Logging = 'logged' | 'unlogged'

export interface Occupies {
  start: string
  end: string
  /** True for an all-day entry, which occupies no time slot. */
  allDay: string
  /** True for an entry that does not take place, which occupies nothing. */
  cancelled: string
  place: string
  people: string
}

/** Stores append-only records in the timeline tables instead of `records`. */
export interface TimelineOptions {
  at: string
  by: string
  /** The subjects that a record is also counted for, given the hour of the day at which it happened. */
  subjects?(record: AnyRecord, hour: number): Subject[]
}

export interface KindDeclaration<F extends Record<string, Field>> {
  name: string
  plural: string
  /** A one-sentence description for the API reference. */
  about: string
  fields: F
  operations?: Operation[]
  area?: Area
  logging?: Logging
  /** The name of the kind in webhook event types, when it differs from `name`. */
  events?: string
  /** The instant that decides the day of a record; lists of the kind accept `?day=`. */
  dayField?: string
  /** Its records occupy a place and people for a time slot. Values are filter names. */
  occupies?: Occupies
  /** Append-only records, partitioned by the instant `at` and counted per `by` and day, and per subject. */
  timeline?: TimelineOptions
  /** The fields that anonymous readers get once a record is published. A kind without them is not public. */
  public?: readonly (keyof F & string)[]
  /** Made by editors: revisions freeze it and restore it. */
  editorial?: boolean
  /** Deleted records can be restored from the trash; true for editorial kinds. */
  trash?: boolean
}

export interface Kind<F extends Record<string, Field> = Record<string, Field>> {
  name: string
  plural: string
  about: string
  fields: F & typeof commonFields
  operations: readonly Operation[]
  area: Area
  logging: Logging
  events: string
  dayField: string | undefined
  occupies: Occupies | undefined
  timeline: TimelineOptions | undefined
  public: readonly string[] | undefined
  editorial: boolean
  trash: boolean
  localized: string[]
}

/** The one declaration of a kind. Schemas, routes, filters, reference checks, events and documents are derived from it. */
export function defineKind<const F extends Record<string, Field>>(declaration: KindDeclaration<F>): Kind<F> {
  const localized = Object.keys(declaration.fields).filter((name) => declaration.fields[name]?.localized)
  return {
    name: declaration.name,
    plural: declaration.plural,
    about: declaration.about,
    fields: {
      ...leadingFields,
      ...declaration.fields,
      ...localeDetails(declaration.fields, localized),
      ...trailingFields,
    },
    operations: declaration.operations ?? operations,
    area: declaration.area ?? 'content',
    logging: declaration.logging ?? 'logged',
    events: declaration.events ?? declaration.name,
    dayField: declaration.dayField,
    occupies: declaration.occupies,
    timeline: declaration.timeline,
    public: declaration.public,
    editorial: declaration.editorial ?? false,
    trash: declaration.trash ?? declaration.editorial ?? false,
    localized,
  }
}

export const required = <S extends TSchema>(schema: S, options: FieldOptions = {}): Field<S, 'required'> => ({
  ...options,
  schema,
  presence: 'required',
})

export const always = <S extends TSchema>(
  schema: S,
  options: FieldOptions & { default: unknown },
): Field<S, 'always'> => ({
  ...options,
  schema,
  presence: 'always',
})

/** Null until it is set, or the default until it is sent; then null is a value like others. */
export const nullable = <S extends TSchema>(
  schema: S,
  options: FieldOptions & { default?: unknown } = {},
): Field<S, 'nullable'> => ({
  ...options,
  schema,
  presence: 'nullable',
})

export const optional = <S extends TSchema>(schema: S, options: FieldOptions = {}): Field<S, 'optional'> => ({
  ...options,
  schema,
  presence: 'optional',
})

/** A list, empty by default. */
export const list = <S extends TSchema>(item: S, options: FieldOptions & { maxItems?: number } = {}) => {
  const { maxItems = 1_000, ...rest } = options
  return always(Type.Array(item, { maxItems }), { ...rest, default: [] })
}

export const ref = (kind: string, options: FieldOptions = {}) => nullable(Reference(kind), { filter: true, ...options })
export const refs = (kind: string, options: FieldOptions = {}) => list(Reference(kind), { filter: true, ...options })

/** A record as Surface B returns it. */
export type RecordOf<K extends Kind> = FieldsOf<K['fields']>

type FieldsOf<F extends Record<string, Field>> = {
  [N in keyof F as F[N]['presence'] extends 'optional' ? never : N]: F[N]['presence'] extends 'nullable'
    ? Static<F[N]['schema']> | null
    : Static<F[N]['schema']>
} & { [N in keyof F as F[N]['presence'] extends 'optional' ? N : never]?: Static<F[N]['schema']> }

/** The fields that every reader of a record gets. */
export interface ShownRecord {
  _id: string
  _createdAt: string
  _updatedAt: string
  [field: string]: unknown
}

/** The fields that every stored record has. */
export interface AnyRecord extends ShownRecord {
  _reference: string | null
  metadata: Record<string, unknown>
}

const leadingFields = { _id: required(ObjectId, { readOnly: true, sort: true }) }
const trailingFields = {
  metadata: always(FreeForm, { default: {}, merged: true }),
  _createdAt: required(Instant, { readOnly: true, sort: true, label: 'Created' }),
  _updatedAt: required(Nullable(Instant), { readOnly: true, sort: true, label: 'Updated' }),
  _reference: nullable(Type.String({ minLength: 1, maxLength: 200 }), { sort: true, label: 'Reference' }),
}
export const commonFields = { ...leadingFields, ...trailingFields }

/** `{<language>: {field: value}}`: localizable fields are validated like the plain ones, other keys are stored as sent. */
export function localeDetails(fields: Record<string, Field>, localized: string[]): { localeDetails?: Field } {
  if (localized.length === 0) return {}
  const properties: Record<string, TSchema> = {}
  for (const name of localized) {
    const field = fields[name]
    if (field) properties[name] = Type.Optional(field.presence === 'nullable' ? Nullable(field.schema) : field.schema)
  }
  const details = Type.Object(properties, { additionalProperties: true })
  return { localeDetails: nullable(ByLocale(details), { merged: true }) }
}
