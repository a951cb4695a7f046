import { hash } from 'node:crypto'

/** JSON that was written before: a string, or its bytes in UTF-8. */
export type JsonText = string | Buffer

/** JSON of a part of a response: a string, or one that is in memory. */
export type JsonPart = string | KeptJson

/** JSON in memory, in UTF-8. It is in many lists, and hashed once. */
export class KeptJson {
  readonly bytes: Buffer
  #digest: string | undefined

  constructor(bytes: Buffer, digest?: string) {
    this.bytes = bytes
    this.#digest = digest
  }

  get length(): number {
    return this.bytes.length
  }

  get isHashed(): boolean {
    return this.#digest !== undefined
  }

  get digest(): string {
    this.#digest ??= digestOf(this.bytes)
    return this.#digest
  }

  toString(): string {
    return this.bytes.toString()
  }
}

export const textOf = (part: JsonPart): JsonText => (typeof part === 'string' ? part : part.bytes)

/** Equal for equal JSON, and different for all other: the beginning of a SHA-1, in base64url. */
export const digestOf = (json: JsonText): string => hash('sha1', json, 'base64url').slice(0, (digestBytes / 3) * 4)
export const digestBytes = 12
