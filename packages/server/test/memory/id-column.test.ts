import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { IdColumn } from '../../src/store/memory/id-column.ts'

/** Few ids, so that they come again. */
const ids = Array.from({ length: 300 }, (_, index) =>
  ((index * 2_654_435_761) % 2 ** 32).toString(16).padStart(24, 'a'),
)
const id = fc.constantFrom(...ids)

test('ids that are added and removed in any order are found as a map has them', () => {
  const step = fc.record({ id, isAdded: fc.boolean() })
  fc.assert(
    fc.property(fc.nat(100), fc.array(step, { maxLength: 600 }), (capacity, steps) => {
      const column = new IdColumn(capacity)
      const slots = new Map<string, number>()
      const free: number[] = []
      let used = 0
      for (const { id, isAdded } of steps) {
        const known = slots.get(id)
        if (isAdded && known === undefined) {
          const slot = free.pop() ?? used++
          column.set(slot, id)
          slots.set(id, slot)
        } else if (!isAdded && known !== undefined) {
          column.remove(known)
          slots.delete(id)
          free.push(known)
        }
        assert.equal(column.size, slots.size)
      }
      for (const id of ids) assert.equal(column.slotOf(id), slots.get(id))
      assert.deepEqual([...column.slots()].sort(), [...slots.values()].sort())
      for (const [id, slot] of slots) assert.equal(column.value(slot), id)
      const sorted = column.slots().toSorted((one, other) => column.compare(one, other))
      assert.deepEqual(
        [...sorted].map((slot) => column.value(slot)),
        [...slots.keys()].sort(),
      )
    }),
    { numRuns: 100 },
  )
})

test('ids are compared with ids, and with texts that are none', () => {
  const column = new IdColumn(2)
  const [first, second] = ['0a'.repeat(12), 'f0'.repeat(12)]
  column.set(0, first)
  column.set(1, second)
  const passing = (test: (slot: number) => boolean) => [0, 1].filter(test)
  assert.deepEqual(passing(column.equals([second, 'none', null])), [1])
  assert.deepEqual(passing(column.passes('$gt', first)), [1])
  assert.deepEqual(passing(column.passes('$gte', first)), [0, 1])
  assert.deepEqual(passing(column.passes('$lt', 'b')), [0])
  assert.deepEqual(passing(column.passes('$lte', second)), [0, 1])
  assert.deepEqual(passing(column.passes('$contains', 'f0f')), [1])
  assert.deepEqual(passing(column.passes('$startsWith', '0a0')), [0])
  assert.equal(column.slotOf('F0'.repeat(12)), undefined)
  assert.equal(column.slotOf(''), undefined)
})

test('a removed id can still be read for orders that are being built, and is not found', () => {
  const column = new IdColumn(1)
  column.set(0, 'ab'.repeat(12))
  column.remove(0)
  column.remove(0)
  assert.equal(column.size, 0)
  assert.equal(column.slotOf('ab'.repeat(12)), undefined)
  assert.equal(column.value(0), 'ab'.repeat(12))
})

test('what is no id is refused, and so is an id that has a slot', () => {
  const column = new IdColumn(1)
  column.set(0, 'ab'.repeat(12))
  assert.throws(() => column.set(1, 'x'), /not as ids are stored/)
  assert.throws(() => column.set(1, 'ab'.repeat(12)), /not as ids are stored/)
  assert.equal(column.size, 1)
})
