import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceRecord } from '@marquee/formats'
import { clashesIn } from '../../src/imports/clashes.ts'

const place = record('broadcastInterestPoint', 'stage', { title: 'Harbour stage' })
const host = record('broadcastHost', 'ada', { title: 'Ada Wrenfield' })

function record(kind: SourceRecord['kind'], key: string, fields: Record<string, unknown>): SourceRecord {
  return { kind, key, isStable: true, at: `line of ${key}`, fields }
}

function session(title: string, start: string, end: string | null, uses: object): SourceRecord {
  const time = { start: `2027-07-02T${start}:00.000Z`, end: end && `2027-07-02T${end}:00.000Z` }
  return record('broadcastSession', title, { title, time, ...uses })
}

const onStage = { interestPointId: { reference: 'stage' } }
const withAda = { hostIds: [{ reference: 'ada' }] }

test('sessions at the same time in one place or with one person are reported with their line', () => {
  const notes = clashesIn([
    place,
    host,
    session('Tides', '18:00', '19:00', { ...onStage, ...withAda }),
    session('Night swim', '18:30', '20:00', onStage),
    session('Last call', '18:45', '19:15', withAda),
  ])
  assert.deepEqual(notes, [
    {
      code: 'place_clash',
      message: '“Night swim” begins before “Tides” ends, both with “Harbour stage”.',
      at: 'line of Night swim',
    },
    {
      code: 'host_clash',
      message: '“Last call” begins before “Tides” ends, both with “Ada Wrenfield”.',
      at: 'line of Last call',
    },
  ])
})

test('one after the other, without an end or the whole day is no clash', () => {
  const wholeDay = record('broadcastSession', 'Market', {
    title: 'Market',
    time: { start: '2027-07-02T00:00:00.000Z', end: '2027-07-03T00:00:00.000Z', allDay: true },
    ...onStage,
  })
  assert.deepEqual(
    clashesIn([
      place,
      wholeDay,
      session('Tides', '18:00', '19:00', onStage),
      session('Night swim', '19:00', null, onStage),
      session('Last call', '19:10', '20:00', onStage),
    ]),
    [],
  )
})

test('a short session within a long one does not hide the next', () => {
  const notes = clashesIn([
    place,
    session('Long', '18:00', '22:00', onStage),
    session('Short', '18:30', '19:00', onStage),
    session('Late', '20:00', '21:00', onStage),
  ])
  assert.deepEqual(
    notes.map(({ at }) => at),
    ['line of Short', 'line of Late'],
  )
})
