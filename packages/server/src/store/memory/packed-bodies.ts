import { idsInJson } from '../../base/embedded-ids.ts'
import { KeptJson } from '../../base/json-text.ts'
import { PackedTexts } from './packed-texts.ts'
import type { Bodies, NewText, Row, Text } from './row.ts'
import { widened } from './widened.ts'

/** Those records of a large table that were read, packed. What is made from a record is packed with it as the base. */
export class PackedBodies implements Bodies {
  readonly #capacity: number
  readonly #bodies: PackedTexts
  /** A number for each time that a body was stored, by slot; zero when it is not here. */
  #stamps: Uint32Array<ArrayBuffer>
  readonly #forms = new Map<string, PackedForm>()

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#bodies = new PackedTexts(capacity)
    this.#stamps = new Uint32Array(capacity)
  }

  get bytes(): number {
    let sum = this.#bodies.bytes + this.#stamps.byteLength
    for (const { bytes } of this.#forms.values()) sum += bytes
    return sum
  }

  row(slot: number, id: string): Row | undefined {
    const body = this.#bodies.get(slot)
    return body && new PackedRow(id, body, slot, this.#stamps[slot] ?? 0)
  }

  set(slot: number, _id: string, body: KeptJson): void {
    this.delete(slot)
    this.#bodies.set(slot, body)
    if (slot >= this.#stamps.length) this.#stamps = widened(this.#stamps, slot)
    this.#stamps[slot] = nextStamp()
  }

  delete(slot: number): void {
    this.#bodies.delete(slot)
    this.#stamps[slot] = 0
    for (const { texts } of this.#forms.values()) texts.delete(slot)
  }

  text(row: Row, form: string): Text | undefined {
    const known = this.#forms.get(form)
    if (!known || !this.#isHere(row) || !known.texts.has(row.slot)) return undefined
    return new PackedText(known, row)
  }

  keep(_slot: number, row: Row, text: NewText): void {
    if (this.#isHere(row)) this.#form(text).keep(row, text)
  }

  dropTexts(): void {
    this.#forms.clear()
  }

  /** Whether the record has not changed since it was read. */
  #isHere(row: Row): row is PackedRow {
    return row instanceof PackedRow && this.#stamps[row.slot] === row.stamp
  }

  #form({ form: name, untilMs }: NewText): PackedForm {
    const known = this.#forms.get(name)
    if (known?.untilMs === untilMs) return known
    const [oldest] = this.#forms.keys()
    if (!known && this.#forms.size >= maxForms && oldest !== undefined) this.#forms.delete(oldest)
    const form = new PackedForm(untilMs, this.#capacity)
    this.#forms.set(name, form)
    return form
  }
}

/** The texts of one form, which expire together. */
class PackedForm {
  readonly untilMs: number
  readonly texts: PackedTexts
  /** What is known of the text of each slot. */
  sequences: Float64Array<ArrayBuffer>
  checkedAt: Uint32Array<ArrayBuffer>

  constructor(untilMs: number, capacity: number) {
    this.untilMs = untilMs
    this.texts = new PackedTexts(capacity)
    this.sequences = new Float64Array(capacity)
    this.checkedAt = new Uint32Array(capacity)
  }

  get bytes(): number {
    return this.texts.bytes + this.sequences.byteLength + this.checkedAt.byteLength
  }

  keep({ slot, body }: PackedRow, { json, sequence }: NewText): void {
    this.texts.set(slot, json, body)
    if (slot >= this.sequences.length) {
      this.sequences = widened(this.sequences, slot)
      this.checkedAt = widened(this.checkedAt, slot)
    }
    this.sequences[slot] = sequence
    this.checkedAt[slot] = unchecked
  }
}

class PackedRow implements Row {
  readonly id: string
  readonly body: KeptJson
  readonly slot: number
  readonly stamp: number

  constructor(id: string, body: KeptJson, slot: number, stamp: number) {
    this.id = id
    this.body = body
    this.slot = slot
    this.stamp = stamp
  }
}

/** Unpacked when it is sent. */
class PackedText implements Text {
  readonly #form: PackedForm
  readonly #row: PackedRow

  constructor(form: PackedForm, row: PackedRow) {
    this.#form = form
    this.#row = row
  }

  get untilMs(): number {
    return this.#form.untilMs
  }
  get json(): KeptJson {
    return this.#form.texts.get(this.#row.slot, this.#row.body) ?? noJson
  }
  get ids(): Set<string> {
    return idsInJson(this.#row.body.bytes)
  }
  get sequence(): number {
    return this.#form.sequences[this.#row.slot] ?? 0
  }
  get checkedAt(): number {
    return this.#form.checkedAt[this.#row.slot] ?? 0
  }
  set checkedAt(changes: number) {
    this.#form.checkedAt[this.#row.slot] = changes
  }
}

const noJson = new KeptJson(Buffer.alloc(0))
let lastStamp = 0
/** Starts again after four billions. */
function nextStamp(): number {
  lastStamp = lastStamp === 0xffff_ffff ? 1 : lastStamp + 1
  return lastStamp
}

/** No number of changes. */
const unchecked = 0xffff_ffff

/** Each has a dictionary, and some bytes for every record. */
const maxForms = 8
