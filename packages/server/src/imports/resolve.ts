import type { Note, SourceRecord } from '@marquee/formats/programme'
import { type Field, type Kind, kindNamed } from '@marquee/model'
import type { Fields } from './merge.ts'

/** The id of the record that a key of the source stands for; undefined when it was deleted. */
export type FindId = (kind: string, key: string) => string | undefined

/** The fields of a record that its kind has, with ids for references. References to deleted records are left out. */
export function resolveFields({ kind: name, fields }: SourceRecord, findId: FindId): Fields {
  const kind = kindNamed(name)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const declared = kind.fields[field]
      if (!declared || !isWritable(declared) || value === undefined) return []
      const target = targetOf(declared)
      return [[field, target === undefined ? value : resolved(value, (key) => findId(target, key))]]
    }),
  )
}

/** A note for each field that a kind does not have, at the first place where it is. */
export function unknownFields(records: SourceRecord[]): Note[] {
  const seen = new Set<string>()
  return records.flatMap(({ kind: name, fields, at }) => {
    const kind = kindNamed(name)
    return Object.keys(fields).flatMap((field) => {
      const declared = kind.fields[field]
      if ((declared && isWritable(declared)) || seen.has(`${name}/${field}`)) return []
      seen.add(`${name}/${field}`)
      return [{ code: 'unknown_field', message: `A ${name} has no field “${field}”; it is left out.`, at }]
    })
  })
}

const isWritable = ({ readOnly, secret }: Field) => !readOnly && !secret

/** The kind that a field refers to. */
export function targetOf({ schema }: Field): string | undefined {
  const { refersTo, items } = schema as { refersTo?: string; items?: { refersTo?: string } }
  return refersTo ?? items?.refersTo
}

/** The fields of a kind that refer to others. */
export const referenceFields = (kind: Kind): string[] =>
  Object.entries(kind.fields).flatMap(([name, field]) => (targetOf(field) === undefined ? [] : [name]))

function resolved(value: unknown, findId: (key: string) => string | undefined): unknown {
  if (Array.isArray(value)) {
    const ids = value.map((item) => resolved(item, findId)).filter((id) => id !== null)
    return [...new Set(ids)]
  }
  if (typeof value !== 'object' || value === null || !('reference' in value)) return value
  return findId(String(value.reference)) ?? null
}
