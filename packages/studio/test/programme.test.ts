import assert from 'node:assert/strict'
import test from 'node:test'
import { folded } from '../src/kinds/record-names.ts'
import {
  emptyHistory,
  isUntouched,
  mostSteps,
  type Step,
  withoutStep,
  withRedone,
  withStep,
  withUndone,
} from '../src/screens/panel/move-history.ts'
import {
  type Clash,
  clashesOf,
  clashingIds,
  findClashes,
  mostClashes,
  type Timed,
} from '../src/screens/programme/clashes.ts'
import { columnsOf, noPlace } from '../src/screens/programme/columns.ts'
import { daysOfSessions, firstDay, listDays, shiftDay } from '../src/screens/programme/days.ts'
import type { Entry } from '../src/screens/programme/entries.ts'
import { entriesIn, inTabOrder, windowOf } from '../src/screens/programme/grid-window.ts'
import { keyMove } from '../src/screens/programme/keys.ts'
import { matchesOf, nextMatch } from '../src/screens/programme/matches.ts'
import { movedFromOf } from '../src/screens/programme/moved-from.ts'
import { movedTime, patchOf, resizedTime, timeAt } from '../src/screens/programme/moves.ts'
import { isWanted, type Session, slotOf } from '../src/screens/programme/sessions.ts'
import { keepOrder, keepSame } from '../src/screens/programme/stable.ts'
import { movedTo, orderChanges, type Stage } from '../src/screens/programme/stages.ts'

const at = (time: string) => Date.parse(`2027-07-02T${time}:00Z`)
const timed = (id: string, from: string, to: string, more: Partial<Timed> = {}): Timed => ({
  id,
  startMs: at(from),
  endMs: at(to),
  placeId: null,
  hostIds: [],
  ...more,
})
const pairs = (clashes: Clash[]) => clashes.map(({ cause, first, second }) => `${cause} ${first}-${second}`)

test('two sessions clash when they share a place or a host for a while, and not when one ends as the other starts', () => {
  const inPlace = { placeId: 'main' }
  const clashes = findClashes([
    timed('c', '20:00', '21:00', inPlace),
    timed('a', '18:00', '19:00', inPlace),
    timed('b', '18:30', '20:00', { placeId: 'main', hostIds: ['ana'] }),
    timed('d', '19:59', '20:30', { placeId: 'small', hostIds: ['ana'] }),
    timed('e', '18:00', '23:00', { placeId: 'other' }),
  ])
  assert.deepEqual(pairs(clashes), ['place a-b', 'host b-d'])
  assert.deepEqual([clashes[0]?.startMs, clashes[0]?.endMs], [at('18:30'), at('19:00')])
  assert.deepEqual([...clashingIds(clashes)].sort(), ['a', 'b', 'd'])
})

test('a long session clashes with every shorter one inside of it, and sessions without a place with none', () => {
  const inPlace = { placeId: 'main' }
  const clashes = findClashes([
    timed('long', '10:00', '18:00', inPlace),
    timed('one', '11:00', '12:00', inPlace),
    timed('two', '12:00', '13:00', inPlace),
    timed('x', '10:00', '18:00'),
    timed('y', '10:00', '18:00'),
  ])
  assert.deepEqual(pairs(clashes), ['place long-one', 'place long-two'])
})

test('a session without length clashes with what runs at its instant, and with another that starts with it', () => {
  const inPlace = { placeId: 'main' }
  const point = (id: string, time: string) => timed(id, time, time, inPlace)
  const around = [timed('a', '10:00', '11:00', inPlace), point('in', '10:30'), point('after', '11:00')]
  assert.deepEqual(pairs(findClashes(around)), ['place a-in'])
  assert.deepEqual(pairs(findClashes([point('one', '10:00'), point('two', '10:00')])), ['place one-two'])
})

test('the clashes that a session would have are those it would be found with', () => {
  const inPlace = { placeId: 'main' }
  const others = [
    timed('a', '18:00', '19:00', inPlace),
    timed('b', '19:00', '20:00', { placeId: 'small', hostIds: ['ana'] }),
    timed('c', '18:30', '19:30', { placeId: 'main' }),
    timed('own', '10:00', '11:00', inPlace),
  ]
  const moved = timed('own', '18:45', '19:15', { placeId: 'main', hostIds: ['ana'] })
  assert.deepEqual(pairs(clashesOf(moved, others)), ['place a-own', 'place c-own', 'host own-b'])
  assert.deepEqual(clashesOf(timed('own', '20:00', '21:00', inPlace), others), [])
})

