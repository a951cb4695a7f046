/**
 * Waits for a later turn of the event loop. Each turn resumes one waiter only, so that however many long tasks there are,
 * requests wait for one slice of one of them.
 */
export function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(resumeOne)
  return promise
}

const waiting: (() => void)[] = []

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
}

/** The same for a task that takes long: between two slices of such tasks others have some milliseconds for themselves. */
function nextRest(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  resting.push(resolve)
  if (resting.length === 1) setTimeout(resumeRested, restMs)
  return promise
}

const resting: (() => void)[] = []

function resumeRested(): void {
  const startedMs = performance.now()
  resting[0]?.()
  // The slice runs before this, so that the rest begins after it.
  setImmediate(() => {
    resting.shift()
    if (resting.length > 0) setTimeout(resumeRested, Math.max(performance.now() - startedMs, restMs))
  })
}

/** Time for the few round trips to the database that a request takes. After a slice that took longer, the rest is as long. */
const restMs = 5

/** Cuts a long task into slices of about the same work. Work is counted in bytes of JSON that are read or written. */
export class Slices {
  #bytes = 0
  #count = 0

  /** Counts work that is about to be done. Returns a promise to wait for when the slice is used up. */
  spend(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes
    if (this.#bytes < sliceBytes) return undefined
    // What cannot be cut counts as the slices that it should be.
    this.#count += Math.floor(this.#bytes / sliceBytes)
    this.#bytes = 0
    return this.#count > quickSlices ? nextRest() : nextTurn()
  }
}

/** 3 ms to read and show ordinary records; 15 ms for JSON of nothing but brackets. */
export const sliceBytes = 65_536

/** An ordinary list is done after these and need not rest. */
const quickSlices = 8
