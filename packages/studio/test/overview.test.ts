import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '@marquee/model'
import { stackedBars, topSeries } from '../src/screens/overview/chart.ts'
import { crowdDays } from '../src/screens/overview/crowd.ts'
import { agoOf, newsOf } from '../src/screens/overview/news.ts'
import { momentOf, phaseOf } from '../src/screens/overview/now-next.ts'
import { siteStateOf } from '../src/screens/overview/site-state.ts'
import { stepsOf } from '../src/screens/overview/steps.ts'
import { busiest, daysOf, inDayOrder, rangesFor } from '../src/screens/overview/visit-range.ts'

const at = (time: string) => `2027-07-02T${time}:00.000Z`

test('sessions are current, upcoming or over; one without an end counts as an hour', () => {
  const session = (start: string | null, end: string | null = null, allDay = false) => ({
    time: { start, end, allDay },
  })
  const [long, open, later, soon, over, whole, unplanned] = [
    session(at('11:00'), at('13:00')),
    session(at('11:30')),
    session(at('15:00')),
    session(at('12:30')),
    session(at('09:00'), at('12:00')),
    session(at('00:00'), null, true),
    session(null),
  ]
  const moment = momentOf([long, open, later, soon, over, whole, unplanned], Date.parse(at('12:00')))
  assert.deepEqual(
    moment.now.map((one) => [one.session, one.part]),
    [
      [whole, 0.5],
      [long, 0.5],
      [open, 0.5],
    ],
  )
  assert.deepEqual(moment.next, [soon, later])
})

test('a festival is ahead, on one of its days, or over; a programme of months has no phase', () => {
  assert.deepEqual(phaseOf('2027-06-30', '2027-07-02', '2027-07-04'), { phase: 'before', days: 2 })
  assert.deepEqual(phaseOf('2027-07-03', '2027-07-02', '2027-07-04'), { phase: 'during', day: 2, of: 3 })
  assert.deepEqual(phaseOf('2027-07-05', '2027-07-02', '2027-07-04'), { phase: 'after', days: 1 })
  assert.equal(phaseOf('2027-07-05', '2027-01-01', '2027-12-31'), undefined)
})

test('the most frequent types are listed, the others are summed', () => {
  const series = [1, 5, 3, 2].map((total, index) => ({ type: `t${index}`, total, counts: [total, 0] }))
  assert.deepEqual(topSeries(series, 3, 'others'), [
    { type: 't1', total: 5, counts: [5, 0] },
    { type: 't2', total: 3, counts: [3, 0] },
    { type: 'others', total: 3, counts: [3, 0] },
  ])
  assert.equal(topSeries(series, 4, 'others').length, 4)
})

test('bars stack the types of a day on a scale of round numbers', () => {
  const series = [
    { type: 'opened', total: 7, counts: [4, 3] },
    { type: 'liked', total: 3, counts: [3, 0] },
  ]
  const { bars, ticks } = stackedBars(['2027-07-02', '2027-07-03'], series, { width: 100, height: 100 })
  assert.deepEqual(ticks, [
    { value: 0, y: 100 },
    { value: 5, y: 50 },
    { value: 10, y: 0 },
  ])
  assert.deepEqual(bars[0]?.parts, [
    { type: 'opened', count: 4, y: 60, height: 40 },
    { type: 'liked', count: 3, y: 30, height: 30 },
  ])
  assert.deepEqual(bars[1]?.parts, [{ type: 'opened', count: 3, y: 70, height: 30 }])
  assert.deepEqual(
    stackedBars(['2027-07-02'], [], { width: 100, height: 100 }).bars.map(({ total }) => total),
    [0],
  )
})

test('consecutive changes of one kind by one actor are one line, with a relative time', () => {
  const change = (sequence: number, id: string, kind = 'media', actor: Actor = { type: 'key', id: 'k' }) => ({
    sequence,
    id,
    kind,
    actor,
    operation: 'create',
  })
  const changes = [change(5, 'a'), change(4, 'b'), change(3, 'b'), change(2, 'c', 'font'), change(1, 'd')]
  assert.deepEqual(
    newsOf(changes).map(({ change: { sequence }, records }) => [sequence, records]),
    [
      [5, 2],
      [2, 1],
      [1, 1],
    ],
  )
  const now = Date.parse(at('12:00'))
  assert.equal(agoOf(at('11:55'), now, 'en'), '5 minutes ago')
  assert.equal(agoOf(at('12:01'), now, 'en'), 'now')
  assert.equal(agoOf('2027-07-01T11:00:00Z', now, 'fr'), 'hier')
})

