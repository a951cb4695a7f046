import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, event, frabXml, fullEvent, read, sessionsOf, startsOf, titled } from './fixtures.ts'

test('an event of frab has all its fields, and its track, room and persons are records', async () => {
  const programme = await read(frabXml(fullEvent, { conference: '<base_url>https://embruns.example/2027/</base_url>' }))
  assert.equal(programme.format, 'frab-xml')
  assert.equal(programme.event.title, 'Les Embruns')
  const { fields, key, isStable, at } = titled(programme, 'Sel Gris & friends')
  assert.deepEqual([key, isStable, at], ['id:g1', true, 'line 6'])
  assert.deepEqual(fields, {
    title: 'Sel Gris & friends',
    subtitle: 'Gale-force rock',
    description: 'Two guitars.\n\n<p>Tuned too low.</p>',
    time: { start: '2027-07-02T19:00:00.000Z', end: '2027-07-02T20:30:00.000Z', timezone: null, allDay: false },
    categoryIds: [{ reference: 'name:rock' }],
    hostIds: [{ reference: 'id:p7' }, { reference: 'id:8' }],
    interestPointId: { reference: 'name:the jetty' },
    type: 'concert',
    languages: ['fr'],
    guid: 'g1',
    source: { id: '1', url: 'https://embruns.example/sel-gris' },
    links: [
      { label: 'Site', url: 'https://sel-gris.example' },
      { label: 'Record', url: 'https://www.brisants.example' },
    ],
    attachments: [{ title: 'Words', url: 'https://embruns.example/media/words.pdf' }],
    recording: { license: 'CC BY 4.0', isOptedOut: true },
    feedbackUrl: 'https://embruns.example/feedback',
    media: { url: 'https://embruns.example/media/sel-gris.png' },
  })
  assert.deepEqual(titled(programme, 'Rock').fields, { title: 'Rock', key: 'Rock' })
  assert.deepEqual(codesOf(programme), ['url_without_scheme'])
})

test('values may be attributes, and details of persons may be listed apart', async () => {
  const programme = await read(
    frabXml(
      event(
        '<persons><person id="7">Sel Gris</person></persons>',
        'id="1" title="Brisants" start="21:00" duration="30"',
      ),
      {
        root: '<persons><person id="7"><name>Sel Gris</name><biography>Four friends.</biography></person><person id="9"><name>Balise 9</name></person></persons>',
      },
    ),
  )
  assert.deepEqual(startsOf(programme), ['2027-07-02T19:00:00.000Z'])
  assert.deepEqual(titled(programme, 'Sel Gris').fields, { title: 'Sel Gris', description: 'Four friends.' })
  assert.deepEqual(codesOf(programme), ['unmentioned_people', 'assumed_time_zone'])
})

const timed = (id: number, start: string) =>
  event(`<title>Set ${id}</title><start>${start}</start><duration>00:30</duration>`, `guid="g${id}" id="${id}"`)

test('a time after midnight is of the next date: by the change of days, the start of the day or the order in the room', async () => {
  const night = [timed(1, '23:30'), timed(2, '00:30')].join('')
  const expected = ['2027-07-02T21:30:00.000Z', '2027-07-02T22:30:00.000Z']
  const zone = '<time_zone_name>Europe/Paris</time_zone_name>'
  const byChange = await read(frabXml(night, { conference: `${zone}<day_change>06:00:00</day_change>` }))
  assert.deepEqual([startsOf(byChange), codesOf(byChange)], [expected, []])
  const day = 'date="2027-07-02" start="2027-07-02T06:00:00+02:00"'
  const byDay = await read(frabXml(night, { conference: zone, day }))
  assert.deepEqual([startsOf(byDay), codesOf(byDay)], [expected, []])
  const byOrder = await read(frabXml(night, { conference: zone }))
  assert.deepEqual([startsOf(byOrder), codesOf(byOrder)], [expected, ['after_midnight']])
})

test('local times are read in the zone of the file, which sessions keep when the broadcast has another', async () => {
  const programme = await read(
    frabXml(timed(1, '21:00'), { conference: '<time_zone_name>Europe/Lisbon</time_zone_name>' }),
  )
  assert.equal(programme.event.timeZone, 'Europe/Lisbon')
  assert.deepEqual(titled(programme, 'Set 1').fields.time, {
    start: '2027-07-02T20:00:00.000Z',
    end: '2027-07-02T20:30:00.000Z',
    timezone: 'Europe/Lisbon',
    allDay: false,
  })
  const unknown = await read(frabXml(timed(1, '21:00'), { conference: '<time_zone_name>Atlantis</time_zone_name>' }))
  assert.deepEqual(codesOf(unknown), ['unknown_time_zone', 'assumed_time_zone'])
})

