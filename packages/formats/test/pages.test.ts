import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstDayOfSite, type Programme, type ReadOptions, readProgramme } from '@marquee/formats'

const read = (body: string, options: Partial<ReadOptions> = {}) =>
  readProgramme(
    {
      bytes: Buffer.from(
        `<!doctype html><html lang="fr"><title>Harbour Festival 2027</title><body>${body}</body></html>`,
      ),
      url: 'https://harbour.example/programme/',
    },
    { timeZone: 'Europe/Paris', ...options },
  )

/** `02 18:00-19:00 Title @ place (people)`, in UTC. */
const lines = ({ records }: Programme) =>
  records
    .filter(({ kind }) => kind === 'broadcastSession')
    .map(({ fields }) => {
      const { start, end } = (fields.time ?? {}) as { start?: string; end?: string | null }
      const name = (one: unknown) => (one as { reference: string }).reference.replace('name:', '')
      const when = start ? `${start.slice(8, 10)} ${start.slice(11, 16)}${end ? `-${end.slice(11, 16)}` : ''} ` : ''
      const where = fields.interestPointId ? ` @ ${name(fields.interestPointId)}` : ''
      const who = fields.hostIds ? ` (${(fields.hostIds as unknown[]).map(name).join(', ')})` : ''
      return `${when}${fields.title}${where}${who}`
    })

const harbour = [
  '02 10:00-11:00 Opening @ main stage',
  '02 10:00-12:00 Knots for all @ lighthouse',
  '02 11:00-12:00 Songs of the tide @ main stage',
  '02 12:00-13:00 Lunch',
]

test('a grid of times and stages with merged cells is read', async () => {
  const grid = `<h2>Friday 2 July</h2><table><tr></tr>
    <tr><th></th><th>Main Stage</th><th>Lighthouse</th></tr>
    <tr><th>12:00</th><td>Opening</td><td rowspan="2">Knots for all</td></tr>
    <tr><th>13:00</th><td>Songs of<br>the tide</td></tr>
    <tr><th>14:00 - 15:00</th><td colspan="2">Lunch</td></tr></table>`
  assert.deepEqual(lines(await read(grid)), harbour)
})

test('a grid with times above and stages in front is read', async () => {
  const grid = `<table><caption>Friday 2 July</caption>
    <tr><td></td><td>12:00</td><td>13:00</td><td>14:00 - 15:00</td></tr>
    <tr><td>Main Stage</td><td>Opening</td><td>Songs of the tide</td><td rowspan="2">Lunch</td></tr>
    <tr><td>Lighthouse</td><td colspan="2">Knots for all</td></tr></table>`
  assert.deepEqual(lines(await read(grid)).sort(), harbour)
})

test('a grid can have days above its columns, and several days below each other', async () => {
  const week = `<table><tr><th>Time</th><th>Fri 2 July</th><th>Sat 3 July</th></tr>
    <tr><td>10:00–11:00</td><td>Opening</td><td>Breakfast</td></tr>
    <tr><td>11:00–12:00</td><td>Songs of the tide</td><td>-</td></tr></table>`
  assert.deepEqual(lines(await read(week)), [
    '02 08:00-09:00 Opening',
    '03 08:00-09:00 Breakfast',
    '02 09:00-10:00 Songs of the tide',
  ])
  const below = `<table><tr><td colspan="2">Freitag, 2. Juli</td></tr><tr><td>22:00</td><td>Night of the gulls</td></tr><tr><td>23:30</td><td>Last boat</td></tr><tr><td>01:00</td><td>Silence</td></tr>
    <tr><td colspan="2">Samstag, 3. Juli</td></tr><tr><td>10:00</td><td><strong>Breakfast</strong><br>Ada Wrenfield</td></tr></table>`
  assert.deepEqual(lines(await read(below)), [
    '02 20:00 Night of the gulls',
    '02 21:30 Last boat',
    '02 23:00 Silence',
    '03 08:00 Breakfast (ada wrenfield)',
  ])
})

