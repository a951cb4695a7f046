import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@marquee/model'
import { composedParts, mergedFields } from '../src/data/composed.ts'
import { changedParts, editsBetween, mergeParts, patchOf } from '../src/data/merge.ts'

const descend = composedParts(kinds.broadcastHost)
const base = { title: 'Ada', subtitle: 'Song', links: [], localeDetails: { fr: { title: 'Ada', subtitle: 'Chanson' } } }

test('changes of one side are merged, changes of both are conflicts', () => {
  const mine = { ...base, title: 'Ada W.', subtitle: 'Songs' }
  const theirs = { ...base, title: 'Ada Wrenfield', links: [{ url: 'https://ada.example' }] }
  const parts = changedParts(base, mine, theirs, descend)
  assert.deepEqual(
    parts.map(({ path, changedBy }) => [path.join('.'), changedBy]),
    [
      ['title', 'both'],
      ['subtitle', 'me'],
      ['links', 'them'],
    ],
  )
  const kept = mergeParts(theirs, parts, () => true)
  assert.deepEqual(kept, { ...theirs, title: 'Ada W.', subtitle: 'Songs' })
  const given = mergeParts(theirs, parts, ({ path }) => path[0] !== 'title')
  assert.deepEqual(given, { ...theirs, subtitle: 'Songs' })
})

test('equal changes on both sides are no conflict', () => {
  const same = { ...base, title: 'Ada W.' }
  assert.deepEqual(
    changedParts(base, same, same, descend).map(({ changedBy }) => changedBy),
    ['them'],
  )
})

test('translations are merged by language and field', () => {
  const mine = { ...base, localeDetails: { fr: { title: 'Ada (moi)', subtitle: 'Chanson' } } }
  const theirs = { ...base, localeDetails: { fr: { title: 'Ada', subtitle: 'Chansons' }, es: { title: 'Ada' } } }
  const parts = changedParts(base, mine, theirs, descend)
  assert.deepEqual(
    parts.map(({ path, changedBy }) => [path.join('.'), changedBy]),
    [
      ['localeDetails.fr.title', 'me'],
      ['localeDetails.fr.subtitle', 'them'],
      ['localeDetails.es.title', 'them'],
    ],
  )
  const merged = mergeParts(theirs, parts, () => true)
  assert.deepEqual(merged.localeDetails, { fr: { title: 'Ada (moi)', subtitle: 'Chansons' }, es: { title: 'Ada' } })
  // Only the language that changed is sent, whole, as the service merges by language.
  assert.deepEqual(patchOf(theirs, editsBetween(theirs, merged), mergedFields), {
    localeDetails: { fr: { title: 'Ada (moi)', subtitle: 'Chansons' } },
  })
})

test('a theme is merged by its members, a position on a map as a whole', () => {
  const theme = { accentColor: '#111', borderRadius: 4 }
  const broadcast = composedParts(kinds.broadcast)
  const parts = changedParts(
    { theme },
    { theme: { ...theme, accentColor: '#222' } },
    { theme: { ...theme, borderRadius: 8 } },
    broadcast,
  )
  assert.deepEqual(
    parts.map(({ path }) => path.join('.')),
    ['theme.accentColor', 'theme.borderRadius'],
  )
  const place = composedParts(kinds.broadcastInterestPoint)
  const moved = changedParts(
    { position: { x: 1, y: 1 } },
    { position: { x: 2, y: 1 } },
    { position: { x: 1, y: 2 } },
    place,
  )
  assert.deepEqual(
    moved.map(({ path, changedBy }) => [path.join('.'), changedBy]),
    [['position', 'both']],
  )
})

test('a patch has the changed fields only; a cleared field is null', () => {
  const edits = { title: 'Ada', subtitle: undefined, metadata: { a: 1, c: 3 } }
  assert.deepEqual(patchOf({ ...base, metadata: { a: 1, b: 2 } }, edits, mergedFields), {
    subtitle: null,
    metadata: { b: null, c: 3 },
  })
})
