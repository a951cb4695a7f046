import { numberText, type Result } from './results.ts'

/**
 * The figures as an SVG, each relative to its goal. A bar that ends at the line meets its goal exactly; one that is twice
 * as long is twice as good, whether higher or lower values are better.
 */
export function chartOf(results: Result[]): string {
  const shown = results.filter(({ goal }) => goal !== '')
  const suites = [...new Set(shown.map(({ suite }) => suite))]
  const lines = suites.flatMap((suite) => [{ heading: suite }, ...shown.filter((result) => result.suite === suite)])
  const height = top + lines.length * step + margin
  const goalAt = nameWidth + scale
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Measured figures against their goals">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2933 } .heading { font-weight: 600 } .quiet { fill: #66727f }
  .met { fill: #2a9d8f } .missed { fill: #e76f51 } .goal { stroke: #1f2933; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) { text { fill: #e4e7eb } .quiet { fill: #9aa5b1 } .goal { stroke: #e4e7eb } }
</style>
<text x="${goalAt}" y="18" text-anchor="middle" class="quiet">goal</text>
${lines.map((line, index) => ('heading' in line ? heading(line.heading, index) : bar(line, index))).join('\n')}
<line x1="${goalAt}" y1="${top}" x2="${goalAt}" y2="${height - margin}" class="goal"/>
</svg>
`
}

const [width, nameWidth, scale, step, top, margin] = [860, 400, 110, 22, 26, 12]
/** Longer bars are truncated: it is enough to see that the goal is far exceeded. */
const longest = 2

const heading = (text: string, index: number) =>
  `<text x="${nameWidth - 10}" y="${baseOf(index)}" text-anchor="end" class="heading">${escaped(text)}</text>`

function bar(result: Result, index: number): string {
  const { name, value, unit, goal, isMet } = result
  const length = Math.max(2, Math.round(Math.min(longest, reachOf(result)) * scale))
  const said = `${numberText(value)} ${unit}`.trim()
  return [
    `<text x="${nameWidth - 10}" y="${baseOf(index)}" text-anchor="end">${escaped(name)}</text>`,
    `<rect x="${nameWidth}" y="${baseOf(index) - 11}" width="${length}" height="14" rx="2" class="${isMet ? 'met' : 'missed'}"/>`,
    `<text x="${nameWidth + longest * scale + 10}" y="${baseOf(index)}">${escaped(said)} <tspan class="quiet">${escaped(goal)}</tspan></text>`,
  ].join('')
}

const baseOf = (index: number) => top + index * step + 16

/** The value relative to the goal. */
function reachOf({ value, goal }: Result): number {
  const limit = Number(goal.slice(3))
  if (goal.startsWith('>=')) return value / limit
  return value === 0 ? longest : limit / value
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
