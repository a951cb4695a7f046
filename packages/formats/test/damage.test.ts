import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unreadable } from '@marquee/formats'
import { frabXml, fullCalendar, fullEvent, pretalx, read, scheduleJson, sessionize } from './fixtures.ts'

const set = { id: 1, guid: 'g', title: 'Set', date: '2027-07-02T21:00:00+02:00', start: '21:00', duration: '00:30' }
const json = {
  schedule: JSON.parse(
    scheduleJson([{ ...set, persons: [{ id: 1, public_name: 'Sel Gris' }], links: [{ url: 'https://x.example' }] }]),
  ),
  pretalx,
  ...sessionize,
}
const texts = {
  xml: frabXml(fullEvent),
  calendar: fullCalendar,
  ...mapped(json, (value) => JSON.stringify(value, null, 1)),
}

function mapped<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** The same numbers in every run. */
function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    yield state / 4_294_967_296
  }
}

/** A damaged file is read, or refused with a sentence and a place; it never fails in another way. */
async function survives(bytes: Uint8Array, about: string): Promise<'read' | 'refused'> {
  try {
    const { records, notes } = await read('', {}, { bytes })
    for (const { kind, key } of records) assert.ok(kind && key, about)
    for (const { message } of notes) assert.match(message, /[.…]$/, about)
    return 'read'
  } catch (error) {
    if (!(error instanceof Unreadable)) throw new Error(`${about}: ${String(error)}`, { cause: error })
    assert.match(error.message, /^[A-Z].*\. \(.*\)$/s, about)
    assert.ok(error.at, about)
    return 'refused'
  }
}

test('a file that is cut anywhere is read or refused with a place', async () => {
  const results = []
  for (const [name, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text)
    for (let part = 1; part < 40; part++) {
      const length = Math.floor((bytes.length * part) / 40)
      results.push(await survives(bytes.subarray(0, length), `${name} cut at ${length}`))
    }
  }
  assert.ok(results.length > 250)
  assert.ok(results.filter((result) => result === 'refused').length > results.length * 0.9, 'cut files are incomplete')
})

test('a file with wrong bytes is read or refused with a place', async () => {
  const random = randomNumbers(1)
  const next = (max: number) => Math.floor((random.next().value ?? 0) * max)
  for (const [name, text] of Object.entries(texts)) {
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(text)
      for (let flips = next(8); flips >= 0; flips--) bytes[next(bytes.length)] = next(256)
      await survives(bytes, `${name} with wrong bytes, round ${round}`)
    }
  }
})

test('a file whose lines are repeated, left out or swapped is read or refused with a place', async () => {
  const random = randomNumbers(2)
  const next = (max: number) => Math.floor((random.next().value ?? 0) * max)
  for (const [name, text] of Object.entries(texts)) {
    // Tags are on lines of their own, so that they get unbalanced.
    const lines = (name === 'xml' ? text.replaceAll('><', '>\n<') : text).split('\n')
    for (let round = 0; round < 40; round++) {
      const changed = [...lines]
      changed.splice(next(lines.length), next(3), ...lines.slice(next(lines.length)).slice(0, next(3)))
      await survives(Buffer.from(changed.join('\n')), `${name} with other lines, round ${round}`)
    }
  }
})

test('JSON with values of wrong types is read or refused with a place', async () => {
  const wrong = [
    null,
    5,
    -1.5e300,
    true,
    '',
    'x',
    '\u0000',
    [],
    {},
    [null],
    [[]],
    { name: {} },
    [{ id: {} }],
    '9999-99-99T99:99:99Z',
  ]
  let cases = 0
  for (const [name, value] of Object.entries(json)) {
    for (const path of pathsIn(value)) {
      const replacement = wrong[cases++ % wrong.length]
      const changed = replaced(value, path, replacement)
      await survives(Buffer.from(JSON.stringify(changed)), `${name}${path.join('/')} = ${JSON.stringify(replacement)}`)
    }
  }
  assert.ok(cases > 150)
})

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))].filter(
    ({ length }) => length > 0,
  )
}

function replaced(value: unknown, [first, ...rest]: string[], replacement: unknown): unknown {
  if (first === undefined) return replacement
  const copy = structuredClone(value) as Record<string, unknown>
  copy[first] = replaced(copy[first], rest, replacement)
  return copy
}

test('calendars and XML with wrong values are read', async () => {
  const values = [
    '',
    'x',
    '0',
    '-1',
    '99999999T999999Z',
    '20270702T250000',
    'PT',
    'P-1D',
    ';',
    ':',
    '\\',
    '"',
    '\u0000',
    'ÿ'.repeat(100),
  ]
  const calendarLines = fullCalendar.split('\r\n')
  for (const [index, line] of calendarLines.entries()) {
    if (/^(?:BEGIN|END)/.test(line)) continue
    for (const value of values) {
      const changed = calendarLines.with(index, line.replace(/:.*$/, `:${value}`))
      await survives(Buffer.from(changed.join('\r\n')), `${line} with ${value}`)
    }
  }
  for (const [index, value] of values.entries()) {
    const changed = texts.xml?.replaceAll(/>[^<>\n]+</g, (whole, at) =>
      at % values.length === index ? `>${value.replace('"', '')}<` : whole,
    )
    await survives(Buffer.from(changed ?? ''), `XML with ${value}`)
  }
})
