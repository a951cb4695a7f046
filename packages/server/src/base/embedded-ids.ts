import { isObjectId } from './object-id.ts'

/** Every string inside a value that has the form of an object id, at any depth, including property names. */
export function idsIn(value: unknown): string[] {
  const ids = new Set<string>()
  gatherIds(value, ids)
  return [...ids]
}

/** The same of a value in JSON, as bytes in UTF-8. */
export function idsInJson(json: Buffer): Set<string> {
  const ids = new Set<string>()
  let quote = -1
  let isHex = true
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (byte !== doubleQuote) {
      isHex &&= (byte >= zero && byte <= nine) || (byte >= smallA && byte <= smallF)
      continue
    }
    if (isHex && at - quote - 1 === idLength) ids.add(json.toString('latin1', quote + 1, at))
    quote = at
    isHex = true
  }
  return ids
}

const idLength = 24
const doubleQuote = 0x22
const [zero, nine] = [0x30, 0x39]
const [smallA, smallF] = [0x61, 0x66]

/** The value without these ids: removed from lists and property names, null elsewhere. */
export function withoutIds<T>(value: T, ids: ReadonlySet<string>): T {
  return ids.size === 0 ? value : (cleared(value, ids) as T)
}

/** Adds every such string to a set. */
export function gatherIds(value: unknown, ids: Set<string>): void {
  if (typeof value === 'string') {
    if (isObjectId(value)) ids.add(value)
  } else if (Array.isArray(value)) {
    for (const element of value) gatherIds(element, ids)
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      if (isObjectId(name)) ids.add(name)
      gatherIds((value as Record<string, unknown>)[name], ids)
    }
  }
}

function cleared(value: unknown, ids: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return ids.has(value) ? null : value
  if (Array.isArray(value)) {
    return value
      .filter((element) => typeof element !== 'string' || !ids.has(element))
      .map((element) => cleared(element, ids))
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const copy = members.some(([name]) => ids.has(name))
    ? Object.fromEntries(members.filter(([name]) => !ids.has(name)))
    : { ...value }
  for (const name of Object.keys(copy)) copy[name] = cleared(copy[name], ids)
  return copy
}
