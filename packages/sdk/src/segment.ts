/** Text as one segment of a path. What would lead elsewhere, as `..` and nothing at all do, is no id of anything. */
export function segment(text: string): string {
  if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" cannot be part of an address`)
  return encodeURIComponent(text)
}
