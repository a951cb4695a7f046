import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnyRecord, kinds } from '@marquee/model'
import type { Conflict, Occupation } from '../../src/conflicts/conflict.ts'
import { findDraftReferences } from '../../src/conflicts/draft-references.ts'
import { findOverlaps } from '../../src/conflicts/find-overlaps.ts'
import { findLostNavigators } from '../../src/conflicts/lost-navigators.ts'
import { createOpenness, readOpeningHours } from '../../src/conflicts/opening-hours.ts'
import { type Locale, sentenceOf } from '../../src/conflicts/sentences.ts'

const at = (time: string) => `2026-07-04T${time}:00.000Z`

function occupation(id: string, start: string, end: string | null, placeId = 'stage'): Occupation {
  return { id, isPublished: true, start: at(start), end: end === null ? null : at(end), placeId, hostIds: [] }
}

async function pairs(...occupations: Occupation[]): Promise<string[]> {
  const overlaps = await findOverlaps(occupations, ({ placeId }) => (placeId === null ? [] : [placeId]), 1_000)
  return overlaps.map(({ one, other }) => [one.id, other.id].sort().join())
}

test('two sessions at a place at the same time overlap; an end equal to the next start does not', async () => {
  assert.deepEqual(await pairs(occupation('a', '18:00', '19:00'), occupation('b', '18:30', '19:30')), ['a,b'])
  assert.deepEqual(await pairs(occupation('a', '18:00', '19:00'), occupation('b', '19:00', '20:00')), [])
  assert.deepEqual(await pairs(occupation('a', '18:00', '19:00'), occupation('b', '18:00', '19:00', 'other')), [])
  assert.deepEqual(await pairs(occupation('a', '18:00', '22:00'), occupation('b', '19:00', '20:00')), ['a,b'])
})

test('a session without an end is an instant, and overlaps with sessions that have begun and not ended', async () => {
  const long = occupation('long', '18:00', '19:00')
  for (const [time, isWithin] of [
    ['17:59', false],
    ['18:00', true],
    ['18:59', true],
    ['19:00', false],
  ] as const)
    assert.deepEqual(await pairs(long, occupation('moment', time, null)), isWithin ? ['long,moment'] : [], time)
  assert.deepEqual(await pairs(occupation('a', '18:00', null), occupation('b', '18:00', '18:00')), ['a,b'])
})

test('the sweep finds the same pairs as a comparison of all pairs', async () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const clock = (minutes: number) => new Date(Date.UTC(2026, 6, 4) + minutes * 60_000).toISOString()
  const all = Array.from({ length: 300 }, (_, index): Occupation => {
    const start = next(2_000)
    const length = next(90)
    const end = next(5) === 0 ? null : clock(start + length)
    return { id: `s${index}`, isPublished: true, start: clock(start), end, placeId: `p${next(4)}`, hostIds: [] }
  })
  const within = (one: Occupation, other: Occupation) =>
    one.start === other.start ||
    (one.start < other.start ? other.start < (one.end ?? one.start) : one.start < (other.end ?? other.start))
  const expected = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => one.placeId === other.placeId && within(one, other))
      .map((other) => [one.id, other.id].sort().join()),
  )
  assert.deepEqual((await pairs(...all)).sort(), expected.sort())
})

test('a search with a limit ends early however many pairs there are', async () => {
  const all = Array.from({ length: 5_000 }, (_, index) => occupation(String(index), '18:00', '19:00'))
  assert.equal((await findOverlaps(all, ({ placeId }) => [placeId ?? ''], 10_000)).length, 10_000)
})

function isOpen(hours: unknown, start: string, end: string, timeZone = 'Europe/Paris'): boolean {
  const read = readOpeningHours(hours)
  assert(read !== undefined && read !== 'unreadable')
  return createOpenness(read, timeZone)(new Date(start).toISOString(), new Date(end).toISOString())
}

