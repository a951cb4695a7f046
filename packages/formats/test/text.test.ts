import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Note } from '@marquee/formats'
import { decodeText } from '../src/text.ts'

const decode = (bytes: Uint8Array, contentType?: string) => {
  const notes: Note[] = []
  return { text: decodeText({ bytes, contentType }, notes), codes: notes.map(({ code }) => code) }
}

test('a byte order mark decides the charset and is no part of the text', () => {
  assert.deepEqual(decode(Buffer.from('\uFEFFÉté')), { text: 'Été', codes: [] })
  assert.deepEqual(decode(Buffer.from('\uFEFFÉté', 'utf16le')), { text: 'Été', codes: [] })
  assert.deepEqual(decode(Buffer.from('\uFEFFÉté', 'utf16le').swap16()), { text: 'Été', codes: [] })
})

test('a charset is read from the header, the XML declaration or the page', () => {
  assert.deepEqual(decode(Buffer.from('Été', 'latin1'), 'text/csv; charset=ISO-8859-1'), { text: 'Été', codes: [] })
  const xml = '<?xml version="1.0" encoding="iso-8859-1"?><a>Été</a>'
  assert.deepEqual(decode(Buffer.from(xml, 'latin1')), { text: xml, codes: [] })
  const page = '<html><meta charset="windows-1252">Été'
  assert.deepEqual(decode(Buffer.from(page, 'latin1')), { text: page, codes: [] })
})

test('text that is not UTF-8 is read as Windows-1252, with a note', () => {
  assert.deepEqual(decode(Buffer.from('Été', 'latin1')), { text: 'Été', codes: ['guessed_charset'] })
  assert.deepEqual(decode(Buffer.from('Été'), 'text/csv; charset=nonsense'), {
    text: 'Été',
    codes: ['unknown_charset'],
  })
})

test('text that was encoded twice is restored, with a note; letters before quotation marks stay', () => {
  const twice = Buffer.from(Buffer.from('it’s à l’été').toString('latin1'))
  assert.deepEqual(decode(twice), { text: 'it’s à l’été', codes: ['encoded_twice'] })
  const mixed = Buffer.concat([twice, Buffer.from(' «MANHû «CAFÉ» Spaß»')])
  assert.equal(decode(mixed).text, 'it’s à l’été «MANHû «CAFÉ» Spaß»')
  assert.deepEqual(decode(Buffer.from('Ã¨ «CAFÉ»')), { text: 'Ã¨ «CAFÉ»', codes: [] })
})
