import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AnyRecord, Kind } from '@marquee/model'

/**
 * The fields of a record that may be written: those that are empty and always were, and those that still have the value written
 * last time. Fields that people have changed or cleared are left alone.
 */
export function fieldsToWrite(
  kind: Kind,
  current: AnyRecord,
  written: Record<string, string>,
  wanted: Record<string, unknown>,
): Record<string, unknown> {
  const mine = Object.entries(wanted).filter(([name]) => {
    const before = written[name]
    return before === undefined ? isEmpty(kind, name, current[name]) : digestOf(current[name]) === before
  })
  return Object.fromEntries(mine)
}

/** Digests of the values of a record in these fields. */
export function digestsOf(record: AnyRecord, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, digestOf(record[name])]))
}

function isEmpty(kind: Kind, name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value === 'object' && Object.keys(value).length === 0) return true
  return isDeepStrictEqual(value, kind.fields[name]?.default)
}

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 22)
