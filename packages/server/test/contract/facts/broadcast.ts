import assert from 'node:assert/strict'
import { accepted, colors, field, instant, refused, broadcast as target } from './check.ts'
import { fact, section } from './fact.ts'

const tile = { title: 'Home', navigator: { nativeContent: 'home' }, icon: { family: 'lucide', type: 'house' } }
const inMenu = (name: string) => (value: unknown) => ({ menu: { sections: [], [name]: value } })

export const broadcast = section('Broadcast (Surface B)', import.meta.url, [
  field('broadcast.name', '`name` is a text of 1 to 30 characters.', target, '/name', {
    takes: ['a', 'a'.repeat(30)],
    refuses: ['', 'a'.repeat(31), 7],
  }),
  field('broadcast.name-required', '`name` cannot be removed.', target, '/name', { refuses: [null] }),
  fact('broadcast._id', '`_id` and `_createdAt` are in the record.', async ({ key, tenant }) => {
    const record = accepted(await key('GET', tenant.path))
    assert.equal(record._id, tenant.broadcastId)
    assert.match(record._createdAt, instant)
  }),
  fact('broadcast.common', '`metadata`, `_updatedAt` and `_reference` are in the record.', async ({ key, tenant }) => {
    const record = accepted(await key('GET', tenant.path))
    assert.match(record._updatedAt, instant)
    assert.equal(typeof record.metadata, 'object')
    assert('_reference' in record)
  }),
  field('broadcast.menu', '`menu` is an object or null.', target, '/menu', {
    takes: [{ sections: [] }, null],
    refuses: ['menu', 7, []],
  }),
  field(
    'broadcast.menu.sections-required',
    '`menu.sections` is required when `menu` is sent.',
    target,
    '/menu/sections',
    {
      body: () => ({ menu: { color: '#abc' } }),
      refuses: [undefined],
    },
  ),
  field(
    'broadcast.menu.sections',
    '`menu.sections` is a list of objects with `title` and `tiles`.',
    target,
    '/menu/sections',
    {
      takes: [[], [{ title: 'Info', tiles: [tile] }]],
      refuses: ['Info', [{ title: 7 }], [{ tiles: 'none' }]],
    },
  ),
  field('broadcast.menu.sections.title', '`title` of a section is a text or null.', target, '/menu/sections/0/title', {
    takes: ['Info', null],
    refuses: [7],
  }),
  field(
    'broadcast.menu.sections.tiles',
    '`tiles` of a section is a list of tiles or null.',
    target,
    '/menu/sections/0/tiles',
    {
      takes: [[tile], [], null],
      refuses: [tile, [7]],
    },
  ),
  field('broadcast.menu.color', '`menu.color` is a color or null.', target, '/menu/color', {
    body: inMenu('color'),
    takes: [...colors.takes, null],
    refuses: colors.refuses,
  }),
  field('broadcast.structure', '`structure` is an object or null.', target, '/structure', {
    takes: [{ profileTiles: [] }, null],
    refuses: ['a', 7],
  }),
  field(
    'broadcast.structure.profileTiles',
    '`structure.profileTiles` is a list of tiles.',
    target,
    '/structure/profileTiles',
    {
      takes: [[], [tile]],
      refuses: [tile, [7]],
    },
  ),
  field('broadcast.capabilities', '`capabilities` is a free-form object or null.', target, '/capabilities', {
    takes: [{ push: true, any: { thing: [1] } }, null],
    refuses: ['push', 7, []],
  }),
  field('broadcast.bottomBar', '`bottomBar` is an object or null.', target, '/bottomBar', {
    takes: [{}, null],
    refuses: ['fixed', 7],
  }),
  ...['appBar', 'home', 'theme', 'fontRef', 'platforms'].map((name) =>
    field(`broadcast.${name}`, `\`${name}\` is an object.`, target, `/${name}`, { takes: [{}], refuses: ['a', 7, []] }),
  ),
  ...['authProviders', 'authData'].map((name) =>
    field(`broadcast.${name}`, `\`${name}\` is a list.`, target, `/${name}`, { takes: [[]], refuses: ['a', 7, {}] }),
  ),
  field(
    'broadcast.shortDescription',
    '`shortDescription` is a text of at most 80 characters.',
    target,
    '/shortDescription',
    {
      takes: ['', 'a'.repeat(80)],
      refuses: ['a'.repeat(81), 7],
    },
  ),
  field('broadcast.description', '`description` is a text of at most 4000 characters.', target, '/description', {
    takes: ['', 'a'.repeat(4000)],
    refuses: ['a'.repeat(4001), 7],
  }),
  field('broadcast.fontRef.weight', '`fontRef.weight` is a number.', target, '/fontRef/weight', {
    takes: [400],
    refuses: ['bold'],
  }),
  field('broadcast.fontRef.style', '`fontRef.style` is a text such as `normal`.', target, '/fontRef/style', {
    takes: ['normal', 'italic'],
    refuses: [7],
  }),
  fact(
    'broadcast.fontRef.fontHolderId',
    '`fontRef.fontHolderId` is the id of a font.',
    async ({ make, key, tenant }) => {
      const { _id } = await make('fonts', { fontFamily: 'Inter' })
      const record = accepted(await key('PATCH', tenant.path, { fontRef: { fontHolderId: _id, weight: 400 } }))
      assert.equal(record.fontRef.fontHolderId, _id)
      refused(await key('PATCH', tenant.path, { fontRef: { fontHolderId: 7 } }), '/fontRef/fontHolderId')
    },
  ),
  field('broadcast.type', '`type` is a text.', target, '/type', { takes: ['festival', 'venue'], refuses: [7] }),
  fact(
    'broadcast.status',
    '`status` is one of eight values, and `idle` for a broadcast that is created empty.',
    async ({ key, anonymous, tenant }) => {
      assert.equal(accepted(await key('GET', tenant.path)).status, 'idle')
      const { components } = accepted(await anonymous('GET', '/v1/openapi.json'))
      assert.deepEqual(components.schemas.broadcast.properties.status.enum, [
        'onboarding',
        'onboardingCapturingWebsite',
        'onboardingGeneratingAssets',
        'onboardingApplyingTheme',
        'onboardingBuildingContent',
        'onboardingFinalizing',
        'onboardingFailed',
        'idle',
      ])
    },
  ),
  ...['isPrivate', 'isWeb', 'isApp'].map((name) =>
    field(`broadcast.${name}`, `\`${name}\` is a boolean.`, target, `/${name}`, {
      takes: [true, false, name !== 'isPrivate'],
      refuses: ['yes', 1],
    }),
  ),
  fact(
    'broadcast.isPrivate-public',
    'A private broadcast is excluded from public access.',
    async ({ service, anonymous }) => {
      const { api, path, broadcastId } = await service.newTenant()
      assert.equal((await anonymous('GET', `/v1/public/${broadcastId}`)).status, 200)
      accepted(await api('PATCH', path, { isPrivate: true }))
      assert.equal((await anonymous('GET', `/v1/public/${broadcastId}`)).status, 404)
    },
  ),
  field(
    'broadcast.authProviders.type',
    '`type` of an auth provider is `oAuth` or `fixedKeys`.',
    target,
    '/authProviders/0/type',
    {
      takes: ['oAuth', 'fixedKeys'],
      refuses: ['saml', 7],
    },
  ),
  ...Object.entries({
    oAuthType: 'google',
    clientId: 'abc',
    singUpLabel: 'Join',
    clientType: 'web',
    eventId: 'e1',
    productIds: ['p1', 'p2'],
    orderIds: ['o1'],
    blocks: [{ type: 'title', text: 'Sign in' }],
  }).map(([name, value]) =>
    field(`broadcast.authProviders.${name}`, `An auth provider has \`${name}\`.`, target, `/authProviders/0/${name}`, {
      body: (sent) => ({ authProviders: [{ type: 'oAuth', [name]: sent }] }),
      takes: [value],
      refuses: [7],
    }),
  ),
  fact(
    'broadcast.authProviders.key',
    'An auth provider has `key`, which is stored and not returned.',
    async ({ key, tenant }) => {
      const reply = await key('PATCH', tenant.path, { authProviders: [{ type: 'fixedKeys', key: 'a hidden key' }] })
      assert.equal(accepted(reply).authProviders[0].set, true)
      assert(!reply.text.includes('a hidden key'))
    },
  ),
  field(
    'broadcast.authData.type',
    '`type` of stored credentials is `basic`, `apiKey`, `oauth` or `fixedKeys`.',
    target,
    '/authData/0/type',
    {
      takes: ['basic', 'apiKey', 'oauth', 'fixedKeys'],
      refuses: ['bearer', 7],
    },
  ),
  fact(
    'broadcast.authData.basic',
    'Stored credentials have `basic.username` and `basic.password`; the password is not returned.',
    async ({ key, tenant }) => {
      const basic = { username: 'ada', password: 'a hidden password' }
      const reply = await key('PATCH', tenant.path, { authData: [{ type: 'basic', basic }] })
      assert.equal(accepted(reply).authData[0].basic.username, 'ada')
      assert(!reply.text.includes('a hidden password'))
    },
  ),
  fact('broadcast.authData.key', 'Stored credentials have `key`, which is not returned.', async ({ key, tenant }) => {
    const reply = await key('PATCH', tenant.path, { authData: [{ type: 'apiKey', key: 'a hidden key' }] })
    assert.equal(accepted(reply).authData[0].set, true)
    assert(!reply.text.includes('a hidden key'))
  }),
  field('broadcast.platforms.ios.teamId', '`platforms.ios.teamId` is a text.', target, '/platforms/ios/teamId', {
    takes: ['ABCDE'],
    refuses: [7],
  }),
  field(
    'broadcast.platforms.android.developerId',
    '`platforms.android.developerId` is a text.',
    target,
    '/platforms/android/developerId',
    {
      takes: ['12345'],
      refuses: [7],
    },
  ),
  fact('broadcast.revisionId', '`revisionId` is the id of the newest revision.', async ({ service }) => {
    const { api, path } = await service.newTenant()
    const { _id } = accepted(await api('POST', `${path}/revisions`, { tos: { accepted: true } }), 201)
    assert.equal(accepted(await api('GET', path)).revisionId, _id)
  }),
])
