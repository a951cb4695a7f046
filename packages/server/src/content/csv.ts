import { type Kind, type ShownRecord, shapes } from '@marquee/model'

/** One column of a table of records. */
export interface Column {
  name: string
  cellIn(record: ShownRecord): unknown
}

/** The columns that a kind declares: what lies in an object is named by dots. Secrets have none. */
export function columnsOf(kind: Kind, fields: string[] | undefined): Column[] {
  return Object.entries(kind.fields)
    .filter(([name, { secret }]) => secret !== true && (!fields || name === '_id' || fields.includes(name)))
    .flatMap(([name, { schema }]) => columnsIn([name], schema))
}

/** A line of CSV (RFC 4180). */
export const csvLine = (values: unknown[]) => `${values.map((value) => quoted(cellOf(value))).join(',')}\r\n`

/** What lets some programs know that a text is UTF-8. */
export const byteOrderMark = '\ufeff'

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

/** Translations are whole records of their own: in a table they stay together. */
const isByLocale = (properties: Record<string, object>) => shapes.locales.every((locale) => locale in properties)

function valueAt(record: ShownRecord, path: string[]): unknown {
  let value: unknown = record
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  return value
}

/** A value as text. Lists of plain values are joined; what has more structure stays JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return harmless(value)
  if (Array.isArray(value) && value.every((element) => typeof element !== 'object' || element === null))
    return harmless(value.map((element) => String(element ?? '')).join('; '))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A spreadsheet takes a text that begins like a formula for one, and runs it. With an apostrophe before it, it is a text again. */
const harmless = (text: string) => (/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text)

const quoted = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const maxDepth = 4
