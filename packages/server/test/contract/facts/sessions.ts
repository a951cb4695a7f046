import assert from 'node:assert/strict'
import { accepted, field, instant, missingId, objectId, recordOf, refused, wrongIds } from './check.ts'
import { type Fact, fact, section } from './fact.ts'
import { nativeContents } from './navigator.ts'

const session = recordOf('broadcastSessions')
const page = recordOf('broadcastPages')
const contact = recordOf('broadcastContacts')

/** A field that refers to one record, or to several. */
const reference = (name: string, plural: string, isList: boolean): Fact =>
  fact(
    `session.${name}`,
    `\`${name}\` is ${isList ? 'a list of ids' : 'an id'} of existing records, 24 characters each, or null.`,
    async (ground) => {
      const write = await session(ground)
      const { _id } = await ground.make(plural, {})
      const value = isList ? [_id] : _id
      assert.deepEqual(accepted(await write({ [name]: value }))[name], value)
      assert.deepEqual(accepted(await write({ [name]: null }))[name], isList ? [] : null)
      for (const wrong of [...wrongIds, missingId])
        refused(await write({ [name]: isList ? [wrong] : wrong }), `/${name}`)
    },
  )

export const sessions = section('BroadcastPage, BroadcastSession and BroadcastContact (Surface B)', import.meta.url, [
  field('page.status', '`status` of a page is `draft` or `published`.', page, '/status', {
    takes: ['draft', 'published'],
    refuses: ['hidden', 7, null],
  }),
  field('page.blocks', '`blocks` of a page is a list of blocks.', page, '/blocks', {
    takes: [[], [{ type: 'divider' }]],
    refuses: ['a', [{ type: 'nonsense' }]],
  }),
  fact('page.categoryIds', '`categoryIds` of a page is a list of ids.', async (ground) => {
    const write = await page(ground)
    const { _id } = await ground.make('broadcastCategories', {})
    assert.deepEqual(accepted(await write({ categoryIds: [_id] })).categoryIds, [_id])
    for (const wrong of wrongIds) refused(await write({ categoryIds: [wrong] }), '/categoryIds')
  }),
  field('page.media', '`media` of a page is stored as sent.', page, '/media', {
    takes: ['https://festival.example/a.jpg', null],
  }),
  field('page.title', '`title` of a page is a text.', page, '/title', { takes: ['Access'], refuses: [7] }),
  field('page.url', '`url` of a page is a text.', page, '/url', {
    takes: ['/access', 'https://festival.example'],
    refuses: [7],
  }),
  field('page.localeDetails', '`localeDetails` of a page is an object.', page, '/localeDetails', {
    takes: [{ fr: { title: 'Accès' } }],
    refuses: ['fr', 7],
  }),
  field('page.isPrivate', '`isPrivate` of a page is a boolean.', page, '/isPrivate', {
    takes: [true, false],
    refuses: ['yes', 1],
  }),
  field('page.defaultLocale', '`defaultLocale` of a page is a language.', page, '/defaultLocale', {
    takes: ['fr', 'en', 'es', null],
    refuses: ['xx-nonsense', 7],
  }),
  field('page.nativeContent', '`nativeContent` of a page has the values of a Navigator.', page, '/nativeContent', {
    takes: [...nativeContents, null],
    refuses: ['shop', 7],
  }),
  fact(
    'page.common',
    'A page has `_id`, `_createdAt`, `_updatedAt`, `_reference` and `metadata`.',
    async ({ make }) => {
      const made = await make('broadcastPages', {})
      assert.match(made._id, objectId)
      assert.match(made._createdAt, instant)
      for (const name of ['_updatedAt', '_reference', 'metadata']) assert(name in made)
    },
  ),

  field('session.title', '`title` is a text of at least 1 character, or null.', session, '/title', {
    takes: ['a', 'Opening', null],
    refuses: ['', 7],
  }),
  reference('categoryIds', 'broadcastCategories', true),
  field('session.status', '`status` is `draft` or `published`.', session, '/status', {
    takes: ['published', 'draft'],
    refuses: ['hidden', null, 7],
  }),
  fact('session.status-default', '`status` is `draft` by default.', async ({ make }) => {
    assert.equal((await make('broadcastSessions', {})).status, 'draft')
  }),
  field('session.description', '`description` is a text or null.', session, '/description', {
    takes: ['Free', null],
    refuses: [7],
  }),
  reference('hostIds', 'broadcastHosts', true),
  reference('interestPointId', 'broadcastInterestPoints', false),
  fact('session.time', '`time` is an object and always in the record.', async (ground) => {
    assert.equal(typeof (await ground.make('broadcastSessions', {})).time, 'object')
    const write = await session(ground)
    const time = { start: '2027-07-02T18:00:00.000Z', end: '2027-07-02T19:00:00.000Z' }
    const stored = accepted(await write({ time })).time
    assert.deepEqual([stored.start, stored.end], [time.start, time.end])
    for (const wrong of ['soon', 7, null]) refused(await write({ time: wrong }), '/time')
  }),
  field('session.media', '`media` is any value or null.', session, '/media', {
    takes: ['https://festival.example/a.jpg', { any: [1] }, null],
  }),
  field('session.defaultLocale', '`defaultLocale` is `fr`, `en`, `es` or null.', session, '/defaultLocale', {
    takes: ['fr', 'en', 'es', null],
    refuses: ['xx-nonsense', 7],
  }),
  field('session.color', '`color` is any text or null.', session, '/color', {
    takes: ['red', '#abc', null],
    refuses: [7],
  }),
  reference('broadcastMapId', 'broadcastMaps', false),
  fact('session.blocks', '`blocks` is a list of blocks and always in the record.', async (ground) => {
    assert.deepEqual((await ground.make('broadcastSessions', {})).blocks, [])
    const write = await session(ground)
    assert.deepEqual(accepted(await write({ blocks: [{ type: 'divider' }] })).blocks, [{ type: 'divider' }])
    refused(await write({ blocks: [{ type: 'nonsense' }] }), '/blocks')
  }),
  field(
    'session.localeDetails',
    '`localeDetails` is an object of localized variants, or null.',
    session,
    '/localeDetails',
    {
      takes: [{ fr: { title: 'Ouverture' } }, null],
      refuses: ['fr', 7],
    },
  ),
  field('session.metadata', '`metadata` is an object.', session, '/metadata', {
    takes: [{ crew: 'a' }],
    refuses: ['a', 7, []],
  }),
  fact('session.common', 'A session has `_id`, `_createdAt`, `_updatedAt` and `_reference`.', async ({ make }) => {
    const made = await make('broadcastSessions', {})
    assert.match(made._id, objectId)
    assert.match(made._createdAt, instant)
    for (const name of ['_updatedAt', '_reference']) assert(name in made)
  }),

  field('contact.fields', '`fields` of a contact is a list of a text `key` and a text `value`.', contact, '/fields', {
    takes: [[], [{ key: 'email', value: 'ana@festival.example' }]],
    refuses: ['email', [{ key: 7, value: 'a' }], [{ key: 'a', value: 7 }]],
  }),
  fact(
    'contact.common',
    'A contact has `_id`, `_createdAt`, `_updatedAt`, `_reference` and `metadata`.',
    async ({ make }) => {
      const made = await make('broadcastContacts', {})
      assert.match(made._id, objectId)
      assert.match(made._createdAt, instant)
      for (const name of ['_updatedAt', '_reference', 'metadata']) assert(name in made)
    },
  ),
])
