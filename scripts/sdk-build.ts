import { spawnSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'

/** Compiles packages/sdk/src into packages/sdk/dist, with types. Only packing needs it: within the workspace the sources run directly. */
const sdk = new URL('../packages/sdk/', import.meta.url)
const dist = new URL('dist/', sdk)

await rm(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: sdk, stdio: ['ignore', 2, 2] })
if (status !== 0) process.exit(1)

// The compiler leaves `.ts` extensions in declarations, which not every version of TypeScript can resolve.
for (const name of await readdir(dist)) {
  if (!name.endsWith('.d.ts')) continue
  const file = new URL(name, dist)
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'))
}
