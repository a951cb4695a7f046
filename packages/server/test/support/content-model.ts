/**
 * A reference model of writes and lists in plain JavaScript, written from the decision records.
 * It shares no code with the service, so that the two can be compared.
 */

export type Row = Record<string, unknown>
export type Filter = Record<string, unknown>
export type Logic = '$and' | '$or' | '$nor'
export type Sort = Record<string, 'asc' | 'desc'>

export interface Query {
  filters?: Filter[]
  logical?: Logic
  sort?: Sort
  startId?: string
  skip: number
  limit: number
}

export interface Page {
  data: Row[]
  total: number
  nextStartId: unknown
}

/** The fields of a new record when nothing is sent. Fields missing here are absent. */
export type Defaults = Row

export function newRow(defaults: Defaults, body: Row): Row {
  return patchedRow(defaults, structuredClone(defaults), body)
}

/** Absent fields stay, null clears, objects replace; `metadata` merges by key, and null removes a key. */
export function patchedRow(defaults: Defaults, row: Row, body: Row): Row {
  const after: Row = { ...row }
  for (const [name, value] of Object.entries(body)) {
    if (value === null && name in defaults) after[name] = structuredClone(defaults[name])
    else if (value === null) delete after[name]
    else if (name === 'metadata') after[name] = merged(row[name] as Row, value as Row)
    else if (name === 'time') after[name] = timeOf(defaults.time as Row, value as Row)
    else after[name] = value
  }
  return after
}

export function listed(rows: Row[], query: Query): Page {
  const { filters = [], logical = '$and', sort, startId, skip, limit } = query
  const inOrder = comparator(sort)
  const matching = rows.filter((row) => filters.length === 0 || together(row, logical, filters)).sort(inOrder)
  const start = rows.find((row) => row._id === startId) ?? { _id: startId }
  const after = startId === undefined ? matching : matching.filter((row) => inOrder(row, start) > 0)
  const data = after.slice(skip, skip + limit)
  const hasMore = after.length > skip + limit
  return { data, total: matching.length, nextStartId: hasMore ? (data.at(-1)?._id ?? null) : null }
}

function merged(before: Row, sent: Row): Row {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null))
}

function timeOf(empty: Row, sent: Row): Row {
  const instant = (value: unknown) => (typeof value === 'string' ? new Date(msOf(value)).toISOString() : null)
  return { ...empty, ...sent, start: instant(sent.start), end: instant(sent.end) }
}

function together(row: Row, logic: string, filters: Filter[]): boolean {
  if (logic === '$and') return filters.every((filter) => holds(row, filter))
  const isAny = filters.some((filter) => holds(row, filter))
  return logic === '$or' ? isAny : !isAny
}

function holds(row: Row, filter: Filter): boolean {
  return Object.entries(filter).every(([name, test]) => {
    if (name.startsWith('$')) return together(row, name, test as Filter[])
    const isOperators = typeof test === 'object' && test !== null
    const tests = isOperators ? Object.entries(test) : [['$eq', test] as const]
    return tests.every(([operator, operand]) => passes(valueAt(row, name), operator, operand, instants.has(name)))
  })
}

function passes(value: unknown, operator: string, operand: unknown, isInstant: boolean): boolean {
  if (operator === '$exists') return (value !== null) === operand
  if (operator === '$ne') return !passes(value, '$eq', operand, isInstant)
  if (operator === '$nin') return !passes(value, '$in', operand, isInstant)
  if (operator === '$in') return (operand as unknown[]).some((one) => passes(value, '$eq', one, isInstant))
  if (value === null || operand === null) return operator === '$eq' && value === operand
  return [value].flat().some((element) => compares(element, operator, operand, isInstant))
}

function compares(element: unknown, operator: string, operand: unknown, isInstant: boolean): boolean {
  if (operator === '$contains') return String(element).includes(String(operand))
  if (operator === '$startsWith') return String(element).startsWith(String(operand))
  if (isInstant) return verdict(operator, msOf(String(element)) - msOf(String(operand)))
  if (operator === '$eq') return element === operand
  return verdict(operator, difference(element, operand))
}

function verdict(operator: string, sign: number): boolean {
  if (operator === '$eq') return sign === 0
  if (operator === '$gt') return sign > 0
  if (operator === '$gte') return sign >= 0
  if (operator === '$lt') return sign < 0
  return sign <= 0
}

/** Nulls last in both directions; ties by `_id` ascending; without a sort the newest, with the largest `_id`, first. */
function comparator(sort: Sort | undefined): (one: Row, other: Row) => number {
  const steps = Object.entries(sort ?? { _id: 'desc' })
  if (!steps.some(([name]) => name === '_id')) steps.push(['_id', 'asc'])
  return (one, other) => {
    for (const [name, direction] of steps) {
      const [left, right] = [valueAt(one, name), valueAt(other, name)]
      if (left === null && right === null) continue
      if (left === null) return 1
      if (right === null) return -1
      const sign = difference(left, right)
      if (sign !== 0) return direction === 'asc' ? sign : -sign
    }
    return 0
  }
}

function difference(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const left = [...String(one)].map((character) => character.codePointAt(0) ?? 0)
  const right = [...String(other)].map((character) => character.codePointAt(0) ?? 0)
  const at = left.findIndex((codePoint, index) => codePoint !== right[index])
  if (at < 0) return left.length - right.length
  return (left[at] ?? -1) - (right[at] ?? -1)
}

function valueAt(row: Row, name: string): unknown {
  let value: unknown = row
  for (const part of name.split('.')) {
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
    value = isPlain ? (value as Row)[part] : undefined
  }
  return value ?? null
}

/** Milliseconds of a date-time; without a zone it is UTC, digits beyond milliseconds are truncated. */
function msOf(text: string): number {
  const cut = text.replace(/(\.\d{3})\d+/, '$1')
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(cut) ? cut : `${cut}Z`)
}

const instants = new Set(['time.start', 'time.end', '_createdAt', '_updatedAt'])

/** The address of a list on Surface B. */
export function addressOf(list: string, { filters, logical, sort, startId, skip, limit }: Query): string {
  const params = new URLSearchParams({ skip: String(skip), limit: String(limit) })
  if (filters) params.set('filters', JSON.stringify(filters))
  if (logical) params.set('filtersLogical', logical)
  if (sort) params.set('sort', JSON.stringify(sort))
  if (startId !== undefined) params.set('startId', startId)
  return `${list}?${params}`
}
