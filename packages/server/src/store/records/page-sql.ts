import type { Scalar, SortStep } from '@marquee/model'
import { raw, type Sql, sql } from '../sql.ts'
import { afterSql, fromSql, isNullSql, orderSql } from './filter-sql.ts'

export interface PageQuery {
  order: SortStep[]
  /** The sort values of the record to start after. */
  after: Scalar[] | null
  limit: number
  skip: number
}

/**
 * The bodies of a page with their position. Rows without a sort value are selected separately:
 * so an index returns each part in order, starting at the page, however many rows come before.
 */
export function pageSql(source: Sql, matching: Sql, { order, after, limit, skip }: PageQuery): Sql {
  const [first, ...others] = order
  const wanted = limit + skip
  const pick = (part: number, test: Sql, steps: SortStep[]) => sql`
    select body, ${raw(String(part))} as part, row_number() over () as place
    from (select body from ${source} where ${matching} and ${test} order by ${orderSql(steps)} limit ${wanted}) ordered`
  const parts: Sql[] = []
  if (!first) throw new Error('a list has an order')
  const [value = null, ...rest] = after ?? []
  const isAmongNulls = after !== null && value === null
  if (!isAmongNulls) {
    const isBeyond = after ? sql`${fromSql(first, value)} and ${afterSql(order, after)}` : raw('true')
    const valued = { ...first, field: { ...first.field, isNullable: false } }
    const hasValue = first.field.isNullable ? sql`${isNullSql(first.field)} is false and ${isBeyond}` : isBeyond
    parts.push(pick(0, hasValue, [valued, ...others]))
  }
  if (first.field.isNullable) {
    const isBeyond = isAmongNulls ? afterSql(others, rest) : raw('true')
    parts.push(pick(1, sql`${isNullSql(first.field)} and ${isBeyond}`, others))
  }
  const all = parts.reduce((one, other) => sql`${one} union all ${other}`)
  return sql`select body, row_number() over (order by part, place) as place from (${all}) picked order by part, place limit ${limit} offset ${skip}`
}
