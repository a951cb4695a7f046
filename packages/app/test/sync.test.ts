import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyBundle, emptyData, type SiteData } from '../src/data/site-data.ts'
import { en } from '../src/texts/en.ts'
import { newsOf } from '../src/visitor/changes.ts'
import { dueMs } from '../src/visitor/schedule.ts'

const calm = { lastMs: 1_000_000, failures: 0, isReached: true, notBeforeMs: 0 }

test('content is read every few minutes, never twice within a minute, and at once with the network', () => {
  assert.equal(dueMs(calm, 'timer', 0), 1_180_000)
  assert.equal(dueMs(calm, 'timer', 1), 1_300_000)
  assert.equal(dueMs(calm, 'visible', 0.5), 1_060_000)
  assert.equal(dueMs(calm, 'online', 0.5), 1_000_000)
})

test('failures are followed by longer and longer waits, up to half an hour', () => {
  const waits = [1, 2, 3, 10].map((failures) => dueMs({ ...calm, failures }, 'timer', 0.5) - calm.lastMs)
  assert.deepEqual(waits, [60_000, 120_000, 240_000, 1_800_000])
})

test('without network the service is asked for again within a minute', () => {
  const waits = [1, 2, 10].map((failures) => dueMs({ ...calm, failures, isReached: false }, 'timer', 0.5) - calm.lastMs)
  assert.deepEqual(waits, [5_000, 10_000, 60_000])
})

test('the time that the service asks for is waited, whatever the reason', () => {
  const asked = { ...calm, notBeforeMs: 9_000_000 }
  for (const reason of ['timer', 'visible', 'online', 'asked'] as const)
    assert.equal(dueMs(asked, reason, 0), 9_000_000)
})

const session = (id: string, more: object) => ({ _id: id, title: `Concert ${id}`, ...more })
const at = (start: string, interestPointId = 'p1') => ({ time: { start }, interestPointId })

const before = applyBundle(emptyData, {
  ...{ cursor: '1', full: true, more: false, deleted: {} },
  broadcast: { timezone: 'Europe/Paris', dayStart: '06:00' },
  data: {
    broadcastSessions: [
      session('a', at('2027-07-02T18:00:00.000Z')),
      session('b', at('2027-07-02T20:00:00.000Z')),
      session('c', at('2027-07-02T22:00:00.000Z')),
    ],
    broadcastInterestPoints: [
      { _id: 'p1', title: 'Dune' },
      { _id: 'p2', title: 'Quay' },
    ],
  },
})

const updated = (more: Partial<Parameters<typeof applyBundle>[1]>) =>
  applyBundle(before, { cursor: '2', full: false, more: false, data: {}, deleted: {}, ...more })
const news = (after: SiteData, favorites: string[]) =>
  newsOf(before, after, new Set(favorites), { locale: 'en', t: en })

test('a starred session that moves, changes its place or leaves is named', () => {
  const after = updated({
    data: {
      broadcastSessions: [
        session('a', at('2027-07-03T19:30:00.000Z')),
        session('b', at('2027-07-02T20:00:00.000Z', 'p2')),
      ],
    },
    deleted: { broadcastSessions: ['c'] },
  })
  assert.deepEqual(news(after, ['a', 'b', 'c']), [
    'Concert a: now Saturday, July 3, 21:30',
    'Concert b: now at Quay',
    'Concert c is no longer on the programme',
  ])
})

test('other changes are announced in one word, and none in no word', () => {
  const after = updated({ data: { broadcastSessions: [session('a', at('2027-07-03T19:30:00.000Z'))] } })
  assert.deepEqual(news(after, ['b']), ['Updated'])
  assert.deepEqual(news(updated({}), ['b']), [])
})

test('a session that loses its date is named too', () => {
  assert.deepEqual(news(updated({ data: { broadcastSessions: [session('a', {})] } }), ['a']), [
    'Concert a: now Time to come',
  ])
})

test('a full bundle of the same records is no news of the visitor’s own', () => {
  const after = applyBundle(before, {
    ...{ cursor: '3', full: true, more: false, deleted: {}, broadcast: before.broadcast },
    data: {
      broadcastSessions: structuredClone([...before.records.session.values()]),
      broadcastInterestPoints: structuredClone([...before.records.place.values()]),
    },
  })
  assert.deepEqual(news(after, ['a', 'b', 'c']), ['Updated'])
})
