import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Programme, type ReadOptions, readProgramme, type SourceRecord, Unreadable } from '@marquee/formats'
import { workbook, zip } from './workbook.ts'

const read = (content: string | Uint8Array, options: Partial<ReadOptions> = {}, name = 'programme.csv') =>
  readProgramme({ bytes: Buffer.from(content), name }, { timeZone: 'Europe/Paris', ...options })

const ofKind = ({ records }: Programme, kind: SourceRecord['kind']) => records.filter((record) => record.kind === kind)
const sessions = (programme: Programme) =>
  ofKind(programme, 'broadcastSession').map(({ fields }) => {
    const { start, end } = (fields.time ?? {}) as { start?: string; end?: string }
    const place = (fields.interestPointId as { reference: string } | undefined)?.reference.replace('name:', '')
    return [fields.title, start?.slice(0, 16), end?.slice(0, 16), place]
  })
const roles = ({ table }: Programme) => table?.columns.map(({ role }) => role)
const codes = ({ notes }: Programme) => notes.map(({ code, at }) => (at ? `${code} ${at}` : code))

const plain = [
  ['Opening of the harbour', '2027-07-02T16:00', '2027-07-02T17:00', 'main stage'],
  ['Songs of the tide', '2027-07-02T17:30', '2027-07-02T19:00', 'lighthouse'],
]

test('a table with headers of six languages is the same programme', async () => {
  const rows = [
    'Opening of the harbour;02.07.2027;18:00;19:00;Main Stage;Ada Wrenfield',
    'Songs of the tide;02.07.2027;19:30;21:00;Lighthouse;Noor Benhadjar',
  ]
  for (const header of [
    'Title;Date;Start;End;Stage;Artists',
    'Titre;Jour;Début;Fin;Scène;Intervenant·e·s',
    'Titel;Tag;Beginn;Ende;Bühne;Künstler*innen',
    'Título;Fecha;Hora de inicio;Hora de fin;Escenario;Ponentes',
    'Titolo;Giorno;Inizio;Fine;Sala;Artisti',
    'Titel;Datum;Begintijd;Eindtijd;Zaal;Sprekers',
  ]) {
    const programme = await read([header, ...rows].join('\n'))
    assert.deepEqual(sessions(programme), plain, header)
    assert.equal(ofKind(programme, 'broadcastHost').length, 2, header)
  }
})

test('charsets, delimiters, byte order marks and quoted line breaks of spreadsheets are understood', async () => {
  const text =
    'Titre\tDate\tHeure\tSalle\n"Été\nà la ""Criée"""\t2/7/2027\t18h30\tScène été\nNuit\t13/7/2027\t20h\tQuai'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, Buffer.from(text, 'latin1')]) {
    const programme = await read(bytes)
    assert.deepEqual(sessions(programme), [
      ['Été à la "Criée"', '2027-07-02T16:30', undefined, 'scène été'],
      ['Nuit', '2027-07-13T18:00', undefined, 'quai'],
    ])
    assert.deepEqual(
      ofKind(programme, 'broadcastSession').map(({ at }) => at),
      ['line 2', 'line 4'],
    )
  }
  const separated = await read('sep=|\nTitle|Date|Start\nSet, one; two|2027-07-02|18:00')
  assert.deepEqual(sessions(separated), [['Set, one; two', '2027-07-02T16:00', undefined, undefined]])
})

test('without headers, and with odd ones, the values decide', async () => {
  const rows = [
    '2027-07-02,18:00,19:00,Opening of the harbour,Main Stage',
    '2027-07-02,19:30,21:00,Songs of the tide,Lighthouse',
    '2027-07-03,18:00,19:00,Letters from the sea,Main Stage',
    '2027-07-03,19:30,21:00,Night of the gulls,Lighthouse',
  ]
  const bare = await read(rows.join('\n'))
  assert.deepEqual(roles(bare), ['date', 'start', 'end', 'title', 'place'])
  assert.deepEqual(bare.table?.columns[3]?.header, 'Column D')
  assert.deepEqual(sessions(bare).slice(0, 2), plain)
  const odd = await read(['Foo,Bar,Baz,Qux,Quux', ...rows].join('\n'))
  assert.deepEqual(roles(odd), ['date', 'start', 'end', 'title', 'place'])
  assert.equal(sessions(odd).length, 4)
})

