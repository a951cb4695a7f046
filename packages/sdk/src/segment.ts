/** Encodes an id or reference as one path segment. Empty text, `.` and `..` would change the path, so they are refused. */
export function segment(text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`"${text}" cannot be used as an id or reference in a URL`)
  return encodeURIComponent(text)
}
