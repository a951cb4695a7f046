import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unreadable } from '@marquee/formats'
import { calendar, codesOf, frabXml, fullEvent, pretalx, read, scheduleJson, sessionize } from './fixtures.ts'

test('files are recognized from their content, whatever their name and declared type', async () => {
  const files: [text: string, format: string][] = [
    [frabXml(fullEvent), 'frab-xml'],
    [scheduleJson([{ title: 'Set', id: 1 }]), 'schedule-json'],
    [JSON.stringify(pretalx), 'pretalx-json'],
    [JSON.stringify(pretalx.results), 'pretalx-json'],
    ...Object.values(sessionize).map((view): [string, string] => [JSON.stringify(view), 'sessionize-json']),
    [`\n${calendar()}`, 'icalendar'],
  ]
  for (const [text, format] of files) {
    const programme = await read(text, {}, { name: 'table.csv', contentType: 'text/html; charset=utf-8' })
    assert.equal(programme.format, format)
  }
})

test('a file that is empty, binary, unknown or too large is refused with a sentence', async () => {
  const refused: [bytes: Uint8Array, message: RegExp][] = [
    [Buffer.from(' \n'), /^The file is empty\. \(line 1\)$/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), /binary/],
    [Buffer.from('{"hello": 1}'), /^The format of this file is unknown\./],
    [Buffer.from('[]'), /^The format of this file is unknown\./],
    [Buffer.alloc(50 * 1024 * 1024 + 1, ' '), /^A file can have at most 50 MiB\.$/],
    [Buffer.from('{"schedule": '), /^The file is not valid JSON: the file ends too early\. \(line 1, column 14\)$/],
  ]
  for (const [bytes, message] of refused)
    await assert.rejects(
      read('', {}, { bytes }),
      (error) => error instanceof Unreadable && message.test(error.message),
      String(message),
    )
})

test('a file without entries can be read, and says so', async () => {
  assert.deepEqual(codesOf(await read(scheduleJson([]))), ['no_entries'])
})

test('a chosen format is used whatever the file looks like, and refuses others', async () => {
  await assert.rejects(read(calendar(), { format: 'frab-xml' }), Unreadable)
  await assert.rejects(read(calendar(), { format: 'schedule-json' }), Unreadable)
  await assert.rejects(read(frabXml(''), { format: 'icalendar' }), Unreadable)
})

test('more than 100,000 entries are refused', async () => {
  const events = Array.from({ length: 100_001 }, (_, id) => ({ id, title: 'Set' }))
  await assert.rejects(read(scheduleJson(events)), /A file can have at most 100,000 entries\. \(.*\/99999\)/)
})
