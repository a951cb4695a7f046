import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { allKinds, blockTypes, modelMarkdown, nodeTypes } from '../src/index.ts'

const page = new URL('../../../docs/api/content-model.md', import.meta.url)

test('docs/api/content-model.md matches the declarations', async () => {
  const hint = 'run `npx node scripts/content-model.ts > docs/api/content-model.md`'
  assert.equal(await readFile(page, 'utf8'), modelMarkdown(), hint)
})

test('every kind, block type and node type has a section', () => {
  const headings = new Set(modelMarkdown().match(/(?<=^#{3,4} ).+$/gm))
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  const wanted = [
    ...allKinds.map(({ name }) => name),
    ...blockTypes.map((type) => `${capital(type)}Block`),
    ...nodeTypes.map((type) => `${capital(type)}Node`),
  ]
  assert.deepEqual(
    wanted.filter((heading) => !headings.has(heading)),
    [],
  )
})

test('every link has a heading, and no two headings share an anchor', () => {
  const text = modelMarkdown()
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  )
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
  assert.deepEqual(
    links.filter((anchor) => !anchors.includes(anchor)),
    [],
  )
  assert.equal(new Set(anchors).size, anchors.length)
})
