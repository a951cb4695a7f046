import type { Condition, QueryField, Scalar, SortStep } from '@marquee/model'
import { join, raw, type Sql, sql } from '../sql.ts'

/** The filter language in SQL, over the `keys` of `records`. An absent field is null, and null can be compared with. */
export function conditionSql(condition: Condition): Sql {
  if ('logic' in condition) return logicSql(condition.logic, condition.of)
  if ('metadata' in condition) return metadataSql(condition)
  if ('first' in condition) return sql`(${keySql(condition.first)} ->> 0) = ${condition.value}`
  const { field, operator, value } = condition
  if (operator === '$exists') return value ? sql`${keySql(field)} is not null` : sql`${keySql(field)} is null`
  if (operator === '$ne') return negated(comparison(field, '$eq', value))
  if (operator === '$nin') return negated(comparison(field, '$in', value))
  return comparison(field, operator, value)
}

/** `order by` for a list; nulls are last in both directions. */
export function orderSql(steps: SortStep[]): Sql {
  return join(
    steps.map(
      ({ field, descending }) =>
        sql`${valueSql(field)} ${raw(`${descending ? 'desc' : 'asc'}${field.isNullable ? ' nulls last' : ''}`)}`,
    ),
    ', ',
  )
}

/** Everything after a record in the order, given that record's values. */
export function afterSql(steps: SortStep[], values: Scalar[]): Sql {
  const alternatives = steps.map((step, index) => {
    const equalBefore = steps.slice(0, index).map((earlier, at) => equalSql(earlier.field, values[at] ?? null))
    return sql`(${join([...equalBefore, beyondSql(step, values[index] ?? null)], ' and ')})`
  })
  return sql`(${join(alternatives, ' or ')})`
}

/** The condition for rows after a value, in terms that let an index scan start there. */
export function fromSql({ field, descending }: SortStep, value: Scalar): Sql {
  return sql`${valueSql(field)} ${raw(descending ? '<=' : '>=')} ${value}::${raw(casts[field.type])}`
}

export const isNullSql = (field: QueryField) => sql`${valueSql(field)} is null`

/** The sort values of a record, as a row of texts. */
export function sortValuesSql(steps: SortStep[]): Sql {
  return sql`json_build_array(${join(
    steps.map(({ field }) => valueSql(field)),
    ', ',
  )})`
}

function logicSql(logic: '$and' | '$or' | '$nor', conditions: Condition[]): Sql {
  if (conditions.length === 0) return raw(logic === '$or' ? 'false' : 'true')
  const parts = conditions.map(conditionSql)
  if (logic === '$and') return sql`(${join(parts, ' and ')})`
  const any = sql`(${join(parts, ' or ')})`
  return logic === '$or' ? any : negated(any)
}

/** Negation, where unknown counts as false. */
const negated = (condition: Sql) => sql`(${condition}) is not true`

function comparison(field: QueryField, operator: string, value: Scalar | Scalar[]): Sql {
  if (Array.isArray(value)) {
    const some = value.filter((element) => element !== null)
    const found = anySql(field, (element) => inSql(element, field, some))
    const alternatives = some.length > 0 ? [pointing(field, found, some)] : []
    if (value.includes(null)) alternatives.push(sql`${keySql(field)} is null`)
    return alternatives.length > 0 ? sql`(${join(alternatives, ' or ')})` : raw('false')
  }
  if (value === null) return sql`${keySql(field)} is null`
  const found = anySql(field, (element) => elementSql(element, field, operator, value))
  return operator === '$eq' ? pointing(field, found, [value]) : found
}

/** Every reference is in `refs` too, which is indexed. */
const pointing = (field: QueryField, found: Sql, ids: Scalar[]) =>
  field.refersTo === undefined ? found : sql`(refs && ${ids}::text[] and ${found})`

/** A list matches when any of its elements does. */
function anySql(field: QueryField, test: (element: Sql) => Sql): Sql {
  if (!field.isList) return test(valueSql(field))
  return sql`exists (select from jsonb_array_elements_text(${keySql(field)}) as element (value) where ${test(typedSql(raw('element.value'), field))})`
}

function elementSql(element: Sql, field: QueryField, operator: string, value: Scalar): Sql {
  if (operator === '$contains') return sql`strpos(${element}, ${value}::text) > 0`
  if (operator === '$startsWith') return sql`starts_with(${element}, ${value}::text)`
  return sql`${element} ${raw(signs[operator] ?? '=')} ${value}::${raw(casts[field.type])}`
}

function inSql(element: Sql, field: QueryField, values: Scalar[]): Sql {
  return sql`${element} = any (${values}::${raw(casts[field.type])}[])`
}

function metadataSql(condition: Extract<Condition, { metadata: string[] }>): Sql {
  const value = sql`(keys #> ${['metadata', ...condition.metadata]}::text[])`
  const isNull = sql`(${value} is null or ${value} = 'null')`
  if (condition.operator === '$exists') return condition.value ? negated(isNull) : isNull
  const wanted = [condition.value].flat()
  if (wanted.length === 0) return raw('false')
  // A scalar contains itself and a list contains its elements, so one operator serves both.
  return sql`(${join(
    wanted.map((scalar) =>
      scalar === null ? sql`(${isNull} or ${value} @> 'null')` : sql`${value} @> ${JSON.stringify(scalar)}::jsonb`,
    ),
    ' or ',
  )})`
}

function beyondSql({ field, descending }: SortStep, value: Scalar): Sql {
  if (value === null) return raw('false')
  const beyond = sql`${valueSql(field)} ${raw(descending ? '<' : '>')} ${value}::${raw(casts[field.type])}`
  return field.name === '_id' ? beyond : sql`(${beyond} or ${valueSql(field)} is null)`
}

function equalSql(field: QueryField, value: Scalar): Sql {
  return value === null
    ? sql`${valueSql(field)} is null`
    : sql`${valueSql(field)} = ${value}::${raw(casts[field.type])}`
}

/** The stored JSON of a field. Its name comes from the model, never from a caller. */
function keySql(field: QueryField): Sql {
  return columns[field.name] ?? raw(`(keys -> '${field.name}')`)
}

function valueSql(field: QueryField): Sql {
  return columns[field.name] ?? typedSql(raw(`(keys ->> '${field.name}')`), field)
}

/** Fields with a column and an index of their own. */
const columns: Record<string, Sql> = { _id: raw('id'), _reference: raw('reference') }

function typedSql(text: Sql, field: QueryField): Sql {
  if (field.type === 'number') return sql`${text}::numeric`
  if (field.type === 'boolean') return sql`${text}::boolean`
  return sql`${text} collate "C"`
}

const signs: Record<string, string> = { $eq: '=', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }
const casts = { string: 'text', instant: 'text', number: 'numeric', boolean: 'boolean' }
