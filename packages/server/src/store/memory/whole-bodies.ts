import { idsInJson } from '../../base/embedded-ids.ts'
import type { KeptJson } from '../../base/json-text.ts'
import type { Bodies, NewText, Row, Text } from './row.ts'

/** Records as they are sent. */
export class WholeBodies implements Bodies {
  readonly #rows: (WholeRow | undefined)[] = []
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  row(slot: number): Row | undefined {
    return this.#rows[slot]
  }

  set(slot: number, id: string, body: KeptJson): void {
    const row = new WholeRow(id, body)
    // Holes would make the array slow.
    while (this.#rows.length < slot) this.#rows.push(undefined)
    this.#rows[slot] = row
    this.#bytes += rowBytes(row)
  }

  delete(slot: number): void {
    const row = this.#rows[slot]
    if (!row) return
    this.#bytes -= rowBytes(row)
    this.#rows[slot] = undefined
  }

  text(row: Row, form: string): Text | undefined {
    return row instanceof WholeRow ? textIn(row.texts, form) : undefined
  }

  keep(slot: number, row: Row, made: NewText): void {
    if (!(row instanceof WholeRow) || this.#rows[slot] !== row) return
    const text = { ...made, ids: idsInJson(row.body.bytes), checkedAt: -1 }
    this.#bytes += textBytes(text) - textBytes(textIn(row.texts, text.form))
    row.texts = [...(row.texts ?? []).filter(({ form }) => form !== text.form), text]
  }

  dropTexts(): void {
    for (const row of this.#rows) {
      if (!row) continue
      this.#bytes -= textBytesOf(row)
      row.texts = undefined
    }
  }
}

class WholeRow implements Row {
  readonly id: string
  readonly body: KeptJson
  /** One in each form. They are few, and looked through faster than a map. */
  texts: WholeText[] | undefined = undefined

  constructor(id: string, body: KeptJson) {
    this.id = id
    this.body = body
  }
}

type WholeText = Text & { form: string }

/** The bytes of a row with its texts, and the digests of both, roughly. */
const rowBytes = (row: WholeRow): number => row.body.length + 400 + textBytesOf(row)

function textBytesOf({ texts }: WholeRow): number {
  let sum = 0
  for (const text of texts ?? []) sum += textBytes(text)
  return sum
}

const textBytes = (text: WholeText | undefined): number => (text ? text.json.length + 400 : 0)

function textIn(texts: readonly WholeText[] | undefined, form: string): WholeText | undefined {
  if (texts) for (const text of texts) if (text.form === form) return text
  return undefined
}