test('a session that is taken off the schedule keeps its place, and one that is placed gets its usual length', () => {
  const time = { start: '2027-07-02T16:00:00.000Z', end: '2027-07-02T18:00:00.000Z', timezone: null, allDay: false }
  const off = patchOf({ time }, { type: 'unschedule' }, 'Europe/Paris')
  assert.deepEqual(off, { time: { ...time, start: null, end: null } })
  const unscheduled = { ...time, start: null, end: null }
  const placed = patchOf(
    { time: unscheduled },
    { type: 'place', wall: '2027-07-02T20:00:00', columnId: noPlace },
    'UTC',
  )
  assert.deepEqual([placed.time?.end, placed.interestPointId], ['2027-07-02T21:00:00.000Z', null])
})

test('undone moves are redone until a new move, overtaken ones are dropped, and the number of steps is bounded', () => {
  const step = (recordId: string): Step => ({ recordId, before: { at: 1 }, after: { at: 2 } })
  const [one, two] = [step('one'), step('two')]
  let history = withStep(withStep(emptyHistory, one), two)
  history = withUndone(history, two)
  assert.deepEqual([history.done, history.undone], [[one], [two]])
  assert.deepEqual(withRedone(history, two).done, [one, two])
  assert.deepEqual(withoutStep(history, one).done, [])
  assert.deepEqual(withStep(history, step('three')).undone, [])
  for (let n = 0; n < mostSteps + 5; n++) history = withStep(history, step(String(n)))
  assert.equal(history.done.length, mostSteps)
  assert(isUntouched({ at: { x: 1, y: null }, title: 'A' }, { at: { x: 1, y: null } }))
  assert(!isUntouched({ at: 3 }, { at: 2 }))
})

test('the number of clashes is bounded', () => {
  const crowd = Array.from({ length: 300 }, (_, n) => timed(`s${n}`, '10:00', '11:00', { placeId: 'main' }))
  assert.equal(findClashes(crowd).length, mostClashes)
})

const session = (id: string, start: string | null, more: object = {}): Session => ({
  _id: id,
  _createdAt: '2027-01-01T00:00:00.000Z',
  _updatedAt: '2027-01-01T00:00:00.000Z',
  _reference: null,
  metadata: {},
  title: id,
  subtitle: null,
  status: 'published',
  cancelled: false,
  movedFrom: null,
  type: null,
  languages: [],
  links: [],
  attachments: [],
  recording: null,
  feedbackUrl: null,
  guid: null,
  source: null,
  description: null,
  time: { start, end: null, timezone: null, allDay: false },
  categoryIds: [],
  hostIds: [],
  interestPointId: null,
  broadcastMapId: null,
  media: null,
  color: null,
  blocks: [],
  defaultLocale: null,
  localeDetails: null,
  ...more,
})
const paris = { zone: 'Europe/Paris', dayStart: '06:00' }

test('a set at half past one belongs to the evening before', () => {
  const sessions = [
    session('late', '2027-07-02T23:30:00Z'),
    session('morning', '2027-07-03T04:00:00Z', { status: 'draft' }),
    session('never', null),
  ]
  const days = daysOfSessions(sessions, paris)
  assert.deepEqual(Object.fromEntries(days), { late: '2027-07-02', morning: '2027-07-03' })
  assert.deepEqual(listDays(sessions, days), [
    { day: '2027-07-02', count: 1, drafts: 0 },
    { day: '2027-07-03', count: 1, drafts: 1 },
  ])
})

