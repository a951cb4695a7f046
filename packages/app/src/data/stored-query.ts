import { compareWords } from './collator.ts'
import { compareValues, matches, valuesAt } from './conditions.ts'
import type { Kind } from './kinds.ts'
import { idOf, localizedOf, type Shown, textOr } from './shown.ts'
import { all, type SiteData } from './site-data.ts'

/** The kinds that are listed by queries, with their order when the query has none. */
const usualSort = {
  session: { 'time.start': 'asc' },
  host: { title: 'asc' },
  place: { title: 'asc' },
  article: { publishedAt: 'desc' },
  map: { title: 'asc' },
  form: { title: 'asc' },
} satisfies Partial<Record<Kind, Record<string, 'asc' | 'desc'>>>

export type ListedKind = keyof typeof usualSort

/** The records of a query that is stored in a block or a tile. Titles are sorted as the language sorts them. */
export function runQuery(data: SiteData, kind: ListedKind, query: unknown, locale: string): Shown[] {
  const { filters, filtersLogical, limit, skip, sort } = Object(query) as Shown
  const found = all(data, kind).filter((record) => matches(record, filters, filtersLogical))
  const isSorted = typeof sort === 'object' && sort !== null && Object.keys(sort).length > 0
  const orders = Object.entries((isSorted ? sort : usualSort[kind]) as Record<string, unknown>)
  const sorted = found.sort(comparerOf(orders, locale))
  const from = typeof skip === 'number' && skip > 0 ? skip : 0
  return sorted.slice(from, from + limitOf(limit))
}

/** All records of a kind in their usual order. */
export function listAll(data: SiteData, kind: ListedKind, locale: string): Shown[] {
  return all(data, kind).sort(comparerOf(Object.entries(usualSort[kind]), locale))
}

function comparerOf(orders: [string, unknown][], locale: string): (one: Shown, other: Shown) => number {
  const byWords = compareWords(locale)
  return (one, other) => {
    for (const [path, direction] of orders) {
      const sign = direction === 'desc' ? -1 : 1
      const isText = path === 'title'
      const [left, right] = isText
        ? [textOr(localizedOf(one, path, locale)) || null, textOr(localizedOf(other, path, locale)) || null]
        : [valuesAt(one, path)[0] ?? null, valuesAt(other, path)[0] ?? null]
      // Records without a value come last in both directions.
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1
        continue
      }
      const order = isText ? byWords(String(left), String(right)) : compareValues(left, right)
      if (order !== 0) return sign * order
    }
    return compareValues(idOf(one), idOf(other))
  }
}

/** `-1` means a full page of the service; without a limit a block shows a handful. */
function limitOf(limit: unknown): number {
  if (limit === -1) return largestPage
  return typeof limit === 'number' && limit > 0 ? Math.min(limit, largestPage) : usualPage
}

const largestPage = 200
const usualPage = 12
