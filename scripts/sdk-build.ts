import { spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * Builds packages/sdk/dist, the published package: compiled, with its types and its own manifest.
 * Within the workspace the sources run directly: `npm run build -w packages/sdk`.
 */
const sdk = new URL('../packages/sdk/', import.meta.url)
const dist = new URL('dist/', sdk)

await rm(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: sdk, stdio: 'inherit' })
if (status !== 0) process.exit(1)

// The compiler leaves `.ts` extensions in declarations, which not every version of TypeScript can resolve.
for (const name of await readdir(dist)) {
  if (!name.endsWith('.d.ts')) continue
  const file = new URL(name, dist)
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'))
}

const { name, version, description, type, license, sideEffects, engines } = JSON.parse(
  await readFile(new URL('package.json', sdk), 'utf8'),
)
const exports = { '.': { types: './index.d.ts', default: './index.js' } }
const manifest = { name, version, description, type, license, sideEffects, engines, exports }
await writeFile(new URL('package.json', dist), `${JSON.stringify(manifest, null, 2)}\n`)
await copyFile(new URL('README.md', sdk), new URL('README.md', dist))
await copyFile(new URL('../LICENSE', import.meta.url), new URL('LICENSE', dist))
