import { isoOf } from '../base/clock.ts'

/** Now, but always later than the previous version, so that no two versions share a time. */
export const laterThan = (previous: string, nowMs: number): string => isoOf(Math.max(nowMs, Date.parse(previous) + 1))
