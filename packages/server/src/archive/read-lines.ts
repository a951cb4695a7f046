import { maxDataValues, parseJson } from '../base/json.ts'
import { Slices } from '../base/turns.ts'
import { DamagedArchive, placeOf } from './damaged.ts'
import type { ListedFile } from './format.ts'
import type { Unpacked } from './unpack.ts'

export interface Line {
  number: number
  value: Record<string, unknown>
}

/** The entries of a list with one of them per line, without the whole file in memory. */
export async function* readList(archive: Unpacked, { path, sha256, entries }: ListedFile): AsyncGenerator<Line> {
  const slices = new Slices()
  let number = 0
  let found = 0
  for await (const text of linesOf(archive.read(path, sha256), path)) {
    number += 1
    await slices.spend(text.length)
    if (text === '' || text === '[' || text === ']') continue
    found += 1
    if (found > entries) break
    yield { number, value: objectOf(text.endsWith(',') ? text.slice(0, -1) : text, placeOf(path, number)) }
  }
  if (found !== entries)
    throw new DamagedArchive(`${path} must have ${entries} entries, one per line, as marquee.json says.`)
}

/** The JSON object of a whole file. */
export async function readObject(archive: Unpacked, path: string, sha256?: string): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of archive.read(path, sha256)) {
    bytes += chunk.length
    if (bytes > maxLineBytes) throw new DamagedArchive(`${path} has more than ${maxLineBytes} bytes.`)
    chunks.push(chunk)
  }
  return objectOf(Buffer.concat(chunks), path)
}

async function* linesOf(chunks: AsyncGenerator<Buffer>, path: string): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  let bytes = 0
  let number = 1
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, to)]).toString()
      pieces = []
      bytes = 0
      number += 1
      from = to + 1
    }
    pieces.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > maxLineBytes)
      throw new DamagedArchive(
        `${placeOf(path, number)}, has more than ${maxLineBytes} bytes; each entry has its own line.`,
      )
  }
  if (bytes > 0) yield Buffer.concat(pieces).toString()
}

function objectOf(json: string | Buffer, place: string): Record<string, unknown> {
  const parsed = parseJson(json, maxDataValues)
  if ('fault' in parsed)
    throw new DamagedArchive(`${place}: ${parsed.fault.pointer || 'the entry'} ${parsed.fault.message}.`)
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DamagedArchive(`${place}: the entry is not a JSON object.`)
  return value as Record<string, unknown>
}

const newline = 0x0a
/** More than the body of a request, and so than any stored record. */
const maxLineBytes = 16_777_216
