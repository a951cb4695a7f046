import { type Collected, type Collecting, type Entry, foldName } from './collect.ts'
import { lineOf } from './values.ts'

/** Places or categories of which a file knows more than the name. */
export interface KnownEntry {
  id?: string | undefined
  fields: Record<string, unknown>
}

/**
 * Finds places or categories by the name that entries mention. The first mention creates one, with the details that the file has
 * elsewhere; the same name is the same entry, because a category's key has to be unique.
 */
export function namedEntries(add: (collected: Collected) => Entry, known: KnownEntry[] = []) {
  const details = new Map(known.map((entry) => [foldName(String(entry.fields.title ?? '')), entry]))
  const entries = new Map<string, Entry>()
  return (name: unknown, at: string): Entry | undefined => {
    const title = lineOf(name)?.slice(0, 200)
    if (title === undefined) return undefined
    const folded = foldName(title)
    const found = entries.get(folded)
    if (found) return found
    const { id, fields } = details.get(folded) ?? { fields: {} }
    const entry = add({ id, at, fields: { ...fields, title } })
    entries.set(folded, entry)
    return entry
  }
}

/** Categories have a key, which starts equal to the title. */
export const categoriesOf = (file: Collecting, known: KnownEntry[] = []) =>
  namedEntries(({ fields, ...rest }) => file.category({ ...rest, fields: { ...fields, key: fields.title } }), known)
