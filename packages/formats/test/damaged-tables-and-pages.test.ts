import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProgramme, Unreadable } from '@marquee/formats'
import { workbook, zip } from './workbook.ts'

const csv = `ID,Title,Date,Start,Duration,Stage,Artists,Tags
1,"Opening of the harbour",02.07.2027,18:00,45 min,Main Stage,"Ada Wrenfield, Noor Benhadjar","sea, night"
2,"Songs of
the tide",02.07.2027,19h30,1:30,Lighthouse,Hana Morikaze,sea
3,Last boat,03.07.2027,00:30,30,Main Stage,Lior Vandemeer;Fatou Ndiambel,night`
const html = `<!doctype html><html lang="fr"><title>Harbour 2027</title><body><script type="application/ld+json">{"@type":"Festival","name":"Harbour","startDate":"2027-07-02"}</script>
<h2>Friday 2 July</h2><table><tr><th></th><th>Main Stage</th><th>Lighthouse</th></tr><tr><th>12:00</th><td>Opening</td><td rowspan="2">Knots</td></tr><tr><th>13:00</th><td colspan="1">Songs</td></tr></table>
<ul><li>14:00 Lunch</li><li>15:00 <b>Nets</b> <i class="speaker">Ada Wrenfield</i></li><li><time datetime="2027-07-02T16:00+02:00">16:00</time> Sails</li></ul></body></html>`
const kml = `<kml><Document><Folder><name>Stages</name><Placemark id="a"><name>Main Stage</name><Point><coordinates>-4.48,48.39,0</coordinates></Point></Placemark></Folder></Document></kml>`
const event = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Songs',
  startDate: '2027-07-02T20:00',
  location: 'Main Stage',
}
const feature = {
  type: 'Feature',
  properties: { name: 'Main Stage' },
  geometry: { type: 'Point', coordinates: [-4.48, 48.39] },
}
const item = { id: 'n1', title: 'Tickets', content_html: '<p>On sale</p>', date_published: '2027-05-01T10:00:00Z' }

const fixtures = async (): Promise<Record<string, Buffer>> => ({
  csv: Buffer.from(csv),
  tsv: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv.replaceAll(',', '\t'), 'utf16le')]),
  xlsx: await workbook({
    Programme: [
      ['Title', 'Date', 'Start'],
      ['Songs', { value: 46_570, format: 14 }, { value: 0.75, format: 20 }],
    ],
  }),
  html: Buffer.from(html),
  'json-ld': Buffer.from(JSON.stringify([event, { ...event, name: 'Knots' }])),
  geojson: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature, feature] })),
  kml: Buffer.from(kml),
  kmz: await zip({ 'doc.kml': kml }),
  rss: Buffer.from(
    '<rss><channel><title>News</title><item><guid>1</guid><title>Tickets</title><link>https://x.example/1</link><pubDate>Sat, 01 May 2027 10:00:00 GMT</pubDate><description>&lt;p&gt;On sale&lt;/p&gt;</description></item></channel></rss>',
  ),
  atom: Buffer.from(
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>1</id><title>Tickets</title><updated>2027-05-01T10:00:00Z</updated><content type="html">&lt;p&gt;On sale&lt;/p&gt;</content></entry></feed>',
  ),
  'json-feed': Buffer.from(
    JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [item, { ...item, id: 'n2' }] }),
  ),
})

/** The same numbers at every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const junk = [
  '"',
  '<',
  '>',
  '{',
  ']',
  '\0',
  '\n',
  ',',
  '&',
  '99999999999',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  'ÿ',
  '</',
  '=',
  "rowspan='1e9'",
  'null',
]

function damaged(bytes: Buffer, seed: number): Buffer {
  const random = randomOf(seed)
  const at = random(bytes.length)
  const to = Math.min(bytes.length, at + 1 + random(40))
  const changes = [
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
    () => Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from(junk[random(junk.length)] ?? ''), bytes.subarray(at)]),
    () => Buffer.from(bytes.map((byte, index) => (index >= at && index < to ? random(256) : byte))),
  ]
  return (changes[seed % changes.length] as () => Buffer)()
}

const seeds = 60

test('a damaged table, page, map or feed is read, or refused with a sentence and a place', async () => {
  const outcomes = { read: 0, refused: 0 }
  for (const [name, bytes] of Object.entries(await fixtures())) {
    const whole = await readProgramme({ bytes }, { timeZone: 'Europe/Paris' })
    assert.equal(whole.format, { tsv: 'csv', kmz: 'kml' }[name] ?? name)
    assert(whole.records.length > 0, name)
    for (let seed = 1; seed <= seeds; seed++)
      try {
        await readProgramme({ bytes: damaged(bytes, seed) }, { timeZone: 'Europe/Paris' })
        outcomes.read++
      } catch (error) {
        assert(error instanceof Unreadable, `${name} with seed ${seed}: ${(error as Error).stack}`)
        assert.match(error.message, /^[A-Z“].*\. \(.+\)$/s, `${name} with seed ${seed}`)
        outcomes.refused++
      }
  }
  assert(outcomes.read > 100 && outcomes.refused > 100, JSON.stringify(outcomes))
})
