import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDateText } from '../src/ui/date-text.ts'
import { momentOf } from '../src/ui/typed-moment.ts'
import { usualTime } from '../src/ui/usual-time.ts'
import { dateFormats, formatInstant } from '../src/ui/zoned.ts'

const day = '2027-06-11'
const moment = { day, time: '18:30' }

test('a date is read as numbers, as ISO, and with the name of the month in each language', () => {
  for (const text of ['11.6.2027', '11.06.2027', '11/6/2027', '11-6-2027', '2027-06-11', '2027/6/11', ' 11 June 2027 '])
    assert.deepEqual(readDateText(text), { day }, text)
  for (const text of ['11 juin 2027', 'le 11 juin 2027', '11 de junio de 2027', 'June 11, 2027', '11th of June 2027'])
    assert.deepEqual(readDateText(text), { day }, text)
  assert.deepEqual(readDateText('1er août 2027'), { day: '2027-08-01' })
  assert.deepEqual(readDateText('3 Sept 2027'), { day: '2027-09-03' })
  assert.deepEqual(readDateText('7 juil. 2027'), { day: '2027-07-07' })
})

test('a time follows the date, or is alone', () => {
  for (const text of [
    '11.6.2027 18:30',
    '11/6/2027 6:30 pm',
    '2027-06-11T18:30:00Z'.slice(0, 16),
    '11 June 2027, 6:30 p.m.',
  ])
    assert.deepEqual(readDateText(text), moment, text)
  assert.deepEqual(readDateText('11 juin 2027 à 18h30'), moment)
  assert.deepEqual(readDateText('11 de junio de 2027 a las 18:30'), moment)
  assert.deepEqual(readDateText('18:30'), { time: '18:30' })
  assert.deepEqual(readDateText('6 pm'), { time: '18:00' })
  assert.deepEqual(readDateText('12:15 am'), { time: '00:15' })
  assert.deepEqual(readDateText('9h'), { time: '09:00' })
})

test('every format in which the studio shows a moment is read again', () => {
  for (const language of ['en', 'fr', 'es'])
    for (let month = 1; month <= 12; month++)
      for (const format of [dateFormats.short, dateFormats.weekday, dateFormats.long]) {
        const of = `2027-${String(month).padStart(2, '0')}-11`
        const shown = formatInstant(`${of}T18:30:00Z`, 'UTC', language, format)
        assert.deepEqual(readDateText(shown), { day: of, time: '18:30' }, shown)
      }
})

test('what is no date is not guessed', () => {
  for (const text of [
    '',
    'soon',
    'next friday',
    '31.2.2027',
    '11.13.2027',
    '11/13/2027',
    '25:00',
    '11.6.2027 24:10',
    '11.6',
    '2027',
    '5 jui 2027',
    '13 pm',
    '11.6.27',
  ])
    assert.equal(readDateText(text), undefined, text)
})

test('a day without a time gets the usual one, and today a full hour that is still to come', () => {
  const now = Date.parse('2027-06-11T12:20:00Z')
  assert.equal(usualTime('2027-06-12', 'Europe/Paris', now), '09:00')
  assert.equal(usualTime('2027-06-11', 'Europe/Paris', now), '15:00')
  assert.equal(usualTime('2027-06-11', 'Europe/Paris', Date.parse('2027-06-11T05:00:00Z')), '09:00')
  assert.equal(usualTime('2027-06-11', 'Europe/Paris', Date.parse('2027-06-11T21:30:00Z')), '23:59')
})

test('a day keeps the time that there is, a time keeps the day, and an end follows its start', () => {
  const zone = 'Europe/Paris'
  const timeFor = () => '18:00'
  const value = '2027-06-11T18:30:00.000Z'
  const of = (read: object, more: object = {}) => momentOf(read, { value: null, zone, timeFor, ...more })
  assert.deepEqual(of({ day: '2027-06-12' }, { value }), { instant: '2027-06-12T18:30:00.000Z' })
  assert.deepEqual(of({ day: '2027-06-12' }), { instant: '2027-06-12T16:00:00.000Z' })
  assert.deepEqual(of({ time: '10:00' }, { value }), { instant: '2027-06-11T08:00:00.000Z' })
  assert.deepEqual(of({ time: '10:00' }), { problem: 'noDay' })
  assert.deepEqual(of({ day: '2027-03-28', time: '02:30' }), { problem: 'skipped' })
  const after = '2027-06-11T21:00:00.000Z'
  assert.deepEqual(of({ time: '23:30' }, { after }), { instant: '2027-06-11T21:30:00.000Z' })
  assert.deepEqual(of({ time: '01:00' }, { after }), { instant: '2027-06-11T23:00:00.000Z' }, 'after midnight')
  assert.deepEqual(of({ day: '2027-06-11', time: '01:00' }, { after }), { instant: '2027-06-10T23:00:00.000Z' })
})
