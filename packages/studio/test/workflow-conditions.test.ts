import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, carriesIdsOnly, parseFilters } from '@marquee/model'
import {
  type Condition,
  conditionFields,
  conditionsOf,
  filterOf,
  newCondition,
  operatorsOf,
} from '../src/screens/workflows/graph/conditions.ts'
import { sampleInput } from '../src/screens/workflows/graph/sample-input.ts'
import { followedKinds } from '../src/screens/workflows/nodes/content-kinds.ts'

test('every condition that the form offers is a filter that the service accepts, and is read back as it was', () => {
  for (const kind of allKinds.filter((one) => followedKinds.includes(one.name) && !carriesIdsOnly(one))) {
    for (const field of conditionFields(kind.name)) {
      for (const operator of operatorsOf(field)) {
        const condition: Condition = { ...newCondition(field), operator }
        const filter = filterOf(condition)
        parseFilters(kind, [filter], '$and', 'UTC', '/trigger/filters')
        const [read] = conditionsOf(kind.name, [filter]) ?? []
        assert.deepEqual(filterOf(read ?? assert.fail(`${kind.name}.${field.name} ${operator}`)), filter)
      }
    }
  }
})

test('filters that are more than conditions on one field each are left to JSON', () => {
  const filters = [
    { $or: [{ status: 'draft' }, { status: 'published' }] },
    { status: 'draft', cancelled: true },
    { 'time.start': { $gte: '2027-07-02T00:00:00Z', $lt: '2027-07-03T00:00:00Z' } },
    { status: { $in: ['draft'] } },
    { interestPointId: null },
    { 'metadata.vip': true },
    'status',
    null,
  ]
  for (const filter of filters)
    assert.equal(conditionsOf('broadcastSession', [{ status: 'draft' }, filter]), undefined, JSON.stringify(filter))
})

test('a sample is an input as the trigger makes it', () => {
  assert.equal(sampleInput({ type: 'manual' }, undefined), undefined)
  assert.deepEqual(Object.keys(sampleInput({ type: 'webhook' }, undefined) ?? {}), ['body', 'headers', 'query'])
  const change = { type: 'change' as const, operations: ['delete' as const] }
  for (const kind of followedKinds) {
    const { operation, id, ...sample } = sampleInput({ ...change, kind }, undefined) ?? {}
    assert.deepEqual([sample.kind, operation, typeof id], [kind, 'delete', 'string'])
  }
  assert.equal(sampleInput({ ...change, kind: 'broadcastContact' }, undefined)?.record, null)
})
