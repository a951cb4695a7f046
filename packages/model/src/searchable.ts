import type { TSchema } from 'typebox'
import type { Kind } from './kind.ts'
import { oncePerKind } from './once-per-kind.ts'
import { findPlaces } from './paths.ts'
import { publicKind, publicKinds } from './public.ts'

/** The weight of a match in a field. */
export type SearchRank = 'title' | 'summary' | 'body'

/** A full-text indexed field: text that people read, in their language. */
export interface SearchField {
  name: string
  rank: SearchRank
  /** The paths of its texts, starting with the field: `blocks.*.text`. */
  places: ReadonlySet<string>
}

/** The searched fields of a kind, highest rank first: every public, localizable field that contains text. */
export const searchFields = oncePerKind((kind): SearchField[] => {
  const { fields, localized } = publicKind(kind)
  const found = localized.flatMap((name) => {
    const schema = fields[name]?.schema
    const places = schema ? textPlaces(name, schema) : []
    return schema && places.length > 0 ? [{ name, rank: rankOf(name, schema), places: new Set(places) }] : []
  })
  return found.sort((one, other) => ranks.indexOf(one.rank) - ranks.indexOf(other.rank))
})

/** The kinds that search covers: public ones with text that people read. */
export const searchableKinds: Kind[] = publicKinds.filter(({ localized }) => localized.length > 0)

/** The texts in a field of a record, or of one of its translations, in document order. */
export function textsIn(field: SearchField, value: unknown): string[] {
  const texts: string[] = []
  collect(value, field.name, field.places, texts)
  return texts
}

const ranks: SearchRank[] = ['title', 'summary', 'body']

/** Text without a maximum length is a body; shorter text is a summary. */
function rankOf(name: string, schema: TSchema): SearchRank {
  if (name === 'title') return 'title'
  return (schema as Text).maxLength === undefined ? 'body' : 'summary'
}

function textPlaces(name: string, schema: TSchema): string[] {
  return findPlaces(schema, (part) => isText(part) || undefined)
    .map(({ path }) => [name, ...path])
    .filter((path) => path.at(-1) !== 'key')
    .map((path) => path.join('.'))
}

interface Text {
  type?: string | string[]
  maxLength?: number
}

/** Free text. Strings with a format, such as ids, colors and enums, are for programs and not searched. */
function isText(schema: TSchema): boolean {
  const isString = [(schema as Text).type].flat().includes('string')
  return isString && !['format', 'pattern', 'enum', 'const', 'examples', 'refersTo'].some((word) => word in schema)
}

function collect(value: unknown, place: string, places: ReadonlySet<string>, texts: string[]): void {
  if (typeof value === 'string') {
    if (places.has(place)) texts.push(value)
  } else if (Array.isArray(value)) {
    for (const element of value) collect(element, `${place}.*`, places, texts)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) collect(member, `${place}.${name}`, places, texts)
  }
}
