import { kindNamed, type QueryField, queryFields } from '@marquee/model'

/** A condition on one field of a record, as the form shows it. */
export interface Condition {
  field: string
  operator: Operator
  value: unknown
}

export const operatorNames = ['$eq', '$ne', '$contains', '$startsWith', '$gte', '$lt', '$lte', 'set', 'unset'] as const
export type Operator = (typeof operatorNames)[number]

/** The fields of a kind on which there can be conditions. */
export const conditionFields = (kind: string): QueryField[] =>
  [...queryFields(kindNamed(kind)).values()].filter(({ name }) => !name.startsWith('_') || name === '_createdAt')

/** The operators of a field, the most frequent first. */
export function operatorsOf(field: QueryField): Operator[] {
  const isSet: Operator[] = field.isNullable ? ['set', 'unset'] : []
  if (field.choices || field.refersTo || field.type === 'boolean') return ['$eq', '$ne', ...isSet]
  if (field.type === 'string') return ['$contains', '$startsWith', '$eq', '$ne', ...isSet]
  return field.type === 'number' ? ['$eq', '$ne', '$gte', '$lte', ...isSet] : ['$gte', '$lt', ...isSet]
}

/** A new condition on a field, with a value that is possible. */
export function newCondition(field: QueryField): Condition {
  const [operator = '$eq'] = operatorsOf(field)
  const values = { boolean: true, number: 0, instant: new Date().toISOString(), string: '' }
  return { field: field.name, operator, value: field.choices?.[0] ?? values[field.type] }
}

export function filterOf({ field, operator, value }: Condition): unknown {
  if (operator === 'set' || operator === 'unset') return { [field]: { $exists: operator === 'set' } }
  return { [field]: operator === '$eq' ? value : { [operator]: value } }
}

/** The conditions of filters; undefined when they are more than the form can show. */
export function conditionsOf(kind: string, filters: readonly unknown[]): Condition[] | undefined {
  const known = new Map(conditionFields(kind).map((field) => [field.name, field]))
  const found = filters.map((filter) => conditionOf(filter, known))
  return found.every((one) => one !== undefined) ? found : undefined
}

function conditionOf(filter: unknown, known: ReadonlyMap<string, QueryField>): Condition | undefined {
  const [[name, test] = ['', undefined], ...others] = Object.entries(Object(filter))
  const field = known.get(name)
  if (!field || others.length > 0) return undefined
  const [[operator, value] = ['', undefined], ...more] = isObject(test) ? Object.entries(test) : [['$eq', test]]
  if (more.length > 0 || isObject(value) || Array.isArray(value) || value === null) return undefined
  if (operator === '$exists') return { field: name, operator: value === true ? 'set' : 'unset', value: null }
  const chosen = operatorsOf(field).find((one) => one === operator)
  return chosen && { field: name, operator: chosen, value }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
