import type { Kind, ShownRecord } from '@marquee/model'

/** One column of a table of records. */
export interface Column {
  name: string
  cellIn(record: ShownRecord): unknown
}

/** The columns that a kind declares; members of an object have names with dots, and translations share one column. Secrets have no column. */
export function columnsOf(kind: Kind, fields: string[] | undefined): Column[] {
  return Object.entries(kind.fields)
    .filter(([name, { secret }]) => secret !== true && (!fields || name === '_id' || fields.includes(name)))
    .flatMap(([name, { schema }]) => columnsIn([name], schema))
}

interface Node {
  type?: string | string[]
  properties?: Record<string, object>
  additionalProperties?: unknown
}

function columnsIn(path: string[], schema: object): Column[] {
  const { properties, additionalProperties } = schema as Node
  const isClosed = properties !== undefined && additionalProperties === false
  if (isClosed && path.length < maxDepth)
    return Object.entries(properties).flatMap(([name, member]) => columnsIn([...path, name], member))
  return [{ name: path.join('.'), cellIn: (record) => valueAt(record, path) }]
}

function valueAt(record: ShownRecord, path: string[]): unknown {
  let value: unknown = record
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  return value
}

const maxDepth = 4
