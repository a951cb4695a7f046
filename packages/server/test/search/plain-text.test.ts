import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainText } from '../../src/search/plain-text.ts'

test('HTML becomes its visible text', () => {
  const html: Record<string, string> = {
    '<p>Un <b>con</b>cert</p><p>à midi</p>': 'Un concert à midi',
    'one<br>two<br/>three': 'one two three',
    '<ul><li>a</li><li>b</li></ul>': 'a b',
    'd&eacute;j&agrave; &#233;t&#xE9; &amp; &lt;b&gt; &nbsp;&hellip; &bogus; &#55296;': 'déjà été & <b> … &bogus;',
    '<script>alert(1)</script>shown<style>p {}</style><!-- <p>hidden</p> --><svg><text>no</text></svg>': 'shown',
    '<img alt="a picture" src="x.png">after': 'after',
    'never closed <script>alert(1)': 'never closed',
    'a < b and c > d, 1 <2': 'a < b and c > d, 1 <2',
  }
  for (const [text, expected] of Object.entries(html)) assert.equal(plainText(text), expected)
})

test('Markdown becomes its text', () => {
  const markdown: Record<string, string> = {
    '# Title\n\nText **bold** _slanted_ `code` ~~gone~~.': 'Title Text bold slanted code gone.',
    '* one\n- two\n+ three\n1. four\n> five': 'one two three four five',
    '[label](https://a.example/b) ![alt text](c.png) [text][ref]\n\n[ref]: https://a.example': 'label alt text text',
    '| a | b |\n|---|:-:|\n| c | d |': 'a b c d',
    'above\n\n---\n\nbelow\n=====\n': 'above below',
    '```js\nlet x = 1\n```': 'let x = 1',
    '\\*not slanted\\* snake_case 5*3 2 * 3': '*not slanted* snake_case 5*3 2 * 3',
  }
  for (const [text, expected] of Object.entries(markdown)) assert.equal(plainText(text), expected)
})

test('plain text stays unchanged, except for whitespace', () => {
  for (const text of [
    'Café «Été», 20 h – 22 h!',
    'AC/DC & co',
    "rock'n'roll (100 %)",
    'https://a.example/b_c?d=e',
    '50 # 3',
  ])
    assert.equal(plainText(`  ${text}\n`), text)
  assert.equal(plainText('a\n\n\tb\u00A0c'), 'a b c')
})

test('in text without markup, words and digits are neither added nor lost', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abéßÅœ12漢字🎷'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(word), (words) => {
      assert.equal(plainText(words.join(' \n')), words.join(' '))
    }),
  )
})

test('any input is processed in linear time', () => {
  const parts = [
    '<',
    '<a ',
    '<!--',
    '<script',
    '<title>',
    '*',
    '* ',
    '_a',
    '[',
    '[a](',
    '![](',
    '](',
    '`',
    '~~~\n',
    '\\',
    '|',
    ' |',
    '-',
    '\n',
    ' \t',
    '&',
    '&abc',
    '&#1',
    '# ',
    '> ',
    '[a]:',
    '"',
    '=\n',
  ]
  for (const part of parts) {
    const text = part.repeat(200_000 / part.length)
    for (const hostile of [text, `${text}x`, `${text}\n`.slice(1)]) {
      const startedAt = process.cpuUsage()
      plainText(hostile)
      const { user } = process.cpuUsage(startedAt)
      assert(user < 1_000_000, `${JSON.stringify(part)} took ${user / 1_000} ms`)
    }
  }
})

test('it never throws and leaves no repeated whitespace', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('<b>', '</p>', '**', '[a](b)', '&eacute;', '\n- ', '| ', '<!--', '\\'),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const plain = plainText(pieces.join(''))
      assert.doesNotMatch(plain, /^\s|\s$|\s\s|[^\S ]/)
    }),
    { numRuns: 500 },
  )
})
