type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** The same numbers with room for another place, and some more. */
export function widened<T extends Numbers>(numbers: T, place: number, absent = 0): T {
  const wider = new (numbers.constructor as new (length: number) => T)(Math.max(64, Math.ceil((place + 1) * 1.25)))
  wider.set(numbers)
  if (absent !== 0) wider.fill(absent, numbers.length)
  return wider
}
