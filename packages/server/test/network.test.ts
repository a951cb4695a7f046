import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from '../src/base/network.ts'

test('the network of a caller is its IPv4 address or the /64 of its IPv6 address, and nothing once it is gone', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '20010db800010002/64')
  assert.equal(networkOf('2001:db8:1:2::9'), networkOf('2001:db8:1:2:3:4:5:6'))
  assert.notEqual(networkOf('2001:db8:1:3::9'), networkOf('2001:db8:1:2::9'))
  assert.equal(networkOf(undefined), '')
})
