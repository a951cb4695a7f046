import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The folders that the paths of a document can start from, besides its own. */
const starts = ['', 'packages', 'packages/server', 'packages/server/src', 'packages/studio']

test('the files that READMEs, ARCHITECTURE, CONTRIBUTING and SECURITY name exist', async () => {
  const find = async (pattern: string[]) =>
    (await Array.fromAsync(glob(pattern, { cwd: root }))).filter((path) => !/node_modules|\/dist\//.test(path))
  const files = new Set(await find(['*.js', '{packages,bench,chaos,scripts}/**/*.{ts,tsx,js,mjs,sql,css}']))
  const isThere = (folder: string, path: string) =>
    [folder, ...starts].some((start) => files.has(join(start, path))) ||
    // A document names the files below it by their names, and others by a path.
    [...files].some((file) => (folder === '.' || file.startsWith(`${folder}/`)) && file.endsWith(`/${path}`))
  const missing: string[] = []
  for (const document of await find([
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
    '{bench,chaos,packages}/**/README.md',
  ])) {
    const text = await readFile(join(root, document), 'utf8')
    for (const [, path = ''] of text.matchAll(/`([\w./-]+\.(?:tsx?|js|mjs|sql|css))`/g))
      if (!isThere(dirname(document), path)) missing.push(`${document}: ${path}`)
  }
  assert.deepEqual(missing, [])
})
