import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { numberText } from '../bench/results.ts'
import { childrenOf } from './kills.ts'
import { createRandom } from './random.ts'
import { type ChaosResult, writeReport } from './report.ts'
import type { ChaosSuite } from './suite.ts'
import { suites } from './suites.ts'

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !(name in suites))
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  console.error(`Usage: npm run chaos -- [${Object.keys(suites).join(' | ')}]... [--quick] [--seed <number>]`)
  process.exit(2)
}
const usual = Object.entries(suites).filter(([, suite]) => !suite.needsCluster)
const names = positionals.length > 0 ? positionals : usual.map(([name]) => name)
console.log(`Seed ${seed}: npm run chaos -- ${names.join(' ')}${values.quick ? ' --quick' : ''} --seed ${seed}`)

// What a suite has started ends with the run, and PostgreSQL with the service that has started it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    for (const child of await childrenOf(process.pid)) process.kill(child, 'SIGTERM')
    process.exit(1)
  })

const results: ChaosResult[] = []
async function runSuite(name: string, suite: ChaosSuite): Promise<void> {
  const startedAt = performance.now()
  try {
    // The same seed for each suite, so that one can be repeated alone.
    const figures = await suite.run({ isQuick: values.quick, random: createRandom(seed) })
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    results.push({ name, about: suite.about, seconds, seed, figures })
    console.log(`${figures.every(({ isMet }) => isMet) ? 'held' : 'BROKEN'}  ${name}, ${seconds} s`)
    for (const { name, value, unit, goal, isMet, detail } of figures)
      console.log(
        `  ${isMet ? '' : 'BROKEN '}${name}: ${numberText(value)} ${unit}${goal && ` (${goal})`}${detail ? `; ${detail}` : ''}`,
      )
  } catch (error) {
    console.error(`FAILED  ${name}:`, error)
    process.exitCode = 1
  }
}

const chosen = Object.entries(suites).filter(([name]) => names.includes(name))
const paced = chosen.filter(([, suite]) => suite.isPaced)
const others = chosen.filter(([, suite]) => !suite.isPaced && !suite.isTimed)
const timed = chosen.filter(([, suite]) => suite.isTimed)
const runNext = async (queue: typeof chosen): Promise<void> => {
  for (let next = queue.shift(); next; next = queue.shift()) await runSuite(...next)
}
// Two suites keep two cores busy. Of three at once, each took longer, and all of them no less.
await Promise.all([runNext(paced), runNext(others), runNext(others)])
await runNext(timed)
if (results.some(({ figures }) => figures.some(({ isMet }) => !isMet))) process.exitCode = 1
if (!values.quick) await writeReport(results, Object.keys(suites))
