/** A piece of SQL with its parameters separate from its text. Pieces nest; values never become text. */
export interface Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** Whether its best plan depends on its values (`plannedAnew`). */
  readonly isPlannedAnew?: boolean
}

/** sql`select 1 where id = ${id} and ${condition}` */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts = [strings[0] ?? '']
  const flat: unknown[] = []
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    const after = strings[index + 1] ?? ''
    if (value instanceof Piece) {
      append(texts, flat, value)
      texts[texts.length - 1] += after
    } else {
      flat.push(value)
      texts.push(after)
    }
  }
  return new Piece(texts, flat)
}

/** Continues a piece with another. */
function append(texts: string[], values: unknown[], piece: Sql): void {
  texts[texts.length - 1] += piece.strings[0] ?? ''
  for (let index = 1; index < piece.strings.length; index++) texts.push(piece.strings[index] ?? '')
  for (const value of piece.values) values.push(value)
}

/** Text that is part of the program, such as a column name. Never pass it anything a caller sent. */
export function raw(text: string): Sql {
  return new Piece([text], [])
}

/**
 * A whole statement that is planned for its values each time. A prepared statement soon gets one plan for all of them, which takes each
 * broadcast for as large as the average, and cannot use an index of some kinds.
 */
export const plannedAnew = ({ strings, values }: Sql): Sql => new Piece(strings, values, true)

export function join(pieces: Sql[], separator: string): Sql {
  const texts = ['']
  const values: unknown[] = []
  pieces.forEach((piece, index) => {
    if (index > 0) texts[texts.length - 1] += separator
    append(texts, values, piece)
  })
  return new Piece(texts, values)
}

/** The text with numbered parameters, and their values. Bytes that are in a statement more than once are one parameter. */
export function numbered({ strings, values }: Sql): { text: string; values: unknown[] } {
  const sent: unknown[] = []
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    const known = Buffer.isBuffer(value) ? sent.indexOf(value) + 1 : 0
    text += `$${known || sent.push(value)}${strings[index + 1]}`
  }
  return { text, values: sent }
}

class Piece implements Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly isPlannedAnew: boolean

  constructor(strings: readonly string[], values: readonly unknown[], isPlannedAnew = false) {
    this.strings = strings
    this.values = values
    this.isPlannedAnew = isPlannedAnew
  }
}
