/** A piece of SQL with its parameters separate from its text. Pieces nest; values never become text. */
export interface Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

/** sql`select 1 where id = ${id} and ${condition}` */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts = [strings[0] ?? '']
  const flat: unknown[] = []
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? ''
    if (isSql(value)) {
      texts.push(`${texts.pop()}${value.strings[0]}`, ...value.strings.slice(1))
      flat.push(...value.values)
      texts.push(`${texts.pop()}${after}`)
    } else {
      flat.push(value)
      texts.push(after)
    }
  })
  return new Piece(texts, flat)
}

/** Text that is part of the program, such as a column name. Never pass it anything a caller sent. */
export function raw(text: string): Sql {
  return new Piece([text], [])
}

export function join(pieces: Sql[], separator: string): Sql {
  const [first, ...rest] = pieces
  if (!first) return raw('')
  return rest.reduce((all, piece) => sql`${all}${raw(separator)}${piece}`, first)
}

export function textOf(piece: Sql): string {
  return piece.strings.reduce((text, part, index) => `${text}$${index}${part}`)
}

class Piece implements Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

const isSql = (value: unknown): value is Sql => value instanceof Piece
