import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { contractMarkdown } from './contract-table.ts'
import { type Ground, openGround } from './facts/ground.ts'
import { contract } from './facts/index.ts'

const root = new URL('../../../../', import.meta.url)
const facts = contract.flatMap((section) => section.facts)

let ground: Ground

before(async () => {
  ground = await openGround()
})
after(() => ground?.close())

for (const section of contract)
  describe(section.title, () => {
    for (const one of section.facts)
      if ('check' in one)
        test(`${one.id}: ${one.fact}`, async () => {
          await one.check(ground)
        })
  })

test('docs/api/contract.md lists every fact', async () => {
  const hint = 'run `npx node packages/server/test/contract/contract-table.ts > docs/api/contract.md`'
  assert.equal(await readFile(new URL('docs/api/contract.md', root), 'utf8'), contractMarkdown(), hint)
})

test('every fact has an id of its own and is one sentence', () => {
  assert.equal(new Set(facts.map(({ id }) => id)).size, facts.length)
  assert.deepEqual(
    facts.filter(({ id, fact }) => !/^[a-z]+[\w.-]+$/.test(id) || !/^[^\n]+\.$/.test(fact)).map(({ id }) => id),
    [],
  )
})

test('every existing test that a fact names exists', async () => {
  for (const one of facts) {
    if (!('shownBy' in one)) continue
    const text = await readFile(new URL(one.shownBy.file, root), 'utf8')
    assert(text.includes(`'${one.shownBy.test}'`), `${one.id}: ${one.shownBy.test}`)
  }
})
