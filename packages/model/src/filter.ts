import { invalid, knownNames, quoted } from './invalid.ts'
import type { Kind } from './kind.ts'
import { type QueryField, queryFields } from './queryable.ts'
import { parseInstant } from './time.ts'

export type Scalar = string | number | boolean | null
export type Logic = '$and' | '$or' | '$nor'
export type Comparison =
  | '$eq'
  | '$ne'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$in'
  | '$nin'
  | '$exists'
  | '$contains'
  | '$startsWith'

/** A parsed filter: a tree that any store can run, with field names and values already validated. */
export type Condition =
  | { logic: Logic; of: Condition[] }
  | { field: QueryField; operator: Comparison; value: Scalar | Scalar[] }
  /** Compares the first element of a list. Internal: callers cannot write this condition. */
  | { first: QueryField; value: string }
  | { metadata: string[]; operator: '$eq' | '$in' | '$exists'; value: Scalar | Scalar[] }

/** Parses `filters` and `filtersLogical` of a list query, or of the value at the pointer `at`. Dates without an offset are local to `timeZone`. */
export function parseFilters(
  kind: Kind,
  filters: unknown,
  logical: Logic,
  timeZone = 'UTC',
  at = '?filters',
): Condition {
  if (!Array.isArray(filters)) throw invalid(at, 'type', 'must be a JSON array of filter objects')
  // An empty array is no filter, however filters are combined.
  if (filters.length === 0) return { logic: '$and', of: [] }
  const budget = { left: maxConditions, timeZone }
  return { logic: logical, of: filters.map((filter, index) => parseFilter(kind, filter, `${at}/${index}`, 1, budget)) }
}

export function isLogic(value: unknown): value is Logic {
  return value === '$and' || value === '$or' || value === '$nor'
}

interface Budget {
  left: number
  timeZone: string
}

/** Whether a filter contains a date-time without an offset, whose meaning depends on the time zone. */
export function hasLocalTimes(filters: unknown): boolean {
  return /"\d{4}-\d{2}-\d{2}[Tt][\d:.,]+"/.test(JSON.stringify(filters))
}

const maxConditions = 50
const maxDepth = 5
const maxListLength = 100

const listOperators = ['$in', '$nin']
const textOperators = ['$contains', '$startsWith']
const orderOperators = ['$gt', '$gte', '$lt', '$lte']
const operators: string[] = ['$eq', '$ne', ...orderOperators, ...listOperators, '$exists', ...textOperators]
const metadataOperators: string[] = ['$eq', '$in', '$exists']

function parseFilter(kind: Kind, filter: unknown, at: string, depth: number, budget: Budget): Condition {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw invalid(at, 'type', 'must be an object')
  if (depth > maxDepth) throw invalid(at, 'too_deep', `filters can be nested at most ${maxDepth} levels deep`)
  const parts = Object.entries(filter).map(([name, value]): Condition => {
    const here = `${at}/${name}`
    if (isLogic(name)) {
      if (!Array.isArray(value)) throw invalid(here, 'type', 'must be an array of filter objects')
      return {
        logic: name,
        of: value.map((inner, index) => parseFilter(kind, inner, `${here}/${index}`, depth + 1, budget)),
      }
    }
    if (name.startsWith('$')) throw unknownOperator(name, here, ['$and', '$or', '$nor'])
    return parseField(kind, name, value, here, budget)
  })
  return parts.length === 1 && parts[0] ? parts[0] : { logic: '$and', of: parts }
}

function parseField(kind: Kind, name: string, value: unknown, at: string, budget: Budget): Condition {
  const isMetadata = name.startsWith('metadata.') && 'metadata' in kind.fields
  const field = queryFields(kind).get(name)
  if (!field && !isMetadata) throw unknownField(kind, name, at)
  const isOperatorObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const tests: [string, unknown][] = isOperatorObject ? Object.entries(value) : [['$eq', value]]
  if (tests.length === 0) throw invalid(at, 'type', 'names no operator')
  const parts = tests.map(([operator, operand]): Condition => {
    const here = isOperatorObject ? `${at}/${operator}` : at
    budget.left -= 1
    if (budget.left < 0) throw invalid(here, 'too_many', `a filter can have at most ${maxConditions} conditions`)
    return field
      ? parseComparison(field, operator, operand, here, budget.timeZone)
      : parseMetadata(kind, name, operator, operand, here)
  })
  return parts.length === 1 && parts[0] ? parts[0] : { logic: '$and', of: parts }
}

