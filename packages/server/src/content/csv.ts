import { type Kind, type ShownRecord, shapes } from '@marquee/model'

/** One column of a table of records. */
export interface Column {
  name: string
  cellIn(record: ShownRecord): unknown
}

/** The columns that a kind declares; members of an object have names with dots. Secrets have no column. */
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
  const isClosed = properties !== undefined && additionalProperties === false && !isByLocale(properties)
  if (isClosed && path.length < maxDepth)
    return Object.entries(properties).flatMap(([name, member]) => columnsIn([...path, name], member))
  return [{ name: path.join('.'), cellIn: (record) => valueAt(record, path) }]
}

/** Translations are nested records; in a table they share one column. */
const isByLocale = (properties: Record<string, object>) => shapes.locales.every((locale) => locale in properties)

function valueAt(record: ShownRecord, path: string[]): unknown {
  let value: unknown = record
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  return value
}

const maxDepth = 4
