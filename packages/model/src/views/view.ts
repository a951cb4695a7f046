import type { TSchema } from 'typebox'
import type { AnyRecord, Kind } from '../kind.ts'
import { Instant, Nullable, ObjectId, PublishStatus } from '../shapes/scalars.ts'
import Type from '../type.ts'

export interface ViewField {
  schema: TSchema
  /** Must be sent on create, and cannot be cleared. */
  required?: boolean
  readOnly?: boolean
  /** The schema in the response about one record, where that can be less than a body must have. */
  shownAs?: TSchema
  /** The same in lists and webhooks, which show only records that have something there. */
  listedAs?: TSchema
  /** Left out of lists, because it is large. */
  onlyAlone?: boolean
  example?: unknown
}

/** Values that a view shows but that are not stored in the record itself. */
export interface Shown {
  /** The key of the first category. */
  category: string | null
  excerpt: string
  contentHtml: string
  /** Whether the record's position is on a drawn map. */
  hasPixels: boolean
}

/** Surface A: a simplified view of a kind. Nothing is stored for it; it reads and writes the record. */
export interface View {
  name: string
  plural: string
  about: string
  kind: Kind
  fields: Record<string, ViewField>
  /** Prefixes that translate error pointers from the record to the sent body. */
  pointers: [ofRecord: string, ofView: string][]
  /** Whether a record exists on Surface A at all, so that it is found by id. */
  isShown(record: AnyRecord): boolean
  /** Whether it has what lists and webhooks promise to show. */
  isListed(record: AnyRecord): boolean
  show(record: AnyRecord, shown: Shown): Record<string, unknown>
  /** Translates the sent body into a patch of the record, except `category`, which the caller resolves. */
  toPatch(sent: Record<string, unknown>, before: AnyRecord | null): Record<string, unknown>
}

export const commonFirst = { id: { schema: ObjectId, readOnly: true } }
export const commonLast = {
  reference: { schema: Nullable(Type.String({ minLength: 1, maxLength: 200 })), example: null },
  status: { schema: PublishStatus, readOnly: true },
  created_at: { schema: Instant, readOnly: true },
  updated_at: { schema: Instant, readOnly: true },
}

export const CategoryKey = Nullable(Type.String({ maxLength: 200 }))

/** The schema of a response: every field, null when unset. */
export function viewSchema(view: View, inList = false): TSchema {
  const shown = Object.entries(view.fields).filter(([, field]) => !(inList && field.onlyAlone))
  const properties = shown.map(([name, { schema, readOnly, shownAs = schema, listedAs = schema, example }]) => [
    name,
    Type.Unsafe({
      ...(inList ? listedAs : shownAs),
      ...(readOnly && { readOnly }),
      ...((example ?? undefined) && { examples: [example] }),
    }),
  ])
  return Type.Object(Object.fromEntries(properties), {
    title: inList ? `${view.name}InList` : view.name,
    description: view.about,
  })
}

/** The schema of a body: a create needs the required fields, an update any of them. */
export function viewBodySchema(view: View, operation: 'create' | 'update'): TSchema {
  const properties: Record<string, TSchema> = {}
  for (const [name, { schema, required, readOnly }] of Object.entries(view.fields)) {
    const taken = readOnly ? Type.Unsafe({ readOnly: true }) : schema
    properties[name] = required && operation === 'create' ? taken : Type.Optional(taken)
  }
  const title = `${view.name}${operation === 'create' ? 'Create' : 'Update'}`
  return Type.Object(properties, { title, additionalProperties: false })
}

/** The sent fields, renamed to the names in the record. */
export function renamed(sent: Record<string, unknown>, names: Record<string, string>): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const from in names) if (from in sent) patch[names[from] as string] = sent[from]
  return patch
}
