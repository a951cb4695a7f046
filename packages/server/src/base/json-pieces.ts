/** A list that is produced while it is serialized, so that a large one is never in memory as objects and text at once. */
export class LazyList {
  readonly items: Iterable<unknown>

  constructor(items: Iterable<unknown>) {
    this.items = items
  }
}

/** Serializes a value in pieces, one for each item of its lazy lists. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (value instanceof LazyList) {
    let separator = '['
    for (const item of value.items) {
      yield `${separator}${JSON.stringify(item)}`
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  } else if (Array.isArray(value) && value.some(hasLazyList)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* jsonPieces(item)
    }
    yield ']'
  } else if (isPlainObject(value) && hasLazyList(value)) {
    let separator = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* jsonPieces(member)
      separator = ','
    }
    yield '}'
  } else yield JSON.stringify(value)
}

function hasLazyList(value: unknown): boolean {
  if (value instanceof LazyList) return true
  if (Array.isArray(value)) return value.some(hasLazyList)
  return isPlainObject(value) && Object.values(value).some(hasLazyList)
}

const isPlainObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
