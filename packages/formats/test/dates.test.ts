import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDuration } from '../src/dates/durations.ts'
import { resolveDates } from '../src/dates/resolve.ts'
import { timeOf } from '../src/dates/slots.ts'
import { readWritten } from '../src/dates/written.ts'

const dateIn = (text: string) => {
  const { date } = readWritten(text)
  return date && resolveDates([date], { firstDay: '2027-07-02' }).dayOf(date)
}

test('dates are read as people of many languages write them', () => {
  for (const text of [
    '2027-07-02',
    '2027/7/2',
    '02.07.2027',
    '2.7.27',
    'Friday 2 July 2027',
    'Fri, July 2nd, 2027',
    'vendredi 2 juillet 2027',
    'Freitag, 2. Juli 2027',
    'viernes 2 de julio de 2027',
    'venerdì 2 luglio 2027',
    'vrijdag 2 juli 2027',
    '2. července 2027',
    '2027年7月2日',
    'Fri 2 July',
    'Fr. 02.07.',
    'Friday',
    'Friday 2nd',
    'Day 1',
  ])
    assert.equal(dateIn(text), '2027-07-02', text)
  for (const text of [
    'Room 101',
    'Route 66',
    'A talk about 1984',
    'May 2027',
    '45 minutes',
    '31.02.2027',
    '10 out of 10',
    'Set 1',
  ])
    assert.equal(dateIn(text), undefined, text)
})

test('times are read alone, as a span, and with the half of the day written once', () => {
  const spans: [string, number, number | undefined][] = [
    ['18:00', 1080, undefined],
    ['18h30', 1110, undefined],
    ['18h', 1080, undefined],
    ['6:30 pm', 1110, undefined],
    ['12am', 0, undefined],
    ['18:00 - 19:00', 1080, 1140],
    ['18.00–19.30 Uhr', 1080, 1170],
    ['18 - 19 Uhr', 1080, 1140],
    ['de 18h à 19h30', 1080, 1170],
    ['6:30 - 7:30 pm', 1110, 1170],
    ['11:30 – 1 pm', 690, 780],
    ['22:00–02:00', 1320, 1560],
    ['25:30', 1530, undefined],
  ]
  for (const [text, start, end] of spans) {
    const written = readWritten(text)
    assert.deepEqual([written.start, written.end, written.rest], [start, end, ''], text)
  }
  assert.deepEqual(readWritten('12:10 - 12:40 Opening of the harbour').rest, 'Opening of the harbour')
})

test('durations are read with and without unit', () => {
  const durations = ['45', '45 min', '0:45', '1h30', '1 h 30 min', '1:30', '1.5 hours', '2 Std', '90m']
  assert.deepEqual(
    durations.map((text) => readDuration(text)),
    [45, 45, 45, 90, 90, 90, 90, 120, 90],
  )
  assert.deepEqual([readDuration('long'), readDuration('2', 'hours')], [undefined, 120])
})

test('the whole column decides whether the day or the month comes first', () => {
  const resolved = (texts: string[]) => {
    const dates = texts.flatMap((text) => readWritten(text).date ?? [])
    const { dayOf, isAmbiguous } = resolveDates(dates)
    return { days: dates.map(dayOf), isAmbiguous }
  }
  assert.deepEqual(resolved(['2/7/2027', '13/7/2027']), { days: ['2027-07-02', '2027-07-13'], isAmbiguous: false })
  assert.deepEqual(resolved(['7/2/2027', '7/13/2027']), { days: ['2027-07-02', '2027-07-13'], isAmbiguous: false })
  assert.deepEqual(resolved(['Fri 7/2/2027']), { days: ['2027-07-02'], isAmbiguous: false })
  assert.deepEqual(resolved(['7/2/2027', '7/3/2027']), { days: ['2027-07-02', '2027-07-03'], isAmbiguous: true })
  assert.deepEqual(resolved(['2/7/2027', '3/7/2027']), { days: ['2027-07-02', '2027-07-03'], isAmbiguous: true })
  assert.deepEqual(resolved(['Sat 3 July', '2 July 2027']), { days: ['2027-07-03', '2027-07-02'], isAmbiguous: false })
})

test('a date is completed only when one day fits', () => {
  const date = { weekday: 6, day: 14 }
  // In 2015 the 14th of February, March and November are Saturdays.
  assert.equal(resolveDates([date], { year: 2015 }).dayOf(date), undefined)
  assert.equal(resolveDates([date], { firstDay: '2015-11-14' }).dayOf(date), '2015-11-14')
})

test('an end before the start is of the next day, and a local time is read in its zone', () => {
  const time = timeOf({ day: '2027-07-02', start: 23 * 60, end: 60 }, 'Europe/Paris')
  assert.deepEqual(time, {
    start: '2027-07-02T21:00:00.000Z',
    end: '2027-07-02T23:00:00.000Z',
    timezone: null,
    allDay: false,
  })
})
