import assert from 'node:assert/strict'
import { accepted, broadcast, missingId, refused, wrongIds } from './check.ts'
import { type Fact, fact, section } from './fact.ts'
import type { Ground } from './ground.ts'

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

/** Pages whose reference starts with a text of their own, and the titles that a query returns. */
async function pagesOf({ service }: Ground, query: string): Promise<{ titles: string[]; body: PageList }> {
  const { api, path } = await service.newTenant()
  for (const [title, status] of [
    ['a', 'draft'],
    ['b', 'published'],
    ['c', 'published'],
  ])
    accepted(await api('POST', `${path}/broadcastPages`, { title, status }), 201)
  const body = accepted(await api('GET', `${path}/broadcastPages?sort=${json({ title: 'asc' })}&${query}`))
  return { titles: body.data.map(({ title }: { title: string }) => title), body }
}

interface PageList {
  data: { _id: string; title: string }[]
  metadata: object
  _type: string
}

const pages = (id: string, sentence: string, query: string, expected: string[]): Fact =>
  fact(`pages.${id}`, sentence, async (ground) => {
    assert.deepEqual((await pagesOf(ground, query)).titles, expected)
  })

/** Each field of the body of a session's PATCH, sent alone. */
const sessionFields: Record<string, unknown> = {
  title: 'Changed',
  categoryIds: [],
  status: 'published',
  description: 'Changed',
  hostIds: [],
  interestPointId: null,
  time: { start: null, end: null, timezone: null, allDay: false },
  media: 'https://festival.example/a.jpg',
  defaultLocale: 'en',
  color: 'red',
  broadcastMapId: null,
  blocks: [],
  localeDetails: { en: { title: 'Opening' } },
  metadata: { a: 1 },
}

const workflowFields: Record<string, unknown> = {
  entryNodeId: 'a',
  nodes: [{ id: 'a', type: 'code' }],
  name: 'Changed',
  description: 'Changed',
  status: 'disabled',
  trigger: { type: 'manual' },
  metadata: { a: 1 },
}

/** A PATCH with only one field changes it and keeps the others. */
const patchFacts = (plural: string, initial: object, fields: Record<string, unknown>): Fact[] =>
  Object.entries(fields).map(([name, value]) =>
    fact(
      `patch.${plural}.${name}`,
      `PATCH of \`${plural}\` takes \`${name}\` alone and keeps the other fields.`,
      async ({ make, key, tenant }) => {
        const made = await make(plural, initial)
        const changed = accepted(await key('PATCH', `${tenant.path}/${plural}/${made._id}`, { [name]: value }))
        const { warnings: _, ...record } = changed
        const { warnings: __, ...before } = made
        assert.deepEqual(record, { ...before, [name]: value, _updatedAt: changed._updatedAt })
      },
    ),
  )

