import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cronError, nextDue, type Trigger, verdictOn } from '../../src/workflows/schedule.ts'

/** The due times between two instants, for a service that is always running. */
function duesBetween(trigger: Trigger, from: string, to: string, zone = 'UTC'): string[] {
  const dues: string[] = []
  for (let at = nextDue(trigger, new Date(from), zone); at && at <= new Date(to); ) {
    dues.push(at.toISOString())
    at = verdictOn(trigger, at, at, zone).nextAt
  }
  return dues
}

const daily = (cron: string, timezone?: string): Trigger => ({ type: 'schedule', cron, ...(timezone && { timezone }) })

test('a daily time in a time zone is due once a day when clocks go forward, at the first moment after the gap', () => {
  assert.deepEqual(duesBetween(daily('30 2 * * *', 'Europe/Paris'), '2027-03-26T12:00:00Z', '2027-03-30T12:00:00Z'), [
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
    '2027-03-30T00:30:00.000Z',
  ])
})

test('a daily time in a time zone is due once a day when clocks go back, at its first occurrence', () => {
  assert.deepEqual(duesBetween(daily('30 2 * * *', 'Europe/Paris'), '2027-10-29T12:00:00Z', '2027-11-02T12:00:00Z'), [
    '2027-10-30T00:30:00.000Z',
    '2027-10-31T00:30:00.000Z',
    '2027-11-01T01:30:00.000Z',
    '2027-11-02T01:30:00.000Z',
  ])
})

test('an hourly time is due every hour across both clock changes', () => {
  for (const [from, to] of [
    ['2027-03-28T00:00:30Z', '2027-03-28T06:00:00Z'],
    ['2027-10-31T00:00:30Z', '2027-10-31T06:00:00Z'],
  ] as const) {
    const dues = duesBetween(daily('0 * * * *', 'Europe/Paris'), from, to)
    assert.equal(dues.length, 6)
    for (const [at, due] of dues.entries()) assert.equal(Date.parse(due), Date.parse(dues[0] ?? '') + at * 3_600_000)
  }
})

test('a leap day is due every four years', () => {
  assert.deepEqual(duesBetween(daily('0 8 29 2 *', 'Europe/Paris'), '2027-01-01T00:00:00Z', '2033-01-01T00:00:00Z'), [
    '2028-02-29T07:00:00.000Z',
    '2032-02-29T07:00:00.000Z',
  ])
})

test('without its own time zone a schedule uses that of the broadcast', () => {
  assert.equal(
    nextDue(daily('0 8 * * *'), new Date('2027-07-01T12:00:00Z'), 'America/New_York')?.toISOString(),
    '2027-07-02T12:00:00.000Z',
  )
})

test('several missed due times start one run, for the latest, or none', () => {
  const trigger = (misfire: 'once' | 'skip'): Trigger => ({ type: 'interval', everySeconds: 60, misfire })
  const [dueAt, now] = [new Date('2027-07-01T12:00:00Z'), new Date('2027-07-02T12:00:59Z')]
  const nextAt = new Date('2027-07-02T12:01:00Z')
  assert.deepEqual(verdictOn(trigger('once'), dueAt, now, 'UTC'), { fireAt: new Date('2027-07-02T12:00:00Z'), nextAt })
  assert.deepEqual(
    verdictOn(trigger('skip'), dueAt, now, 'UTC').fireAt,
    new Date('2027-07-02T12:00:00Z'),
    'the last one is not missed',
  )
  const hourly: Trigger = { type: 'interval', everySeconds: 3_600, misfire: 'skip' }
  assert.deepEqual(verdictOn(hourly, dueAt, new Date('2027-07-02T12:30:00Z'), 'UTC'), {
    fireAt: null,
    nextAt: new Date('2027-07-02T13:00:00Z'),
  })
  const schedule = { ...daily('0 * * * *'), misfire: 'once' as const }
  assert.deepEqual(verdictOn(schedule, dueAt, new Date('2027-07-02T12:30:00Z'), 'UTC'), {
    fireAt: new Date('2027-07-02T12:00:00Z'),
    nextAt: new Date('2027-07-02T13:00:00Z'),
  })
})

test('a trigger of type once is due once, also late, and not when it was in the past from the start', () => {
  const once: Trigger = { type: 'once', at: '2027-07-02T12:00:00.000Z' }
  assert.equal(nextDue(once, new Date('2027-07-02T12:00:00Z'), 'UTC'), null)
  const dueAt = nextDue(once, new Date('2027-07-01T12:00:00Z'), 'UTC')
  assert(dueAt)
  assert.deepEqual(verdictOn(once, dueAt, new Date('2027-07-09T12:00:00Z'), 'UTC'), { fireAt: dueAt, nextAt: null })
  assert.deepEqual(verdictOn({ ...once, misfire: 'skip' }, dueAt, new Date('2027-07-09T12:00:00Z'), 'UTC'), {
    fireAt: null,
    nextAt: null,
  })
})

test('at any delay, the next due time is in the future and the one to start for has passed', () => {
  const trigger = fc.oneof(
    fc.integer({ min: 60, max: 100_000 }).map((everySeconds): Trigger => ({ type: 'interval', everySeconds })),
    fc.constantFrom('0 8 * * *', '*/5 * * * *', '30 2 * * SUN', '0 0 1 * *').map((cron) => daily(cron, 'Europe/Paris')),
  )
  fc.assert(
    fc.property(trigger, fc.integer({ min: 0, max: 40 * 86_400 }), (one, lateSeconds) => {
      const dueAt = nextDue(one, new Date('2027-03-20T10:11:12Z'), 'UTC')
      assert(dueAt)
      const now = new Date(dueAt.getTime() + lateSeconds * 1_000)
      const { fireAt, nextAt } = verdictOn(one, dueAt, now, 'UTC')
      assert(fireAt && fireAt >= dueAt && fireAt <= now)
      assert(nextAt && nextAt > now)
      assert.deepEqual(nextDue(one, fireAt, 'UTC'), nextAt)
    }),
    { numRuns: 200 },
  )
})

test('a cron expression that is invalid, finer than a minute, or never due is an error', () => {
  for (const good of ['0 8 * * MON-FRI', '*/15 * * * *', '@daily', '0 0 29 2 *', '0 0 L * *'])
    assert.equal(cronError(good), undefined, good)
  for (const bad of ['', 'daily', '* * * *', '60 * * * *', '* * * * * *', '0 0 * * FUNDAY'])
    assert.equal(cronError(bad)?.code, 'format', bad)
  assert.equal(cronError('0 0 30 2 *')?.code, 'never')
})
