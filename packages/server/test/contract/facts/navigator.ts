import assert from 'node:assert/strict'
import { accepted, broadcast, field, missingId, refused, valueAt, wrongIds } from './check.ts'
import { fact, section } from './fact.ts'

const at = (name: string) => `/appBar/leftNavigator/${name}`
const query = (name: string) => `/appBar/leftNavigator/query/${name}`
const tile = (name: string) => `/structure/profileTiles/0/${name}`

const pointers: [field: string, plural: string][] = [
  ['broadcastArticleId', 'broadcastArticles'],
  ['broadcastPageId', 'broadcastPages'],
  ['broadcastSessionId', 'broadcastSessions'],
  ['broadcastHostId', 'broadcastHosts'],
  ['broadcastInterestPointId', 'broadcastInterestPoints'],
  ['broadcastMapId', 'broadcastMaps'],
]

export const nativeContents = [
  'contact',
  'localTicket',
  'articles',
  'maps',
  'home',
  'program',
  'hosts',
  'menu',
  'auth',
  'profile',
  'favorites',
  'campaigns',
  'networkingForms',
  'networkingScan',
  'meteo',
  'search',
]

const largest = Number.MAX_SAFE_INTEGER

export const navigator = section('Navigator and Tile (Surface B)', import.meta.url, [
  field('navigator.url', '`url` is a URI or null.', broadcast, at('url'), {
    takes: ['https://festival.example/tickets', null],
    refuses: ['not a url', 7],
  }),
  ...pointers.map(([name, plural]) =>
    fact(
      `navigator.${name}`,
      `\`${name}\` is null or the id of a record of that kind, 24 characters.`,
      async (ground) => {
        const write = await broadcast(ground)
        const { _id } = await ground.make(plural, {})
        for (const value of [_id, null]) {
          const reply = await write({ appBar: { leftNavigator: { [name]: value } } })
          assert.equal(valueAt(accepted(reply), at(name)), value)
        }
        for (const value of [...wrongIds, missingId])
          refused(await write({ appBar: { leftNavigator: { [name]: value } } }), at(name))
      },
    ),
  ),
  ...nativeContents.map((value) =>
    field(
      `navigator.nativeContent.${value}`,
      `\`nativeContent\` accepts \`${value}\`.`,
      broadcast,
      at('nativeContent'),
      {
        takes: [value],
      },
    ),
  ),
  field(
    'navigator.nativeContent',
    '`nativeContent` is one of sixteen values or null.',
    broadcast,
    at('nativeContent'),
    {
      takes: [null],
      refuses: ['shop', '', 7],
    },
  ),
  field('navigator.query', '`query` is an object or null.', broadcast, at('query'), {
    takes: [{}, null],
    refuses: ['a', 7, []],
  }),
  field('navigator.query.filters', '`query.filters` is a list or null.', broadcast, query('filters'), {
    takes: [[], [{ status: 'published' }], null],
    refuses: ['status', 7],
  }),
  field(
    'navigator.query.filtersLogical',
    '`query.filtersLogical` is `$and`, `$or`, `$nor` or null.',
    broadcast,
    query('filtersLogical'),
    {
      takes: ['$and', '$or', '$nor', null],
      refuses: ['$not', 'and', 7],
    },
  ),
  field(
    'navigator.query.limit',
    '`query.limit` is an integer from 0 to 9007199254740991, -1 or null.',
    broadcast,
    query('limit'),
    {
      takes: [0, 10, largest, -1, null],
      refuses: [-2, 1.5, '10'],
    },
  ),
  field(
    'navigator.query.skip',
    '`query.skip` is an integer from 0 to 9007199254740991 or null.',
    broadcast,
    query('skip'),
    {
      takes: [0, 10, largest, null],
      refuses: [-1, 1.5, '10'],
    },
  ),
  field('navigator.query.sort', '`query.sort` is an object of `asc` and `desc`, or null.', broadcast, query('sort'), {
    takes: [{ title: 'asc' }, { 'time.start': 'desc' }, null],
    refuses: [{ title: 'up' }, 'title', 7],
  }),
  field('tile.bottomBarIndex', '`bottomBarIndex` of a tile is a number or null.', broadcast, tile('bottomBarIndex'), {
    takes: [0, 2, null],
    refuses: ['2', {}],
  }),
  field('tile.navigator', '`navigator` of a tile is a Navigator or null.', broadcast, tile('navigator'), {
    takes: [{ nativeContent: 'home' }, null],
    refuses: ['home', { nativeContent: 'shop' }],
  }),
  field('tile.title', '`title` of a tile is a text or null.', broadcast, tile('title'), {
    takes: ['Home', '', null],
    refuses: [7, {}],
  }),
  field('tile.icon', '`icon` of a tile is an object or null.', broadcast, tile('icon'), {
    takes: [{ family: 'lucide', type: 'house' }, null],
    refuses: ['house', 7],
  }),
  field('tile.icon.family', '`icon.family` is `lucide`, `remix` or `hero`.', broadcast, tile('icon/family'), {
    body: (family) => ({ structure: { profileTiles: [{ icon: { family, type: 'house' } }] } }),
    takes: ['lucide', 'remix', 'hero'],
    refuses: ['feather', 7],
  }),
])
