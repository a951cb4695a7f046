import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byDistance,
  formatDistance,
  geoOf,
  groupPlaces,
  metersBetween,
  placesIn,
  stageOrder,
} from '../src/data/places.ts'
import { contentOf, idOf } from './support/content.ts'

const places = [
  { _id: idOf(1), title: 'Bar', mapId: idOf(8), position: { x: 2.3522, y: 48.8566 }, categoryIds: [idOf(101)] },
  { _id: idOf(2), title: 'Far', mapId: idOf(8), position: { x: -0.1276, y: 51.5072 }, categoryIds: [idOf(102)] },
  { _id: idOf(3), title: 'Drawn', mapId: idOf(9), position: { x: 40, y: 50 }, categoryIds: [] },
  { _id: idOf(4), title: 'Off', mapId: idOf(8), position: { x: 500, y: 50 }, categoryIds: [idOf(101), idOf(102)] },
]
const data = contentOf({
  broadcastInterestPoints: places,
  broadcastMaps: [
    { _id: idOf(8), type: 'geo' },
    { _id: idOf(9), type: 'image' },
  ],
  broadcastCategories: [
    { _id: idOf(101), title: 'Zest' },
    { _id: idOf(102), title: 'Eau' },
  ],
})

test('places are grouped by their first category, and those without one come last', () => {
  const groups = groupPlaces(data, places, 'fr').map(({ category, places: own }) => [category?.title, own.length])
  assert.deepEqual(groups, [
    ['Eau', 1],
    ['Zest', 2],
    [undefined, 1],
  ])
  assert.deepEqual(
    placesIn(places, idOf(102)).map(({ title }) => title),
    ['Far', 'Off'],
  )
})

test('stages are in the order that editors have set, then by name', () => {
  const ordered = places.map((place, at) => ({ ...place, order: at === 3 ? -1.5 : at === 0 ? 2 : null }))
  assert.deepEqual(
    ordered.toSorted(stageOrder('fr')).map(({ title }) => title),
    ['Off', 'Bar', 'Drawn', 'Far'],
  )
  assert.deepEqual(
    places.toSorted(stageOrder('fr')).map(({ title }) => title),
    ['Bar', 'Drawn', 'Far', 'Off'],
  )
})

test('only positions of geographic maps have a distance', () => {
  assert.deepEqual(geoOf(data, places[0] ?? {}), { latitude: 48.8566, longitude: 2.3522 })
  assert.equal(geoOf(data, places[2] ?? {}), undefined)
  assert.equal(geoOf(data, places[3] ?? {}), undefined)
  const near = byDistance(data, places, { latitude: 51, longitude: 0 })
  assert.deepEqual(
    near.map(({ place }) => place.title),
    ['Far', 'Bar', 'Drawn', 'Off'],
  )
})

test('distances are those on the globe, in the way of the language', () => {
  const meters = metersBetween({ latitude: 48.8566, longitude: 2.3522 }, { latitude: 51.5072, longitude: -0.1276 })
  assert(Math.abs(meters - 343_500) < 2_000, String(meters))
  assert.equal(formatDistance(4, 'en'), '10 m')
  assert.equal(formatDistance(347, 'en'), '350 m')
  assert.equal(formatDistance(1_260, 'fr').replaceAll(/\s/g, ' '), '1,3 km')
  assert.equal(formatDistance(15_700, 'en'), '16 km')
})