test('days between two full ones are listed, a long gap is not; the programme opens with the next full day', () => {
  const sessions = ['2027-07-02', '2027-07-04', '2027-09-01'].map((day) => session(day, `${day}T18:00:00Z`))
  const days = listDays(sessions, daysOfSessions(sessions, paris))
  assert.deepEqual(
    days.map(({ day }) => day),
    ['2027-07-02', '2027-07-03', '2027-07-04', '2027-09-01'],
  )
  assert.equal(firstDay(days, '2027-01-01'), '2027-07-02')
  assert.equal(firstDay(days, '2027-07-03'), '2027-07-04')
  assert.equal(firstDay(days, '2028-01-01'), '2027-09-01')
  assert.equal(firstDay([], '2028-01-01'), '2028-01-01')
  assert.equal(shiftDay('2027-02-28', 1), '2027-03-01')
})

test('the days of the event are listed before they have sessions, and the programme opens with the first', () => {
  const dates = { start: '2027-07-02', end: '2027-07-03' }
  const days = listDays([], new Map(), dates)
  assert.deepEqual(
    days.map(({ day, count }) => [day, count]),
    [
      ['2027-07-02', 0],
      ['2027-07-03', 0],
    ],
  )
  assert.equal(firstDay(days, '2027-01-01'), '2027-07-02')
  assert.equal(firstDay(days, '2028-01-01'), '2027-07-03')
  const sessions = [session('second', '2027-07-03T18:00:00Z')]
  assert.equal(firstDay(listDays(sessions, daysOfSessions(sessions, paris), dates), '2027-01-01'), '2027-07-03')
  assert.equal(listDays([], new Map(), { start: '2027-01-01', end: '2029-01-01' }).length, 31)
})

test('columns are the places of the day by name, then those of other days, then sessions without a place', () => {
  const names: Record<string, string> = { s10: 'Stage 10', s2: 'Stage 2', bar: 'Bar' }
  const all = [
    session('a', null, { interestPointId: 's10' }),
    session('b', null, { interestPointId: 's2' }),
    session('c', null),
    session('d', null, { interestPointId: 'bar' }),
  ]
  const shown = { all, nameOf: (id: string) => names[id] ?? '?', noPlaceTitle: 'No place', language: 'en' }
  const ids = (sessions: Session[], only?: string) => columnsOf({ ...shown, sessions, only }).map(({ id }) => id)
  assert.deepEqual(ids(all.slice(0, 3)), ['s2', 's10', 'bar', noPlace])
  assert.deepEqual(ids(all.slice(0, 1)), ['s10', 'bar', 's2'])
  assert.deepEqual(ids(all, 'bar'), ['bar'])
  const orders = new Map([
    ['s10', 1],
    ['bar', 2],
  ])
  const ordered = (sessions: Session[]) => columnsOf({ ...shown, orders, sessions }).map(({ id }) => id)
  assert.deepEqual(ordered(all), ['s10', 'bar', 's2', noPlace], 'as editors have set, the others by name')
  assert.deepEqual(ordered(all.slice(1, 2)), ['s2', 's10', 'bar'])
  assert.deepEqual(
    columnsOf({ ...shown, sessions: [], all: [] }).map(({ id }) => id),
    [noPlace],
  )
})

test('keys move by the step of the grid, five minutes with Shift, across columns, and change the length with Alt', () => {
  const press = (key: string, more = {}, step = 15) => keyMove({ key, shiftKey: false, altKey: false, ...more }, step)
  assert.equal(press('ArrowDown', {}, 30)?.minutes, 30)
  assert.deepEqual(press('ArrowDown'), { minutes: 15, columns: 0, longerMinutes: 0 })
  assert.deepEqual(press('ArrowUp', { shiftKey: true }), { minutes: -5, columns: 0, longerMinutes: 0 })
  assert.deepEqual(press('ArrowLeft'), { minutes: 0, columns: -1, longerMinutes: 0 })
  assert.deepEqual(press('ArrowDown', { altKey: true }), { minutes: 0, columns: 0, longerMinutes: 15 })
  assert.equal(press('ArrowLeft', { altKey: true }), undefined)
  assert.equal(press('a'), undefined)
})

