import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createAdmission } from '../src/http/admission.ts'
import { createRefusals, holdMs } from '../src/http/refuse-overload.ts'

test('no more requests are admitted than there are places, and an ended one makes room', () => {
  const admission = createAdmission({ max: 2, maxLasting: 2, maxLate: 2 }, () => 0)
  const [first, second] = [admission.begin(), admission.begin()]
  assert(admission.isFull())
  assert.equal(admission.refused(), 0)
  admission.countRefused()
  assert.equal(admission.refused(), 1)
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
  const admission = createAdmission({ max: 2, maxLasting: 2, maxLate: 2 }, () => nowMs)
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

test('a burst finds more places than a lasting overload', () => {
  let nowMs = 0
  const admission = createAdmission({ max: 4, maxLasting: 2, maxLate: 2 }, () => nowMs)
  const ends = Array.from({ length: 4 }, admission.begin)
  assert(admission.isFull())
  for (const end of ends.splice(0, 2)) end()
  nowMs = 500
  assert(admission.isFull(), 'two places are left of a burst')
  for (const end of ends) end()
  nowMs = 2_500
  for (let count = 0; count < 3; count++) admission.begin()
  assert(!admission.isFull(), 'it is over')
})

test('fewer requests are too many when they take more than a second', () => {
  let nowMs = 0
  const admission = createAdmission({ max: 100, maxLasting: 100, maxLate: 2 }, () => nowMs)
  const ends = Array.from({ length: 5 }, admission.begin)
  assert(!admission.isFull())
  nowMs = 2_000
  assert(admission.isFull())
  for (const end of ends.slice(1)) end()
  assert(!admission.isFull())
})

test('a connection that asks again without waiting is refused later than one that waited, or asks for the first time', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let nowMs = 0
  const refused: string[] = []
  const refuse = createRefusals(
    (request) => refused.push(String(request.url)),
    () => nowMs,
  )
  const pass = (ms: number) => {
    nowMs += ms
    t.mock.timers.tick(ms)
  }
  const [hasty, patient] = [{}, {}]
  const ask = (url: string, socket: object) => refuse({ url, socket } as IncomingMessage, {} as ServerResponse)
  ask('first', hasty)
  ask('other', patient)
  assert.deepEqual(refused.splice(0), ['first', 'other'])
  pass(10)
  ask('second', hasty)
  assert.deepEqual(refused, [])
  pass(holdMs)
  assert.deepEqual(refused.splice(0), ['second'])
  pass(2_000)
  ask('third', hasty)
  ask('another', patient)
  assert.deepEqual(refused, ['third', 'another'])
})
