import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * `npm run test:quick`: types, lint, and the tests that need neither a database nor a browser nor another process. A test
 * belongs to them when its imports, followed through the folders of tests, reach none of the modules that start one.
 */
const starters = [
  'packages/server/src/store/embedded.ts',
  'packages/server/src/workflows/sandbox/index.ts',
  'packages/server/test/support/browser.ts',
  'packages/server/test/support/database.ts',
  'packages/server/test/support/process.ts',
  'packages/sdk/test/installed.ts',
]

const isTest = (path: string) => /^packages\/\w+\/test\//.test(path)

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const found = [...text.matchAll(/(?:from |import\(?)'(\.[^']+)'/g), ...text.matchAll(/new URL\('(\.[^']+\.ts)'/g)]
  return found.map(([, target = '']) => join(dirname(path), target))
}

function startsSomething(path: string, visited = new Set<string>()): boolean {
  if (starters.includes(path)) return true
  if (!isTest(path) || visited.has(path)) return false
  visited.add(path)
  return importsOf(path).some((target) => startsSomething(target, visited))
}

const runsPrograms = (path: string) => /from 'node:child_process'/.test(readFileSync(path, 'utf8'))

/** The files are loaded into one process, as loading the modules takes longer than most tests do. */
const files = globSync('packages/*/test/**/*.test.ts').filter((path) => !runsPrograms(path) && !startsSomething(path))
const steps: [name: string, program: string, ...args: string[]][] = [
  ['tests', process.execPath, '--test', '--test-isolation=none', '--test-reporter=dot', ...files],
  ['types', 'tsc', '--noEmit'],
  ['types of the app', 'tsc', '--noEmit', '-p', 'packages/app'],
  ['types of its worker', 'tsc', '--noEmit', '-p', 'packages/app/src/worker'],
  ['types of its tests', 'tsc', '--noEmit', '-p', 'packages/app/test'],
  ['types of the studio', 'tsc', '--noEmit', '-p', 'packages/studio'],
  ['types of its tests', 'tsc', '--noEmit', '-p', 'packages/studio/test'],
  ['lint', 'biome', 'check', '--diagnostic-level=error'],
]

async function run(name: string, program: string, args: string[]): Promise<boolean> {
  const startedMs = performance.now()
  const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/tests' }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${Math.round((performance.now() - startedMs) / 1_000)} s`)
  if (code !== 0) console.log(Buffer.concat(output).toString())
  return code === 0
}

/** The tests take one core, the checks the other. */
const [tests, ...checks] = steps.map(
  ([name, program, ...args]) =>
    () =>
      run(name, program, args),
)
const inTurn = async () => {
  const results: boolean[] = []
  for (const check of checks) results.push(await check())
  return results
}
const results = (await Promise.all([tests?.(), inTurn()])).flat()
process.exitCode = results.every(Boolean) ? 0 : 1
