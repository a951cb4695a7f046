import assert from 'node:assert/strict'
import { accepted, missingId, recordOf } from './check.ts'
import { fact, section } from './fact.ts'

export const states = section('States and transitions', import.meta.url, [
  fact(
    'state.article-none',
    'An article that is created without `status` is a draft.',
    async ({ add, key, tenant }) => {
      const { id, status } = await add('articles', { title: 'News' })
      assert.equal(status, 'draft')
      assert.equal(accepted(await key('GET', `${tenant.path}/broadcastArticles/${id}`)).status, 'draft')
    },
  ),
  fact('state.article-draft', 'An article that is created with `draft` is a draft.', async ({ add }) => {
    assert.equal((await add('articles', { title: 'News', status: 'draft' })).status, 'draft')
  }),
  fact(
    'state.article-published',
    'An article that is created with `published` is published, with a publication date.',
    async ({ add }) => {
      const { status, published_at: at } = await add('articles', { title: 'News', status: 'published' })
      assert.equal(status, 'published')
      assert(Date.parse(at) > 0)
    },
  ),
  ...[
    ['draft', 'published'],
    ['published', 'draft'],
    ['draft', 'draft'],
    ['published', 'published'],
  ].map(([from, to]) =>
    fact(`state.session.${from}-${to}`, `A session that is ${from} becomes ${to} by a PATCH.`, async (ground) => {
      const write = await recordOf('broadcastSessions', { title: 'a', status: from })(ground)
      assert.equal(accepted(await write({ status: to })).status, to)
    }),
  ),
  fact('state.event-deleted', 'Deleting an event removes it permanently.', async ({ add, key }) => {
    const { id } = await add('events', {
      title: 'a',
      start_time: '2027-07-02T18:00:00Z',
      end_time: '2027-07-02T19:00:00Z',
    })
    assert.equal((await key('DELETE', `/v1/events/${id}`)).status, 204)
    assert.equal((await key('GET', `/v1/events/${id}`)).status, 404)
    assert.equal((await key('PUT', `/v1/events/${id}`, { title: 'b' })).status, 404)
  }),
  fact(
    'state.article-deleted',
    'Deleting an article on Surface B removes it and returns the delete result.',
    async ({ make, key, tenant }) => {
      const { _id } = await make('broadcastArticles', { title: 'a' })
      const path = `${tenant.path}/broadcastArticles/${_id}`
      assert.equal(accepted(await key('DELETE', path)).success, true)
      assert.equal((await key('GET', path)).status, 404)
    },
  ),
  ...['enabled', 'disabled'].map((status) =>
    fact(`state.workflow.${status}`, `A workflow can be ${status}.`, async (ground) => {
      const nodes = [{ id: 'a', type: 'code', config: { code: { type: 'string', value: 'return 1' } } }]
      const write = await recordOf('workflows', { name: 'a', entryNodeId: 'a', nodes })(ground)
      assert.equal(accepted(await write({ status })).status, status)
    }),
  ),
  ...['broadcastPages', 'broadcastCategories', 'broadcastHosts', 'broadcastInterestPoints', 'broadcastMaps'].map(
    (plural) =>
      fact(
        `state.${plural}`,
        `Records of \`${plural}\` are \`draft\` first, can be \`published\`, and go back.`,
        async ({ make, key, tenant }) => {
          const { _id, status } = await make(plural, {})
          assert.equal(status, 'draft')
          for (const to of ['published', 'draft'])
            assert.equal(accepted(await key('PATCH', `${tenant.path}/${plural}/${_id}`, { status: to })).status, to)
        },
      ),
  ),
  fact('state.missing', 'A transition of a record that does not exist is 404.', async ({ key, tenant }) => {
    const reply = await key('PATCH', `${tenant.path}/broadcastSessions/${missingId}`, { status: 'published' })
    assert.equal(reply.status, 404)
  }),
])