test('a place can be open past midnight, and is closed outside its hours', () => {
  const hours = [{ days: ['sat'], opens: '10:00', closes: '02:00' }]
  assert.equal(isOpen(hours, '2026-07-04T10:00+02:00', '2026-07-05T02:00+02:00'), true)
  assert.equal(isOpen(hours, '2026-07-05T01:00+02:00', '2026-07-05T02:00+02:00'), true)
  assert.equal(isOpen(hours, '2026-07-05T01:00+02:00', '2026-07-05T02:01+02:00'), false)
  assert.equal(isOpen(hours, '2026-07-04T09:59+02:00', '2026-07-04T11:00+02:00'), false)
  assert.equal(isOpen(hours, '2026-07-03T11:00+02:00', '2026-07-03T12:00+02:00'), false)
})

test('hours for a date override those for its weekday', () => {
  const hours = [
    { days: ['sat', 'sun'], opens: '10:00', closes: '18:00' },
    { date: '2026-07-04', opens: '20:00', closes: '24:00' },
    { date: '2026-07-05', closed: true },
  ]
  assert.equal(isOpen(hours, '2026-07-04T11:00+02:00', '2026-07-04T12:00+02:00'), false)
  assert.equal(isOpen(hours, '2026-07-04T20:00+02:00', '2026-07-05T00:00+02:00'), true)
  assert.equal(isOpen(hours, '2026-07-05T11:00+02:00', '2026-07-05T12:00+02:00'), false)
  assert.equal(isOpen(hours, '2026-07-11T11:00+02:00', '2026-07-11T12:00+02:00'), true)
})

test('adjacent hours are merged, and a break closes the place', () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const always = [{ days, opens: '00:00', closes: '24:00' }]
  assert.equal(isOpen(always, '2026-07-04T00:00+02:00', '2026-07-20T13:00+02:00'), true)
  const siesta = [
    { days, opens: '10:00', closes: '13:00' },
    { days, opens: '14:00', closes: '18:00' },
  ]
  assert.equal(isOpen(siesta, '2026-07-04T12:00+02:00', '2026-07-04T15:00+02:00'), false)
})

test('opening hours are local times across changes of daylight saving time', () => {
  const hours = [{ days: ['sat', 'sun'], opens: '10:00', closes: '04:00' }]
  // In the night to 29 March 2026 Paris skips from 02:00 to 03:00, in the night to 25 October it repeats that hour.
  assert.equal(isOpen(hours, '2026-03-28T22:00:00Z', '2026-03-29T02:00:00Z'), true)
  assert.equal(isOpen(hours, '2026-03-28T22:00:00Z', '2026-03-29T02:01:00Z'), false)
  assert.equal(isOpen(hours, '2026-10-24T22:00:00Z', '2026-10-25T03:00:00Z'), true)
  assert.equal(isOpen(hours, '2026-10-24T22:00:00Z', '2026-10-25T03:01:00Z'), false)
})

test('invalid opening hours are reported as unreadable', () => {
  const bad: unknown[] = [
    'always',
    {},
    [1],
    [{ opens: '10:00', closes: '12:00' }],
    [{ days: [], opens: '10:00', closes: '12:00' }],
    [{ days: ['saturday'], opens: '10:00', closes: '12:00' }],
    [{ days: ['sat'], date: '2026-07-04', opens: '10:00', closes: '12:00' }],
    [{ days: ['sat'], opens: '10', closes: '12:00' }],
    [{ days: ['sat'], opens: '10:00' }],
    [{ date: 'today', closed: true }],
  ]
  for (const hours of bad) assert.equal(readOpeningHours(hours), 'unreadable', JSON.stringify(hours))
  for (const none of [undefined, null, []]) assert.equal(readOpeningHours(none), undefined)
})

const record = (fields: object): AnyRecord => ({
  _id: 'a'.repeat(24),
  _createdAt: '',
  _updatedAt: '',
  _reference: null,
  metadata: {},
  ...fields,
})

