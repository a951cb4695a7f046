import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Favorites,
  favoritesFrom,
  maxFavorites,
  mergedIds,
  noFavorites,
  settled,
  unsettled,
  withFavorite,
} from '../src/visitor/favorites.ts'

const star = (before: Favorites, id: string) => withFavorite(before, id, `title of ${id}`, 'add')
const unstar = (before: Favorites, id: string) => withFavorite(before, id, '', 'remove')
const always = () => true

test('a star is kept with its title, and waits for the service', () => {
  const after = star(star(noFavorites, 'a'), 'b')
  assert.deepEqual(after.ids, ['a', 'b'])
  assert.deepEqual(after.titles, { a: 'title of a', b: 'title of b' })
  assert.deepEqual(after.pending, { a: 'add', b: 'add' })
  assert.deepEqual(unstar(after, 'a'), {
    ...after,
    ids: ['b'],
    titles: { b: 'title of b' },
    pending: { a: 'remove', b: 'add' },
  })
})

test('the first exchange unites both lists, later ones follow the last action on each session', () => {
  const mine = star(noFavorites, 'a')
  assert.deepEqual(mergedIds(mine, ['b']).sort(), ['a', 'b'])
  const merged = settled(mine, mine.pending, ['b', 'a'], always)
  assert.deepEqual(merged.pending, {})
  // Another device took `a` out meanwhile, this one took `b` out and put `c` in.
  const later = star(unstar(merged, 'b'), 'c')
  assert.deepEqual(mergedIds(later, ['b']), ['c'])
  assert.deepEqual(settled(later, later.pending, ['c'], always).ids, ['c'])
})

test('an action during an exchange stays pending', () => {
  const sent = star(noFavorites, 'a')
  const meanwhile = unstar(star(sent, 'b'), 'a')
  const after = settled(meanwhile, sent.pending, ['a'], always)
  assert.deepEqual(after.ids, ['b'])
  assert.deepEqual(after.pending, { a: 'remove', b: 'add' })
})

test('a session that left the programme stays in the plan of the device', () => {
  const mine = star(star(noFavorites, 'a'), 'withdrawn')
  const after = settled(mine, mine.pending, ['a'], (id) => id !== 'withdrawn')
  assert.deepEqual(after.ids, ['a', 'withdrawn'])
})

test('a client that is registered anew gets everything', () => {
  const merged = settled(star(noFavorites, 'a'), { a: 'add' }, ['a'], always)
  assert.deepEqual(mergedIds(merged, []), [])
  assert.deepEqual(mergedIds(unsettled(merged), []), ['a'])
})

test('at most as many are kept as the service accepts', () => {
  const full = { ...noFavorites, ids: Array.from({ length: maxFavorites }, (_, index) => `s${index}`) }
  assert.equal(star(full, 'one more').ids.length, maxFavorites)
  assert.equal(mergedIds({ ...full, pending: { other: 'add' } }, []).length, maxFavorites)
})

test('a stored value of any form is read', () => {
  for (const value of [null, undefined, 7, 'x', {}, { ids: 'a' }]) assert.deepEqual(favoritesFrom(value), noFavorites)
  assert.deepEqual(favoritesFrom({ ids: ['a'] }).ids, ['a'])
})

test('whatever is pressed and lost on the way, the device and the service agree in the end', () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('press' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({
      type: fc.constant('exchange' as const),
      isLost: fc.boolean(),
      id: fc.constantFrom('a', 'b', 'c', 'd'),
    }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let mine = noFavorites
      let theirs: string[] = []
      const pressed = new Set<string>()
      const press = (id: string) => {
        const isOn = pressed.has(id)
        mine = isOn ? unstar(mine, id) : star(mine, id)
        if (isOn) pressed.delete(id)
        else pressed.add(id)
      }
      const exchange = (isLost: boolean, during?: string) => {
        const { pending } = mine
        theirs = mergedIds(mine, theirs)
        if (during) press(during)
        // The service has stored it, but the answer may never arrive.
        if (!isLost) mine = settled(mine, pending, theirs, always)
      }
      for (const one of steps) {
        if (one.type === 'press') press(one.id)
        else exchange(one.isLost, one.id)
      }
      exchange(false)
      assert.deepEqual([...mine.ids].sort(), [...pressed].sort())
      assert.deepEqual([...theirs].sort(), [...pressed].sort())
      assert.deepEqual(mine.pending, {})
    }),
  )
})
