/** A list that is made while it is written, so that a large one is never in memory as objects and text at once. */
export class LazyList {
  readonly items: Iterable<unknown>

  constructor(items: Iterable<unknown>) {
    this.items = items
  }
}

/** The JSON of a value in pieces, one for each item of the lazy lists in it. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (value instanceof LazyList) {
    let separator = '['
    for (const item of value.items) {
      yield `${separator}${JSON.stringify(item)}`
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  } else if (Array.isArray(value) && value.some(holdsLazyList)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* jsonPieces(item)
    }
    yield ']'
  } else if (isPlainObject(value) && holdsLazyList(value)) {
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

function holdsLazyList(value: unknown): boolean {
  if (value instanceof LazyList) return true
  if (Array.isArray(value)) return value.some(holdsLazyList)
  return isPlainObject(value) && Object.values(value).some(holdsLazyList)
}

const isPlainObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
