import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * npm runs this before and after it packs packages/sdk. The packed manifest exports the compiled files; in the
 * repository it exports the sources, which run without a build, and npm has no field for such a difference.
 * Repeatable: after an interrupted `npm pack`, the next one or `npm run postpack -w packages/sdk` restores the manifest.
 */
const sdk = new URL('../packages/sdk/', import.meta.url)
const exported = {
  packed: { types: './dist/index.d.ts', default: './dist/index.js' },
  source: './src/index.ts',
}

const form = process.argv[2] === 'packed' ? 'packed' : 'source'
const file = new URL('package.json', sdk)
const manifest = JSON.parse(await readFile(file, 'utf8'))
await writeFile(file, `${JSON.stringify({ ...manifest, exports: { '.': exported[form] } }, null, 2)}\n`)

// npm packs a license only from the folder of the package.
const license = new URL('LICENSE', sdk)
if (form === 'packed') await copyFile(new URL('../LICENSE', import.meta.url), license)
else await rm(license, { force: true })
