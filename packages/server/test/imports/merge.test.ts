import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Base, type Fields, isNews, isTaken, mergeFields, nextBase, same } from '../../src/imports/merge.ts'

const base = (said: Fields): Base => ({ said, got: {} })

test('a field that only the source changed is taken', () => {
  const merged = mergeFields(base({ title: 'Opening' }), { title: 'Opening' }, { title: 'Opening night' })
  assert.deepEqual(merged, { title: { base: 'Opening', current: 'Opening', outcome: 'take' } })
})

test('a field that only people changed is kept and listed', () => {
  const merged = mergeFields(base({ title: 'Opening' }), { title: 'Our opening' }, { title: 'Opening' })
  assert.deepEqual(merged, { title: { base: 'Opening', current: 'Our opening', outcome: 'keep' } })
})

test('a field that both changed is a conflict, unless they changed it alike', () => {
  const was = base({ title: 'Opening', color: 'red' })
  const merged = mergeFields(was, { title: 'Ours', color: 'blue' }, { title: 'Theirs', color: 'blue' })
  assert.deepEqual(merged, { title: { base: 'Opening', current: 'Ours', outcome: 'conflict' } })
})

test('a field that the source no longer has is cleared, unless people changed it', () => {
  const was = base({ title: 'Opening', subtitle: 'A', description: 'B' })
  const merged = mergeFields(was, { title: 'Opening', subtitle: 'A', description: 'Ours' }, { title: 'Opening' })
  assert.equal(merged.subtitle?.outcome, 'take')
  assert.equal(merged.description?.outcome, 'conflict')
})

test('defaults that a record adds to a value of the file are no change by people', () => {
  const said = { time: { start: '2027-07-02T18:00:00.000Z', end: null } }
  const stored = { time: { ...said.time, timezone: null, allDay: false } }
  assert.deepEqual(mergeFields(base(said), stored, said), {})
})

test('a decision counts more than the rule, and the rule decides conflicts only', () => {
  const merge = (outcome: 'take' | 'keep' | 'conflict') => ({ current: 1, outcome })
  assert.equal(isTaken(merge('conflict'), 'keep', undefined), false)
  assert.equal(isTaken(merge('conflict'), 'take', undefined), true)
  assert.equal(isTaken(merge('conflict'), 'take', 'keep'), false)
  assert.equal(isTaken(merge('take'), 'keep', undefined), true)
  assert.equal(isTaken(merge('keep'), 'take', undefined), false)
})

const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string(), { maxLength: 3 }))
const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value)

/** Imports values: the record afterwards and the base of the next import. */
function imported(was: Base | null, record: Fields, incoming: Fields): { record: Fields; base: Base } {
  const merged = mergeFields(was, record, incoming)
  const after = { ...record }
  const kept = new Set<string>()
  for (const [name, field] of Object.entries(merged)) {
    if (isTaken(field, 'keep', undefined)) after[name] = incoming[name] ?? null
    else kept.add(name)
  }
  return { record: after, base: nextBase(was, incoming, after, kept) }
}

test('importing the same values twice changes nothing the second time', () => {
  fc.assert(
    fc.property(fields, fields, fields, (first, edits, second) => {
      const one = imported(null, {}, first)
      const two = imported(one.base, { ...one.record, ...edits }, second)
      const three = imported(two.base, two.record, second)
      assert.deepEqual(three.record, two.record)
      assert.equal(isNews(two.base, second), false)
      assert(Object.values(mergeFields(two.base, two.record, second)).every(({ outcome }) => outcome === 'keep'))
    }),
  )
})

test('fields that people changed survive every later import', () => {
  fc.assert(
    fc.property(fields, fields, fc.array(fields, { maxLength: 4 }), (first, edits, later) => {
      const one = imported(null, {}, first)
      let state = { ...one, record: { ...one.record, ...edits } }
      const changed = Object.keys(edits).filter((name) => !same(edits[name], one.record[name]))
      for (const incoming of later) {
        // Once the source agrees with people, the field is the source's again.
        const agreed = changed.filter((name) => same(incoming[name], edits[name]))
        for (const name of agreed) changed.splice(changed.indexOf(name), 1)
        state = imported(state.base, state.record, incoming)
        for (const name of changed) assert.deepEqual(state.record[name], edits[name], name)
      }
    }),
  )
})

test('without changes by people, the record ends equal to the last file', () => {
  fc.assert(
    fc.property(fc.array(fields, { minLength: 1, maxLength: 5 }), (files) => {
      let state: { record: Fields; base: Base | null } = { record: {}, base: null }
      for (const incoming of files) state = imported(state.base, state.record, incoming)
      const last = files.at(-1) ?? {}
      for (const name of ['a', 'b', 'c', 'd']) assert(same(state.record[name], last[name]), name)
    }),
  )
})
