import { type Programme, type ReadOptions, type SourceFile, Unreadable } from './programme.ts'
import { readers } from './readers.ts'
import { recognize } from './recognize.ts'
import { sourceOf } from './source.ts'

/** Reads a programme from a file of any known format. */
export async function readProgramme(file: SourceFile, options: ReadOptions): Promise<Programme> {
  const source = sourceOf(file, options)
  const format = options.format ?? recognize(source)
  const reader = readers[format]
  if (!reader) throw new Unreadable(`Files of the format ${format} cannot be read.`)
  const programme = await reader(source)
  const notes = [...source.notes, ...programme.notes]
  if (programme.records.length === 0)
    notes.push({ code: 'no_entries', message: 'The file can be read, but it contains no entry.' })
  return { ...programme, notes }
}
