import { Slices } from '../../base/turns.ts'
import type { Compare } from './ordering.ts'

/** Sorts slots with pauses for other requests: short runs first, which are then merged two by two. */
export async function sortInSlices(slots: Uint32Array, compare: Compare): Promise<Uint32Array> {
  const slices = new Slices()
  for (let from = 0; from < slots.length; from += runLength) {
    slots.subarray(from, from + runLength).sort(compare)
    const pause = slices.spend(runLength * bytesPerSort)
    if (pause) await pause
  }
  let [source, target]: [Uint32Array, Uint32Array] = [slots, new Uint32Array(slots.length)]
  for (let length = runLength; length < slots.length; length *= 2) {
    for (let from = 0; from < slots.length; from += 2 * length)
      await mergeRuns(source, target, { from, length, compare, slices })
    ;[source, target] = [target, source]
  }
  return source
}

async function mergeRuns(
  source: Uint32Array,
  target: Uint32Array,
  { from, length, compare, slices }: { from: number; length: number; compare: Compare; slices: Slices },
): Promise<void> {
  const middle = Math.min(from + length, source.length)
  const end = Math.min(from + 2 * length, source.length)
  let [left, right] = [from, middle]
  for (let to = from; to < end; to++) {
    const isLeft = right >= end || (left < middle && compare(source[left] as number, source[right] as number) <= 0)
    target[to] = source[isLeft ? left++ : right++] as number
    const pause = to % runLength === 0 ? slices.spend(runLength * bytesPerMerge) : undefined
    if (pause) await pause
  }
}

export const runLength = 1_000
/** The work for one slot, as long as for so many bytes of JSON. */
const bytesPerSort = 20
const bytesPerMerge = 3
