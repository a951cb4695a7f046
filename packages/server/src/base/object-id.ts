import { randomBytes } from 'node:crypto'

/** A new id: seconds, a random part per process, a counter. Ids of the same process sort by creation. */
export function newObjectId(nowMs: number): string {
  counter = (counter + 1) % 0x1000000
  const seconds = Math.floor(nowMs / 1_000)
  return `${hex(seconds, 8)}${processPart}${hex(counter, 6)}`
}

export function isObjectId(text: string): boolean {
  return text.length === 24 && /^[0-9a-f]{24}$/.test(text)
}

/** What an id is, in errors. */
export const objectIdRule = '24 lower-case hexadecimal characters, such as 66a1f0c2d4e5b60718293a4b'

const processPart = randomBytes(5).toString('hex')
let counter = randomBytes(3).readUIntBE(0, 3)

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0').slice(-digits)
