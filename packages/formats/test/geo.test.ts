import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProgramme } from '@marquee/formats'
import { zip } from './workbook.ts'

const read = (content: string | Uint8Array) =>
  readProgramme({ bytes: Buffer.from(content), url: 'https://harbour.example/map.json' }, { timeZone: 'Europe/Paris' })

test('features of GeoJSON are places, with the middle of an area', async () => {
  const feature = (properties: object, geometry: unknown, id?: string) => ({
    type: 'Feature',
    id,
    properties,
    geometry,
  })
  const { format, records, notes } = await read(
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        feature(
          { name: 'Main Stage', category: 'Stages', description: '<b>By the sea</b>', image: '/stage.jpg' },
          { type: 'Point', coordinates: [-4.48, 48.39, 12] },
          's1',
        ),
        feature(
          { Name: 'Food court', category: 'stages' },
          {
            type: 'Polygon',
            coordinates: [
              [
                [-4, 48],
                [-4.2, 48],
                [-4.2, 48.4],
                [-4, 48.4],
                [-4, 48],
              ],
            ],
          },
        ),
        feature({ name: 'Lost' }, null),
        feature({ name: 'Wrong' }, { type: 'Point', coordinates: ['x', 200] }),
        feature({}, { type: 'Point', coordinates: [1, 2] }),
      ],
    }),
  )
  assert.equal(format, 'geojson')
  assert.deepEqual(
    records.filter(({ kind }) => kind === 'broadcastInterestPoint').map(({ key, fields }) => [key, fields]),
    [
      [
        'id:s1',
        {
          title: 'Main Stage',
          description: '<b>By the sea</b>',
          position: { x: -4.48, y: 48.39 },
          categoryIds: [{ reference: 'name:stages' }],
          media: { url: 'https://harbour.example/stage.jpg' },
        },
      ],
      [
        'name:food court',
        { title: 'Food court', position: { x: -4.1, y: 48.2 }, categoryIds: [{ reference: 'name:stages' }] },
      ],
      ['name:lost', { title: 'Lost' }],
      ['name:wrong', { title: 'Wrong' }],
    ],
  )
  assert.deepEqual(
    notes.map(({ code, at }) => `${code} ${at}`),
    [
      'shape_as_point /features/1',
      'no_position /features/2',
      'invalid_position /features/3',
      'no_position /features/3',
      'no_title /features/4',
    ],
  )
})

const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Harbour</name>
<Folder><name>Stages</name><Placemark id="a"><name>Main Stage</name><description><![CDATA[By <b>the sea</b>]]></description>
<Point><coordinates> -4.48,48.39,0 </coordinates></Point></Placemark></Folder>
<Placemark><name>Path</name><LineString><coordinates>-4,48 -4.2,48.4</coordinates></LineString></Placemark></Document></kml>`

test('placemarks of KML are places, and folders are categories', async () => {
  const { format, event, records, notes } = await read(kml)
  assert.deepEqual([format, event.title], ['kml', 'Harbour'])
  assert.deepEqual(
    records.map(({ key, at, fields }) => [key, at, fields]),
    [
      ['name:stages', 'line 2', { title: 'Stages', key: 'Stages' }],
      [
        'id:a',
        'line 2',
        {
          title: 'Main Stage',
          description: 'By <b>the sea</b>',
          position: { x: -4.48, y: 48.39 },
          categoryIds: [{ reference: 'name:stages' }],
        },
      ],
      ['name:path', 'line 4', { title: 'Path', position: { x: -4.1, y: 48.2 } }],
    ],
  )
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['shape_as_point'],
  )
  const packed = await read(await zip({ 'doc.kml': kml }))
  assert.deepEqual(packed.records, records)
})
