export interface Series {
  type: string
  total: number
  counts: number[]
}

export interface Bar {
  day: string
  x: number
  width: number
  total: number
  parts: { type: string; count: number; y: number; height: number }[]
}

export interface Chart {
  bars: Bar[]
  /** Round numbers on the scale, with their heights. */
  ticks: { value: number; y: number }[]
}

/** The most frequent types, and all others as one. `other` is the name of that one. */
export function topSeries(series: readonly Series[], wanted: number, other: string): Series[] {
  const sorted = [...series].sort((one, two) => two.total - one.total)
  if (sorted.length <= wanted) return sorted
  const [top, rest] = [sorted.slice(0, wanted - 1), sorted.slice(wanted - 1)]
  const counts = (rest[0]?.counts ?? []).map((_, day) => rest.reduce((sum, one) => sum + (one.counts[day] ?? 0), 0))
  return [...top, { type: other, total: rest.reduce((sum, { total }) => sum + total, 0), counts }]
}

/** A bar per day, with stacked types, in a box of the given size. */
export function stackedBars(
  days: readonly string[],
  series: readonly Series[],
  box: { width: number; height: number },
): Chart {
  const totals = days.map((_, day) => series.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0))
  const top = roundUp(Math.max(1, ...totals))
  const heightOf = (count: number) => (count / top) * box.height
  const step = box.width / Math.max(1, days.length)
  const bars = days.map((day, index) => {
    let reached = 0
    const parts = series.flatMap(({ type, counts }) => {
      const count = counts[index] ?? 0
      if (count === 0) return []
      reached += count
      return [{ type, count, y: box.height - heightOf(reached), height: heightOf(count) }]
    })
    return { day, x: index * step + step * 0.14, width: step * 0.72, total: totals[index] ?? 0, parts }
  })
  const ticks = [0, 0.5, 1]
    .map((part) => part * top)
    .filter((value) => Number.isInteger(value))
    .map((value) => ({ value, y: box.height - heightOf(value) }))
  return { bars, ticks }
}

/** The next round number: 1, 2, 5, 10, 20, 50, ... */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}