test('people choose the columns, and the result says how they were read', async () => {
  const text = 'Name,Nickname,Day,Time\nOfficial,The harbour opens,2027-07-02,18:00'
  const programme = await read(text, { columns: { Name: 'ignore', Nickname: 'title' } })
  assert.deepEqual(sessions(programme)[0]?.[0], 'The harbour opens')
  assert.deepEqual(programme.table?.columns[1], { header: 'Nickname', role: 'title', samples: ['The harbour opens'] })
  assert.deepEqual(codes(programme), ['column_ignored'])
})

test('headings, missing dates and nights of a spreadsheet are understood', async () => {
  const programme = await read(
    [
      'Harbour Festival 2027,,,',
      ',,,',
      'Time,Title,Stage,Duration',
      'Friday 2 July,,,',
      '22:00 - 23:00,Songs of the tide,Main Stage,',
      '23:30,Night of the gulls,Main Stage,1h30',
      '01:30,Last boat,Main Stage,45 min',
      'Saturday 3 July,,,',
      '10:00,Breakfast,Main Stage,0:30',
    ].join('\n'),
  )
  assert.deepEqual(sessions(programme), [
    ['Songs of the tide', '2027-07-02T20:00', '2027-07-02T21:00', 'main stage'],
    ['Night of the gulls', '2027-07-02T21:30', '2027-07-02T23:00', 'main stage'],
    ['Last boat', '2027-07-02T23:30', '2027-07-03T00:15', 'main stage'],
    ['Breakfast', '2027-07-03T08:00', '2027-07-03T08:30', 'main stage'],
  ])
  assert.deepEqual(codes(programme), ['after_midnight line 7'])
})

test('no row is dropped silently', async () => {
  const programme = await read(
    [
      'Title,Date,Start,End,Link',
      ',2027-07-02,18:00,19:00,',
      'Set,someday,18:00,19:00,',
      'Show,2027-07-02,,,',
      'Talk,2027-07-02,18:00,18:00,javascript:alert(1)',
      'Walk,2027-02-31,18:00,,',
    ].join('\n'),
  )
  assert.deepEqual(sessions(programme), [
    ['Set', undefined, undefined, undefined],
    ['Show', '2027-07-01T22:00', undefined, undefined],
    ['Talk', '2027-07-02T16:00', undefined, undefined],
    ['Walk', undefined, undefined, undefined],
  ])
  assert.deepEqual(codes(programme).sort(), [
    'date_missing line 3',
    'date_missing line 6',
    'end_before_start line 5',
    'incomplete_date line 6',
    'invalid_time line 3',
    'invalid_url line 5',
    'no_title line 2',
    'time_missing line 4',
  ])
})

test('dates that can be read in two ways are noted', async () => {
  const programme = await read('Title,Date,Start\nSet,7/2/2027,18:00\nShow,7/3/2027,18:00')
  assert.deepEqual(
    sessions(programme).map(([, start]) => start),
    ['2027-07-02T16:00', '2027-07-03T16:00'],
  )
  assert.deepEqual(codes(programme), ['date_order_guessed'])
})

test('several people in a cell are divided, and one name is not', async () => {
  const cells = [
    'Ada Wrenfield',
    'Ada Wrenfield, Noor Benhadjar & Hana Morikaze',
    'Ada Wrenfield and Noor Benhadjar',
    'Fatou Ndiambel; Lior Vandemeer',
    'Fatou Ndiambel\nLior Vandemeer',
    'Ada and the Slow Herons',
    'Tidal & Quartz',
    'Tide',
    'Anchor',
    'Tide & Anchor',
    'Lior Vandemeer, Jr.',
  ]
  const text = ['Title,Artist', ...cells.map((cell, at) => `Set ${at},"${cell}"`)].join('\n')
  const programme = await read(text)
  const hosts = ofKind(programme, 'broadcastSession').map(({ fields }) =>
    (fields.hostIds as { reference: string }[]).map(({ reference }) => reference.replace('name:', '')),
  )
  assert.deepEqual(hosts, [
    ['ada wrenfield'],
    ['ada wrenfield', 'noor benhadjar', 'hana morikaze'],
    ['ada wrenfield', 'noor benhadjar'],
    ['fatou ndiambel', 'lior vandemeer'],
    ['fatou ndiambel', 'lior vandemeer'],
    ['ada and the slow herons'],
    ['tidal & quartz'],
    ['tide'],
    ['anchor'],
    ['tide', 'anchor'],
    ['lior vandemeer, jr.'],
  ])
  assert.deepEqual(codes(programme), ['people_doubtful line 9'])
})

