import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignInThrottle } from '../../src/access/sign-in-throttle.ts'

test('after ten failed tries for one account an address waits, until the first is 15 minutes old', () => {
  const time = { nowMs: 0, now: () => time.nowMs }
  const throttle = createSignInThrottle({ clock: time })
  const attempt = () => throttle.allow('192.0.2.1', 'Ada@studio.test')
  for (let times = 0; times < 10; times++) {
    assert.deepEqual(attempt(), { isAllowed: true, retryAfterSeconds: 0 })
    time.nowMs += 1_000
  }
  assert.deepEqual(attempt(), { isAllowed: false, retryAfterSeconds: 890 })
  assert.deepEqual(throttle.allow('192.0.2.1', ' ada@STUDIO.test'), { isAllowed: false, retryAfterSeconds: 890 })
  assert.equal(throttle.allow('192.0.2.2', 'ada@studio.test').isAllowed, true)
  assert.equal(throttle.allow('192.0.2.1', 'bob@studio.test').isAllowed, true)
  time.nowMs = 900_000 - 1
  assert.deepEqual(attempt(), { isAllowed: false, retryAfterSeconds: 1 })
  time.nowMs = 900_000
  assert.equal(attempt().isAllowed, true)
  assert.deepEqual(attempt(), { isAllowed: false, retryAfterSeconds: 1 })
})

test('a sign-in that succeeds is no failed try', () => {
  const throttle = createSignInThrottle({ clock: { now: () => 0 } })
  for (let times = 0; times < 500; times++) {
    assert.equal(throttle.allow('192.0.2.1', 'ada@studio.test').isAllowed, true)
    throttle.succeeded('192.0.2.1', 'ada@studio.test')
  }
})

test('an address may fail 100 times and an account 50 times, and success gives neither a new start', () => {
  const throttle = createSignInThrottle({ clock: { now: () => 0 } })
  for (let number = 0; number < 100; number++)
    assert.equal(throttle.allow('192.0.2.1', `${number}@studio.test`).isAllowed, true)
  assert.deepEqual(throttle.allow('192.0.2.1', 'new@studio.test'), { isAllowed: false, retryAfterSeconds: 900 })

  for (let number = 0; number < 49; number++) throttle.allow(`198.51.100.${number}`, 'ada@studio.test')
  assert.equal(throttle.allow('203.0.113.1', 'ada@studio.test').isAllowed, true)
  throttle.succeeded('203.0.113.1', 'ada@studio.test')
  assert.equal(throttle.allow('203.0.113.2', 'ada@studio.test').isAllowed, true)
  assert.equal(throttle.allow('203.0.113.3', 'ada@studio.test').isAllowed, false)
})

test('tries from endless addresses do not fill the memory: the oldest are forgotten', () => {
  const throttle = createSignInThrottle({ clock: { now: () => 0 } })
  for (let times = 0; times < 10; times++) throttle.allow('192.0.2.1', 'ada@studio.test')
  const flood = (count: number) => {
    for (let number = 0; number < count; number++) throttle.allow(`address ${number}`, `${number}@studio.test`)
  }
  flood(5_000)
  assert.equal(throttle.allow('192.0.2.1', 'ada@studio.test').isAllowed, false)
  flood(50_000)
  assert.equal(throttle.allow('192.0.2.1', 'ada@studio.test').isAllowed, true)
})