test('a table with a row for each session is read like a spreadsheet', async () => {
  const table = `<h3>Vendredi 2 juillet</h3><table><thead><tr><th>Heure</th><th>Titre</th><th>Scène</th><th>Artistes</th></tr></thead>
    <tbody><tr><td>18h - 19h</td><td>Opening</td><td>Main Stage</td><td>Ada Wrenfield<br>Noor Benhadjar</td></tr>
    <tr><td>19h30</td><td>Songs</td><td>Lighthouse</td><td></td></tr></tbody></table>`
  assert.deepEqual(lines(await read(table)), [
    '02 16:00-17:00 Opening @ main stage (ada wrenfield, noor benhadjar)',
    '02 17:30 Songs @ lighthouse',
  ])
})

test('definition lists, headings and paragraphs with times are read', async () => {
  const expected = ['02 10:10-10:40 Opening', '02 10:40-11:00 Songs of the tide', '02 11:00 Lunch']
  const day = '<h2>Friday, 2 July 2027</h2>'
  const lists = [
    '<dl><dt>12:10 - 12:40</dt><dd>Opening</dd><dt>12:40 - 13:00</dt><dd>Songs of<br>the tide</dd><dt>13:00</dt><dd>Lunch</dd></dl>',
    '<h3>12:10 - 12:40</h3><p>Opening</p><h3>12:40 - 13:00</h3><p>Songs of the tide</p><h3>13:00</h3><p>Lunch</p>',
    '<ul><li>12:10–12:40 Opening</li><li>12:40–13:00: Songs of the tide</li><li>13:00 Lunch</li></ul>',
    '<p>12:10–12:40 Opening<br>12:40–13:00 Songs of the tide<br>13:00 Lunch</p>',
    '<p>12:10–12:40<br>Opening</p><p>12:40–13:00<br>Songs of the tide</p><p>13:00<br>Lunch</p>',
    '<ul><li><b>Opening</b> <time>12:10</time>–<time>12:40</time></li><li><b>Songs of the tide</b> <span>12:40 - 13:00</span></li><li><b>Lunch</b> <i>13:00</i></li></ul>',
    '<div class="e"><span>12:10</span> - <span>12:40</span><h4>Opening</h4></div><div class="e"><span>12:40</span> - <span>13:00</span><h4>Songs of the tide</h4></div><div class="e"><span>13:00</span><h4>Lunch</h4></div>',
  ]
  for (const list of lists) assert.deepEqual(lines(await read(day + list)), expected, list)
})

test('two stages side by side, and lists under the name of a stage, keep their stage', async () => {
  const cards = (time: string, [a, b]: [string, string]) =>
    `<div class="row"><div class="time">${time}</div><div class="session"><h4>${a}</h4><span class="room">Main Stage</span></div><div class="session"><h4>${b}</h4><span class="room">Lighthouse</span><p class="speaker">Ada Wrenfield</p></div></div>`
  const sideBySide = `<h2>2 July</h2>${cards('12:00 - 13:00', ['Opening', 'Knots'])}${cards('13:00 - 14:00', ['Songs', 'Nets'])}${cards('14:00 - 15:00', ['Lunch', 'Sails'])}`
  assert.deepEqual(lines(await read(sideBySide)), [
    '02 10:00-11:00 Opening @ main stage',
    '02 10:00-11:00 Knots @ lighthouse (ada wrenfield)',
    '02 11:00-12:00 Songs @ main stage',
    '02 11:00-12:00 Nets @ lighthouse (ada wrenfield)',
    '02 12:00-13:00 Lunch @ main stage',
    '02 12:00-13:00 Sails @ lighthouse (ada wrenfield)',
  ])
  const column = (stage: string, list: string[]) =>
    `<div class="column"><h3>${stage}</h3><ul>${list.map((one) => `<li>${one}</li>`).join('')}</ul></div>`
  const columns = `<h2>2 July</h2>${column('Grande scène', ['12h Opening', '13h Songs'])}${column('Salle 2', ['12h Knots', '13h30 Nets'])}`
  assert.deepEqual(lines(await read(columns)), [
    '02 10:00 Opening @ grande scène',
    '02 11:00 Songs @ grande scène',
    '02 10:00 Knots @ salle 2',
    '02 11:30 Nets @ salle 2',
  ])
})

