/** The source of the current time. Tests use their own and advance it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const isoNow = (clock: Clock) => isoOf(clock.now())

/** A time as text. Many writes are made in the same millisecond. */
export function isoOf(ms: number): string {
  if (ms !== latest.ms) latest = { ms, iso: new Date(ms).toISOString() }
  return latest.iso
}

let latest = { ms: 0, iso: new Date(0).toISOString() }
