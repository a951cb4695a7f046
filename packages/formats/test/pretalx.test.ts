import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, pretalx, read, sessionsOf, startsOf, titled } from './fixtures.ts'

test('submissions with their slots are read, one session for each slot', async () => {
  const programme = await read(JSON.stringify(pretalx))
  assert.equal(programme.format, 'pretalx-json')
  assert.deepEqual(
    sessionsOf(programme).map(({ key }) => key),
    ['id:TIDES1', 'id:TIDES1/12'],
  )
  assert.deepEqual(titled(programme, 'Why the sea comes back').fields, {
    title: 'Why the sea comes back',
    description: 'Two tides a day.\n\nExplained with a bucket.',
    categoryIds: [{ reference: 'name:sea' }],
    hostIds: [{ reference: 'id:ELOISE' }],
    type: 'Talk',
    languages: ['fr'],
    source: { id: 'TIDES1' },
    attachments: [{ title: 'Slides', url: 'https://x.example/slides.pdf' }],
    recording: { isOptedOut: true },
    time: { start: '2027-07-02T12:00:00.000Z', end: '2027-07-02T13:00:00.000Z', timezone: null, allDay: false },
    interestPointId: { reference: 'name:fish hall' },
  })
  assert.deepEqual(titled(programme, 'Éloïse Kermadoz').fields, {
    title: 'Éloïse Kermadoz',
    description: 'Knows the moon.',
    media: { url: 'https://x.example/e.png' },
  })
  assert.deepEqual(codesOf(programme), [])
})

test('the older form with one slot, and a page of several, are read', async () => {
  const [talk] = pretalx.results
  const older = {
    ...talk,
    slots: undefined,
    slot: { room: { en: 'Fish hall' }, start: '2027-07-02T14:00:00+02:00', end: null },
  }
  const programme = await read(JSON.stringify({ ...pretalx, next: 'https://x.example/?page=2', results: [older] }))
  assert.deepEqual(titled(programme, 'Why the sea comes back').fields.time, {
    start: '2027-07-02T12:00:00.000Z',
    end: '2027-07-02T13:00:00.000Z',
    timezone: null,
    allDay: false,
  })
  assert.deepEqual(codesOf(programme), ['more_pages'])
})

test('the data of the schedule widget is read with its lists of rooms, tracks and speakers', async () => {
  const programme = await read(
    JSON.stringify({
      timezone: 'Europe/Lisbon',
      talks: [
        {
          code: 'A',
          title: 'Dawn set',
          speakers: ['S1', 'S2'],
          track: 2,
          room: 1,
          start: '2027-07-03T05:00:00',
          end: '2027-07-03T06:00:00',
        },
      ],
      rooms: [{ id: 1, name: { en: 'The Dune' }, description: { en: 'On the sand' } }],
      tracks: [{ id: 2, name: { en: 'Electro' } }],
      speakers: [{ code: 'S1', name: 'Balise 9', avatar: null }],
    }),
  )
  assert.deepEqual(startsOf(programme), ['2027-07-03T04:00:00.000Z'])
  const { fields } = titled(programme, 'Dawn set')
  assert.deepEqual([fields.hostIds, fields.categoryIds], [[{ reference: 'id:S1' }], [{ reference: 'name:electro' }]])
  assert.deepEqual(titled(programme, 'The Dune').fields, { title: 'The Dune', description: 'On the sand' })
  assert.deepEqual(codesOf(programme), ['unknown_speaker'])
})

test('numbers that were not expanded are reported', async () => {
  const [talk] = pretalx.results
  const programme = await read(JSON.stringify({ results: [{ ...talk, track: 3, submission_type: 4, slots: [11] }] }))
  assert.deepEqual(startsOf(programme), [null])
  assert.deepEqual(codesOf(programme), ['not_expanded'])
})

test('slots of a schedule, lists of speakers and of rooms are read', async () => {
  const [talk] = pretalx.results
  const slots = (talk?.slots ?? []).map((slot) => ({ ...slot, submission: { ...talk, slots: undefined } }))
  assert.equal(sessionsOf(await read(JSON.stringify({ slots, version: '1' }))).length, 2)
  const speakers = await read(JSON.stringify({ results: [{ code: 'S1', name: 'Balise 9', biography: 'A duo.' }] }))
  assert.equal(titled(speakers, 'Balise 9').kind, 'broadcastHost')
  const rooms = await read(JSON.stringify({ results: [{ id: 1, name: { fr: 'La Dune' }, capacity: 300 }] }))
  assert.equal(titled(rooms, 'La Dune').kind, 'broadcastInterestPoint')
})

test('talks that were not accepted are left out with a note', async () => {
  const [talk] = pretalx.results
  const programme = await read(
    JSON.stringify({
      results: [
        { ...talk, state: 'rejected' },
        { ...talk, code: 'B', state: 'accepted' },
      ],
    }),
  )
  assert.deepEqual([sessionsOf(programme).length, codesOf(programme)], [2, ['not_accepted']])
})
