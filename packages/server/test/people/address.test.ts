import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, withoutAddress } from '../../src/people/address.ts'

const clean = (text: string) => withoutAddress(text, addressOf(' Ann.Lee+x@Mail.example '))

test('an address is found as a whole, whatever its case', () => {
  for (const [text, expected] of [
    ['ann.lee+x@mail.example', '[erased]'],
    ['Write to ANN.LEE+X@MAIL.EXAMPLE.', 'Write to [erased].'],
    ['<ann.lee+x@mail.example>, bob@mail.example', '<[erased]>, bob@mail.example'],
    ['mailto:ann.lee+x@mail.example?subject=x', 'mailto:[erased]?subject=x'],
    ['mailto:ann.lee+x%40mail.example', 'mailto:[erased]'],
    ['{"text":"one\\nann.lee+x@mail.example"}', '{"text":"one\\n[erased]"}'],
  ])
    assert.equal(clean(text ?? ''), expected)
})

test('similar addresses of other people are left unchanged', () => {
  for (const text of [
    'joann.lee+x@mail.example',
    'ann.lee+x@mail.example.org',
    'ann.lee+x@mail.examples',
    'annxlee+x@mail.example',
    'ann.lee@mail.example',
    'ann.leex@mail.example',
  ])
    assert.equal(clean(text), text)
})

test('the address is removed from property names and lists, and nothing else is changed', () => {
  const value = { 'ann.lee+x@mail.example': [1, null, true, { deep: 'x ann.lee+x@mail.example' }] }
  assert.deepEqual(withoutAddress(value, addressOf('ann.lee+x@mail.example')), {
    '[erased]': [1, null, true, { deep: 'x [erased]' }],
  })
})
