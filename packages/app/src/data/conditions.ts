import type { Shown } from './shown.ts'

/**
 * Whether a record matches the filters of a stored query. The service defines their meaning; a filter that it would refuse
 * matches nothing here.
 */
export function matches(record: Shown, filters: unknown, logical: unknown): boolean {
  const conditions = Array.isArray(filters) ? filters : []
  if (conditions.length === 0) return true
  const isMet = (condition: unknown) => meets(record, condition)
  if (logical === '$or') return conditions.some(isMet)
  if (logical === '$nor') return !conditions.some(isMet)
  return conditions.every(isMet)
}

function meets(record: Shown, condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return false
  return Object.entries(condition).every(([name, wanted]) => {
    if (name === '$and' || name === '$or' || name === '$nor') return matches(record, wanted, name)
    return isOperators(wanted)
      ? Object.entries(wanted).every(([operator, value]) => compare(valuesAt(record, name), operator, value))
      : compare(valuesAt(record, name), '$eq', wanted)
  })
}

const isOperators = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => key.startsWith('$'))

/** The values at a dotted path; an array has any number, and an absent value counts as null. */
export function valuesAt(record: Shown, path: string): unknown[] {
  const value = path.split('.').reduce<unknown>((part, name) => Object(part)[name], record) ?? null
  return Array.isArray(value) ? value : [value]
}

/** A time may be written with the offset of any zone. */
function plain(value: unknown): unknown {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/.test(value)
  return isTime && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : (value ?? null)
}

function compare(values: unknown[], operator: string, wanted: unknown): boolean {
  const list = Array.isArray(wanted) ? wanted : []
  const is = (one: unknown, other: unknown) => plain(one) === plain(other)
  switch (operator) {
    case '$eq':
      return values.some((value) => is(value, wanted))
    case '$ne':
      return !values.some((value) => is(value, wanted))
    case '$in':
      return values.some((value) => list.some((one) => is(value, one)))
    case '$nin':
      return !values.some((value) => list.some((one) => is(value, one)))
    case '$exists':
      return (values.length !== 1 || values[0] !== null) === (wanted === true)
    case '$contains':
      return values.some((value) => typeof value === 'string' && value.includes(String(wanted)))
    case '$startsWith':
      return values.some((value) => typeof value === 'string' && value.startsWith(String(wanted)))
    default:
      return values.some((value) => isOrdered(plain(value), operator, plain(wanted)))
  }
}

function isOrdered(value: unknown, operator: string, wanted: unknown): boolean {
  if (value === null || typeof value !== typeof wanted) return false
  const order = compareValues(value, wanted)
  if (operator === '$gt') return order > 0
  if (operator === '$gte') return order >= 0
  if (operator === '$lt') return order < 0
  return operator === '$lte' && order <= 0
}

/** Numbers by size, texts by code point, as the service sorts them. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [left, right] = [String(one), String(other)]
  return left < right ? -1 : left > right ? 1 : 0
}