test('tabs name the days of their panels, and the machine-readable time wins', async () => {
  const tabs = `<ul class="tabs"><li><a href="#a">Fri 2 July</a></li><li><a href="#b">Sat 3 July</a></li></ul>
    <div id="a"><ul><li>12:00 Opening</li><li>13:00 Songs</li></ul></div><div id="b"><ul><li>12:00 Breakfast</li></ul></div>`
  assert.deepEqual(lines(await read(tabs)), ['02 10:00 Opening', '02 11:00 Songs', '03 10:00 Breakfast'])
  const machine = ['2027-07-02T12:00+02:00', '2027-07-02T13:00+02:00', '2027-07-03T12:00+02:00']
    .map((at, index) => `<li><time datetime="${at}">noon</time> <b>Set ${index + 1}</b></li>`)
    .join('')
  assert.deepEqual(lines(await read(`<ul>${machine}</ul>`)), ['02 10:00 Set 1', '02 11:00 Set 2', '03 10:00 Set 3'])
})

test('a page without dates says so, and the first day of the event completes it', async () => {
  const page =
    '<ul class="nav"><li class="active"><a href="/talks/">Talks <span class="date">Friday 2nd</span></a></li></ul><ul><li>12:00 Opening</li><li>13:00 Songs</li><li>14:00 Lunch</li></ul>'
  const undated = await read(page.replace('Friday 2nd', ''))
  assert.deepEqual(lines(undated), ['Opening', 'Songs', 'Lunch'])
  assert.deepEqual(
    undated.notes.map(({ code }) => code),
    ['date_missing'],
  )
  assert.deepEqual(lines(await read(page, { firstDay: '2027-07-02' })), [
    '02 10:00 Opening',
    '02 11:00 Songs',
    '02 12:00 Lunch',
  ])
  assert.equal(
    firstDayOfSite('<title>Harbour 2027</title><body><h1>Harbour Festival</h1><p>July 2-4, Brest</p></body>'),
    '2027-07-02',
  )
})

test('a page that mentions times is not a programme', async () => {
  const page =
    '<nav><a>10:00</a><a>11:00</a><a>12:00</a></nav><p>Doors open at 18:00, and the last boat leaves at 01:00.</p><table><tr><td>Monday</td><td>9:00 - 18:00</td></tr><tr><td>Tuesday</td><td>9:00 - 18:00</td></tr></table>'
  assert.deepEqual(lines(await read(page)), [])
})

test('schema.org data is read from scripts and from the markup, and the festival itself is no session', async () => {
  const graph = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Festival', name: 'Harbour Festival', startDate: '2027-07-02', endDate: '2027-07-04', url: '/' },
      {
        '@type': 'MusicEvent',
        '@id': 'https://harbour.example/#a',
        name: 'Songs of the tide',
        startDate: '2027-07-02T20:00:00+0200',
        endDate: '2027-07-02T21:30:00+02:00',
        location: { '@type': 'Place', name: 'Main Stage', geo: { latitude: '48.39', longitude: -4.48 } },
        performer: [{ '@type': 'Person', name: 'Ada Wrenfield', image: '/ada.jpg' }],
        description: '<p>Boats &amp; songs.</p>',
      },
      { '@type': 'Event', name: 'Storm', startDate: '2027-07-02', eventStatus: 'https://schema.org/EventCancelled' },
    ],
  }
  const programme = await read(`<script type="application/ld+json">${JSON.stringify(graph)}</script>`)
  assert.equal(programme.event.title, 'Harbour Festival')
  assert.deepEqual(lines(programme), ['02 18:00-19:30 Songs of the tide @ main stage (ada wrenfield)'])
  assert.deepEqual(
    programme.notes.map(({ code }) => code),
    ['cancelled'],
  )
  const session = programme.records.find(({ kind }) => kind === 'broadcastSession')
  assert.deepEqual(
    [session?.key, session?.fields.description],
    ['id:https://harbour.example/#a', '<p>Boats &amp; songs.</p>'],
  )
  assert.deepEqual(programme.records.find(({ kind }) => kind === 'broadcastInterestPoint')?.fields.position, {
    x: -4.48,
    y: 48.39,
  })
  const file = await readProgramme({ bytes: Buffer.from(JSON.stringify(graph)) }, { timeZone: 'Europe/Paris' })
  assert.equal(file.format, 'json-ld')
  assert.deepEqual(lines(file), lines(programme))
  const microdata =
    await read(`<div itemscope itemtype="https://schema.org/Event"><h2 itemprop="name">Songs of<br>the tide</h2>
    <meta itemprop="startDate" content="2027-07-02T20:00"><span itemprop="location" itemscope itemtype="https://schema.org/Place"><b itemprop="name">Main Stage</b></span>
    <span itemprop="performer" itemscope itemtype="https://schema.org/Person"><i itemprop="name">Ada Wrenfield</i></span></div>`)
  assert.deepEqual(lines(microdata), ['02 18:00 Songs of the tide @ main stage (ada wrenfield)'])
})

