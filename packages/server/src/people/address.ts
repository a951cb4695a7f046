import type { AnyRecord, Kind } from '@marquee/model'

/** An e-mail address to search for. */
export interface Address {
  /** In lower case. */
  text: string
  /** The part before the @: a cheap first filter. */
  local: string
  /** A case-insensitive regular expression that works in both PostgreSQL and JavaScript. */
  pattern: string
}

/**
 * Matches an address as a whole, also in JSON and in URLs. `ann@mail.example` does not match in
 * `joann@mail.example` or `ann@mail.example.org`, which belong to other people.
 */
export function addressOf(email: string): Address {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  // In JSON a line break before the address is a backslash and a letter, which is not part of the address.
  const before = '(?:(?<![a-z0-9._%+-])|(?<=\\\\[nrtbf])|(?<=\\\\u[0-9a-f][0-9a-f][0-9a-f][0-9a-f])|(?<=%3a|%20|%3d))'
  const after = '(?![a-z0-9-]|[.][a-z0-9])'
  return { text, local, pattern: `${before}${escaped(local)}(?:@|%40)${escaped(text.slice(at + 1))}${after}` }
}

/** Replaces an address in every string and every property name of a value. */
export function withoutAddress<T>(value: T, { pattern }: Address): T {
  return cleaned(value, new RegExp(pattern, 'gi')) as T
}

/** A record without an address. Unique fields get a replacement with the id of the record, so that they stay unique. */
export function recordWithout(kind: Kind, record: AnyRecord, address: Address): AnyRecord {
  const clean = withoutAddress(record, address)
  for (const [name, { unique }] of Object.entries(kind.fields))
    if (unique && clean[name] !== record[name]) clean[name] = `erased-${record._id}`
  return { ...clean, _reference: clean._reference === record._reference ? record._reference : null }
}

export const erasedWord = '[erased]'

function cleaned(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, erasedWord)
  if (Array.isArray(value)) return value.map((element) => cleaned(element, pattern))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replace(pattern, erasedWord), cleaned(member, pattern)]),
  )
}

const escaped = (text: string) => text.replace(/[^a-z0-9\u0080-\uffff]/g, '\\$&')
