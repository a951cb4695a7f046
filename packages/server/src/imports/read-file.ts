import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type FormatName,
  importedKinds,
  type ReadOptions,
  readProgramme,
  type SourceFile,
  type SourceRecord,
  Unreadable,
} from '@marquee/formats'
import { clashesIn } from './clashes.ts'
import { maxNotes } from './notes.ts'
import type { ReadAnswer, UnreadableAnswer } from './planning-task.ts'
import { unknownFields } from './resolve.ts'

/** The records of a file, in the order in which they are written. */
export interface ReadFile {
  format: FormatName
  records: SourceRecord[]
}

/** Reads a file and compresses it: programmes are stored in a tenth of their size. */
export async function readFile(
  given: SourceFile,
  isPacked: boolean,
  options: ReadOptions,
): Promise<{ read: ReadFile; answer: ReadAnswer | UnreadableAnswer }> {
  const packed = isPacked ? given.bytes : gzipSync(given.bytes, { level: 3 })
  const file = { ...given, bytes: isPacked ? gunzipSync(given.bytes) : given.bytes }
  try {
    const { format, event, records, notes, table = null } = await readProgramme(file, options)
    const all = [...notes, ...unknownFields(records), ...clashesIn(records)]
    const byKind = Map.groupBy(records, ({ kind }) => kind)
    const counts = Object.fromEntries([...byKind].map(([kind, some]) => [kind, some.length]))
    const answer = {
      format,
      title: event.title ?? null,
      table,
      notes: all.slice(0, maxNotes),
      noteCount: all.length,
      counts,
      packed,
    }
    return { read: { format, records: importedKinds.flatMap((kind) => byKind.get(kind) ?? []) }, answer }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { read: { format: 'csv', records: [] }, answer: { unreadable: error.message, at: error.at ?? null } }
  }
}

/** A feed has only the newest articles, so the absence of one means nothing. */
export const isPartial = (format: FormatName) => format === 'rss' || format === 'atom' || format === 'json-feed'
