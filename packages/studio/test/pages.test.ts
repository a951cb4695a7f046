import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockTypes } from '@marquee/model'
import { declarations, schemaOfBlock } from '../src/fields/blocks/declarations.ts'
import { marked } from '../src/fields/blocks/marks.ts'
import { copied, moved, summaryOf, withIds } from '../src/fields/blocks/operations.ts'
import { readQuery, withChoice, withLimit, withSort } from '../src/fields/blocks/query-form.ts'
import { targetOf } from '../src/fields/blocks/target.ts'
import { tilesOf, withTiles } from '../src/screens/pages/bar-tiles.ts'
import { copyOfPage } from '../src/screens/pages/copy.ts'
import { fieldNames } from '../src/texts/field-names.ts'

const id = 'a'.repeat(24)

test('every type of block of the model is declared, with fields that it has and that have names', () => {
  assert.deepEqual(declarations.map(({ type }) => type).sort(), [...blockTypes].sort())
  for (const { type, fields, rare = [], initial, summary } of declarations) {
    const known = Object.keys(schemaOfBlock(type).properties ?? {})
    for (const name of [...fields, ...rare, ...Object.keys(initial), ...(summary ? [summary] : [])]) {
      assert(known.includes(name), `${type} has no field ${name}`)
      assert(fieldNames[name], `${name} has no name`)
    }
    const shown = new Set([...fields, ...rare])
    const unused = known.filter((name) => !shown.has(name) && !['type', 'values', 'height', 'format'].includes(name))
    assert.deepEqual(unused, [], `${type} has fields that nobody can edit`)
  }
})

test('a block keeps its id while it is edited, moved and saved', () => {
  let made = 0
  const newId = () => `n${made++}`
  const [title, text] = [{ type: 'title' }, { type: 'paragraph' }]
  const first = withIds([], [title, text], newId)
  const swapped = withIds(first, [text, title], newId)
  assert.deepEqual(
    swapped.map((one) => one.id),
    ['n1', 'n0'],
  )
  const edited = withIds(swapped, [{ type: 'paragraph', text: 'x' }, title], newId)
  assert.deepEqual(
    edited.map((one) => one.id),
    ['n1', 'n0'],
  )
  const inserted = withIds(edited, [{ type: 'divider' }, ...edited.map(({ block }) => block)], newId)
  assert.deepEqual(
    inserted.map((one) => one.id),
    ['n2', 'n1', 'n0'],
  )
})

test('moving beyond the ends changes nothing, and a copy has no key', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b'])
  assert.deepEqual(moved(['a'], 0, 1), ['a'])
  assert.deepEqual(copied({ type: 'title', key: 'k', text: 'x' }), { type: 'title', text: 'x' })
  assert.equal(summaryOf({ text: '**Come** to [us](https://x.example)' }, 'text', String), 'Come to us')
  assert.equal(summaryOf({ values: [{}, {}] }, undefined, String), '2')
})

test('a stored query is read as form values, and conditions beyond the form are kept', () => {
  assert.deepEqual(readQuery({ filters: [{ categoryIds: id }], sort: { 'time.start': 'asc' }, limit: 4 }), {
    mode: 'categories',
    ids: [id],
    sort: 'time.start:asc',
    limit: 4,
  })
  const own = { filters: [{ title: { $contains: 'x' } }], limit: -1 }
  assert.equal(readQuery(own).mode, 'custom')
  assert.deepEqual(withSort(own, 'title:asc'), { ...own, sort: { title: 'asc' } })
  assert.deepEqual(withChoice(own, 'chosen', [id]), { limit: -1, filters: [{ _id: { $in: [id] } }] })
  assert.deepEqual(withChoice(own, 'all', []), { limit: -1 })
  assert.deepEqual(withLimit(own, null), { filters: own.filters })
})

test('a navigator has one target', () => {
  assert.equal(targetOf({ query: {} }), undefined)
  assert.equal(targetOf({ broadcastHostId: id })?.kind, 'broadcastHost')
})

test('the tiles of the bottom bar fill its slots from the left', () => {
  const [a, b] = [{ title: 'A' }, { title: 'B' }]
  const bar = withTiles({ style: 'floating', fourthTile: b }, [b, a])
  assert.deepEqual(
    tilesOf(bar).map(({ title, bottomBarIndex }) => [title, bottomBarIndex]),
    [
      ['B', 0],
      ['A', 1],
    ],
  )
  assert.equal(bar.fourthTile, null)
  assert.equal(bar.style, 'floating')
})

test('a copy of a page is a draft with a title that says so, without translated titles and slug', () => {
  const copy = copyOfPage(
    {
      title: 'A',
      url: '/a',
      status: 'published',
      blocks: [],
      media: null,
      localeDetails: { es: { title: 'B', blocks: [] } },
    },
    'A (copy)',
  )
  assert.deepEqual(copy, { title: 'A (copy)', status: 'draft', blocks: [], localeDetails: { es: { blocks: [] } } })
})

test('marks are toggled around the selection', () => {
  const bold = marked('so late', 3, 7, 'bold')
  assert.equal(bold.text, 'so **late**')
  assert.equal(marked(bold.text, bold.from, bold.to, 'bold').text, 'so late')
  const link = marked('so late', 3, 7, 'link')
  assert.equal(link.text.slice(link.from, link.to), 'https://')
  assert.equal(marked('a\nb', 0, 3, 'list').text, '- a\n- b')
})
