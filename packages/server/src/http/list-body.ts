import { digestOf, type JsonPart } from '../base/json-text.ts'
import { Slices, sliceBytes } from '../base/turns.ts'
import { etagOf } from './etag.ts'

export interface ListBody {
  json: Buffer
  etag: string
}

/**
 * The JSON of a list, of items that are JSON already. A long one is put together in slices. Its ETag is that of the digests of its
 * items, because those in memory are in many lists, and are hashed once.
 */
export function listBody(start: string, items: readonly JsonPart[], end: string): ListBody | Promise<ListBody> {
  return shortListBody(start, items, end) ?? longListBody(start, items, end)
}

/** The same of a list that needs no slices; otherwise undefined. */
export function shortListBody(start: string, items: readonly JsonPart[], end: string): ListBody | undefined {
  const length = lengthOf(start, items, end)
  if (length > sliceBytes) return undefined
  const list = openList(start, length)
  for (const item of items) list.put(item)
  return list.finish(end)
}

async function longListBody(start: string, items: readonly JsonPart[], end: string): Promise<ListBody> {
  const list = openList(start, lengthOf(start, items, end))
  const slices = new Slices()
  for (const item of items) {
    const pause = isHashed(item) ? undefined : slices.spend(item.length)
    if (pause) await pause
    list.put(item)
  }
  return list.finish(end)
}

function lengthOf(start: string, items: readonly JsonPart[], end: string): number {
  const commas = Math.max(0, items.length - 1)
  let length = Buffer.byteLength(start) + Buffer.byteLength(end) + commas
  for (const item of items) length += typeof item === 'string' ? Buffer.byteLength(item) : item.length
  return length
}

function openList(start: string, length: number) {
  const json = Buffer.allocUnsafe(length)
  const from = json.write(start)
  let at = from
  let digests = start
  return {
    put(item: JsonPart): void {
      if (at > from) json[at++] = comma
      if (typeof item === 'string') at += json.write(item, at)
      else {
        json.set(item.bytes, at)
        at += item.length
      }
      digests += typeof item === 'string' ? digestOf(item) : item.digest
    },
    finish(end: string): ListBody {
      json.write(end, at)
      return { json, etag: etagOf(`${digests}${end}`) }
    },
  }
}

const isHashed = (item: JsonPart) => typeof item !== 'string' && item.isHashed

const comma = 0x2c
