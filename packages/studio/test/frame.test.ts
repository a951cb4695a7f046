import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largest, moved, pointAt, resized, whole } from '../src/fields/framing/frame.ts'

const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }

test('a frame is moved within the picture', () => {
  assert.deepEqual(moved(half, { x: 0.1, y: -0.1 }), { ...half, x: 0.35, y: 0.15 })
  assert.deepEqual(moved(half, { x: 3, y: -3 }), { ...half, x: 0.5, y: 0 })
  assert.deepEqual(moved(whole, { x: 0.2, y: 0.2 }), whole)
})

test('a corner is moved while the opposite one stays', () => {
  assert.deepEqual(resized(half, { x: 1, y: 1 }, { x: 0.1, y: 9 }), { ...half, width: 0.6, height: 0.75 })
  assert.deepEqual(resized(half, { x: 0, y: 0 }, { x: 0.25, y: -9 }), { x: 0.5, y: 0, width: 0.25, height: 0.75 })
  assert.deepEqual(resized(half, { x: 1, y: 0 }, { x: -9, y: 9 }), { x: 0.25, y: 0.7, width: 0.05, height: 0.05 })
})

test('a frame keeps its ratio, also at the edge of the picture', () => {
  assert.deepEqual(resized(half, { x: 1, y: 1 }, { x: 0.1, y: 0 }, 2), { ...half, width: 0.6, height: 0.3 })
  assert.deepEqual(resized(half, { x: 1, y: 1 }, { x: 0.25, y: 0 }, 0.5), { ...half, width: 0.375, height: 0.75 })
})

test('the largest frame of a ratio is as close to a point as possible', () => {
  assert.deepEqual(largest(0.5, { x: 0.9, y: 0.5 }), { x: 0.5, y: 0, width: 0.5, height: 1 })
  assert.deepEqual(largest(2, { x: 0.5, y: 0.5 }), { x: 0, y: 0.25, width: 1, height: 0.5 })
  assert.deepEqual(pointAt({ x: 1.2, y: 0.33333 }), { x: 1, y: 0.3333 })
})
