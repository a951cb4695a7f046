import type { Comparison } from './rounds.ts'

/** One measured figure and its goal. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** Empty when the figure has no goal. */
  goal: string
  isMet: boolean
  /** Details of the value. */
  detail?: string
}

export interface SuiteOptions {
  /** A short run that only checks that everything works. */
  isQuick: boolean
  /** The folder for CPU profiles of the service, if wanted. */
  profileDir?: string | undefined
}

export type Suite = (options: SuiteOptions) => Promise<Figure[]>

export function atMost(name: string, value: number, limit: number, unit: string, detail?: string): Figure {
  return { name, value, unit, goal: `<= ${limit}`, isMet: value <= limit, ...(detail && { detail }) }
}

export function atLeast(name: string, value: number, limit: number, unit: string, detail?: string): Figure {
  return { name, value, unit, goal: `>= ${limit}`, isMet: value >= limit, ...(detail && { detail }) }
}

/** A figure without a goal, which explains others. */
export function told(name: string, value: number, unit: string, detail?: string): Figure {
  return { name, value, unit, goal: '', isMet: true, ...(detail && { detail }) }
}

/** The two rates of a ratio, with a note when the load generator was the bottleneck. */
export function ratesOf({ service, yardstick, busy, processorUs: spent }: Comparison): string {
  const inService = spent ? `; processor ${Math.round(spent.service)} µs` : ''
  const inDatabase = spent?.database === undefined ? '' : ` + ${Math.round(spent.database)} µs of PostgreSQL`
  const inYardstick = spent?.yardstick === undefined ? '' : ` against ${Math.round(spent.yardstick)} µs`
  const work = `${inService}${inDatabase}${inYardstick}`
  const limited = busy > 0.95 ? '; THE LOAD GENERATOR WAS THE LIMIT' : ''
  return `${rate(service)} against ${rate(yardstick)}${work}${limited}`
}

const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')}/s`

/** The percentile of the values, as a share from 0 to 1. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
