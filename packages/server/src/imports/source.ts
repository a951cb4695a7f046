import { columnRoles, type FormatName, formats, type ReadOptions, tableRows } from '@marquee/formats/programme'
import { invalid, kinds, type RecordOf } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import { findSourceBy } from '../store/imports/sources.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { findRecord } from '../store/records/records.ts'
import type { Choice } from './merge.ts'
import type { GoneRule } from './plan.ts'

export interface Rules {
  conflicts: Choice
  gone: GoneRule
  /** The status of new records. */
  status: 'published' | 'draft'
}

/** Choices of the caller; a source has the ones of the last time. */
export interface ImportOptions {
  sourceId?: string
  title?: string
  format?: string | null
  timeZone?: string | null
  columns?: Record<string, string> | null
  rows?: string | null
  rules?: Partial<Rules>
}

export type Source = RecordOf<typeof kinds.importSource>

/** The request headers of a source, decrypted. */
export type OpenHeaders = (broadcastId: string, source: Source) => Promise<Record<string, string>>

/** The source of an import: the given one, or the one with the same address or else the same title. */
export async function findSource(
  db: Queryable,
  broadcastId: string,
  { sourceId, url, title }: { sourceId: string | undefined; url: string | null; title: string },
): Promise<Source | undefined> {
  const kind = kinds.importSource
  const id = sourceId ?? (await findSourceBy(db, broadcastId, url === null ? { title } : { url }))
  const body = id === undefined ? undefined : await findRecord(db, broadcastId, kind, id)
  if (sourceId !== undefined && body === undefined)
    throw invalid('/options/sourceId', 'not_found_reference', 'is not an importSource of this broadcast')
  return body === undefined ? undefined : JSON.parse(body)
}

export interface Settings {
  read: ReadOptions
  rules: Rules
  /** What the import record and the source show of them. */
  options: Pick<ImportOptions, 'format' | 'timeZone' | 'columns' | 'rows'>
}

/** How a file is read and merged: as the caller chose, else as the last time. */
export async function settingsOf(
  db: Queryable,
  broadcastId: string,
  given: ImportOptions,
  source: Source | undefined,
): Promise<Settings> {
  const options: Settings['options'] = {}
  for (const name of ['format', 'timeZone', 'columns', 'rows'] as const) {
    const value = given[name] === undefined ? source?.[name] : given[name]
    if (value !== null && value !== undefined) Object.assign(options, { [name]: value })
  }
  const { timeZone, firstDay } = await findCalendar(db, broadcastId)
  const rules = { conflicts: 'keep', gone: 'unpublish', status: 'published', ...source?.rules, ...given.rules } as Rules
  const { columns } = options
  return {
    options,
    rules,
    read: {
      timeZone: options.timeZone ?? timeZone,
      ...(firstDay !== null && { firstDay }),
      ...(options.format && { format: oneOf(formats, options.format, '/options/format') as FormatName }),
      ...(options.rows && { rows: oneOf(tableRows, options.rows, '/options/rows') }),
      ...(columns && {
        columns: Object.fromEntries(
          Object.entries(columns).map(([header, role]) => [header, oneOf(columnRoles, role, '/options/columns')]),
        ),
      }),
    },
  }
}

function oneOf<T extends string>(allowed: readonly T[], value: string, pointer: string): T {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw invalid(pointer, 'enum', `must be one of ${allowed.join(', ')}`)
  return found
}
