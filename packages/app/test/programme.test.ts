import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byHour, dayGrid, lanesOf, rowsOfHour } from '../src/data/day-grid.ts'
import { nowAndNext, stageOfFestival } from '../src/data/now.ts'
import { clashesIn, openingDay, programmeOf } from '../src/data/programme.ts'
import { contentOf, idOf, paris, session } from './support/content.ts'

const stage = (number: number) => ({ interestPointId: idOf(number) })

test('a day of the programme ends when the next one starts, not at midnight', () => {
  const data = contentOf({
    broadcastSessions: [
      session(1, '2 22:00', '2 23:00'),
      session(2, '3 01:30', '3 03:00'),
      session(3, '3 05:59', undefined),
      session(4, '3 06:00', '3 07:00'),
      { _id: idOf(5), time: { start: paris('4 00:00'), allDay: true } },
      { _id: idOf(6), title: 'Soon' },
    ],
  })
  const { days, byDay, undated } = programmeOf(data)
  assert.deepEqual(days, ['2027-07-02', '2027-07-03', '2027-07-04'])
  assert.deepEqual(
    byDay.get('2027-07-02')?.map(({ id }) => id),
    [idOf(1), idOf(2), idOf(3)],
  )
  assert.deepEqual(
    undated.map(({ _id }) => _id),
    [idOf(6)],
  )
  assert.equal(openingDay(programmeOf(data), '2027-07-03'), '2027-07-03')
  assert.equal(openingDay(programmeOf(data), '2026-01-01'), '2027-07-02')
  assert.equal(openingDay(programmeOf(data), '2028-01-01'), '2027-07-02')
})

test('a session without an end lasts until the next one at its place, and three hours at most', () => {
  const data = contentOf({
    broadcastSessions: [
      session(1, '2 18:00', undefined, stage(9)),
      session(2, '2 18:00', undefined, stage(9)),
      session(3, '2 19:15', undefined, stage(9)),
      session(4, '2 18:30', '2 20:00', stage(8)),
    ],
  })
  const ends = programmeOf(data).slots.map(({ endMs }) => new Date(endMs).toISOString())
  assert.deepEqual(ends, [paris('2 19:15'), paris('2 19:15'), paris('2 20:00'), paris('2 22:15')])
})

test('sessions clash when they overlap, not when they follow each other or last all day', () => {
  const data = contentOf({
    broadcastSessions: [
      session(1, '2 18:00', '2 19:00'),
      session(2, '2 18:30', '2 20:00'),
      session(3, '2 19:00', '2 20:00'),
      { _id: idOf(4), time: { start: paris('2 00:00'), allDay: true } },
    ],
  })
  const clashes = clashesIn(programmeOf(data).slots)
  assert.deepEqual(
    clashes.get(idOf(2))?.map(({ id }) => id),
    [idOf(1), idOf(3)],
  )
  assert.deepEqual(
    clashes.get(idOf(1))?.map(({ id }) => id),
    [idOf(2)],
  )
  assert(!clashes.has(idOf(4)))
})

test('hours are those of the festival’s clock, also where zones are not whole hours apart', () => {
  const data = contentOf(
    {
      broadcastSessions: [
        { _id: idOf(1), time: { start: '2027-07-02T12:35:00.000Z' } },
        { _id: idOf(2), time: { start: '2027-07-02T13:20:00.000Z' } },
        { _id: idOf(3), time: { start: '2027-07-02T13:30:00.000Z' } },
      ],
    },
    { timezone: 'Asia/Kolkata' },
  )
  const hours = byHour(programmeOf(data).slots, 'Asia/Kolkata')
  assert.deepEqual(
    hours.map(({ ms, slots }) => [new Date(ms).toISOString(), slots.length]),
    [
      ['2027-07-02T12:30:00.000Z', 2],
      ['2027-07-02T13:30:00.000Z', 1],
    ],
  )
})

test('overlapping sessions of a stage are side by side, and a free lane is used again', () => {
  const spans = [
    { startMs: 0, endMs: 10 },
    { startMs: 5, endMs: 8 },
    { startMs: 8, endMs: 12 },
    { startMs: 9, endMs: 20 },
    { startMs: 20, endMs: 30 },
  ]
  const { lanes, count } = lanesOf(spans)
  assert.deepEqual(
    lanes.map(([, lane]) => lane),
    [0, 1, 1, 2, 0],
  )
  assert.equal(count, 3)
})

test('a grid begins at a full hour, orders its stages, and ends its longest card with the day', () => {
  const { slots } = programmeOf(
    contentOf({
      broadcastSessions: [
        session(1, '2 18:30', '2 19:30', stage(8)),
        session(2, '2 18:45', '2 19:00', stage(9)),
        session(3, '2 18:50', '2 19:30', stage(9)),
        session(4, '2 20:00', '9 20:00'),
      ],
    }),
  )
  const grid = dayGrid(slots, 'Europe/Paris', (one, other) => (one < other ? 1 : -1))
  assert.equal(new Date(grid.startMs).toISOString(), paris('2 18:00'))
  assert.deepEqual(grid.stages, [
    { placeId: idOf(9), column: 0, lanes: 2 },
    { placeId: idOf(8), column: 2, lanes: 1 },
    { placeId: undefined, column: 3, lanes: 1 },
  ])
  assert.deepEqual(
    grid.cards.map(({ slot, column, row, span }) => [slot.id, column, row, span]),
    [
      [idOf(1), 2, 6, 12],
      // A quarter of an hour has the height of 25 minutes, and the next one gives way.
      [idOf(2), 0, 9, 5],
      [idOf(3), 1, 10, 8],
      [idOf(4), 3, 24, 24 * rowsOfHour - 24],
    ],
  )
  assert.equal(grid.rows, 24 * rowsOfHour)
})

test('now and next knows what runs, what follows, and whether the festival has begun or ended', () => {
  const data = contentOf({
    broadcastSessions: [
      session(1, '2 18:00', '2 19:00', stage(8)),
      session(2, '2 19:30', '2 20:00', stage(8)),
      session(3, '4 18:00', '4 19:00'),
    ],
    broadcastInterestPoints: [{ _id: idOf(8), title: 'La Jetée' }],
  })
  const at = (text: string) => Date.parse(paris(text))
  const [place] = nowAndNext(data, at('2 18:30'))
  assert.equal(place?.place?.title, 'La Jetée')
  assert.deepEqual(
    [place?.current, place?.next].map((list) => list?.map(({ id }) => id)),
    [[idOf(1)], [idOf(2)]],
  )
  const stateAt = (text: string) => {
    const { state, opening } = stageOfFestival(data, at(text))
    return [state, ...opening.map(({ id }) => id)]
  }
  assert.deepEqual(stateAt('1 12:00'), ['before', idOf(1), idOf(2)])
  assert.deepEqual(stateAt('3 12:00'), ['during', idOf(3)])
  assert.deepEqual(stateAt('5 12:00'), ['after'])
  assert.equal(stageOfFestival(contentOf({}), 0).state, 'empty')
})
