import { type KindName, kindNamed, textPlaces, visit } from '@marquee/model'
import { isPlain, type Values } from '../../data/merge.ts'
import { localText } from '../../fields/localized-part.ts'
import type { FieldSchema } from '../../fields/schema.ts'

/** A text of a record that is not empty in its main language. */
export interface SourceText {
  /** Its JSON pointer in the record. */
  pointer: string
  /** The field of the record it is in: `menu` for the title of a tile. */
  field: string
  name: string
  main: unknown
  local: unknown
  /** The JSON pointer of the translation, for errors. */
  localPointer: string
  schema: FieldSchema
  /** The field of the record that contains the translation, and its value with another one. */
  withLocal(value: unknown): [field: string, value: unknown]
}

/** The texts of a record that may differ per language, in the order of the declaration. */
export function textsOf(kindName: KindName, values: Values, locale: string): SourceText[] {
  const kind = kindNamed(kindName)
  return textPlaces(kind).flatMap(({ path, names }) =>
    partsAt(values, path).flatMap(({ part, keys }) =>
      names.flatMap((name): SourceText[] => {
        if (isEmpty(part[name])) return []
        const text = localText(part, name, locale, names)
        const [field = name] = keys
        const at = keys.map((key) => `/${key}`).join('')
        return [
          {
            pointer: `${at}/${name}`,
            field: String(field),
            name,
            main: part[name],
            local: text.value,
            localPointer: at + text.pointer,
            schema: schemaAt(
              kind.fields[keys.length === 0 ? name : field]?.schema as FieldSchema,
              [...keys, name].slice(1),
            ),
            withLocal(value) {
              const changed = text.withValue(value)
              if (keys.length === 0) return ['localeDetails', changed.localeDetails]
              return [String(field), replaced(values[field], keys.slice(1), changed)]
            },
          },
        ]
      }),
    ),
  )
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The objects at a path, with the keys that lead to each. Lists are visited backwards. */
function partsAt(values: Values, path: readonly string[]): { part: Values; keys: string[] }[] {
  if (path.length === 0) return [{ part: values, keys: [] }]
  const parts: { part: Values; keys: string[] }[] = []
  visit(values, path, (holder, key, pointer) => {
    const part = holder[key]
    if (isPlain(part)) parts.push({ part, keys: pointer.split('/').slice(1) })
  })
  return parts.reverse()
}

function schemaAt(schema: FieldSchema, keys: readonly string[]): FieldSchema {
  return keys.reduce<FieldSchema>((inner, key) => inner.properties?.[key] ?? inner.items ?? {}, schema)
}

function replaced(value: unknown, [key, ...rest]: readonly string[], part: unknown): unknown {
  if (key === undefined) return part
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? replaced(one, rest, part) : one))
  return isPlain(value) ? { ...value, [key]: replaced(value[key], rest, part) } : value
}
