import type { TSchema } from 'typebox'
import type { Kind } from './kind.ts'
import { findPlaces } from './paths.ts'
import { publicKind, publicKinds } from './public.ts'

/** How much it counts that a word stands in a field. */
export type SearchRank = 'title' | 'summary' | 'body'

/** A field whose texts are searched: those that people read, in their language. */
export interface SearchField {
  name: string
  rank: SearchRank
  /** Where texts stand in it, from the field on: `blocks.*.text`. */
  places: ReadonlySet<string>
}

/** What is searched of a kind, what counts most first: every localizable field that the public may read and that holds text. */
export function searchFields(kind: Kind): SearchField[] {
  const known = cache.get(kind)
  if (known) return known
  const { fields, localized } = publicKind(kind)
  const found = localized.flatMap((name) => {
    const schema = fields[name]?.schema
    const places = schema ? textPlaces(name, schema) : []
    return schema && places.length > 0 ? [{ name, rank: rankOf(name, schema), places: new Set(places) }] : []
  })
  const ordered = found.sort((one, other) => ranks.indexOf(one.rank) - ranks.indexOf(other.rank))
  cache.set(kind, ordered)
  return ordered
}

/** The kinds that people read, and so look for something in. */
export const searchableKinds: Kind[] = publicKinds.filter(({ localized }) => localized.length > 0)

/** The texts that a field of a record, or of one of its languages, holds, in the order in which they stand there. */
export function textsIn(field: SearchField, value: unknown): string[] {
  const texts: string[] = []
  collect(value, field.name, field.places, texts)
  return texts
}

const cache = new WeakMap<Kind, SearchField[]>()
const ranks: SearchRank[] = ['title', 'summary', 'body']

/** What may be as long as it likes is a body; what is kept short introduces it. */
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

/** Words for people. What has a form of its own, such as an id, a colour or one of several words, is for programs. */
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