test('a reference to a draft is found in every public field, once per target', () => {
  const draft = 'd'.repeat(24)
  const navigator = { broadcastPageId: draft }
  const holder = record({
    menu: { sections: [{ tiles: [{ navigator }] }] },
    home: { blocks: [{ type: 'section', blocks: [{ type: 'button', navigator }] }] },
    authProviders: [{ blocks: [{ type: 'button', navigator: { broadcastPageId: 'e'.repeat(24) } }] }],
  })
  const found = findDraftReferences([{ kind: kinds.broadcast, record: holder }], new Set([draft, 'e'.repeat(24)]))
  assert.deepEqual(
    found.map(({ records, pointer }) => [records[1]?.id, pointer]),
    [[draft, '/menu/sections/0/tiles/0/navigator/broadcastPageId']],
  )
})

test('a broken navigator is found in menus, bars, tiles and blocks, nested and translated', () => {
  const lost = { broadcastPageId: null, query: null }
  const gone = { broadcastHostId: 'f'.repeat(24) }
  const fine = { nativeContent: 'program' }
  const button = (navigator: object) => ({ type: 'button', navigator })
  const broadcast = record({
    menu: { sections: [{ tiles: [{ navigator: lost }, { navigator: fine }, { navigator: null }] }] },
    bottomBar: { homeTile: { navigator: fine }, fourthTile: { navigator: lost } },
    appBar: { leftNavigator: lost, rightNavigator: { url: 'https://festival.example' } },
    structure: { profileTiles: [{ navigator: gone }] },
    home: {
      blocks: [
        { type: 'section', blocks: [button(lost)] },
        { type: 'media', values: [{ navigator: lost }] },
      ],
    },
  })
  const page = record({ status: 'draft', blocks: [], localeDetails: { fr: { blocks: [button(lost)] } } })
  const found = findLostNavigators(
    [
      { kind: kinds.broadcast, record: broadcast },
      { kind: kinds.broadcastPage, record: page },
    ],
    () => false,
  )
  assert.deepEqual(
    found.map(({ pointer, severity }) => `${severity} ${pointer}`),
    [
      'error /appBar/leftNavigator',
      'error /bottomBar/fourthTile/navigator',
      'error /home/blocks/0/blocks/0/navigator',
      'error /home/blocks/1/values/0/navigator',
      'error /menu/sections/0/tiles/0/navigator',
      'error /structure/profileTiles/0/navigator',
      'warning /localeDetails/fr/blocks/0/navigator',
    ],
  )
})

test('a conflict has a message in each language, with names and local times of the broadcast', () => {
  const conflict: Conflict = {
    type: 'placeOverlap',
    severity: 'error',
    records: [],
    from: at('18:00'),
    to: at('18:30'),
  }
  const names = ['Ouverture', 'Concert', 'Grande scène']
  const say = (locale: Locale, one = conflict) => sentenceOf(one, names, 'Europe/Paris', locale)
  assert.equal(
    say('fr'),
    '«\u00a0Ouverture\u00a0» et «\u00a0Concert\u00a0» ont lieu au même endroit, «\u00a0Grande scène\u00a0», samedi 4 juillet de 20:00 à 20:30.',
  )
  assert.equal(say('en'), '“Ouverture” and “Concert” are both at “Grande scène”, Saturday 4 July from 20:00 to 20:30.')
  assert.equal(
    say('es'),
    '«Ouverture» y «Concert» están en el mismo lugar, «Grande scène», sábado, 4 de julio de 20:00 a 20:30.',
  )
  assert.match(say('fr', { ...conflict, to: conflict.from }), /samedi 4 juillet à 20:00\.$/)
  assert.match(say('en', { ...conflict, to: '2026-07-06T01:00:00.000Z' }), /to Monday 6 July 03:00\.$/)
})
