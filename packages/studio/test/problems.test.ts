import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Findings, problemsOf } from '../src/screens/problems/problems.ts'

const none: Findings = {
  conflicts: [],
  noTime: { total: 0, records: [] },
  noPlace: { total: 0, records: [] },
  late: { total: 0, records: [] },
  webhooks: [],
  runs: [],
  workflowNames: new Map(),
  records: {},
  isHidden: false,
}
const session = (id: string) => ({ kind: 'broadcastSession', id, title: id })
const conflict = (type: string, ...records: { kind: string; id: string; title: string | null }[]) => ({
  id: [type, ...records.map(({ id }) => id)].join(':'),
  type,
  message: `${type} of ${records[0]?.title}`,
  records,
})
const shown = (found: Partial<Findings>) =>
  problemsOf({ ...none, ...found }).map(({ id, target: { screen, recordId } }) => [id, screen, recordId])

test('a broadcast without findings has no problems', () => {
  assert.deepEqual(problemsOf(none), [])
})

test('two sessions that share a place and a host clash once, and lead to the session', () => {
  const place = { kind: 'broadcastInterestPoint', id: 'stage', title: 'Stage' }
  const host = { kind: 'broadcastHost', id: 'ada', title: 'Ada' }
  const conflicts = [
    conflict('placeOverlap', session('a'), session('b'), place),
    conflict('hostOverlap', session('b'), session('a'), host),
    conflict('hostOverlap', session('a'), session('c'), host),
    conflict('lostNavigator', { kind: 'broadcastPage', id: 'page', title: 'Page' }),
  ]
  assert.deepEqual(shown({ conflicts }), [
    ['clash:a:b', 'programme', 'a'],
    ['clash:a:c', 'programme', 'a'],
    ['lostNavigator:page', 'pages', 'page'],
  ])
})

test('a draft that published records show is one problem, and leads to the draft', () => {
  const draft = { kind: 'broadcastCategory', id: 'music', title: 'Music' }
  const conflicts = ['a', 'b', 'c'].map((id) => conflict('draftReference', session(id), draft))
  const [problem, ...others] = problemsOf({ ...none, conflicts })
  assert(problem?.type === 'draftInUse' && others.length === 0)
  assert.deepEqual(
    [problem.name, problem.used, problem.target],
    ['Music', 3, { screen: 'categories', recordId: 'music' }],
  )
  assert.deepEqual(
    problem.records.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
})

test('one record of a group is linked itself, several through the list of them', () => {
  const one = { id: 'a', name: 'A', target: { screen: 'programme', recordId: 'a' } }
  const found = { noTime: { total: 1, records: [one] }, noPlace: { total: 12, records: [one] } }
  assert.deepEqual(shown(found), [
    ['noTime', 'programme', 'a'],
    ['noPlace', 'programme', undefined],
  ])
})

test('failed runs count once per workflow, and a deleted workflow leads to the list', () => {
  const runs = [
    { workflowId: 'one', finishedAt: '2027-07-02T12:00:00.000Z' },
    { workflowId: 'gone', finishedAt: null },
    { workflowId: 'one', finishedAt: '2027-07-01T12:00:00.000Z' },
  ]
  const [first, second] = problemsOf({ ...none, runs, workflowNames: new Map([['one', 'Welcome']]) })
  assert(first?.type === 'runFailed' && second?.type === 'runFailed')
  assert.deepEqual([first.name, first.count, first.at], ['Welcome', 2, '2027-07-02T12:00:00.000Z'])
  assert.deepEqual(second.target, { screen: 'workflows' })
})

test('webhooks, quotas from nine tenths on, and published content of a private broadcast are problems', () => {
  const webhooks = [
    { id: 'w1', url: 'https://hooks.example/in', active: true },
    { id: 'w2', url: 'no address', active: false },
  ]
  const records = {
    broadcastHost: { used: 90, limit: 100 },
    broadcastSession: { used: 89, limit: 100 },
    media: { used: 5, limit: null },
  }
  assert.deepEqual(shown({ webhooks, records, isHidden: true }), [
    ['webhook:w1', 'developers', 'webhooks'],
    ['webhook:w2', 'developers', 'webhooks'],
    ['quota:broadcastHost', 'hosts', undefined],
    ['private', 'settings', undefined],
  ])
})
