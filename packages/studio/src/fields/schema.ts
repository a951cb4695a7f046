import type { Field, Kind } from '@marquee/model'

/** The parts of a schema that editors read. */
export interface FieldSchema {
  title?: string
  type?: string | string[]
  properties?: Record<string, FieldSchema>
  required?: string[]
  additionalProperties?: boolean | FieldSchema
  items?: FieldSchema
  oneOf?: readonly FieldSchema[]
  enum?: (string | null)[]
  const?: string
  format?: string
  pattern?: string
  examples?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  readOnly?: boolean
  refersTo?: string
  /** The addresses that it accepts. */
  leadsTo?: string
  media?: boolean
  /** A language of the broadcast. */
  isLocale?: boolean
  /** The members that may differ per language, inside its own `localeDetails`. */
  localized?: readonly string[]
}

export const schemaOf = (field: Field): FieldSchema => field.schema as FieldSchema

export function typeOf({ type }: FieldSchema): string | undefined {
  return [type].flat().find((name) => name !== 'null')
}

export const isListOfBlocks = ({ items }: FieldSchema) => ['Block', 'LeafBlock'].includes(items?.title ?? '')

/** Whether a value is the id of a record, or a list of them. */
export const isReference = ({ refersTo, items }: FieldSchema) => (refersTo ?? items?.refersTo) !== undefined

/** The editable fields of a kind, in the order of its declaration. */
export function editableFields(kind: Kind): string[] {
  return Object.entries(kind.fields)
    .filter(([name, { readOnly, secret }]) => !readOnly && secret !== true && name !== 'localeDetails')
    .map(([name]) => name)
}

/** The default values of a new record. */
export function defaultsOf(kind: Kind): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([, field]) => !field.readOnly && field.presence === 'always' && field.default !== undefined)
      .map(([name, field]) => [name, field.default]),
  )
}
