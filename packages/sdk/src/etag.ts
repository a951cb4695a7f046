const etags = new WeakMap<object, string>()

/** The version of a record as it was read or written alone; undefined for records of lists, and for copies. */
export const etagOf = (record: object): string | undefined => etags.get(record)

export function keepEtag(record: unknown, etag: string | null): void {
  if (typeof record === 'object' && record !== null && etag !== null) etags.set(record, etag)
}

/** What `If-Match` says: an ETag, or that of a record one holds. Without one the write would overwrite, so it is refused. */
export function ifMatchOf(match: string | object | undefined): string | undefined {
  if (match === undefined || typeof match === 'string') return match
  const etag = etagOf(match)
  if (etag === undefined) throw new TypeError('ifMatch: this record has no ETag; read it by its id first')
  return etag
}
