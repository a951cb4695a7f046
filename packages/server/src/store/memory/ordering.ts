import type { SortStep } from '@marquee/model'
import { fieldValue, type Row } from './row.ts'

export type Compare = (one: Row, other: Row) => number

/** The order of a list, as in SQL: absent values are last in both directions, texts are ordered by code point. */
export function compareBy(steps: SortStep[]): Compare {
  const compares = steps.map(comparison)
  return (one, other) => {
    for (const compare of compares) {
      const order = compare(one, other)
      if (order !== 0) return order
    }
    return 0
  }
}

/** The same order has the same name. */
export const nameOfOrder = (steps: SortStep[]): string =>
  steps.map(({ field, descending }) => `${field.name}${descending ? ' desc' : ''}`).join()

function comparison({ field, descending }: SortStep): Compare {
  const sign = descending ? -1 : 1
  const isText = field.type === 'string' && field.name !== '_id'
  return (one, other) => {
    const [left, right] = [fieldValue(one, field), fieldValue(other, field)]
    if (left === right) return 0
    if (left === undefined || left === null) return right === undefined || right === null ? 0 : 1
    if (right === undefined || right === null) return -1
    if (isText) return sign * compareText(String(left), String(right))
    return left < right ? -sign : sign
  }
}

/** By code point, as UTF-8 is ordered. JavaScript compares UTF-16, where pairs of surrogates come before the last of the others. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (left !== right) return rank(left) - rank(right)
  }
  return one.length - other.length
}

const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
