import { hash } from 'node:crypto'
import type { JsonText } from '../base/json-text.ts'
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
export function listBody(start: string, items: readonly JsonText[], end: string): ListBody | Promise<ListBody> {
  const lengths = items.map((item) => (typeof item === 'string' ? Buffer.byteLength(item) : item.length))
  const commas = Math.max(0, items.length - 1)
  const whole = lengths.reduce(
    (sum, length) => sum + length,
    Buffer.byteLength(start) + Buffer.byteLength(end) + commas,
  )
  const json = Buffer.allocUnsafe(whole)
  let at = json.write(start)
  let digests = start
  const put = (item: JsonText, index: number) => {
    if (index > 0) json[at++] = comma
    if (typeof item === 'string') json.write(item, at)
    else json.set(item, at)
    at += lengths[index] ?? 0
    digests += digestOf(item)
  }
  const finish = () => {
    json.write(end, at)
    return { json, etag: etagOf(`${digests}${end}`) }
  }
  if (whole <= sliceBytes) {
    items.forEach(put)
    return finish()
  }
  return (async () => {
    const slices = new Slices()
    for (const [index, item] of items.entries()) {
      const pause = isDigested(item) ? undefined : slices.spend(lengths[index] ?? 0)
      if (pause) await pause
      put(item, index)
    }
    return finish()
  })()
}

/** The digests of items in memory, for as long as they are there. */
const digested = new WeakMap<Buffer, string>()
const isDigested = (item: JsonText) => typeof item !== 'string' && digested.has(item)

function digestOf(item: JsonText): string {
  if (typeof item === 'string') return hash('sha1', item, 'base64url')
  const known = digested.get(item)
  if (known !== undefined) return known
  const digest = hash('sha1', item, 'base64url')
  digested.set(item, digest)
  return digest
}

const comma = 0x2c
