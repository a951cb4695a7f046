import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnyRecord, kinds, searchableKinds, searchFields, shapes } from '@marquee/model'
import fc from 'fast-check'
import { localize } from '../../src/content/localize.ts'
import { documentsOf, rankedWords } from '../../src/search/documents.ts'

const common = { _id: '0'.repeat(24), _createdAt: '', _updatedAt: '', _reference: null, metadata: {} }
const record = (fields: object): AnyRecord => ({ ...common, ...fields })

test('titles, then summaries, then bodies are searched, and only text fields', () => {
  const fields = Object.fromEntries(
    searchableKinds.map((kind) => [
      kind.name,
      searchFields(kind)
        .map(({ name, rank }) => `${name} ${rank}`)
        .join(', '),
    ]),
  )
  assert.deepEqual(fields, {
    broadcastSession: 'title title, subtitle summary, description summary, blocks body',
    broadcastInterestPoint: 'title title, description summary, blocks body',
    broadcastMap: 'title title',
    broadcastArticle: 'title title, content body, blocks body',
    broadcastPage: 'title title, blocks body',
    broadcastHost: 'title title, subtitle summary, description summary, blocks body',
    broadcastCategory: 'title title',
    broadcastNetworkingForm: 'title title, description summary, fields body',
  })
})

test('all searched fields are public', () => {
  for (const kind of searchableKinds)
    for (const { name } of searchFields(kind)) assert(kind.public?.includes(name), `${kind.name} ${name}`)
})

test('blocks yield their texts in order, without keys, colours, enums, ids and URLs', () => {
  const blocks = [
    { type: 'title', text: 'First', key: 'hidden', align: 'hidden' },
    {
      type: 'section',
      title: 'Second',
      backgroundColor: '#abcdef',
      blocks: [
        {
          type: 'button',
          label: 'Third',
          navigator: { url: 'https://hidden.example', broadcastPageId: 'hidden' },
          style: 'hidden',
        },
      ],
    },
    { type: 'question', text: 'Fourth', values: [{ label: 'Fifth', icon: { type: 'hidden' } }, { label: 'Sixth' }] },
    { type: 'media', values: [{ media: { mediaId: 'hidden', alt: 'hidden' }, caption: 'Seventh' }] },
    { type: 'paragraph', text: '<p>Eighth</p>' },
  ]
  const [document] = documentsOf(kinds.broadcastPage, record({ blocks }))
  assert.equal(document?.texts[0]?.text, 'First\nSecond\nThird\nFourth\nFifth\nSixth\nSeventh\nEighth')
  assert.equal(document?.title, null)
})

test('a word has its highest rank', () => {
  const [document] = documentsOf(
    kinds.broadcastSession,
    record({ title: 'Jazz', description: 'Jazz night', blocks: [{ type: 'paragraph', text: 'Night jazz club' }] }),
  )
  assert(document)
  assert.deepEqual(
    [...rankedWords(document)],
    [
      ['jazz', 'title'],
      ['night', 'summary'],
      ['club', 'body'],
    ],
  )
})

test('a record without words has no document', () => {
  assert.deepEqual(documentsOf(kinds.broadcastSession, record({ title: null, description: ' … ', blocks: [] })), [])
})

const text = fc.option(fc.constantFrom('one', 'two', 'three', ''), { freq: 3, nil: null })
const locale = fc.constantFrom(...shapes.locales)
const host = fc.record(
  {
    title: text,
    subtitle: text,
    description: text,
    defaultLocale: fc.option(locale),
    localeDetails: fc.option(
      fc.dictionary(locale, fc.record({ title: text, subtitle: text, other: text }, { requiredKeys: [] })),
    ),
  },
  { requiredKeys: ['title'] },
)

test('each locale is served by one document, which has the texts shown in that locale', () => {
  const kind = kinds.broadcastHost
  fc.assert(
    fc.property(host, (fields) => {
      const stored = record(fields)
      const documents = documentsOf(kind, stored)
      for (const asked of shapes.locales) {
        const shown = localize(kind, stored, asked)
        const expected = searchFields(kind).flatMap(({ name }) => (shown[name] ? [[name, shown[name]]] : []))
        const serving = documents.filter(({ serves }) => serves.includes(asked))
        assert.equal(serving.length, expected.length > 0 ? 1 : 0)
        assert.deepEqual(serving[0]?.texts.map(({ field, text: found }) => [field, found]) ?? [], expected)
      }
      const plain = documents.find((document) => document.locale === '')
      assert.deepEqual(plain?.title ?? null, plain ? stored.title : null)
      assert.equal(plain?.language ?? null, plain ? (stored.defaultLocale ?? null) : null)
    }),
    { numRuns: 1_000 },
  )
})