test('a moved session keeps its length, also across a clock change', () => {
  const hour = 3_600_000
  const time = { start: '2027-03-27T22:00:00.000Z', end: '2027-03-27T23:30:00.000Z', timezone: null, allDay: false }
  // 23:00 in Paris plus four local hours is 03:00 in summer time, three hours later.
  const moved = movedTime(time, 4 * hour, 'Europe/Paris')
  assert.deepEqual([moved.start, moved.end], ['2027-03-28T01:00:00.000Z', '2027-03-28T02:30:00.000Z'])
  // 02:30 is skipped that night.
  assert.equal(movedTime(time, 3.5 * hour, 'Europe/Paris').start, '2027-03-28T01:30:00.000Z')
  assert.equal(movedTime({ ...time, end: null }, hour, 'Europe/Paris').end, null)
  assert.equal(movedTime({ ...time, start: null }, hour, 'Europe/Paris').start, null)
})

test('a resized session lasts at least five minutes', () => {
  const time = { start: '2027-07-02T18:00:00.000Z', end: '2027-07-02T19:00:00.000Z', timezone: null, allDay: false }
  const minutes = (n: number) => n * 60_000
  assert.equal(resizedTime(time, 0, minutes(30), 'UTC').end, '2027-07-02T19:30:00.000Z')
  assert.equal(resizedTime(time, 0, minutes(-120), 'UTC').end, '2027-07-02T18:05:00.000Z')
  assert.equal(resizedTime(time, minutes(120), 0, 'UTC').start, '2027-07-02T18:55:00.000Z')
  assert.equal(resizedTime({ ...time, end: null }, 0, minutes(15), 'UTC').end, '2027-07-02T19:15:00.000Z')
})

test('a session dropped at a local time gets that instant', () => {
  assert.deepEqual(timeAt('2027-07-02T18:00:00', 5_400_000, 'Europe/Paris'), {
    start: '2027-07-02T16:00:00.000Z',
    end: '2027-07-02T17:30:00.000Z',
    timezone: 'Europe/Paris',
    allDay: false,
  })
})

test('a filter finds without accents and case, by status, category and place; a session without end is open', () => {
  const one = session('x', '2027-07-02T18:00:00Z', { categoryIds: ['jazz'], interestPointId: 'main' })
  const words = folded('Grande Étale Quai Ana')
  assert(isWanted(one, words, { text: 'étale ANA', status: 'published', categoryId: 'jazz', placeId: 'main' }))
  for (const filter of [{ text: 'no' }, { status: 'draft' }, { categoryId: 'rock' }, { placeId: 'bar' }]) {
    assert(!isWanted(one, words, filter))
  }
  assert.equal(slotOf(one)?.isOpenEnded, true)
  assert.equal(slotOf(session('y', null)), undefined)
})

test('a search finds sessions of all days by start, and steps from the shown day on, around the end', () => {
  const sessions = [
    session('waiting jazz', null),
    session('late jazz', '2027-07-03T18:00:00.000Z'),
    session('jazz', '2027-07-02T18:00:00.000Z'),
    session('rock', '2027-07-02T17:00:00.000Z'),
  ]
  const dayById = daysOfSessions(sessions, { zone: 'UTC', dayStart: '06:00' })
  const matches = matchesOf({ sessions, dayById, wordsOf: ({ title }) => folded(title ?? '') }, { text: 'Jàzz' })
  const [first, second, last] = matches
  assert.deepEqual(
    matches.map(({ id }) => id),
    ['jazz', 'late jazz', 'waiting jazz'],
  )
  assert.deepEqual(
    matches.map(({ day }) => day),
    ['2027-07-02', '2027-07-03', undefined],
  )
  assert.equal(nextMatch(matches, -1, 1, '2027-07-03'), second)
  assert.equal(nextMatch(matches, -1, 1, '2027-07-09'), last)
  assert.equal(nextMatch(matches, -1, -1, '2027-07-02'), first)
  assert.equal(nextMatch(matches, 2, 1, '2027-07-02'), first)
  assert.equal(nextMatch(matches, 0, -1, '2027-07-02'), last)
  assert.equal(nextMatch([], -1, 1, '2027-07-02'), undefined)
})

