import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAdmission } from '../src/http/admission.ts'

test('no more requests are admitted than there are places, and an ended one makes room', () => {
  const admission = createAdmission({ max: 2, maxLate: 2 }, () => 0)
  const [first, second] = [admission.begin(), admission.begin()]
  assert(admission.isFull())
  first()
  assert(!admission.isFull())
  const third = admission.begin()
  assert(admission.isFull())
  second()
  third()
  assert(!admission.isFull())
})

test('a request that takes long gives up its place after five seconds, and its end frees no second one', () => {
  let nowMs = 0
  const admission = createAdmission({ max: 2, maxLate: 2 }, () => nowMs)
  const [waiting, other] = [admission.begin(), admission.begin()]
  nowMs = 4_999
  assert(admission.isFull())
  nowMs = 5_000
  assert(!admission.isFull())
  const fresh = [admission.begin(), admission.begin()]
  assert(admission.isFull())
  waiting()
  other()
  assert(admission.isFull())
  fresh[0]?.()
  assert(!admission.isFull())
  nowMs = 3_600_000
  admission.begin()
  assert(!admission.isFull())
  admission.begin()
  assert(admission.isFull())
})

test('fewer requests are too many when they take more than a second', () => {
  let nowMs = 0
  const admission = createAdmission({ max: 100, maxLate: 2 }, () => nowMs)
  const ends = Array.from({ length: 5 }, admission.begin)
  assert(!admission.isFull())
  nowMs = 2_000
  assert(admission.isFull())
  for (const end of ends.slice(1)) end()
  assert(!admission.isFull())
})
