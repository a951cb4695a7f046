import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../bench/figure.ts'
import { numberText } from '../bench/results.ts'

export interface ChaosResult {
  name: string
  about: string
  seconds: number
  seed: number
  figures: Figure[]
}

const page = fileURLToPath(new URL('../docs/reliability.md', import.meta.url))
const [begin, end] = ['<!-- figures -->', '<!-- /figures -->']

/** Writes the figures of a full run into the page. Suites that were not run keep their row. */
export async function writeReport(results: ChaosResult[], order: string[]): Promise<void> {
  const text = await readFile(page, 'utf8')
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  const rows = new Map(
    text
      .slice(from, to)
      .split('\n')
      .flatMap((line) => {
        const name = /^\| `([a-z-]+)` \|/.exec(line)?.[1]
        return name === undefined ? [] : [[name, line] as const]
      }),
  )
  for (const result of results) rows.set(result.name, rowOf(result))
  const sorted = order.flatMap((name) => rows.get(name) ?? [])
  const table = ['| suite | what is done | figures | seconds, seed |', '| - | - | - | - |', ...sorted].join('\n')
  await writeFile(page, `${text.slice(0, from)}\n${table}\n${text.slice(to)}`)
}

function rowOf({ name, about, seconds, seed, figures }: ChaosResult): string {
  const shown = figures.map(({ name, value, unit, goal, isMet }) => {
    const amount = `${numberText(value)}${unit && ` ${unit}`}`
    return `${name}: ${isMet ? amount : `**${amount}, broken**`}${goal && ` (${goal.replace('<=', '≤').replace('>=', '≥')})`}`
  })
  return `| \`${name}\` | ${about} | ${shown.join('<br>')} | ${seconds}, ${seed} |`
}