export const endpoints = section('Endpoints of Surface B', import.meta.url, [
  fact('path.userId', '`{userId}` and `{broadcastId}` must be those of the broadcast.', async ({ key, tenant }) => {
    const { userId, broadcastId } = tenant
    for (const path of [
      `/v1/users/${missingId}/broadcasts/${broadcastId}`,
      `/v1/users/${userId}/broadcasts/${missingId}`,
    ])
      assert.equal((await key('GET', path)).status, 404)
  }),
  fact('path.id', 'An id in a path is an objectId of 24 characters.', async ({ key, tenant }) => {
    for (const id of ['x', 'a'.repeat(25)])
      assert.equal((await key('GET', `${tenant.path}/broadcastContacts/${id}`)).status, 400)
  }),
  fact('broadcast.get', 'GET of the broadcast is 200 with the Broadcast.', async ({ key, tenant }) => {
    assert.equal(accepted(await key('GET', tenant.path))._id, tenant.broadcastId)
  }),
  fact('broadcast.patch', 'PATCH of the broadcast is 200 with the whole Broadcast.', async (ground) => {
    const record = accepted(await (await broadcast(ground))({ shortDescription: 'By the water' }))
    assert.deepEqual(record, accepted(await ground.key('GET', ground.tenant.path)))
  }),
  fact('broadcast.patch-body', 'PATCH of the broadcast needs a JSON object.', async ({ key, tenant }) => {
    for (const body of [undefined, '[]', '"a"', '7', 'null', '{']) {
      const reply = await key('PATCH', tenant.path, body, { 'content-type': 'application/json' })
      assert.equal(reply.status, 400, String(body))
    }
  }),
  ...['menu', 'structure', 'capabilities', 'bottomBar'].map((name) =>
    fact(`broadcast.patch-null-${name}`, `PATCH of the broadcast with \`${name}\`: null clears it.`, async (ground) => {
      assert.equal(accepted(await (await broadcast(ground))({ [name]: null }))[name], null)
    }),
  ),
  fact('broadcast.patch-partial', 'PATCH of the broadcast keeps fields that are not sent.', async (ground) => {
    const write = await broadcast(ground)
    const before = accepted(await write({ description: 'Kept' }))
    const after = accepted(await write({ shortDescription: 'Changed' }))
    assert.deepEqual(
      { ...after, shortDescription: '', _updatedAt: '' },
      { ...before, shortDescription: '', _updatedAt: '' },
    )
  }),
  fact('pages.list', 'The list of pages is 200 with `data`, `metadata` and `_type`.', async (ground) => {
    const { body } = await pagesOf(ground, '')
    assert.deepEqual(Object.keys(body).sort(), ['_type', 'data', 'metadata'])
    assert.equal(typeof body._type, 'string')
    assert.equal(typeof body.metadata, 'object')
  }),
  pages('filters', 'The list takes filters as a JSON list.', `filters=${json([{ status: 'published' }])}`, ['b', 'c']),
  fact('pages.filters-json', 'Filters that are not a JSON list are refused.', async ({ key, tenant }) => {
    for (const filters of ['nonsense', '{"a":1', '7'])
      refused(await key('GET', `${tenant.path}/broadcastPages?filters=${encodeURIComponent(filters)}`))
  }),
  pages(
    'and',
    'The logical operator `$and` needs every filter to match.',
    `filtersLogical=$and&filters=${json([{ title: 'b' }, { status: 'published' }])}`,
    ['b'],
  ),
  pages(
    'or',
    'The logical operator `$or` needs one filter to match.',
    `filtersLogical=$or&filters=${json([{ title: 'a' }, { title: 'c' }])}`,
    ['a', 'c'],
  ),
  pages(
    'nor',
    'The logical operator `$nor` needs no filter to match.',
    `filtersLogical=$nor&filters=${json([{ title: 'a' }, { title: 'c' }])}`,
    ['b'],
  ),
  fact('pages.logical', 'Another logical operator is refused.', async ({ key, tenant }) => {
    refused(await key('GET', `${tenant.path}/broadcastPages?filtersLogical=$not`))
  }),
  pages('limit', 'The list takes a maximum number of records.', 'limit=2', ['a', 'b']),
  pages('limit-zero', 'The maximum number of records can be 0.', 'limit=0', []),
  pages('skip', 'The list takes a number of records to skip.', 'skip=1', ['b', 'c']),
  fact('pages.negative', 'A negative or fractional maximum or number to skip is refused.', async ({ key, tenant }) => {
    for (const query of ['limit=-1', 'skip=-1', 'limit=1.5', 'skip=a'])
      refused(await key('GET', `${tenant.path}/broadcastPages?${query}`))
  }),
  fact('pages.startId', 'The list takes the id of the record to start after.', async ({ service }) => {
    const { api, path } = await service.newTenant()
    for (const title of ['a', 'b', 'c']) await api('POST', `${path}/broadcastPages`, { title })
    const sort = `sort=${json({ title: 'asc' })}`
    const [first] = accepted(await api('GET', `${path}/broadcastPages?${sort}`)).data
    const { data } = accepted(await api('GET', `${path}/broadcastPages?${sort}&startId=${first._id}`))
    assert.deepEqual(
      data.map(({ title }: { title: string }) => title),
      ['b', 'c'],
    )
  }),
  fact('pages.startId-format', 'A `startId` that is no objectId is refused.', async ({ key, tenant }) => {
    for (const id of wrongIds.slice(0, 3)) refused(await key('GET', `${tenant.path}/broadcastPages?startId=${id}`))
  }),
  fact('pages.sort', 'The list takes a sort as JSON with field and direction.', async ({ service }) => {
    const { api, path } = await service.newTenant()
    for (const title of ['b', 'a', 'c']) await api('POST', `${path}/broadcastPages`, { title })
    for (const [direction, expected] of [
      ['asc', 'abc'],
      ['desc', 'cba'],
    ]) {
      const { data } = accepted(await api('GET', `${path}/broadcastPages?sort=${json({ title: direction })}`))
      assert.equal(data.map(({ title }: { title: string }) => title).join(''), expected)
    }
    refused(await api('GET', `${path}/broadcastPages?sort=${json({ title: 'up' })}`))
  }),
  fact('contacts.read', 'GET of a contact is 200 with the BroadcastContact.', async ({ make, key, tenant }) => {
    const made = await make('broadcastContacts', { fields: [{ key: 'name', value: 'Ana' }] })
    assert.deepEqual(accepted(await key('GET', `${tenant.path}/broadcastContacts/${made._id}`)), made)
  }),
  fact('contacts.missing', 'GET of a contact that does not exist is 404.', async ({ key, tenant }) => {
    assert.equal((await key('GET', `${tenant.path}/broadcastContacts/${missingId}`)).status, 404)
  }),
  fact('articles.delete', 'DELETE of an article returns the delete result.', async ({ make, key, tenant }) => {
    const { _id } = await make('broadcastArticles', { title: 'a' })
    const result = accepted(await key('DELETE', `${tenant.path}/broadcastArticles/${_id}`))
    assert.deepEqual(result, {
      success: true,
      referenceType: 'broadcastArticle',
      referenceId: _id,
      operationType: 'delete',
    })
  }),
  ...patchFacts('broadcastSessions', { title: 'Opening' }, sessionFields),
  fact(
    'patch.broadcastSessions.none',
    'PATCH of a session accepts a body without fields.',
    async ({ make, key, tenant }) => {
      const made = await make('broadcastSessions', { title: 'Opening' })
      assert.equal(accepted(await key('PATCH', `${tenant.path}/broadcastSessions/${made._id}`, {})).title, 'Opening')
    },
  ),
  ...patchFacts('workflows', { name: 'Import', entryNodeId: 'a', nodes: [{ id: 'a', type: 'code' }] }, workflowFields),
])
