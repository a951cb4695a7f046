import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptJson } from '../../src/base/json-text.ts'
import { listBody } from '../../src/http/list-body.ts'

const [start, end] = ['{"data":[', '],"total":3}']
const record = (title: string) => JSON.stringify({ title, text: 'é'.repeat(title.length) })
const items = ['One', 'Two', 'Three'].map(record)
const kept = (texts: string[]) => texts.map((text) => new KeptJson(Buffer.from(text)))

test('a list has the same bytes and the same ETag, whether its records are in memory or not, short or long', async () => {
  for (const texts of [[], items, items.slice(0, 1), ['a', 'b', 'c'].map((letter) => record(letter.repeat(40_000)))]) {
    const inMemory = kept(texts)
    const made = await listBody(start, texts, end)
    assert.equal(made.json.toString(), `${start}${texts.join(',')}${end}`)
    for (const same of [inMemory, inMemory, kept(texts), texts.map((text, at) => (at === 1 && inMemory[1]) || text)])
      assert.deepEqual(await listBody(start, same, end), made)
  }
})

test('the ETag of a list differs when a record, their order or number, or what is around them differs', async () => {
  const [one = '', two = '', three = ''] = items
  const tags = new Set<string>()
  const lists: [string, string[], string][] = [
    [start, items, end],
    [start, [one, two], end],
    [start, [two, one, three], end],
    [start, [one, two, record('three')], end],
    [start, [one, two, three, three], end],
    [start, [], end],
    [start, items, '],"total":4}'],
    ['{"items":[', items, end],
  ]
  for (const [from, texts, to] of lists) tags.add((await listBody(from, kept(texts), to)).etag)
  assert.equal(tags.size, lists.length)
  for (const tag of tags) assert.match(tag, /^"[\w-]+"$/)
})
