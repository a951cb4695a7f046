import assert from 'node:assert/strict'
import { accepted, colors, field, recordOf } from './check.ts'
import { fact, section } from './fact.ts'

const page = recordOf('broadcastPages')
const inBlock = (name: string) => (value: unknown) => ({ blocks: [{ type: 'media', [name]: value }] })
const inValue = (name: string) => (value: unknown) => ({ blocks: [{ type: 'media', values: [{ [name]: value }] }] })

/** Every type of block, with a field that shows its purpose. */
const types: Record<string, object> = {
  title: { text: 'Hello' },
  paragraph: { text: 'Some *markdown*' },
  media: { values: [{ media: 'https://festival.example/a.mp4' }] },
  embed: { url: 'https://festival.example/player' },
  button: { label: 'Tickets', navigator: { url: 'https://festival.example' } },
  question: { text: 'Coming?', values: [{ label: 'Yes', navigator: { nativeContent: 'program' } }] },
  divider: {},
  sessions: { query: { limit: 3 } },
  hosts: { query: { limit: 3 } },
  interestPoints: { query: { limit: 3 } },
  articles: { query: { limit: 3 } },
  countdown: { target: '2027-07-02T18:00:00.000Z' },
  section: { blocks: [{ type: 'title', text: 'Inside' }] },
  socials: { values: [{ network: 'mastodon', url: 'https://social.example/@quay' }] },
  meteo: { latitude: 47.2, longitude: -1.55 },
  map: { zoom: 3 },
}

export const blocks = section('Block (Surface B)', import.meta.url, [
  fact('block.order', 'Blocks keep the order of their list.', async ({ make }) => {
    const sent = ['c', 'a', 'b'].map((text) => ({ type: 'title', text }))
    assert.deepEqual((await make('broadcastPages', { blocks: sent })).blocks, sent)
  }),
  ...Object.entries(types).map(([type, fields]) =>
    fact(`block.type.${type}`, `\`${type}\` is a type of block, stored with its fields.`, async ({ make }) => {
      const block = { type, ...fields }
      assert.deepEqual((await make('broadcastPages', { blocks: [block] })).blocks, [block])
    }),
  ),
  field('block.type', '`type` is required and one of sixteen.', page, '/blocks/0', {
    refuses: [{}, { type: 'carousel' }, { type: 7 }, 'title'],
  }),
  field('block.key', '`key` is a text.', page, '/blocks/0/key', {
    body: inBlock('key'),
    takes: ['hero'],
    refuses: [7],
  }),
  field('block.height', '`height` is a number.', page, '/blocks/0/height', {
    body: inBlock('height'),
    takes: [120, 0.5],
    refuses: ['120'],
  }),
  field('block.values', '`values` is a list.', page, '/blocks/0/values', {
    body: inBlock('values'),
    takes: [[], [{}]],
    refuses: ['a', 7],
  }),
  field('block.format', '`format` is a text such as `carousel`.', page, '/blocks/0/format', {
    body: inBlock('format'),
    takes: ['carousel'],
    refuses: [7],
  }),
  field(
    'block.values.media',
    '`media` of a value of a media block is stored as sent.',
    page,
    '/blocks/0/values/0/media',
    {
      body: inValue('media'),
      takes: ['https://festival.example/a.jpg', { any: ['thing'] }],
    },
  ),
  field(
    'block.values.backgroundColor',
    '`backgroundColor` of a value is a color.',
    page,
    '/blocks/0/values/0/backgroundColor',
    {
      body: inValue('backgroundColor'),
      ...colors,
    },
  ),
  field('block.values.fit', '`fit` of a value is a text such as `cover`.', page, '/blocks/0/values/0/fit', {
    body: inValue('fit'),
    takes: ['cover'],
    refuses: [7],
  }),
  field('block.values.navigator', '`navigator` of a value is a Navigator.', page, '/blocks/0/values/0/navigator', {
    body: inValue('navigator'),
    takes: [{ nativeContent: 'home' }],
    refuses: ['home', { nativeContent: 'shop' }],
  }),
  fact(
    'block.public',
    'The public reads the blocks of a published page in their order.',
    async ({ make, anonymous, tenant }) => {
      const sent = ['b', 'a'].map((text) => ({ type: 'title', text }))
      const { _id } = await make('broadcastPages', { status: 'published', blocks: sent })
      const shown = accepted(await anonymous('GET', `/v1/public/${tenant.broadcastId}/broadcastPages/${_id}`))
      assert.deepEqual(
        shown.blocks.map(({ text }: { text: string }) => text),
        ['b', 'a'],
      )
    },
  ),
])
