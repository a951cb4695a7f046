import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyticsSuite } from './analytics.ts'
import { appSuite } from './app.ts'
import { campaignSuite } from './campaigns.ts'
import { chartOf } from './chart.ts'
import { clusterSuite } from './cluster.ts'
import type { Suite } from './figure.ts'
import { growthSuite } from './growth.ts'
import { importSuite } from './imports.ts'
import { comparePeers } from './peers.ts'
import { processSuite } from './processes.ts'
import { publicSuite } from './public.ts'
import { readSuite } from './reads.ts'
import { merged, type Result, tableOf } from './results.ts'
import { studioSuite } from './studio.ts'
import { uncachedSuite } from './uncached.ts'
import { webhookSuite } from './webhooks.ts'
import { workflowSuite } from './workflows.ts'
import { writeSuite } from './writes.ts'

const suites: Record<string, Suite> = {
  reads: readSuite,
  uncached: uncachedSuite,
  writes: writeSuite,
  public: publicSuite,
  analytics: analyticsSuite,
  growth: growthSuite,
  webhooks: webhookSuite,
  workflows: workflowSuite,
  studio: studioSuite,
  app: appSuite,
  campaigns: campaignSuite,
  imports: importSuite,
  processes: processSuite,
  cluster: clusterSuite,
}

const words = process.argv.slice(2)
// Installs another product, and therefore runs only alone and by name.
if (words.includes('peers')) {
  if (words.length > 1) {
    console.error('peers installs another product and takes two minutes; it runs alone, without --quick.')
    process.exit(2)
  }
  console.log(await comparePeers())
  process.exit()
}
const unknown = words.filter((word) => !(word in suites) && word !== '--quick' && word !== '--profile')
if (unknown.length > 0) {
  const names = [...Object.keys(suites), 'peers'].join(', ')
  console.error(`${unknown.join(' ')} is no suite; there are ${names}, --quick and --profile.`)
  process.exit(2)
}
const isQuick = words.includes('--quick')
const profileDir = words.includes('--profile') ? await mkdtemp(join(tmpdir(), 'marquee-profile-')) : undefined
const isNamed = words.some((word) => word in suites)
// A cluster is not part of the project, and therefore only asked for by name.
const isWanted = (name: string) => (isNamed ? words.includes(name) : name !== 'cluster')

const results: Result[] = []
for (const [suite, measure] of Object.entries(suites).filter(([name]) => isWanted(name))) {
  const startedAt = performance.now()
  try {
    const figures = await measure({ isQuick, profileDir })
    results.push(...figures.map((figure) => ({ suite, ...figure })))
    console.error(`${suite}: ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  } catch (error) {
    console.error(`${suite} failed:`, error)
    process.exitCode = 1
  }
}
console.log(tableOf(results, isQuick))
if (profileDir !== undefined)
  console.log(`\nProfiles are in ${profileDir}; npx node bench/top.ts <file> shows where the time went.`)

// The figures of a quick or profiled run are not representative.
if (!isQuick && profileDir === undefined) {
  if (results.some(({ isMet }) => !isMet)) process.exitCode = 1
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const before: Result[] = await readFile(path('results.json'), 'utf8').then(JSON.parse, () => [])
  const all = merged(before, results, Object.keys(suites))
  await writeFile(path('results.json'), `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(path('../docs/bench.svg'), chartOf(all))
}
