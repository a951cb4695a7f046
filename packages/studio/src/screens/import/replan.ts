import type { Import, ImportOptions, ImportRules } from './imports.ts'

/** The choices of a preview, as the next one gets them. */
export function optionsOf({ sourceId, options, rules }: Import): ImportOptions {
  const { timeZone, columns, rows } = options
  return {
    ...(sourceId && { sourceId }),
    ...(timeZone && { timeZone }),
    ...(columns && { columns }),
    ...(rows && { rows }),
    rules: rules as ImportRules,
  }
}

type Columns = NonNullable<Import['table']>['columns']

/** The roles after one was chosen. A role belongs to one column, except those that several columns can share. */
export function withRole(columns: Columns, header: string, role: string): Record<string, string> {
  return Object.fromEntries(
    columns.map((column) => {
      if (column.header === header) return [header, role]
      const isTaken = column.role === role && !shared.has(role)
      return [column.header, isTaken ? 'ignore' : column.role]
    }),
  )
}

const shared = new Set(['hosts', 'category', 'url', 'ignore'])

/** The source of which a file is probably a new version: equal names but for numbers, dates and words such as “copy”. */
export function versionOf<S extends { title: string }>(name: string, sources: readonly S[]): S | undefined {
  const wanted = stemOf(name)
  if (wanted === '') return undefined
  const alike = sources.filter(({ title }) => stemOf(title) === wanted)
  return alike.length === 1 ? alike[0] : undefined
}

const stemOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b(copy|copie|copia|final|finale|new|neu|v|version|rev)\b/g, ' ')
    .replace(/v?\d+/g, ' ')
    .replace(/[^\p{L}.]+/gu, '')
