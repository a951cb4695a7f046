import { createHash } from 'node:crypto'
import { invalid } from '@marquee/model'

/** A strong ETag: equal for equal bytes, and different for all others. */
export function etagOf(json: string): string {
  return `"${createHash('sha1').update(json).digest('base64url')}"`
}

/** Whether `If-None-Match` matches the response. */
export function isKnown(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header === etag || header.trim() === '*' || tags(header).some((tag) => tag.replace(/^W\//, '') === etag))
  )
}

/** Whether `If-Match` allows a write to the stored record; undefined without the header. */
export function matcher(header: string | undefined): ((json: string) => boolean) | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return () => true
  const wanted = tags(header)
  if (wanted.length === 0) throw invalid('If-Match', 'format', 'must be an entity tag in quotes')
  return (json) => wanted.includes(etagOf(json))
}

function tags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}
