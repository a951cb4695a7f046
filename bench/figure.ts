/** One measured figure and what it must reach. */
export interface Figure {
  name: string
  value: number
  unit: string
  goal: string
  isMet: boolean
}

export type Suite = (options: { isQuick: boolean }) => Promise<Figure[]>

export function atMost(name: string, value: number, limit: number, unit: string): Figure {
  return { name, value, unit, goal: `<= ${limit}`, isMet: value <= limit }
}

export function atLeast(name: string, value: number, limit: number, unit: string): Figure {
  return { name, value, unit, goal: `>= ${limit}`, isMet: value >= limit }
}

/** The value below which a share of the values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
