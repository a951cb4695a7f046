/** The formats that are recognized from the bytes of a file. */
export const formats = [
  'frab-xml',
  'schedule-json',
  'pretalx-json',
  'sessionize-json',
  'icalendar',
  'json-ld',
  'html',
  'csv',
  'xlsx',
  'geojson',
  'kml',
  'rss',
  'atom',
  'json-feed',
] as const
export type FormatName = (typeof formats)[number]

/** The kinds that a file can describe, in the order in which they are written: no kind refers to a later one. */
export const importedKinds = [
  'broadcastCategory',
  'broadcastInterestPoint',
  'broadcastHost',
  'broadcastSession',
  'broadcastArticle',
] as const
export type ImportedKind = (typeof importedKinds)[number]

export interface SourceFile {
  bytes: Uint8Array
  name?: string | undefined
  /** As a server declared it, with parameters such as the charset. */
  contentType?: string | undefined
  /** Where it was fetched; relative links in it are resolved against this address. */
  url?: string | undefined
}

export interface ReadOptions {
  /** Read as this format, whatever the bytes look like. */
  format?: FormatName | undefined
  /** Local times are read in this zone, unless the file names one. */
  timeZone: string
  /** The first day of the event, such as 2027-07-02: completes dates that the file writes without a year or a month. */
  firstDay?: string | undefined
  /** The columns of a table, by their header, when people have chosen them. */
  columns?: Record<string, ColumnRole> | undefined
  /** What the rows of a table are; guessed when absent. */
  rows?: TableRows | undefined
}

export const tableRows = ['sessions', 'hosts', 'places', 'articles'] as const
export type TableRows = (typeof tableRows)[number]

export const columnRoles = [
  'id',
  'title',
  'subtitle',
  'description',
  'date',
  'start',
  'end',
  'duration',
  'place',
  'hosts',
  'category',
  'type',
  'language',
  'url',
  'image',
  'latitude',
  'longitude',
  'ignore',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** A programme in the words of the content model, whatever file it comes from. */
export interface Programme {
  format: FormatName
  event: EventInfo
  /** In the order of the file, by kind. */
  records: SourceRecord[]
  /** What was repaired, left out or doubtful. */
  notes: Note[]
  /** For tables: the columns and how they were read. */
  table?: Table | undefined
}

export interface EventInfo {
  title?: string | undefined
  description?: string | undefined
  url?: string | undefined
  timeZone?: string | undefined
  language?: string | undefined
}

export interface SourceRecord {
  kind: ImportedKind
  /** The same record of the source has the same key in every later file, if `isStable`. Unique within its kind. */
  key: string
  /** False when the source has no id, so that the key is made from title, time and people. */
  isStable: boolean
  /** Where it is in the file: `line 12`, or a path such as `/schedule/day[2]/room[1]/event[3]`. */
  at: string
  /** Fields of the kind. A reference is `{ reference: key }`, to a record of this programme. */
  fields: Record<string, unknown>
}

export interface Note {
  /** Snake case, stable. */
  code: string
  /** A sentence for people. */
  message: string
  at?: string | undefined
}

export interface Table {
  rows: TableRows
  columns: { header: string; role: ColumnRole; samples: string[] }[]
}

/** The file is damaged or is not a programme. The message is a sentence for people and names the place in the file. */
export class Unreadable extends Error {
  readonly at: string | undefined
  constructor(message: string, at?: string) {
    super(at === undefined ? message : `${message} (${at})`)
    this.at = at
  }
}
