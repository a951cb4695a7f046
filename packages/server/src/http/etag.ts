import { hash } from 'node:crypto'
import { invalid } from '@marquee/model'

/** A strong ETag: equal for equal bytes, and different for all others. */
export function etagOf(json: string | Buffer): string {
  return `"${hash('sha1', json, 'base64url')}"`
}

/** The ETag of the same bytes in an encoding. Each form has its own. */
export const etagIn = (encoding: string, etag: string): string =>
  encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`

/** Whether `If-None-Match` matches the response. */
export function isKnown(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header === etag || header.trim() === '*' || tags(header).some((tag) => tag.replace(/^W\//, '') === etag))
  )
}

/** Whether `If-Match` allows a write to what is stored, in whichever encoding it was read; undefined when nothing was asked. */
export function matcher(header: string | undefined): ((json: string) => boolean) | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return () => true
  const wanted = tags(header)
  if (wanted.length === 0) throw invalid('If-Match', 'format', 'must be an entity tag in quotes')
  return (json) => {
    const etag = etagOf(json)
    return encodings.some((encoding) => wanted.includes(etagIn(encoding, etag)))
  }
}

const encodings = ['identity', 'br', 'gzip']

function tags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}
