import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeActor } from '../src/data/actors.ts'
import { csvOf } from '../src/data/csv.ts'
import { newerOf } from '../src/data/newer.ts'
import { errorAt, errorsByPointer, errorWithin, pointerTo, withoutErrorsOf } from '../src/data/pointers.ts'
import { nameOf } from '../src/kinds/record-names.ts'
import { en } from '../src/texts/en.ts'
import { es } from '../src/texts/es.ts'
import { fr } from '../src/texts/fr.ts'
import { dayOf, formatInstant, fromWall, toWall } from '../src/ui/zoned.ts'

test('an outdated version from the stream does not replace the one that was saved', () => {
  const [earlier, later] = ['2026-07-04T18:00:00.000Z', '2026-07-04T18:00:00.001Z'].map((_updatedAt) => ({
    _updatedAt,
  }))
  assert(earlier && later)
  assert.equal(newerOf(later, earlier), later)
  assert.equal(newerOf(earlier, later), later)
})

test('errors of the service are shown at their fields', () => {
  const errors = errorsByPointer([
    { pointer: '/title', code: 'max_length', message: 'is too long' },
    { pointer: '/links/0/url', code: 'format', message: 'must be a URL' },
    { pointer: '/localeDetails/fr/title', code: 'max_length', message: 'is too long' },
  ])
  assert.equal(errorAt(errors, pointerTo('title')), 'is too long')
  assert.equal(errorAt(errors, pointerTo('links', 0, 'url')), 'must be a URL')
  assert.equal(errorAt(errors, pointerTo('links')), undefined)
  assert.equal(errorWithin(errors, pointerTo('links')), '0 › url: must be a URL')
  assert.equal(errorAt(errors, pointerTo('localeDetails', 'fr', 'title')), 'is too long')
  assert.equal(pointerTo('a/b~c'), '/a~1b~0c')
  const left = withoutErrorsOf(errors, 'links')
  assert.deepEqual([...left.keys()], ['/title', '/localeDetails/fr/title'])
})

test('times are shown and entered in the zone of the broadcast', () => {
  assert.equal(toWall('2027-07-02T18:00:00.000Z', 'Europe/Paris'), '2027-07-02 20:00:00')
  assert.equal(fromWall('2027-07-02 20:00:00', 'Europe/Paris'), '2027-07-02T18:00:00.000Z')
  assert.equal(toWall('2027-01-02T18:00:00.000Z', 'America/New_York'), '2027-01-02 13:00:00')
  assert.equal(fromWall('2027-03-28 02:30:00', 'Europe/Paris'), undefined, 'the clock skips it')
  assert.equal(fromWall('2027-10-31 02:30:00', 'Europe/Paris'), '2027-10-31T00:30:00.000Z', 'the first of two')
  assert.equal(formatInstant('2027-07-02T18:00:00.000Z', 'Europe/Paris', 'fr'), '2 juil. 2027, 20:00')
})

test('sessions before the start of the day belong to the evening before', () => {
  assert.equal(dayOf('2027-07-02T23:30:00.000Z', 'Europe/Paris', '06:00'), '2027-07-02')
  assert.equal(dayOf('2027-07-03T04:30:00.000Z', 'Europe/Paris', '06:00'), '2027-07-03')
})

test('the name of a record is in the language of the studio, else its main one', () => {
  const host = { title: 'Le Chœur', localeDetails: { en: { title: 'The Choir' } } }
  assert.equal(nameOf('broadcastHost', host, 'en'), 'The Choir')
  assert.equal(nameOf('broadcastHost', host, 'es'), 'Le Chœur')
  assert.equal(nameOf('broadcastContact', { fields: [{ key: 'name', value: 'Ana' }] }, 'en'), 'Ana')
})

test('an actor is described by its type in each language, and only one’s own changes are “you”', () => {
  const described = (type: 'key' | 'run' | 'command' | 'visitor' | 'service') =>
    [en, fr, es].map(({ actors }) => describeActor({ type, id: 'x' }, actors, 'me'))
  assert.deepEqual(described('run'), ['a workflow run', 'une exécution de workflow', 'una ejecución de flujo'])
  assert.deepEqual(described('visitor'), ['a visitor', 'un visiteur', 'un visitante'])
  assert.deepEqual(described('command'), ['the command line', 'la ligne de commande', 'la línea de comandos'])
  assert.deepEqual(described('key'), ['an API key', 'une clé d’API', 'una clave de API'])
  assert.deepEqual(described('service'), ['the service', 'le service', 'el servicio'])
  assert.equal(describeActor({ type: 'user', id: 'me' }, en.actors, 'me'), 'you')
  assert.equal(describeActor({ type: 'user', id: 'other' }, en.actors, 'me'), 'somebody else')
  assert.equal(describeActor(undefined, en.actors, 'me'), 'somebody else')
})

test('an exported list is CSV without formulas that a spreadsheet would run', () => {
  const text = csvOf([
    { title: 'A "quoted", name', tags: ['x'] },
    { title: '=HYPERLINK("evil")', count: -3 },
  ])
  assert.equal(text, 'title,tags,count\r\n"A ""quoted"", name","[""x""]",\r\n"\'=HYPERLINK(""evil"")",,-3')
})
