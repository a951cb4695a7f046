import Type, { type TSchema } from 'typebox'
import type { AnyRecord, Kind } from '../kind.ts'
import { Instant, Nullable, ObjectId, PublishStatus } from '../shapes/scalars.ts'

export interface ViewField {
  schema: TSchema
  /** Must be sent on create, and cannot be cleared. */
  required?: boolean
  readOnly?: boolean
  /** Not part of a list, where it would be heavy. */
  onlyAlone?: boolean
  example?: unknown
}

/** What a view shows that does not lie in the record itself. */
export interface Shown {
  /** The key of the first category. */
  category: string | null
  excerpt: string
  contentHtml: string
  /** Whether the record's place is a position on a drawn map. */
  hasPixels: boolean
}

/** Surface A: a kind of content in plain words. Nothing is stored for it; it is read from and written to the record. */
export interface View {
  name: string
  plural: string
  about: string
  kind: Kind
  fields: Record<string, ViewField>
  /** Where errors about the record point to in what was sent: beginnings of pointers. */
  pointers: [ofRecord: string, ofView: string][]
  /** Whether a record is there on Surface A at all. */
  isShown(record: AnyRecord): boolean
  show(record: AnyRecord, shown: Shown): Record<string, unknown>
  /** The patch of the record that makes what was sent true. `category` is seen to by whoever writes. */
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

/** What a view returns: every field, null when unset. */
export function viewSchema(view: View, inList = false): TSchema {
  const shown = Object.entries(view.fields).filter(([, field]) => !(inList && field.onlyAlone))
  const properties = shown.map(([name, { schema, readOnly }]) => [
    name,
    readOnly ? Type.Unsafe({ ...schema, readOnly }) : schema,
  ])
  return Type.Object(Object.fromEntries(properties), {
    title: inList ? `${view.name}InList` : view.name,
    description: view.about,
  })
}

/** What a view takes: on create the required fields, on change any of them. */
export function viewBodySchema(view: View, operation: 'create' | 'update'): TSchema {
  const properties: Record<string, TSchema> = {}
  for (const [name, { schema, required, readOnly }] of Object.entries(view.fields)) {
    const taken = readOnly ? Type.Unsafe({ readOnly: true }) : schema
    properties[name] = required && operation === 'create' ? taken : Type.Optional(taken)
  }
  const title = `${view.name}${operation === 'create' ? 'Create' : 'Update'}`
  return Type.Object(properties, { title, additionalProperties: false })
}

/** The fields that were sent, under the names the record has for them. */
export function renamed(sent: Record<string, unknown>, names: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(names).flatMap(([from, to]) => (from in sent ? [[to, sent[from]]] : [])))
}
