/**
 * Makes objects with some of the same names, in the same order. V8 turns an object to which more than a dozen names are added one by
 * one into a hash table, which takes ten times as long to make, to copy and to go through as a copy of one that has them.
 */
export class Layout {
  readonly #names: readonly string[]
  /** Objects with the names that are present, by those that are absent. */
  readonly #blanks = new Map<string, Readonly<Record<string, unknown>>>()

  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** The values with these names that are not undefined. */
  pick(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const names = this.#names
    let absent = ''
    for (let place = 0; place < names.length; place++)
      if (values[names[place] as string] === undefined) absent += `${place} `
    const picked = { ...(this.#blanks.get(absent) ?? this.#newBlank(absent, values)) }
    for (let place = 0; place < names.length; place++) {
      const value = values[names[place] as string]
      if (value !== undefined) picked[names[place] as string] = value
    }
    return picked
  }

  #newBlank(absent: string, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const present = this.#names.filter((name) => values[name] !== undefined)
    // What is parsed is no hash table.
    const blank = JSON.parse(JSON.stringify(Object.fromEntries(present.map((name) => [name, null]))))
    if (this.#blanks.size >= maxBlanks) this.#blanks.clear()
    this.#blanks.set(absent, blank)
    return blank
  }
}

const maxBlanks = 100
