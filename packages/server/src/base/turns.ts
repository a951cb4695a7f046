/**
 * Yields to the event loop. Each turn resumes only one waiter, so that requests wait for at most one slice of one long task,
 * however many long tasks there are.
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

/** The same for long tasks: between two of their slices the event loop is free for some milliseconds. */
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
  // The slice runs before this callback, so that the rest begins after it.
  setImmediate(() => {
    resting.shift()
    if (resting.length > 0) setTimeout(resumeRested, Math.max(performance.now() - startedMs, restMs))
  })
}

/** Time for the few database round trips of a request. After a slice that took longer, the rest is as long as the slice. */
const restMs = 5

/** Cuts a long task into slices of similar work. Work is measured in bytes of JSON read or written. */
export class Slices {
  #bytes = 0
  #count = 0

  /** Counts the next piece of work. Returns a promise to await when the slice is used up. */
  spend(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes
    if (this.#bytes < sliceBytes) return undefined
    // Work that cannot be divided counts as several slices.
    this.#count += Math.floor(this.#bytes / sliceBytes)
    this.#bytes = 0
    return this.#count > quickSlices ? nextRest() : nextTurn()
  }
}

/** Takes 3 ms for ordinary records, 15 ms for JSON that consists only of brackets. */
export const sliceBytes = 65_536

/** An ordinary list finishes within these and never rests. */
const quickSlices = 8
