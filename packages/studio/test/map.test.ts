import assert from 'node:assert/strict'
import test from 'node:test'
import { coordinatesOf, readCoordinates } from '../src/screens/map/coordinates.ts'
import { labelsThatFit, labelWidth } from '../src/screens/map/pin-labels.ts'
import { fromLatLng, graticule, nudged, type Place, sortedOut, toLatLng } from '../src/screens/map/pins.ts'

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

test('the grid of a geographic map has round numbers', () => {
  assert.deepEqual(graticule(2.31, 2.39, 5), [2.32, 2.34, 2.36, 2.38])
  assert.deepEqual(graticule(-10, 10, 4), [-10, -5, 0, 5, 10])
})

test('coordinates are read from decimals, degrees with minutes and seconds, and links of other maps', () => {
  const tower = { x: 2.2945, y: 48.8584 }
  const readable = [
    '48.8584, 2.2945',
    '48.8584,2.2945',
    ' 48.8584 2.2945 ',
    '48,8584; 2,2945',
    '48,8584, 2,2945',
    '48.8584° N, 2.2945° E',
    'N 48.8584 E 2.2945',
    '2.2945 E, 48.8584 N',
    '48°51′30.24″N 2°17′40.2″E',
    `48°51'30.24"N, 2°17'40.2"E`,
    `48° 51.504' N 2° 17.67' E`,
    'https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=17/48.86/2.29',
    'https://www.openstreetmap.org/#map=17/48.8584/2.2945',
    'https://www.google.com/maps/place/Tour+Eiffel/@48.86,2.29,17z/data=!3m1!4b1!8m2!3d48.8584!4d2.2945',
    'https://www.google.com/maps/@48.8584,2.2945,17z',
    'https://www.google.com/maps/search/?api=1&query=48.8584%2C2.2945',
    'https://www.google.com/maps/search/48.8584,+2.2945',
    'https://maps.google.com/?q=48.8584,2.2945',
    'https://maps.apple.com/?ll=48.8584,2.2945&q=Tour%20Eiffel',
    'https://maps.apple.com/place?coordinate=48.8584,2.2945&name=Tour',
    'geo:48.8584,2.2945?z=17',
  ]
  for (const text of readable) assert.deepEqual(readCoordinates(text), tower, text)
  assert.deepEqual(readCoordinates('33°52′S 151°12′E'), { x: 151.2, y: -33.866667 })
  assert.deepEqual(readCoordinates('-33.8, -70.5'), { x: -70.5, y: -33.8 })
  assert.deepEqual(readCoordinates('12,5 S 77,03 O'), { x: -77.03, y: -12.5 })
  const unreadable = [
    '',
    '48.8584',
    '4885',
    '95, 10',
    '10, 190',
    '10 N 20 N',
    'Tour Eiffel',
    '75007 Paris',
    'https://maps.app.goo.gl/x1',
  ]
  for (const text of unreadable) assert.equal(readCoordinates(text), undefined, text)
  assert.deepEqual(readCoordinates(coordinatesOf(tower)), tower)
})

test('the names of pins are shown where they cover no other name and no pin', () => {
  const pin = (id: string, x: number, y: number) => ({ id, x, y, width: 80 })
  const near = [pin('a', 100, 100), pin('b', 150, 100), pin('far', 400, 100), pin('below', 100, 130)]
  assert.deepEqual([...labelsThatFit(near)], ['far', 'below'])
  assert.deepEqual([...labelsThatFit([pin('a', 100, 100), pin('b', 150, 100)])], ['a'])
  assert(labelWidth('x'.repeat(500)) <= 150)
})
