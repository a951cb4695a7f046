import { parseJson } from './json.ts'
import { type Note, type ReadOptions, type SourceFile, Unreadable } from './programme.ts'
import { decodeText, refuseBinary } from './text.ts'

/** A file as the rules of recognition and the readers see it. */
export interface Source extends SourceFile {
  /** Decoded, without byte order mark. Empty for a zip. */
  text: string
  /** The value of a JSON text, else undefined. */
  json: unknown
  /** The lower-case name of the first element of XML or HTML, without its namespace prefix. */
  root: string | undefined
  options: ReadOptions
  /** Notes of decoding. */
  notes: Note[]
}

export function sourceOf(file: SourceFile, options: ReadOptions): Source {
  if (file.bytes.length > maxBytes) throw new Unreadable('A file can have at most 50 MiB.')
  const notes: Note[] = []
  const text = isZip(file.bytes) ? '' : decodeText(file, notes)
  refuseBinary(text)
  if (!isZip(file.bytes) && text.trim() === '') throw new Unreadable('The file is empty.', 'line 1')
  const json = options.format === undefined || jsonFormats.test(options.format) ? jsonIn(text) : undefined
  return { ...file, text, json, root: rootOf(text), options, notes }
}

const maxBytes = 50 * 1024 * 1024

/** Spreadsheets are zips. */
export const isZip = (bytes: Uint8Array) => zipMark.every((byte, index) => bytes[index] === byte)
const zipMark = [0x50, 0x4b, 0x03, 0x04]

const jsonFormats = /json/
const jsonIn = (text: string) => (/^\s*[[{]/.test(text) ? parseJson(text) : undefined)

function rootOf(text: string): string | undefined {
  const [, name] =
    /^\s*(?:<\?[^>]*\?>\s*|<!--.*?-->\s*|<!doctype[^>[]*(?:\[[^\]]*\])?[^>]*>\s*)*<(?:[\w.-]+:)?([\w.-]+)/is.exec(
      text.slice(0, 16_384),
    ) ?? []
  return name?.toLowerCase()
}