test('ids, languages, categories, addresses and pictures have their fields', async () => {
  const programme = await read(
    'ID,Title,Track,Tags,Language,URL,Image,Type\nA1,Set,"Art, design","sea, night","Deutsch, en",https://x.de,www.x.de/a.jpg,Concert',
  )
  const [session] = ofKind(programme, 'broadcastSession')
  assert.deepEqual([session?.key, session?.isStable], ['id:A1', true])
  const { categoryIds, languages, source, media, type } = session?.fields ?? {}
  assert.deepEqual(
    categoryIds,
    ['art, design', 'sea', 'night'].map((name) => ({ reference: `name:${name}` })),
  )
  assert.deepEqual(
    [languages, source, media, type],
    [['de', 'en'], { id: 'A1', url: 'https://x.de' }, { url: 'https://www.x.de/a.jpg' }, 'Concert'],
  )
})

test('rows can be hosts, places or articles', async () => {
  const hosts = await read(
    'Name,Biography,Company,Mastodon\nAda Wrenfield,Sings.,Tide Records,https://sea.example/@ada',
  )
  assert.equal(hosts.table?.rows, 'hosts')
  assert.deepEqual(ofKind(hosts, 'broadcastHost')[0]?.fields, {
    title: 'Ada Wrenfield',
    subtitle: 'Tide Records',
    description: 'Sings.',
    links: [{ type: 'mastodon', url: 'https://sea.example/@ada' }],
  })
  const places = await read('Stage;Latitude;Longitude\nMain Stage;48,39;-4,48')
  assert.deepEqual(ofKind(places, 'broadcastInterestPoint')[0]?.fields, {
    title: 'Main Stage',
    position: { x: -4.48, y: 48.39 },
  })
  const articles = await read('Title,Published,Content,Author\nTickets,2027-05-01,On sale now.,Ada Wrenfield')
  assert.deepEqual(ofKind(articles, 'broadcastArticle')[0]?.fields, {
    title: 'Tickets',
    content: 'On sale now.',
    publishedAt: '2027-04-30T22:00:00.000Z',
  })
  const chosen = await read('Name\nMain Stage\nLighthouse', { rows: 'places', format: 'csv' })
  assert.equal(ofKind(chosen, 'broadcastInterestPoint').length, 2)
})

test('a workbook is read with its dates and times, and other sheets are reported', async () => {
  const day = 46_570
  const bytes = await workbook({
    Notes: [['Call the plumber']],
    Programme: [
      ['Title', 'Date', 'Start', 'End', 'Stage'],
      [
        'Opening of the harbour',
        { value: day, format: 14 },
        { value: 0.75, format: 20 },
        { value: 19 / 24, format: 20 },
        'Main Stage',
      ],
      [null, null, null, null, null],
      ['Songs of the tide', day, 0.8125, '21:00', 'Lighthouse'],
    ],
  })
  const programme = await read(bytes, {}, 'programme.xlsx')
  assert.equal(programme.format, 'xlsx')
  assert.deepEqual(sessions(programme), plain)
  assert.deepEqual(
    ofKind(programme, 'broadcastSession').map(({ at }) => at),
    ['line 2', 'line 4'],
  )
  assert.deepEqual(codes(programme), ['sheet_skipped'])
  const whole = await read(
    await workbook({
      A: [
        ['Title', 'Start'],
        ['Set', { value: day + 0.75, format: 22 }],
      ],
    }),
  )
  assert.deepEqual(sessions(whole), [['Set', '2027-07-02T16:00', undefined, undefined]])
})

test('a table without title, a bomb, and a zip that is no workbook are refused with a sentence', async () => {
  const refused = async (content: string | Uint8Array, sentence: RegExp) =>
    assert.rejects(
      () => read(content),
      (error) => error instanceof Unreadable && sentence.test(error.message) && error.at !== undefined,
    )
  await refused('Date,Start\n2027-07-02,18:00\n2027-07-03,18:00', /No column can be the title/)
  await refused('Title,Date\nSet,2027-07-02\n"Show,2027-07-02\n', /never closed/)
  await refused(await zip({ 'a.txt': 'x' }), /not an Excel workbook/)
  await refused(await zip({ 'marquee.json': '{}' }), /archive of a whole broadcast/)
  await refused(
    await zip({ '[Content_Types].xml': '', 'xl/a.xml': Buffer.alloc(120 * 1024 * 1024) }),
    /unpacks to more than/,
  )
  await refused(
    await zip({ '[Content_Types].xml': '', 'xl/a.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
    /document type/,
  )
  const vast = { '[Content_Types].xml': '', 'xl/worksheets/sheet1.xml': '<c r="ZZZ999999"/>' }
  await refused(await zip(vast), /too large/)
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}.txt`, '']))
  await refused(await zip(many), /more than 2000 files/)
})