test('first steps are ticked automatically, and steps for owners are shown to owners only', () => {
  const records = { broadcastInterestPoint: { used: 1 }, broadcastSession: { used: 0 }, broadcastMember: { used: 1 } }
  const usage = { records, apiKeys: { used: 2 } }
  assert.deepEqual(
    stepsOf(usage, true).map(({ step, isDone }) => [step, isDone]),
    [
      ['place', true],
      ['session', false],
      ['article', false],
      ['member', false],
      ['key', true],
    ],
  )
  assert.deepEqual(
    stepsOf(usage, false).map(({ step }) => step),
    ['place', 'session', 'article'],
  )
})

test('the state of the site names the first thing that keeps visitors out', () => {
  const shown = { isPrivate: false, isWeb: true, isApp: true }
  const site = { _id: '1', slug: 'brisemer', domain: null, status: 'published' }
  const stateOf = (broadcast: object, channels: (typeof site)[], hasContent = true) =>
    siteStateOf({ ...shown, ...broadcast }, channels, hasContent).state
  assert.equal(stateOf({}, [site]), 'public')
  assert.equal(stateOf({}, [site], false), 'empty')
  assert.equal(stateOf({ isPrivate: true }, [site], false), 'private')
  assert.equal(stateOf({ isWeb: false, isApp: false }, [site]), 'private')
  assert.equal(stateOf({ isWeb: false }, [site]), 'private')
  assert.equal(stateOf({ isPrivate: true }, [{ ...site, status: 'draft' }]), 'draft')
  assert.equal(stateOf({}, [{ ...site, slug: '' }]), 'missing')
  assert.equal(stateOf({}, []), 'missing')
  const channels = [
    { ...site, status: 'draft' },
    { ...site, slug: 'other' },
  ]
  assert.equal(siteStateOf(shown, channels, true).channel?.slug, 'other', 'a published one counts')
})

test('visits are shown for a week, thirty days or the days of a festival of at most 400 days', () => {
  const festival = { from: '2027-07-02', to: '2027-07-04' }
  assert.deepEqual(daysOf('week', '2027-03-03', festival), { from: '2027-02-25', to: '2027-03-03' })
  assert.deepEqual(daysOf('month', '2027-03-03', festival), {})
  assert.deepEqual(daysOf('festival', '2027-03-03', festival), festival)
  assert.deepEqual(rangesFor(festival), ['week', 'month', 'festival'])
  for (const days of [undefined, { from: '2026-07-01', to: '2027-08-05' }])
    assert.deepEqual(rangesFor(days), ['week', 'month'])
})

test('hours begin with that of the start of the day, and the earliest of the busiest is named', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, count: hour === 1 || hour === 20 ? 5 : 0 }))
  const ordered = inDayOrder(hours, '06:00')
  assert.deepEqual([ordered[0]?.hour, ordered.at(-1)?.hour], [6, 5])
  assert.equal(busiest(ordered)?.hour, 20)
  assert.equal(busiest(hours.map(({ hour }) => ({ hour, count: 0 }))), undefined)
})

test('the expected crowd has the hours of a festival day in their order, and the fullest place first', () => {
  const entry = (day: string, hour: number, placeId: string, favorites: number) => ({
    day,
    hour,
    placeId,
    title: placeId,
    favorites,
  })
  const days = crowdDays(
    [
      entry('2027-07-03', 20, 'quay', 9),
      entry('2027-07-02', 1, 'barn', 5),
      entry('2027-07-02', 22, 'quay', 3),
      entry('2027-07-02', 22, 'barn', 2),
    ],
    '06:00',
  )
  assert.deepEqual(
    days.map(({ day, hours, places }) => ({
      day,
      hours,
      places: places.map(({ id, counts }) => [id, Object.fromEntries(counts)]),
    })),
    [
      {
        day: '2027-07-02',
        hours: [22, 23, 0, 1],
        places: [
          ['barn', { 1: 5, 22: 2 }],
          ['quay', { 22: 3 }],
        ],
      },
      { day: '2027-07-03', hours: [20], places: [['quay', { 20: 9 }]] },
    ],
  )
})
