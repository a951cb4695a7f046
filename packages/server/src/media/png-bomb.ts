import { promisify } from 'node:util'
import { createInflate, inflate } from 'node:zlib'
import { invalid } from '@marquee/model'
import type { Received } from './incoming.ts'

/**
 * Refuses a PNG that unpacks to far more than it shows. Our decoder stops in time by itself; programs of those who get the file may not.
 * Where a file is damaged there is nothing to say here: it is decoded whole afterwards.
 */
export async function requireNoBomb(file: Received, pointer: string): Promise<void> {
  const refuse = () => {
    throw invalid(pointer, 'bomb', 'is a picture that unpacks to far more than it shows')
  }
  let room = 0
  let chunks = 0
  const rows = countUnpacked()
  for await (const { type, data } of chunksOf(file)) {
    chunks += 1
    if (chunks > maxChunks) refuse()
    if (type === 'IHDR') room = bytesOfRows(data)
    if (type === 'IDAT' && (await rows.add(data, room)) > room) refuse()
    const packed = packedIn(type, data)
    if (packed && (await isTooMuch(packed))) refuse()
  }
}

async function* chunksOf(file: Received): AsyncIterable<{ type: string; data: Buffer }> {
  const read = throughWindow(file)
  for (let at = 8; ; ) {
    const head = await read(at, 8)
    if (head.length < 8) return
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (!looked.includes(type) || length > file.size) yield { type, data: Buffer.alloc(0) }
    else yield { type, data: await read(at + 8, length) }
    at += 12 + length
  }
}

/** Reads a file from front to back in large pieces, however small those are that are asked for. */
function throughWindow(file: Received): (from: number, length: number) => Promise<Buffer> {
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
/** A picture of the largest size in pieces of 4 KiB has fewer. */
const maxChunks = 20_000
const looked = ['IHDR', 'IDAT', 'zTXt', 'iTXt', 'iCCP']

/** What the rows of a picture take unpacked, at the most: one laid out in passes takes a little more. */
function bytesOfRows(header: Buffer): number {
  if (header.length < 13) return 0
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = { 2: 3, 4: 2, 6: 4 }[header.readUInt8(9)] ?? 1
  return height * (1 + Math.ceil((width * header.readUInt8(8) * channels) / 8)) * 1.1 + 65_536
}

/** Unpacks a stream that comes in pieces, and tells how much it has been so far. It stops where there is no more room. */
function countUnpacked(): { add(piece: Buffer, room: number): Promise<number> } {
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
        const tell = () => {
          stream.off('close', tell)
          resolve(count)
        }
        stream.once('close', tell)
        stream.write(piece, tell)
      }),
  }
}

/** The packed part of a chunk that holds a text or a colour profile. */
function packedIn(type: string, data: Buffer): Buffer | undefined {
  const after = (at: number) => data.indexOf(0, at) + 1
  const word = after(0)
  if (word === 0) return undefined
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(word + 1)
  if (type !== 'iTXt' || data[word] !== 1) return undefined
  return data.subarray(after(after(word + 2)))
}

async function isTooMuch(packed: Buffer): Promise<boolean> {
  try {
    await promisify(inflate)(packed, { maxOutputLength: maxTextBytes })
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
  }
}

const maxTextBytes = 16 * 1_048_576
