import type { Figure } from './figure.ts'

export type Result = Figure & { suite: string }

/** Suites that were not run keep the figures of their last run. */
export function merged(before: Result[], measured: Result[], order: string[]): Result[] {
  const kept = before.filter(({ suite }) => !measured.some((result) => result.suite === suite))
  const rounded = measured.map((result) => ({ ...result, value: Math.round(result.value * 1_000) / 1_000 }))
  const placeOf = ({ suite }: Result) => order.indexOf(suite)
  return [...kept, ...rounded].toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** A line for each figure. A quick run does not show whether goals were met. */
export function tableOf(results: Result[], isQuick: boolean): string {
  const rows = results.map(({ isMet, name, value, unit, goal, detail = '' }) => [
    isQuick || goal === '' ? '' : isMet ? 'ok' : 'MISS',
    name,
    numberText(value).padStart(8),
    unit,
    goal,
    detail,
  ])
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function numberText(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 })
}
