import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, read, sessionize, sessionsOf, titled } from './fixtures.ts'

const time = { start: '2027-07-02T08:30:00.000Z', end: '2027-07-02T10:00:00.000Z', timezone: null, allDay: false }

test('the view of everything is read: tracks, formats and languages by their groups, speakers, rooms and links', async () => {
  const programme = await read(JSON.stringify(sessionize.all))
  assert.equal(programme.format, 'sessionize-json')
  const { fields, key, at } = titled(programme, 'Eight knots for a lifetime')
  assert.deepEqual([key, at], ['id:501', '/sessions/0'])
  assert.deepEqual(fields, {
    title: 'Eight knots for a lifetime',
    description: 'Rope provided.',
    time,
    categoryIds: [{ reference: 'name:workshops' }],
    hostIds: [{ reference: 'id:a1' }],
    interestPointId: { reference: 'id:9' },
    type: 'Hands-on',
    languages: ['fr'],
    source: { id: '501' },
    links: [
      { type: 'live', url: 'https://live.example' },
      { label: 'Map', url: 'https://map.example' },
    ],
  })
  assert.deepEqual(titled(programme, 'Yannig Prézélec').fields, {
    title: 'Yannig Prézélec',
    subtitle: 'Rigger',
    description: 'Ties knots.',
    media: { url: 'https://x.example/y.jpg' },
    links: [{ type: 'blog', label: 'Blog', url: 'https://knots.example' }],
  })
  assert.deepEqual(codesOf(programme), ['assumed_time_zone'])
})

test('the grid and the sessions by group give the same sessions, rooms and people', async () => {
  for (const view of [sessionize.grid, sessionize.groups]) {
    const programme = await read(JSON.stringify(view))
    assert.equal(programme.format, 'sessionize-json')
    const { fields, key } = titled(programme, 'Eight knots for a lifetime')
    assert.deepEqual(
      [key, fields.time, fields.interestPointId, fields.hostIds],
      ['id:501', time, { reference: 'id:9' }, [{ reference: 'id:a1' }]],
    )
  }
})

test('a session for everybody, listed in several rooms of the grid, is read once', async () => {
  const [day] = sessionize.grid
  const [room] = day?.rooms ?? []
  const programme = await read(JSON.stringify([{ ...day, rooms: [room, { ...room, id: 10, name: 'The Dune' }] }]))
  assert.equal(sessionsOf(programme).length, 1)
})

test('lists of speakers are read as hosts', async () => {
  const programme = await read(JSON.stringify(sessionize.speakers))
  assert.deepEqual([programme.format, programme.records.length], ['sessionize-json', 1])
  assert.equal(titled(programme, 'Yannig Prézélec').key, 'id:a1')
})

test('files of conference apps that derive from it are read, and unknown speakers are reported', async () => {
  const programme = await read(
    JSON.stringify({
      sessions: [
        {
          id: 'x',
          title: 'Dawn set',
          speakerIds: ['a1', 'b2'],
          location: 'The Dune',
          startsAt: '2027-07-03T05:00',
          endsAt: '2027-07-03T06:00',
          tags: ['Electro'],
          videoUrl: 'https://v.example',
        },
      ],
      speakers: [
        { id: 'a1', name: 'Balise 9', position: 'Duo', description: 'Foghorns.', photoUrl: 'https://x.example/b.png' },
      ],
    }),
  )
  const { fields } = titled(programme, 'Dawn set')
  assert.deepEqual(fields.recording, { url: 'https://v.example' })
  assert.deepEqual(fields.categoryIds, [{ reference: 'name:electro' }])
  assert.deepEqual(fields.interestPointId, { reference: 'name:the dune' })
  assert.deepEqual(codesOf(programme), ['unknown_speaker', 'assumed_time_zone'])
})

test('sessions that were not accepted are left out with a note', async () => {
  const sessions = ['Accepted', 'Declined'].map((status, id) => ({ id, title: 'Dawn set', status, speakers: [] }))
  const programme = await read(JSON.stringify({ sessions, speakers: [] }))
  assert.deepEqual([sessionsOf(programme).length, codesOf(programme)], [1, ['not_accepted']])
})
