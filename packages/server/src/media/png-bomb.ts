import { promisify } from 'node:util'
import { createInflate, inflate } from 'node:zlib'
import { invalid } from '@marquee/model'
import type { Received } from './incoming.ts'

/**
 * Refuses a PNG that is a decompression bomb. Our decoder has limits; the programs of visitors may not have them.
 * Damaged files are ignored here: they are refused when they are decoded afterwards.
 */
export async function requireNoBomb(file: Received, pointer: string): Promise<void> {
  const refuse = () => {
    throw invalid(pointer, 'bomb', 'is an image that decompresses to far more than it shows')
  }
  let room = 0
  let chunks = 0
  const rows = countDecompressed()
  for await (const { type, data } of chunksOf(file)) {
    chunks += 1
    if (chunks > maxChunks) refuse()
    if (type === 'IHDR') room = bytesOfRows(data)
    if (type === 'IDAT' && (await rows.add(data, room)) > room) refuse()
    const compressed = compressedPart(type, data)
    if (compressed && (await isTooMuch(compressed))) refuse()
  }
}

async function* chunksOf(file: Received): AsyncIterable<{ type: string; data: Buffer }> {
  const read = bufferedReader(file)
  for (let at = 8; ; ) {
    const head = await read(at, 8)
    if (head.length < 8) return
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (!inspectedTypes.includes(type) || length > file.size) yield { type, data: Buffer.alloc(0) }
    else yield { type, data: await read(at + 8, length) }
    at += 12 + length
  }
}

/** Buffered sequential reads: reads large pieces from disk, however small the requested ones are. */
function bufferedReader(file: Received): (from: number, length: number) => Promise<Buffer> {
  let start = 0
  let window: Buffer = Buffer.alloc(0)
  return async (from, length) => {
    if (from + length > start + window.length) {
      window = await file.read(from, Math.max(length, windowBytes))
      start = from
    }
    return window.subarray(from - start, from - start + length)
  }
}

const windowBytes = 1_048_576
/** An image of the maximum size in chunks of 4 KiB has fewer. */
const maxChunks = 20_000
const inspectedTypes = ['IHDR', 'IDAT', 'zTXt', 'iTXt', 'iCCP']

/** The maximum size of the decompressed rows; interlaced images need a little more. */
function bytesOfRows(header: Buffer): number {
  if (header.length < 13) return 0
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = { 2: 3, 4: 2, 6: 4 }[header.readUInt8(9)] ?? 1
  return height * (1 + Math.ceil((width * header.readUInt8(8) * channels) / 8)) * 1.1 + 65_536
}

/** Decompresses a stream in pieces and counts the output. Stops at the limit. */
function countDecompressed(): { add(piece: Buffer, room: number): Promise<number> } {
  const stream = createInflate({ chunkSize: 262_144 })
  let count = 0
  let limit = 0
  stream.on('error', () => {})
  stream.on('data', (bytes: Buffer) => {
    count += bytes.length
    if (count > limit) stream.destroy()
  })
  return {
    add: (piece, room) =>
      new Promise((resolve) => {
        limit = room
        if (stream.destroyed) return resolve(count)
        const settle = () => {
          stream.off('close', settle)
          resolve(count)
        }
        stream.once('close', settle)
        stream.write(piece, settle)
      }),
  }
}

/** The compressed part of a text or color profile chunk. */
function compressedPart(type: string, data: Buffer): Buffer | undefined {
  const after = (at: number) => data.indexOf(0, at) + 1
  const word = after(0)
  if (word === 0) return undefined
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(word + 1)
  if (type !== 'iTXt' || data[word] !== 1) return undefined
  return data.subarray(after(after(word + 2)))
}

async function isTooMuch(compressed: Buffer): Promise<boolean> {
  try {
    await promisify(inflate)(compressed, { maxOutputLength: maxTextBytes })
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
  }
}

const maxTextBytes = 16 * 1_048_576
