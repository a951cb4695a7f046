/** A value without the given texts, wherever they occur in it. */
export function redacted<T>(value: T, secrets: string[]): T
export function redacted(value: unknown, secrets: string[]): unknown {
  const known = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((secret) => secret !== '')
  if (known.length === 0) return value
  const clean = (text: string) => known.reduce((left, secret) => left.replaceAll(secret, mask), text)
  return walk(value, clean)
}

/** A value with a function applied to every text in it, including property names. */
export function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => walk(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), walk(member, change)]))
}

const mask = '[redacted]'
