import assert from 'node:assert/strict'
import test from 'node:test'
import { labelsThatFit, labelWidth } from '../src/screens/map/pin-labels.ts'
import { extentOf, fromLatLng, graticule, nudged, type Place, sortedOut, toLatLng } from '../src/screens/map/pins.ts'

const size = { width: 1600, height: 1000 }

test('pixel and library coordinates convert both ways, in whole pixels', () => {
  const [lat, lng] = toLatLng({ x: 590, y: 440 })
  assert.deepEqual([lat, lng], [-440, 590])
  assert.deepEqual(fromLatLng({ lat: -439.6, lng: 590.4 }, size), { x: 590, y: 440 })
})

test('a pin stays on the map, whichever way it is moved', () => {
  assert.deepEqual(fromLatLng({ lat: 20, lng: 1700 }, size), { x: 1600, y: 0 })
  const press = (key: string, shiftKey = false) => nudged({ x: 3, y: 998 }, { key, shiftKey }, size)
  assert.deepEqual(press('ArrowLeft'), { x: 2, y: 998 })
  assert.deepEqual(press('ArrowLeft', true), { x: 0, y: 998 })
  assert.deepEqual(press('ArrowDown', true), { x: 3, y: 1000 })
  assert.equal(press('Enter'), undefined)
})

test('places are on this map, on none, or on another', () => {
  const place = (_id: string, mapId: string | null, position: object | null) => ({ _id, mapId, position }) as Place
  const places = [
    place('here', 'a', { x: 1, y: 1 }),
    place('there', 'b', { x: 1, y: 1 }),
    place('nowhere', null, null),
    place('waiting', 'a', null),
    place('no map', null, { x: 1, y: 1 }),
  ]
  const { placed, unplaced } = sortedOut(places, 'a')
  assert.deepEqual(
    placed.map(({ _id }) => _id),
    ['here'],
  )
  assert.deepEqual(
    unplaced.map(({ _id }) => _id),
    ['nowhere', 'waiting', 'no map'],
  )
})

test('the grid of a geographic map has round numbers, and contains all places', () => {
  assert.deepEqual(graticule(2.31, 2.39, 5), [2.32, 2.34, 2.36, 2.38])
  assert.deepEqual(graticule(-10, 10, 4), [-10, -5, 0, 5, 10])
  const extent = extentOf([
    { x: 2.3, y: 48.8 },
    { x: 2.4, y: 48.9 },
  ])
  assert(extent.west < 2.3 && extent.east > 2.4 && extent.south < 48.8 && extent.north > 48.9)
  assert(extentOf([{ x: 1, y: 1 }]).west < 1)
})

test('the names of pins are shown where they cover no other name and no pin', () => {
  const pin = (id: string, x: number, y: number) => ({ id, x, y, width: 80 })
  const near = [pin('a', 100, 100), pin('b', 150, 100), pin('far', 400, 100), pin('below', 100, 130)]
  assert.deepEqual([...labelsThatFit(near)], ['far', 'below'])
  assert.deepEqual([...labelsThatFit([pin('a', 100, 100), pin('b', 150, 100)])], ['a'])
  assert(labelWidth('x'.repeat(500)) <= 150)
})