test('only the sessions near the visible part are drawn, with all that overlap one of them and those that are kept', () => {
  const columns = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id, count: 1 }))
  const entry = (id: string, columnId: string, from: string, to: string, more: Partial<Entry> = {}): Entry => ({
    id,
    title: id,
    columnId,
    start: `2027-07-02T${from}:00`,
    end: `2027-07-02T${to}:00`,
    times: '',
    color: undefined,
    isAllDay: false,
    isDraft: false,
    isClashing: false,
    isOpenEnded: false,
    isCancelled: false,
    ...more,
  })
  const entries = [
    entry('above', 'a', '07:00', '08:00'),
    entry('chained', 'b', '07:00', '09:30'),
    entry('link', 'b', '09:00', '12:30'),
    entry('seen', 'b', '13:00', '14:00'),
    entry('beside', 'e', '13:00', '14:00'),
    entry('below', 'a', '20:00', '21:00'),
    entry('all day', 'a', '06:00', '23:00', { isAllDay: true }),
    entry('kept', 'e', '22:00', '23:00'),
  ]
  const viewport = { left: 0, top: 6 * 68, width: 316, height: 2 * 68, columnWidth: 158, slotHeight: 34 }
  const shown = windowOf(viewport)
  assert.deepEqual(shown, { fromColumn: -1, toColumn: 3, fromHour: 5, toHour: 9 })
  const day = { day: '2027-07-02', dayStart: '06:00', columns, entries }
  const ids = entriesIn(day, shown, new Set(['kept', undefined])).map(({ id }) => id)
  assert.deepEqual(ids, ['chained', 'link', 'seen', 'all day', 'kept'])
  const order = inTabOrder(columns, entries).map(({ id }) => id)
  assert.deepEqual(order, ['all day', 'above', 'chained', 'link', 'seen', 'beside', 'below', 'kept'])
})

test('unchanged items keep their identity and position', () => {
  const before = [
    { id: 'a', count: 1 },
    { id: 'b', count: 1 },
  ]
  const after = [
    { id: 'c', count: 1 },
    { id: 'b', count: 1 },
    { id: 'a', count: 0 },
  ]
  assert.deepEqual(
    keepOrder(before, after).map(({ id }) => id),
    ['a', 'b', 'c'],
  )
  const kept = keepSame(before, after)
  assert.equal(kept[1], before[1])
  assert.notEqual(kept[2], before[0])
})

test('visitors are told of the slot that they know, until the session is back there', () => {
  const titleOf = (id: string | null | undefined) => (id === 'quay' ? 'Quay' : id === 'tower' ? 'Tower' : null)
  const [six, seven] = ['2027-07-02T16:00:00.000Z', '2027-07-02T17:00:00.000Z']
  const at = (start: string) => ({ start, end: null, timezone: null, allDay: false })
  const opening = session('a', six, { interestPointId: 'quay' })
  const known = { start: six, end: null, place: 'Quay' }
  assert.deepEqual(movedFromOf(opening, { time: at(seven) }, titleOf), known)
  assert.deepEqual(movedFromOf(opening, { interestPointId: 'tower' }, titleOf), known)
  const moved = { ...opening, time: at(seven), movedFrom: known }
  assert.deepEqual(movedFromOf(moved, { interestPointId: 'tower' }, titleOf), known)
  assert.equal(movedFromOf(moved, { time: at(six) }, titleOf), null)
  assert.equal(movedFromOf(opening, { time: { ...at(six), end: seven } }, titleOf), undefined, 'only its end')
  assert.equal(movedFromOf({ ...opening, status: 'draft' }, { time: at(seven) }, titleOf), undefined)
  assert.equal(movedFromOf(session('b', null), { time: at(seven) }, titleOf), undefined)
})

test('the order of stages changes only those that move, and none is left when the names decide', () => {
  const stages: Stage[] = [
    { id: 'a', title: 'A', order: 1 },
    { id: 'b', title: 'B', order: 2 },
    { id: 'c', title: 'C', order: undefined },
  ]
  assert.deepEqual(
    movedTo(stages, 2, 0).map(({ id }) => id),
    ['c', 'a', 'b'],
  )
  assert.deepEqual(orderChanges(stages, false), [{ id: 'c', order: 3 }])
  assert.deepEqual(orderChanges(movedTo(stages, 1, 9), false), [
    { id: 'c', order: 2 },
    { id: 'b', order: 3 },
  ])
  assert.deepEqual(orderChanges(stages, true), [
    { id: 'a', order: null },
    { id: 'b', order: null },
  ])
})
