/** Replaces ids and addresses of files in copies of records. */
export interface Renaming {
  /** The new id of each old one; ids that are not here stay. */
  ids: ReadonlyMap<string, string>
  /** The uploaded files by the old id of their media: the last part of their new address. */
  fileNames: ReadonlyMap<string, string>
  /** The address of files, before and after. */
  from: string
  to: string
}

/** A copy of a record with every id and every address of a file replaced: in references, queries, texts and names of members. */
export function renamed(record: Record<string, unknown>, renaming: Renaming): Record<string, unknown> {
  // A reference belongs to the system that gave it, and is the same everywhere.
  const { _reference, ...rest } = record
  const copy = replaced(rest, renaming) as Record<string, unknown>
  return '_reference' in record ? { ...copy, _reference } : copy
}

function replaced(value: unknown, renaming: Renaming): unknown {
  if (typeof value === 'string') return replacedIn(value, renaming)
  if (Array.isArray(value)) return value.map((element) => replaced(element, renaming))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [replacedIn(name, renaming), replaced(member, renaming)]),
  )
}

function replacedIn(text: string, { ids, fileNames, from, to }: Renaming): string {
  if (text.length < 24) return text
  const moved = text.replace(address, (whole, id: string, _name: string, at: number) => {
    const fileName = fileNames.get(id)
    if (fileName === undefined) return whole
    const isOwn = text.startsWith(from, at - from.length)
    return `${isOwn ? marker : ''}/media/${id}/${fileName}`
  })
  const based = moved.replaceAll(`${from}${marker}`, to)
  return based.replace(idInText, (id) => ids.get(id) ?? id)
}

const address = /\/media\/([0-9a-f]{24})\/([A-Za-z0-9][A-Za-z0-9.-]*)/g
/** A character that no stored text has: marks addresses whose base is replaced. */
const marker = '\u0000'
/** An id that is not a part of a longer word, such as a checksum. */
const idInText = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])/g
