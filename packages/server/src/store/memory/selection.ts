import type { Condition, QueryField, Scalar } from '@marquee/model'
import { compareText } from './ordering.ts'

/** The values of a field, by place; undefined where it is absent. `places` are those that will be looked at. */
export type Column = (field: QueryField, places: readonly number[]) => readonly unknown[]

/**
 * The places at which a filter matches, with the same meaning as in SQL. Each part of a filter looks only at the places that are
 * left, one column at a time, which is some nanoseconds each.
 */
export function select(condition: Condition, column: Column, places: readonly number[]): readonly number[] {
  if ('metadata' in condition) throw new Error('metadata is not in memory')
  if ('logic' in condition) return combined(condition, column, places)
  if ('first' in condition) {
    const values = column(condition.first, places)
    return places.filter((place) => {
      const list = values[place]
      return Array.isArray(list) && list[0] === condition.value
    })
  }
  const { field, operator, value } = condition
  const values = column(field, places)
  const isAbsent = (place: number) => values[place] === undefined || values[place] === null
  if (operator === '$exists') return places.filter((place) => isAbsent(place) !== value)
  const isNegated = operator === '$ne' || operator === '$nin'
  const isEquality = isNegated || operator === '$eq' || operator === '$in'
  const wanted = [value].flat()
  const takesNull = isEquality && wanted.includes(null)
  const test = isEquality
    ? equalTest(wanted.filter((one) => one !== null))
    : orderTest(field, operator, value as Scalar)
  const matches = (place: number): boolean => {
    const found = values[place]
    if (found === undefined || found === null) return takesNull
    return field.isList ? Array.isArray(found) && found.some(test) : test(found)
  }
  return isNegated ? places.filter((place) => !matches(place)) : places.filter(matches)
}

function combined(
  { logic, of }: Extract<Condition, { logic: string }>,
  column: Column,
  places: readonly number[],
): readonly number[] {
  if (logic === '$and') return of.reduce((left, part) => select(part, column, left), places)
  const matching = new Set(of.flatMap((part) => select(part, column, places)))
  return places.filter((place) => matching.has(place) === (logic === '$or'))
}

function equalTest(wanted: Scalar[]): (value: unknown) => boolean {
  const [only] = wanted
  if (wanted.length < 2) return (value) => value === only
  const all = new Set<unknown>(wanted)
  return (value) => all.has(value)
}

/** A list matches when any of its elements does. */
function orderTest(field: QueryField, operator: string, wanted: Scalar): (value: unknown) => boolean {
  const text = String(wanted)
  if (operator === '$contains') return (value) => String(value).includes(text)
  if (operator === '$startsWith') return (value) => String(value).startsWith(text)
  if (field.type === 'string') {
    const order = (value: unknown) => compareText(String(value), text)
    if (operator === '$gt') return (value) => order(value) > 0
    if (operator === '$gte') return (value) => order(value) >= 0
    if (operator === '$lt') return (value) => order(value) < 0
    return (value) => order(value) <= 0
  }
  // Numbers, and instants, which have no other characters than those of ASCII.
  const limit = wanted as string | number
  if (operator === '$gt') return (value) => (value as typeof limit) > limit
  if (operator === '$gte') return (value) => (value as typeof limit) >= limit
  if (operator === '$lt') return (value) => (value as typeof limit) < limit
  return (value) => (value as typeof limit) <= limit
}

/**
 * About how many comparisons a filter takes for each record. Infinite for what only the database answers: filters on metadata, and
 * texts that it replaces or refuses.
 */
export function costOf(condition: Condition): number {
  if ('metadata' in condition) return Number.POSITIVE_INFINITY
  if ('logic' in condition) return condition.of.reduce((sum, part) => sum + costOf(part), 1)
  if ('first' in condition) return 1
  const { field, value } = condition
  if (![value].flat().every(isPlain)) return Number.POSITIVE_INFINITY
  return (field.isList ? 4 : 1) * (field.isLong ? 4 : 1)
}

const isPlain = (value: Scalar) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'))
