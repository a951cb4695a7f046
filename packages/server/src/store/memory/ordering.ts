import type { SortStep } from '@marquee/model'
import type { ColumnOf } from './selection.ts'

/** The order of two slots. */
export type Compare = (one: number, other: number) => number

/** The order of a list, as in SQL: absent values are last in both directions. */
export function compareBy(steps: readonly SortStep[], columnOf: ColumnOf): Compare {
  const compares = steps.map((step) => comparison(step, columnOf))
  return (one, other) => {
    for (const compare of compares) {
      const order = compare(one, other)
      if (order !== 0) return order
    }
    return 0
  }
}

/** The same order has the same name. */
export const nameOfOrder = (steps: readonly SortStep[]): string =>
  steps.map(({ field, descending }) => `${field.name}${descending ? ' desc' : ''}`).join()

function comparison({ field, descending }: SortStep, columnOf: ColumnOf): Compare {
  const column = columnOf(field)
  const sign = descending ? -1 : 1
  return (one, other) => {
    const isLast = column.isAbsent(one)
    if (isLast || column.isAbsent(other)) return isLast ? (column.isAbsent(other) ? 0 : 1) : -1
    return sign * column.compare(one, other)
  }
}
