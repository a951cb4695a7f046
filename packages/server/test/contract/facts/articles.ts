import assert from 'node:assert/strict'
import { accepted, createOf, field, objectId, refused } from './check.ts'
import { fact, section } from './fact.ts'

const article = createOf('articles', { title: 'News' })
const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)

export const articles = section('Article (Surface A)', import.meta.url, [
  field('article.title', '`title` is a text.', article, '/title', { takes: ['Line-up'], refuses: [7, {}, null] }),
  fact('article.title-required', '`title` is required on create.', async ({ key }) => {
    refused(await key('POST', '/v1/articles', { content: 'x' }), '/title')
  }),
  field('article.content', '`content` is HTML or Markdown.', article, '/content', {
    takes: ['<p>Hello <b>you</b></p>', '# Hello\n\n*you*', null],
    refuses: [7, {}],
  }),
  field('article.status', '`status` is `draft` or `published`.', article, '/status', {
    takes: ['draft', 'published'],
    refuses: ['hidden', '', 7],
  }),
  fact('article.status-default', '`status` is `draft` by default.', async ({ add }) => {
    assert.equal((await add('articles', { title: 'News' })).status, 'draft')
  }),
  field('article.published_at', '`published_at` is an ISO 8601 date-time.', article, '/published_at', {
    takes: ['2027-01-01T08:00:00.000Z', null],
    refuses: ['tomorrow', 7],
  }),
  fact('article.backdating', '`published_at` with `status` `published` backdates an article.', async ({ add }) => {
    const made = await add('articles', { title: 'News', status: 'published', published_at: '2020-01-01T00:00:00Z' })
    assert.deepEqual([made.status, made.published_at], ['published', '2020-01-01T00:00:00.000Z'])
  }),
  fact(
    'article.scheduling',
    '`published_at` in the future schedules an article: the public sees it from then on.',
    async ({ add, anonymous, tenant }) => {
      const made = await add('articles', { title: 'News', status: 'published', published_at: '2099-01-01T00:00:00Z' })
      assert.equal(made.published_at, '2099-01-01T00:00:00.000Z')
      assert.equal(
        (await anonymous('GET', `/v1/public/${tenant.broadcastId}/broadcastArticles/${made.id}`)).status,
        404,
      )
    },
  ),
  {
    id: 'article.scheduled-due',
    fact: 'A scheduled article becomes visible at its date.',
    shownBy: {
      file: 'packages/server/test/webhooks/delivery.test.ts',
      test: 'a scheduled article is published at its time, once, also across a restart',
    },
  },
  fact('article.visible', 'A published article is visible immediately.', async ({ add, anonymous, tenant }) => {
    const made = await add('articles', { title: 'News', status: 'published' })
    assert.equal((await anonymous('GET', `/v1/public/${tenant.broadcastId}/broadcastArticles/${made.id}`)).status, 200)
  }),
  fact('article.draft-hidden', 'A draft is not visible to the public.', async ({ add, anonymous, tenant }) => {
    const made = await add('articles', { title: 'News', status: 'draft' })
    assert.equal((await anonymous('GET', `/v1/public/${tenant.broadcastId}/broadcastArticles/${made.id}`)).status, 404)
  }),
  field('article.cover_image_url', '`cover_image_url` is a full URL.', article, '/cover_image_url', {
    takes: ['https://festival.example/cover.jpg', null],
    refuses: ['cover.jpg', '/cover.jpg', 7],
  }),
  ...['id', 'title', 'status', 'published_at', 'excerpt', 'created_at'].map((name) =>
    fact(`article.listed-${name}`, `An article in a list has \`${name}\`.`, async ({ add, key }) => {
      const made = await add('articles', { title: 'News', content: 'Hello', status: 'published' })
      const { data } = accepted(await key('GET', '/v1/articles?limit=1'))
      assert.equal(data[0].id, made.id)
      assert.notEqual(data[0][name] ?? null, null)
    }),
  ),
  fact('article.excerpt', '`excerpt` is the beginning of the content as plain text.', async ({ add, key }) => {
    await add('articles', { title: 'News', content: '<p>Hello <b>you</b></p>' })
    assert.equal(accepted(await key('GET', '/v1/articles?limit=1')).data[0].excerpt, 'Hello you')
  }),
  fact('articles.list', '`GET /articles` returns `data` and the integer `total`.', async ({ add, key }) => {
    await add('articles', { title: 'News' })
    const { data, total } = accepted(await key('GET', '/v1/articles'))
    assert(Array.isArray(data) && Number.isInteger(total) && total >= data.length)
  }),
  fact('articles.filter', '`GET /articles` filters by `status`.', async ({ service }) => {
    const { api } = await service.newTenant()
    await api('POST', '/v1/articles', { title: 'a', status: 'draft' })
    await api('POST', '/v1/articles', { title: 'b', status: 'published' })
    assert.deepEqual(titles(accepted(await api('GET', '/v1/articles?status=draft'))), ['a'])
    assert.deepEqual(titles(accepted(await api('GET', '/v1/articles?status=published'))), ['b'])
  }),
  fact('articles.page', '`GET /articles` has `limit` and `offset`.', async ({ service }) => {
    const { api } = await service.newTenant()
    for (const title of ['a', 'b', 'c']) await api('POST', '/v1/articles', { title })
    const page = accepted(await api('GET', '/v1/articles?limit=1&offset=1'))
    assert.deepEqual([titles(page), page.total, page.limit, page.offset], [['b'], 3, 1, 1])
  }),
  fact('articles.create', '`POST /articles` returns the created article.', async ({ key }) => {
    const sent = {
      title: 'News',
      content: 'Hello',
      status: 'published',
      published_at: '2026-01-01T00:00:00.000Z',
      cover_image_url: 'https://festival.example/cover.jpg',
    }
    const made = accepted(await key('POST', '/v1/articles', sent), 201)
    assert.match(made.id, objectId)
    for (const [name, value] of Object.entries(sent)) assert.equal(made[name], value)
  }),
])