const lasting = (durations: string[]) =>
  durations
    .map((duration, index) => {
      const hour = String(10 + index * 2).padStart(2, '0')
      const at = `<date>2027-07-02T${hour}:00:00+02:00</date>`
      return event(`<title>S</title>${at}<duration>${duration}</duration>`, `guid="g${index}"`)
    })
    .join('')

const hoursOf = async (durations: string[]) => {
  const programme = await read(frabXml(lasting(durations)))
  const times = sessionsOf(programme).map(({ fields }) => fields.time as { start: string; end: string })
  return {
    hours: times.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / 3_600_000),
    codes: codesOf(programme),
  }
}

test('a duration of three parts is read as the other durations and the next event require', async () => {
  assert.deepEqual(await hoursOf(['00:30', '1:12:00']), { hours: [0.5, 36], codes: ['duration_in_days'] })
  assert.deepEqual(await hoursOf(['00:30:00', '01:00:00']), { hours: [0.5, 1], codes: [] })
  assert.deepEqual(await hoursOf(['01:30:00', '2:00:00', '01:00:00']), { hours: [1.5, 2, 1], codes: [] })
  assert.deepEqual(await hoursOf(['2:00:00', '2:00:00']), { hours: [2, 2], codes: ['ambiguous_duration'] })
  assert.deepEqual(await hoursOf(['1:12:00', '00:30']), { hours: [36, 0.5], codes: ['ambiguous_duration'] })
  assert.deepEqual(await hoursOf(['PT45M', '90', '36:00']), { hours: [0.75, 1.5, 36], codes: [] })
})

test('lies are repaired where that is certain, left out where it is not, and always reported', async () => {
  const lies = `
    <date>2027-07-02T21:00:00+02:00</date><duration>soon</duration><end>2027-07-02T20:00:00+02:00</end>
    <title>  Sel
      Gris </title><language>de, en</language><url>not an address</url><feedback_url>javascript:alert(1)</feedback_url>
    <abstract>Same</abstract><description>Same</description>
    <links><link href="brisants.example/disc">A</link><link href="slides.pdf">B</link><link>https://c.example</link></links>
    <persons><person id="3"> </person></persons>`
  const programme = await read(frabXml(event(lies) + event('<title></title>', 'guid="g2"')))
  const { fields } = titled(programme, 'Sel Gris')
  assert.deepEqual(fields.languages, ['de', 'en'])
  assert.equal(fields.description, 'Same')
  assert.deepEqual(fields.links, [{ label: 'A', url: 'https://brisants.example/disc' }, { url: 'https://c.example' }])
  assert.deepEqual([fields.source, fields.feedbackUrl, fields.hostIds], [{ id: '1' }, undefined, undefined])
  assert.deepEqual(codesOf(programme), [
    'no_time',
    'invalid_duration',
    'end_before_start',
    'no_name',
    'repaired_language',
    'invalid_url',
    'url_without_scheme',
    'invalid_url',
    'invalid_url',
    'no_title',
  ])
  assert.ok(programme.notes.every(({ at, message }) => /^line \d+$/.test(at ?? '') && message.endsWith('.')))
})

test('one id for many people and one guid for many events identify none of them', async () => {
  const events = ['Sel Gris', 'Balise 9'].map((name, index) =>
    event(
      `<title>${name} live</title><date>2027-07-02T2${index}:00:00+02:00</date><duration>00:30</duration>
       <persons><person id="1">${name}</person></persons>`,
      'guid="same"',
    ),
  )
  const programme = await read(frabXml(events.join('')))
  assert.equal(sessionsOf(programme).length, 2)
  assert.deepEqual(
    programme.records.map(({ key, isStable }) => [key.slice(0, 12), isStable]),
    [
      ['name:the jet', true],
      ['name:sel gri', true],
      ['name:balise ', true],
      ['at:2027-07-0', false],
      ['at:2027-07-0', false],
    ],
  )
  assert.deepEqual(codesOf(programme), ['shared_id', 'shared_id'])
})
