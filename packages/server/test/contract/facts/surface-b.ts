import assert from 'node:assert/strict'
import { accepted, field, instant, missingId, objectId, recordOf, refused } from './check.ts'
import { type Fact, fact, section } from './fact.ts'

const host = recordOf('broadcastHosts', { title: 'Ana Luz' })

/** A kind and the fields that the contract names for it, with values that are stored and returned. */
const kinds: [kind: string, plural: string, base: object, fields: Record<string, unknown>][] = [
  ['broadcastEvent', 'broadcastEvents', { type: 'opened' }, { type: 'shared', metadata: { page: 'home' } }],
  ['broadcastNetworkingForm', 'broadcastNetworkingForms', {}, { metadata: { a: 1 } }],
  [
    'media',
    'medias',
    { mediaUrl: 'https://festival.example/a.jpg' },
    { mediaUrl: 'https://festival.example/b.jpg', external: true },
  ],
  ['broadcastCategory', 'broadcastCategories', {}, { status: 'draft' }],
  ['broadcastClient', 'broadcastClients', {}, { metadata: { a: 1 } }],
  [
    'broadcastDiffuser',
    'broadcastDiffusers',
    {},
    { type: 'web', seo: { title: 'Quay', metaDescription: 'By the water', indexing: true } },
  ],
  ['broadcastCampaign', 'broadcastCampaigns', {}, { metadata: { a: 1 } }],
  ['broadcastArticle', 'broadcastArticles', {}, { status: 'published' }],
  ['broadcastHost', 'broadcastHosts', {}, { status: 'draft' }],
  ['broadcastInterestPoint', 'broadcastInterestPoints', {}, { status: 'draft', mapId: null }],
  ['broadcastMap', 'broadcastMaps', {}, { type: 'image', status: 'draft', metadata: { a: 1 } }],
  ['revision', 'revisions', { tos: { accepted: true } }, { tos: { accepted: true } }],
  [
    'font',
    'fonts',
    { fontFamily: 'Inter' },
    { fontFamily: 'Lora', weights: [{ weight: 400, url: 'https://festival.example/a.woff2' }] },
  ],
]

const kindFacts = kinds.flatMap(([kind, plural, base, fields]): Fact[] => [
  fact(`kind.${kind}`, `The kind \`${kind}\` has the common fields.`, async ({ make }) => {
    const made = await make(plural, base)
    assert.match(made._id, objectId)
    assert.match(made._createdAt, instant)
    assert.match(made._updatedAt, instant)
    assert.equal(made._reference, null)
    assert.deepEqual(made.metadata, {})
  }),
  ...Object.entries(fields).map(([name, value]) =>
    fact(`kind.${kind}.${name}`, `\`${kind}\` has \`${name}\`.`, async ({ make }) => {
      assert.deepEqual((await make(plural, { ...base, [name]: value }))[name], value)
    }),
  ),
])

export const surfaceB = section('Surface B: common fields and kinds', import.meta.url, [
  fact('b._id', '`_id` is an objectId of 24 characters.', async ({ make }) => {
    assert.match((await make('broadcastHosts', {}))._id, objectId)
  }),
  fact('b._id-read-only', '`_id`, `_createdAt` and `_updatedAt` cannot be changed.', async (ground) => {
    const write = await host(ground)
    for (const name of ['_id', '_createdAt', '_updatedAt']) refused(await write({ [name]: missingId }), `/${name}`)
  }),
  fact('b._createdAt', '`_createdAt` is a date-time.', async ({ make }) => {
    assert.match((await make('broadcastHosts', {}))._createdAt, instant)
  }),
  fact(
    'b._updatedAt',
    '`_updatedAt` is a date-time that moves with a change.',
    async ({ make, key, tenant, service }) => {
      const made = await make('broadcastHosts', {})
      service.clock.advance(1_000)
      const changed = accepted(await key('PATCH', `${tenant.path}/broadcastHosts/${made._id}`, { title: 'Changed' }))
      assert(changed._updatedAt > made._updatedAt)
    },
  ),
  fact('b._reference', '`_reference` is a text or null.', async (ground) => {
    const write = await host(ground)
    const taken = `tickets-${Date.now()}`
    for (const value of [taken, null]) assert.equal(accepted(await write({ _reference: value }))._reference, value)
    refused(await write({ _reference: 7 }), '/_reference')
  }),
  field('b.metadata', '`metadata` is a free-form object.', host, '/metadata', {
    takes: [{ a: [1, { b: null }], c: 'd' }],
    refuses: ['a', 7, []],
  }),
  ...kindFacts,
  fact(
    'kind.broadcastEvent.type-text',
    '`type` of an analytics event is a text and required.',
    async ({ key, tenant }) => {
      for (const body of [{}, { type: 7 }]) refused(await key('POST', `${tenant.path}/broadcastEvents`, body), '/type')
    },
  ),
  fact(
    'kind.broadcastInterestPoint.mapId-reference',
    '`mapId` of an interest point is the id of a map.',
    async ({ make, key, tenant }) => {
      const { _id } = await make('broadcastMaps', {})
      assert.equal((await make('broadcastInterestPoints', { mapId: _id })).mapId, _id)
      refused(await key('POST', `${tenant.path}/broadcastInterestPoints`, { mapId: missingId }), '/mapId')
    },
  ),
  fact('kind.media._userId', '`media` has `_userId`, the id of the account.', async ({ make, tenant }) => {
    assert.equal((await make('medias', { mediaUrl: 'https://festival.example/a.jpg' }))._userId, tenant.userId)
  }),
  field(
    'kind.media.external-boolean',
    '`external` of a media is a boolean.',
    recordOf('medias', { mediaUrl: 'https://festival.example/a.jpg' }),
    '/external',
    {
      refuses: ['yes', 1],
    },
  ),
  field(
    'kind.broadcastDiffuser.seo.indexing',
    '`seo.indexing` of a diffuser is a boolean.',
    recordOf('broadcastDiffusers'),
    '/seo/indexing',
    {
      takes: [true, false],
      refuses: ['yes', 1],
    },
  ),
  fact('kind.broadcastMember.email', '`broadcastMember` has `email`.', async ({ owner, tenant }) => {
    const reply = await owner('POST', `${tenant.path}/broadcastMembers`, { email: 'crew@festival.example' })
    assert.equal(accepted(reply, 201).email, 'crew@festival.example')
  }),
  field(
    'kind.revision.tos.accepted',
    '`tos.accepted` of a revision is a boolean and must be true.',
    async ({ key, tenant }) =>
      (body) =>
        key('POST', `${tenant.path}/revisions`, body),
    '/tos/accepted',
    {
      takes: [true],
      refuses: [false, 'yes', null],
    },
  ),
  field(
    'kind.font.weights-shape',
    '`weights` of a font have a number `weight` and a text `url`.',
    recordOf('fonts', { fontFamily: 'Inter' }),
    '/weights',
    {
      takes: [[], [{ weight: 700, url: 'https://festival.example/b.woff2' }]],
      refuses: [[{ weight: 'bold', url: 'https://festival.example/b.woff2' }], [{ weight: 700, url: 7 }], 'bold'],
    },
  ),
  fact(
    'b.delete-result',
    'A delete returns `success`, `referenceType`, `referenceId` and `operationType`.',
    async ({ make, key, tenant }) => {
      const { _id } = await make('broadcastHosts', {})
      assert.deepEqual(accepted(await key('DELETE', `${tenant.path}/broadcastHosts/${_id}`)), {
        success: true,
        referenceType: 'broadcastHost',
        referenceId: _id,
        operationType: 'delete',
      })
    },
  ),
])
