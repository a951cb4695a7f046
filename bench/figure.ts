import type { Comparison } from './rounds.ts'

/** One measured figure and what it must reach. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** Empty where the figure is only told. */
  goal: string
  isMet: boolean
  /** What the value is made of. */
  detail?: string
}

export interface SuiteOptions {
  /** Checks that everything works, whatever the numbers. */
  isQuick: boolean
  /** Where the service leaves a profile of its processor time, if it is to. */
  profileDir?: string | undefined
}

export type Suite = (options: SuiteOptions) => Promise<Figure[]>

export function atMost(name: string, value: number, limit: number, unit: string, detail?: string): Figure {
  return { name, value, unit, goal: `<= ${limit}`, isMet: value <= limit, ...(detail && { detail }) }
}

export function atLeast(name: string, value: number, limit: number, unit: string, detail?: string): Figure {
  return { name, value, unit, goal: `>= ${limit}`, isMet: value >= limit, ...(detail && { detail }) }
}

/** A figure that explains others and must reach nothing. */
export function told(name: string, value: number, unit: string, detail?: string): Figure {
  return { name, value, unit, goal: '', isMet: true, ...(detail && { detail }) }
}

/** The two rates that a ratio is made of. Where the load generator had no time left, the ratio tells of it instead. */
export function ratesOf({ service, yardstick, busy, processorUs: spent }: Comparison): string {
  const work = spent ? `; processor ${Math.round(spent.service)} µs against ${Math.round(spent.yardstick)} µs` : ''
  const limited = busy > 0.95 ? '; THE LOAD GENERATOR WAS THE LIMIT' : ''
  return `${rate(service)} against ${rate(yardstick)}${work}${limited}`
}

const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')}/s`

/** The value below which a share of the values lies. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
