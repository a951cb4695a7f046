import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unreadable } from '@marquee/formats'
import { parseJson } from '../src/json.ts'

const damages: [text: string, at: string][] = [
  ['{"a":1,}', 'line 1, column 8'],
  ['{"a":x}', 'line 1, column 6'],
  ['{\n"a" 1}', 'line 2, column 5'],
  ['[1,2', 'line 1, column 5'],
  ['[1]]', 'line 1, column 4'],
  ['{"a":01}', 'line 1, column 6'],
  ['["a\nb"]', 'line 1, column 4'],
  ['["\\x"]', 'line 1, column 3'],
  ['[}', 'line 1, column 2'],
  ['{"a":"é\u0085","b":tru}', 'line 1, column 15'],
]

test('damaged JSON is reported with line and column', () => {
  for (const [text, at] of damages)
    assert.throws(
      () => parseJson(text),
      (error) => error instanceof Unreadable && error.at === at && error.message.startsWith('The file is not valid'),
      `${text}: ${at}`,
    )
  assert.deepEqual(parseJson(' {"a":[1,{}],"b":"\\u00e9"}'), { a: [1, {}], b: 'é' })
})

test('JSON that is nested too deep is refused', () => {
  assert.throws(() => parseJson(`${'['.repeat(100_000)}`), /nested more than 64 deep. \(line 1, column 65\)/)
})
