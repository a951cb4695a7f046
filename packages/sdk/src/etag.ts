const etags = new WeakMap<object, string>()

/** The ETag of a record that was read or written on its own; undefined for records from lists, and for copies. */
export const etagOf = (record: object): string | undefined => etags.get(record)

export function keepEtag(record: unknown, etag: string | null): void {
  if (typeof record === 'object' && record !== null && etag !== null) etags.set(record, etag)
}

/** The value for `If-Match`: an ETag, or that of a record. A record without one is refused, because the write would overwrite others' changes. */
export function ifMatchOf(match: string | object | undefined): string | undefined {
  if (match === undefined || typeof match === 'string') return match
  const etag = etagOf(match)
  if (etag === undefined) throw new TypeError('ifMatch: this record has no ETag; read it by its id first')
  return etag
}
