import type { Condition, QueryField, Scalar } from '@marquee/model'
import { type Column, isLongText, NumberColumn, SharedColumn, type Test } from './columns.ts'

export type ColumnOf = (field: QueryField) => Column

/** A filter as a test of slots, with the same meaning as in SQL. */
export function testOf(condition: Condition, columnOf: ColumnOf): Test {
  if ('metadata' in condition) throw new Error('metadata is not in memory')
  if ('logic' in condition) {
    const tests = condition.of.map((part) => testOf(part, columnOf))
    if (condition.logic === '$and') return all(tests)
    const isAny = condition.logic === '$or'
    return (slot) => tests.some((test) => test(slot)) === isAny
  }
  if ('first' in condition) {
    const column = columnOf(condition.first)
    if (!(column instanceof SharedColumn)) throw new Error(`${condition.first.name} is not a list`)
    return column.startsWith(condition.value)
  }
  const { field, operator, value } = condition
  const column = columnOf(field)
  if (operator === '$exists') return (slot) => column.isAbsent(slot) !== value
  const isNegated = operator === '$ne' || operator === '$nin'
  const isEquality = isNegated || operator === '$eq' || operator === '$in'
  const wanted = [value].flat()
  const whenAbsent = isEquality && wanted.includes(null) !== isNegated
  const matches = isEquality
    ? column.equals(wanted.filter((one) => one !== null))
    : column.passes(operator, value as Scalar)
  return (slot) => (column.isAbsent(slot) ? whenAbsent : matches(slot) !== isNegated)
}

/** Leaves the first `count` slots in place that match, and returns how many these are. */
export function select(condition: Condition, columnOf: ColumnOf, slots: Uint32Array, count: number): number {
  if ('field' in condition && isBound(condition.operator)) {
    const column = columnOf(condition.field)
    if (column instanceof NumberColumn)
      return column.select(condition.operator, condition.value as Scalar, slots, count)
  }
  const test = testOf(condition, columnOf)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const slot = slots[at] as number
    if (test(slot)) slots[kept++] = slot
  }
  return kept
}

/** Whether an operator compares with a least or a greatest value. */
export const isBound = (operator: string): boolean =>
  operator === '$gt' || operator === '$gte' || operator === '$lt' || operator === '$lte'

export function all(tests: readonly Test[]): Test {
  const [first = () => true, second, third] = tests
  if (tests.length < 2) return first
  if (second && tests.length === 2) return (slot) => first(slot) && second(slot)
  if (second && third && tests.length === 3) return (slot) => first(slot) && second(slot) && third(slot)
  return (slot) => tests.every((test) => test(slot))
}

/** The parts that must all match: those that many lists have in common, and those that compare with an instant or part of a text. */
export function partsOf(where: Condition | null): { common: Condition[]; own: Condition[] } {
  const parts = where ? flattened(where) : []
  return { common: parts.filter(isCommon), own: parts.filter((part) => !isCommon(part)) }
}

const flattened = (condition: Condition): Condition[] =>
  'logic' in condition && condition.logic === '$and' ? condition.of.flatMap(flattened) : [condition]

function isCommon(condition: Condition): boolean {
  if ('logic' in condition) return condition.of.every(isCommon)
  return 'first' in condition || ['$eq', '$ne', '$in', '$nin', '$exists'].includes(condition.operator)
}

/** Equal for equal filters. */
export function nameOf(condition: Condition): string {
  if ('logic' in condition) return `${condition.logic}(${condition.of.map(nameOf).join()})`
  const name = 'first' in condition ? `first ${condition.first.name}` : 'field' in condition ? condition.field.name : ''
  const operator = 'operator' in condition ? condition.operator : '$eq'
  return `${name} ${operator} ${JSON.stringify(condition.value)}`
}

/**
 * About how many comparisons a filter takes for each record. Infinite for what only the database answers: filters on metadata and
 * on long texts, and texts that it replaces or refuses.
 */
export function costOf(condition: Condition): number {
  if ('metadata' in condition) return Number.POSITIVE_INFINITY
  if ('logic' in condition) return condition.of.reduce((sum, part) => sum + costOf(part), 0)
  if ('first' in condition) return 1
  const { field, operator, value } = condition
  if (isLongText(field) || ![value].flat().every(isPlain)) return Number.POSITIVE_INFINITY
  return operator === '$contains' ? 10 : 1
}

const isPlain = (value: Scalar) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'))
