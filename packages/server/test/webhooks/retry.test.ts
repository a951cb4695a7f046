import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { retryAfterOf } from '../../src/base/retry-after.ts'
import { isHopeless, scheduleSeconds, type Verdict, verdictOf } from '../../src/webhooks/retry.ts'

const hourSeconds = 3_600
const dayMs = 86_400_000
const outcome = (status: number | null, retryAfterSeconds: number | null = null) => ({ status, retryAfterSeconds })
const delayOf = (verdict: Verdict) =>
  verdict.type === 'retry' ? verdict.delayMs : assert.fail(`it is ${verdict.type}`)

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const failure = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 100, max: 599 }).filter((status) => status !== 410 && (status < 200 || status > 299)),
)
const retriedAttempt = fc.integer({ min: 1, max: 9 })

suite('the decision after an attempt', () => {
  test('the schedule is as decided', () => {
    assert.deepEqual(scheduleSeconds, [
      0,
      5,
      300,
      1_800,
      2 * hourSeconds,
      5 * hourSeconds,
      10 * hourSeconds,
      14 * hourSeconds,
      20 * hourSeconds,
      24 * hourSeconds,
    ])
  })

  test('every 2xx is a success at any attempt, and nothing else is', () => {
    for (let status = 100; status < 600; status++) {
      for (const attempt of [1, 5, 10]) {
        const { type } = verdictOf(attempt, outcome(status), 0.5)
        assert.equal(type === 'delivered', status >= 200 && status < 300, `${status}`)
      }
    }
    assert.notEqual(verdictOf(1, outcome(null), 0.5).type, 'delivered')
  })

  test('410 means gone, at any attempt', () => {
    for (let attempt = 1; attempt <= 10; attempt++)
      assert.deepEqual(verdictOf(attempt, outcome(410, 60), 0.5), { type: 'gone' })
  })

  test('a redirect is an ordinary failure', () => {
    for (const status of [301, 302, 303, 307, 308]) assert.equal(delayOf(verdictOf(1, outcome(status), 0.5)), 5_000)
  })

  test('each delay is within a fifth of the regular one', () => {
    fc.assert(
      fc.property(retriedAttempt, failure, fraction, (attempt, status, random) => {
        const stepMs = (scheduleSeconds[attempt] ?? 0) * 1_000
        const delayMs = delayOf(verdictOf(attempt, outcome(status), random))
        assert(delayMs >= Math.floor(stepMs * 0.8) && delayMs <= Math.ceil(stepMs * 1.2), `${delayMs} of ${stepMs}`)
      }),
    )
  })

  test('the jitter covers the whole range, around the regular delay', () => {
    assert.deepEqual(
      [0, 0.5, 1].map((random) => delayOf(verdictOf(2, outcome(500), random))),
      [240_000, 300_000, 360_000],
    )
  })

  test('Retry-After is respected up to twice the regular delay, and never shortens it', () => {
    fc.assert(
      fc.property(retriedAttempt, failure, fc.nat({ max: 999_999_999 }), fraction, (attempt, status, asked, random) => {
        const step = scheduleSeconds[attempt] ?? 0
        const without = delayOf(verdictOf(attempt, outcome(status), random))
        const delayMs = delayOf(verdictOf(attempt, outcome(status, asked), random))
        assert.equal(delayMs, Math.max(without, Math.min(asked, 2 * step) * 1_000))
      }),
    )
  })

  test('there are exactly ten attempts, whatever fails', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(failure, fraction), { minLength: 10, maxLength: 10 }), (tries) => {
        const types = tries.map(([status, random], index) => verdictOf(index + 1, outcome(status), random).type)
        assert.deepEqual(types, [...new Array<string>(9).fill('retry'), 'failed'])
      }),
    )
  })

  test('the last attempt is after three days, plus or minus a fifth', () => {
    const totalHours = scheduleSeconds.reduce((sum, step) => sum + step, 0) / hourSeconds
    assert(totalHours > 75 && totalHours < 76, `${totalHours}`)
  })
})

suite('Retry-After', () => {
  const nowMs = Date.parse('2027-07-02T12:00:00Z')

  test('is seconds or a date, and anything else is ignored', () => {
    assert.equal(retryAfterOf(undefined, nowMs), null)
    assert.equal(retryAfterOf('0', nowMs), 0)
    assert.equal(retryAfterOf('120', nowMs), 120)
    assert.equal(retryAfterOf('Fri, 02 Jul 2027 12:00:30 GMT', nowMs), 30)
    assert.equal(retryAfterOf('soon', nowMs), null)
    assert.equal(retryAfterOf('', nowMs), null)
  })

  test('a date in the past has no effect', () => {
    assert.equal(retryAfterOf('Fri, 02 Jul 2027 11:00:00 GMT', nowMs), 0)
  })

  test('any header value is parsed as null or a non-negative number of seconds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.double().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const seconds = retryAfterOf(header, nowMs)
          assert(seconds === null || (Number.isFinite(seconds) && seconds >= 0), `${header}: ${seconds}`)
        },
      ),
    )
  })
})

suite('a webhook is disabled', () => {
  test('after five days and three events, both', () => {
    const since = Date.parse('2027-07-01T00:00:00Z')
    assert.equal(isHopeless(since, since + 5 * dayMs, 3), false)
    assert.equal(isHopeless(since, since + 5 * dayMs + 1, 2), false)
    assert.equal(isHopeless(since, since + 5 * dayMs + 1, 3), true)
    assert.equal(isHopeless(since, since + 4 * dayMs, 1_000_000), false)
  })
})
