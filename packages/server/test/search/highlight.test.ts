import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { highlight } from '../../src/search/highlight.ts'
import { fold, wordsOf } from '../../src/search/words.ts'

const slices = (text: string, q: string) => {
  const found = highlight(text, wordsOf(q))
  return found?.ranges.map((range) => found.text.slice(...range))
}

test('matches are prefixes of words, at their position in the text', () => {
  assert.deepEqual(slices('Été: l’étale, été', 'ete etal'), ['Été', 'étal', 'été'])
  assert.deepEqual(slices('E\u0301te\u0301s et ete\u0301', 'ete'), ['E\u0301te\u0301', 'ete\u0301'])
  assert.deepEqual(slices('STRASSE Straße', 'strasse'), ['STRASSE', 'Straße'])
  assert.deepEqual(slices('Saxo 🎷 SAX', 'sax'), ['Sax', 'SAX'])
  assert.equal(slices('Marché', 'arche'), undefined)
  assert.equal(slices('Œuvre', 'o'), undefined, 'a part of a letter is not a match')
  assert.deepEqual(slices('Œuvre', 'oe'), ['Œ'])
})

test('a long text is shortened at word boundaries around the first match', () => {
  const found = highlight(`${'avant '.repeat(50)}jazz ${'après '.repeat(50)}jazz`, ['jazz'])
  assert.match(found?.text ?? '', /^…(avant )+jazz( après)+…$/)
  assert.equal(found?.ranges.length, 1)
  assert.equal(highlight('jazz', ['jazz'])?.text, 'jazz')
  const atStart = highlight(`jazz ${'x'.repeat(300)}`, ['jazz'])
  assert.deepEqual([atStart?.text, atStart?.ranges], ['jazz…', [[0, 4]]])
  const inMonster = highlight(`${'x'.repeat(300)} jazz${'y'.repeat(300)}`, ['jazz'])
  assert.deepEqual([inMonster?.text, inMonster?.ranges], ['…jazz…', [[1, 5]]])
})

const letter = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'aeéèœßÅi 1') },
  fc.constantFrom('e\u0301', '\u0301', '\u00AD', '🎷', '𐐀', '𐐨', 'ﬁ', 'Ⅷ', '한', '\n', '-', 'İ', 'ς'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.array(letter, { maxLength: 400 }).map((letters) => letters.join(''))

test('ranges are within the text, sorted, disjoint, at character boundaries, and fold to a word of the query', () => {
  fc.assert(
    fc.property(text, text, fc.nat(300), (searched, other, at) => {
      const words = [
        ...new Set([
          ...wordsOf(searched).map((word) => [...word].slice(0, 1 + (at % 4)).join('')),
          ...wordsOf(other, 3),
        ]),
      ]
      const found = highlight(searched, words)
      if (!found) return
      let last = 0
      assert(found.ranges.length > 0)
      for (const [start, end] of found.ranges) {
        assert(last <= start && start < end && end <= found.text.length)
        last = end
        for (const edge of [start, end])
          assert.doesNotMatch(found.text.slice(edge - 1, edge + 1), /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/)
        assert(words.includes(fold(found.text.slice(start, end))))
      }
      const shown = found.text.replace(/^…/, '').replace(/…$/, '')
      assert(searched.includes(shown))
      assert(shown.isWellFormed())
      assert(found.text.length <= 162 || found.ranges.length === 1)
    }),
    { numRuns: 2_000 },
  )
})

test('every word of a short text is highlighted in it, unless it starts inside a letter', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom(...'abéèÅ1'), minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 10,
  })
  fc.assert(
    fc.property(words, fc.nat(), (some, at) => {
      const found = highlight(some.join(' '), [fold(some[at % some.length] ?? '')])
      assert(found && found.ranges.length > 0)
    }),
  )
})
