import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { crashSuite } from './crash.ts'
import type { Figure, Suite } from './figure.ts'
import { webhookSuite } from './webhooks.ts'
import { workflowCrashSuite } from './workflow-crash.ts'
import { workflowSuite } from './workflows.ts'

const suites: Record<string, Suite> = {
  webhooks: webhookSuite,
  crash: crashSuite,
  workflows: workflowSuite,
  'workflow-crash': workflowCrashSuite,
}

const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const named = words.filter((word) => word in suites)
const figures: Figure[] = []
for (const [name, suite] of Object.entries(suites)) {
  if (named.length === 0 || named.includes(name)) figures.push(...(await suite({ isQuick })))
}

const width = Math.max(...figures.map(({ name }) => name.length))
for (const { name, value, unit, goal, isMet } of figures) {
  console.log(
    `${isMet ? 'ok  ' : 'MISS'}  ${name.padEnd(width)}  ${String(Math.round(value * 100) / 100).padStart(10)} ${unit.padEnd(6)}  ${goal}`,
  )
}
if (!isQuick) {
  // Suites that were not run keep the figures of their last run.
  const path = fileURLToPath(new URL('results.json', import.meta.url))
  const before: Figure[] = await readFile(path, 'utf8').then(JSON.parse, () => [])
  const kept = before.filter(({ name }) => !figures.some((figure) => figure.name === name))
  await writeFile(path, `${JSON.stringify([...kept, ...figures], null, 2)}\n`)
}
