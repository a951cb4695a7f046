import type { JsonText } from '../base/json-text.ts'
import { Slices, sliceBytes } from '../base/turns.ts'

/** The JSON of a list, of items that are JSON already. A long one is put together in slices. */
export function listBody(start: string, items: readonly JsonText[], end: string): Buffer | Promise<Buffer> {
  const lengths = items.map((item) => (typeof item === 'string' ? Buffer.byteLength(item) : item.length))
  const commas = Math.max(0, items.length - 1)
  const whole = lengths.reduce(
    (sum, length) => sum + length,
    Buffer.byteLength(start) + Buffer.byteLength(end) + commas,
  )
  const body = Buffer.allocUnsafe(whole)
  let at = body.write(start)
  const put = (item: JsonText, index: number) => {
    if (index > 0) body[at++] = comma
    if (typeof item === 'string') body.write(item, at)
    else body.set(item, at)
    at += lengths[index] ?? 0
  }
  const finish = () => {
    body.write(end, at)
    return body
  }
  if (whole <= sliceBytes || items.every((item) => typeof item !== 'string')) {
    items.forEach(put)
    return finish()
  }
  return (async () => {
    const slices = new Slices()
    for (const [index, item] of items.entries()) {
      put(item, index)
      const pause = slices.spend(lengths[index] ?? 0)
      if (pause) await pause
    }
    return finish()
  })()
}

const comma = 0x2c
