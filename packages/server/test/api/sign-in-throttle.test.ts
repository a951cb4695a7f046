import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignInThrottle } from '../../src/access/sign-in-throttle.ts'

/** A throttle, with `allow` and `succeeded` for an account and an address. */
function open(clock = { now: () => 0 }) {
  const throttle = createSignInThrottle({ clock })
  return {
    allow: (address: string, account: string, device?: string) =>
      throttle.allow('signIn', { address, account, device }),
    succeeded: (address: string, account: string) => throttle.succeeded('signIn', { address, account }),
    throttle,
  }
}

test('after ten failed attempts for one account an address waits, until the first is 15 minutes old', () => {
  const time = { nowMs: 0, now: () => time.nowMs }
  const { allow } = open(time)
  const attempt = () => allow('192.0.2.1', 'Ada@studio.test')
  for (let times = 0; times < 10; times++) {
    assert.deepEqual(attempt(), { isAllowed: true, retryAfterSeconds: 0 })
    time.nowMs += 1_000
  }
  assert.deepEqual(attempt(), { isAllowed: false, retryAfterSeconds: 890 })
  assert.deepEqual(allow('192.0.2.1', ' ada@STUDIO.test'), { isAllowed: false, retryAfterSeconds: 890 })
  assert.equal(allow('192.0.2.2', 'ada@studio.test').isAllowed, true)
  assert.equal(allow('192.0.2.1', 'bob@studio.test').isAllowed, true)
  time.nowMs = 900_000 - 1
  assert.deepEqual(attempt(), { isAllowed: false, retryAfterSeconds: 1 })
  time.nowMs = 900_000
  assert.equal(attempt().isAllowed, true)
  assert.deepEqual(attempt(), { isAllowed: false, retryAfterSeconds: 1 })
})

test('a successful sign-in does not count as failed', () => {
  const { allow, succeeded } = open()
  for (let times = 0; times < 500; times++) {
    assert.equal(allow('192.0.2.1', 'ada@studio.test').isAllowed, true)
    succeeded('192.0.2.1', 'ada@studio.test')
  }
})

test('an address can fail 100 times and an account 50 times, and a success resets neither', () => {
  const { allow, succeeded } = open()
  for (let number = 0; number < 100; number++) assert.equal(allow('192.0.2.1', `${number}@studio.test`).isAllowed, true)
  assert.deepEqual(allow('192.0.2.1', 'new@studio.test'), { isAllowed: false, retryAfterSeconds: 900 })

  for (let number = 0; number < 49; number++) allow(`198.51.100.${number}`, 'ada@studio.test')
  assert.equal(allow('203.0.113.1', 'ada@studio.test').isAllowed, true)
  succeeded('203.0.113.1', 'ada@studio.test')
  assert.equal(allow('203.0.113.2', 'ada@studio.test').isAllowed, true)
  assert.equal(allow('203.0.113.3', 'ada@studio.test').isAllowed, false)
})

test('the addresses of one IPv6 network count as one, and an IPv4 address counts the same in any spelling', () => {
  const { allow } = open()
  for (let number = 0; number < 10; number++)
    assert.equal(allow(`2001:db8:0:1::${number}`, 'ada@studio.test').isAllowed, true)
  assert.equal(allow('2001:db8:0:1:ffff:ffff:ffff:ffff', 'ada@studio.test').isAllowed, false)
  assert.equal(allow('2001:0DB8:0:0001::%eth0', 'ada@studio.test').isAllowed, false)
  assert.equal(allow('2001:db8:0:2::1', 'ada@studio.test').isAllowed, true)
  for (let number = 0; number < 10; number++) allow('192.0.2.1', 'bob@studio.test')
  assert.equal(allow('::ffff:192.0.2.1', 'bob@studio.test').isAllowed, false)
  assert.equal(allow('::ffff:c000:201', 'bob@studio.test').isAllowed, false)
})

test('a known device is not locked out by attempts of others, and has ten attempts of its own', () => {
  const { allow } = open()
  for (let number = 0; number < 60; number++) allow(`198.51.100.${number}`, 'ada@studio.test')
  for (let number = 0; number < 110; number++) allow('192.0.2.1', `${number}@studio.test`)
  assert.equal(allow('192.0.2.1', 'ada@studio.test').isAllowed, false)
  for (let times = 0; times < 10; times++) assert.equal(allow('192.0.2.1', 'ada@studio.test', 'device').isAllowed, true)
  assert.equal(allow('203.0.113.1', 'ada@studio.test', 'device').isAllowed, false)
  assert.equal(allow('192.0.2.1', 'ada@studio.test', 'another').isAllowed, true)
})

test('an address can create at most 100 accounts, though each sign-up succeeds', () => {
  const { throttle } = open()
  const signUp = (number: number) => {
    const trier = { address: '192.0.2.1', account: `${number}@studio.test` }
    const isAllowed = throttle.allow('signUp', trier).isAllowed && throttle.allow('newAccount', trier).isAllowed
    throttle.succeeded('signUp', trier)
    return isAllowed
  }
  for (let number = 0; number < 100; number++) assert.equal(signUp(number), true)
  assert.equal(signUp(100), false)
})

test('attempts without an account count by network alone, so that they cannot exhaust those of others', () => {
  const { throttle } = open()
  const confirm = (address: string) => throttle.allow('confirmSignUp', { address, account: '' }).isAllowed
  for (let times = 0; times < 30; times++) assert.equal(confirm('192.0.2.1'), true)
  assert.equal(confirm('192.0.2.1'), false)
  assert.equal(confirm('192.0.2.2'), true)
})

test('attempts from unlimited addresses do not fill the memory: the oldest are dropped', () => {
  const { allow } = open()
  for (let times = 0; times < 10; times++) allow('192.0.2.1', 'ada@studio.test')
  const flood = (count: number) => {
    for (let number = 0; number < count; number++) allow(`address ${number}`, `${number}@studio.test`)
  }
  flood(5_000)
  assert.equal(allow('192.0.2.1', 'ada@studio.test').isAllowed, false)
  flood(50_000)
  assert.equal(allow('192.0.2.1', 'ada@studio.test').isAllowed, true)
})