test('line-ups, cards and cells with their own times keep stage, day and people', async () => {
  const lineUp = `<h2>Freitag 2. Juli</h2><h3>Hauptbühne</h3><p>18:00 Sel Gris<br>21:00 The Slow Herons<br>00:30 Tidal Moth</p><h3>Zeltbühne</h3><p>17:00 Kabar Soley</p>`
  assert.deepEqual(lines(await read(lineUp)), [
    '02 16:00 Sel Gris @ hauptbühne',
    '02 19:00 The Slow Herons @ hauptbühne',
    '02 22:30 Tidal Moth @ hauptbühne',
    '02 15:00 Kabar Soley @ zeltbühne',
  ])
  const gig = (name: string, when: string) => `<div class="gig"><h3>${name}</h3><p>${when}</p></div>`
  const gigs = `<h2>Fri 2 July</h2>${gig('Sel Gris', 'Main Stage, 20:00 – 21:00')}${gig('Balise 9', 'Lighthouse, 21:00 – 22:30')}${gig('Tidal Moth', 'Main Stage, 23:00 – 00:30')}`
  assert.deepEqual(lines(await read(gigs)), [
    '02 18:00-19:00 Sel Gris @ main stage',
    '02 19:00-20:30 Balise 9 @ lighthouse',
    '02 21:00-22:30 Tidal Moth @ main stage',
  ])
  const cells = `<h2>Fri 2 July</h2><table><tr><th>Main Stage</th><th>Lighthouse</th></tr><tr><td>18:00 - 19:00<br>Sel Gris</td><td>18:30 - 19:30<br>Balise 9</td></tr></table>`
  assert.deepEqual(lines(await read(cells)), [
    '02 16:00-17:00 Sel Gris @ main stage',
    '02 16:30-17:30 Balise 9 @ lighthouse',
  ])
  const table = `<h2>Day 1 (July 2)</h2><table><tr><th>Time</th><th>Session</th></tr><tr><td>9:00 AM</td><td>Coffee</td></tr><tr><td>1:30 PM</td><td><a href="/1">Keynote</a><br><em>by Ada Wrenfield</em></td></tr></table>`
  assert.deepEqual(lines(await read(table)), ['02 07:00 Coffee', '02 11:30 Keynote (ada wrenfield)'])
})

test('the days on which articles were published are no sessions', async () => {
  const post = (day: string) =>
    `<article><h2>News</h2><time datetime="2027-05-${day}T10:00:00+02:00">${day} May 2027</time></article>`
  assert.deepEqual(lines(await read(['01', '02', '03'].map(post).join(''))), [])
})

test('a printed time table with more sessions than the data for machines is read instead', async () => {
  const event = { '@type': 'Event', name: 'Opening', startDate: '2027-07-02T12:00' }
  const script = `<script type="application/ld+json">${JSON.stringify(event)}</script>`
  const programme = await read(
    `${script}<h2>2 July</h2><ul><li>12:00 Opening</li><li>13:00 Songs</li><li>14:00 Lunch</li></ul>`,
  )
  assert.deepEqual(lines(programme), ['02 10:00 Opening', '02 11:00 Songs', '02 12:00 Lunch'])
  assert.deepEqual(
    programme.notes.map(({ code }) => code),
    ['structured_data_skipped'],
  )
})
