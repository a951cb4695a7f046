import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold, queryWords, wordsOf } from '../../src/search/words.ts'
import { openDb } from '../../src/store/db.ts'
import { sql } from '../../src/store/sql.ts'
import { newDatabase } from '../support/database.ts'

const anyText = fc.string({ unit: 'binary' })

test('case, accents and ligatures are folded', () => {
  const folded = {
    ÉTÉ: 'ete',
    'e\u0301te\u0301': 'ete',
    Œuvre: 'oeuvre',
    Straße: 'strasse',
    Łódź: 'lodz',
    ＡＢＣ１: 'abc1',
    İstanbul: 'istanbul',
    ΟΔΟΣ: 'οδοσ',
    'fes\u00ADtival': 'festival',
    '²': '2',
  }
  for (const [text, expected] of Object.entries(folded)) assert.equal(fold(text), expected, text)
})

test('every western European letter is folded like in PostgreSQL unaccent', async () => {
  const letters = Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index)).filter(
    (letter) => /\p{L}/u.test(letter),
  )
  const database = await newDatabase()
  const db = openDb(database.url, { maxConnections: 1 })
  await db.query(sql`create extension unaccent`)
  const rows = await db.query<{ letter: string; plain: string }>(
    sql`select letter, lower(unaccent(letter)) as plain from unnest(${letters}::text[]) letter`,
  )
  await db.close()
  await database.drop()
  assert.equal(rows.length, letters.length)
  // PostgreSQL keeps the apostrophe of ŉ, which is not a letter here.
  for (const { letter, plain } of rows) assert.equal(fold(letter), plain.replace("'", ''), letter)
})

test('folding yields only letters and digits, works per character, and is idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = fold(text)
      assert.match(folded, /^[\p{L}\p{N}]*$/u)
      assert.equal(folded, [...text].map(fold).join(''))
      assert.equal(fold(folded), folded)
    }),
    { numRuns: 1_000 },
  )
})

test('a text is split into its distinct words', () => {
  assert.deepEqual(wordsOf("L'Été, l'été: rock'n'roll (10h30) AC/DC — snake_case"), [
    'l',
    'ete',
    'rock',
    'n',
    'roll',
    '10h30',
    'ac',
    'dc',
    'snake',
    'case',
  ])
  assert.deepEqual(wordsOf('!? & | 🎷 \u0301'), [])
  assert.deepEqual(wordsOf('a b c', 2), ['a', 'b'])
})

test('words are folded, not empty, distinct, and at most of the maximum length', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const words = wordsOf(text)
      assert.equal(new Set(words).size, words.length)
      for (const word of words) assert.match(word, /^[\p{L}\p{N}]{1,40}$/u)
      assert.deepEqual(wordsOf(words.join(' ')), words)
    }),
    { numRuns: 1_000 },
  )
  assert.deepEqual(wordsOf('é'.repeat(50)), ['e'.repeat(40)])
  assert.deepEqual(wordsOf('𐐨'.repeat(50)), ['𐐨'.repeat(20)])
  assert.deepEqual(wordsOf(`a${'𐐨'.repeat(50)}`), [`a${'𐐨'.repeat(19)}`])
})

test('a long query uses its first ten words', () => {
  assert.deepEqual(queryWords('a b c d e f g h i j k l').join(''), 'abcdefghij')
})