function parseComparison(
  field: QueryField,
  operator: string,
  operand: unknown,
  at: string,
  timeZone: string,
): Condition {
  if (!isComparison(operator)) throw unknownOperator(operator, at, operators)
  if (operator === '$exists') return { field, operator, value: boolean(operand, at) }
  if (listOperators.includes(operator)) {
    return {
      field,
      operator,
      value: elements(operand, at).map((value, index) => chosen(field, value, `${at}/${index}`, timeZone)),
    }
  }
  if (textOperators.includes(operator)) {
    if (field.type !== 'string') throw invalid(at, 'operator', 'works only on text fields')
    if (typeof operand !== 'string') throw invalid(at, 'type', 'must be a text')
    return { field, operator, value: operand }
  }
  if (orderOperators.includes(operator) && (operand === null || field.type === 'boolean')) {
    throw invalid(at, 'operator', 'compares only numbers, texts and dates')
  }
  const parse = orderOperators.includes(operator) ? typed : chosen
  return { field, operator, value: parse(field, operand, at, timeZone) }
}

function parseMetadata(kind: Kind, name: string, operator: string, operand: unknown, at: string): Condition {
  if (!isComparison(operator) || !isMetadataOperator(operator)) {
    throw invalid(at, 'unknown_operator', `metadata takes ${metadataOperators.join(', ')}`)
  }
  const metadata = name.split('.').slice(1)
  if (metadata.some((part) => part === '') || metadata.length > maxDepth) throw unknownField(kind, name, at)
  if (operator === '$exists') return { metadata, operator, value: boolean(operand, at) }
  if (operator === '$in')
    return { metadata, operator, value: elements(operand, at).map((value, index) => scalar(value, `${at}/${index}`)) }
  return { metadata, operator, value: scalar(operand, at) }
}

const unknownField = (kind: Kind, name: string, at: string) =>
  invalid(
    at,
    'unknown_field',
    `${quoted(name)} is not a field to filter by${knownNames([...queryFields(kind).keys()])}`,
  )

const unknownOperator = (name: string, at: string, known: string[]) =>
  invalid(at, 'unknown_operator', `${quoted(name)} is not an operator here${knownNames(known)}`)

const isComparison = (operator: string): operator is Comparison => operators.includes(operator)
const isMetadataOperator = (operator: Comparison): operator is '$eq' | '$in' | '$exists' =>
  metadataOperators.includes(operator)

function boolean(value: unknown, at: string): boolean {
  if (typeof value !== 'boolean') throw invalid(at, 'type', 'must be true or false')
  return value
}

function elements(value: unknown, at: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(at, 'type', 'must be an array')
  if (value.length > maxListLength) throw invalid(at, 'too_many', `can have at most ${maxListLength} values`)
  return value
}

function scalar(value: unknown, at: string): Scalar {
  if (typeof value === 'object' && value !== null)
    throw invalid(at, 'type', 'must be a text, a number, true, false or null')
  return value as Scalar
}

/** The operand of an equality. For an enumerated field it must be one of the choices: any other would match nothing. */
function chosen(field: QueryField, value: unknown, at: string, timeZone: string): Scalar {
  const scalar = typed(field, value, at, timeZone)
  if (field.choices && scalar !== null && !field.choices.includes(String(scalar)))
    throw invalid(at, 'enum', `must be one of ${field.choices.join(', ')}`)
  return scalar
}

function typed(field: QueryField, value: unknown, at: string, timeZone: string): Scalar {
  if (value === null) return null
  if (field.type === 'instant') {
    const parsed = typeof value === 'string' ? parseInstant(value, timeZone) : { reason: 'must be a date and time' }
    if ('reason' in parsed) throw invalid(at, 'format', parsed.reason)
    return parsed.instant
  }
  const expected: string = field.type
  if (typeof value !== expected) throw invalid(at, 'type', `must be a ${expected}`)
  return value as Scalar
}
