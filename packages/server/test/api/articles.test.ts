import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { views } from '@marquee/model'
import { createContent } from '../../src/content/content.ts'
import { updatePlain } from '../../src/content/plain.ts'
import { announceNextDue } from '../../src/content/publishing.ts'
import { createTimeline } from '../../src/store/records/timeline.ts'
import { sql } from '../../src/store/sql.ts'
import { type ChangeRow, changeRows, lastSequence } from '../support/change-rows.ts'
import { newDatabase } from '../support/database.ts'
import { inTurn } from '../support/in-turn.ts'
import { nastyStrings } from '../support/nasty-strings.ts'
import { type Api, startService, type TestService, type TestTenant } from '../support/service.ts'
import { TestClock } from '../support/test-clock.ts'
import { until } from '../support/until.ts'

let service: TestService
let tenant: TestTenant
let a: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  a = tenant.api
})
after(() => service.stop())

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

// Status and date.

test('an article is a draft unless it says otherwise, and has no date', async () => {
  for (const body of [{ title: 'News' }, { title: 'News', status: 'draft' }]) {
    const { article, types } = await written('POST', '/v1/articles', body)
    assert.deepEqual([article.status, article.published_at], ['draft', null])
    assert.deepEqual(types, [['article.created']])
  }
})

test('publishing without a date sets it to now, with a past date keeps it, and announces the article', async () => {
  const before = service.clock.now()
  const now = await written('POST', '/v1/articles', { title: 'News', status: 'published' })
  const takenMs = Date.parse(now.article.published_at)
  assert(takenMs >= before && takenMs <= service.clock.now())
  assert.equal(now.article.published_at, now.article.created_at)
  const past = { title: 'News', status: 'published', published_at: '2019-05-04T10:00:00+02:00' }
  const backdated = await written('POST', '/v1/articles', past)
  assert.equal(backdated.article.published_at, '2019-05-04T08:00:00.000Z')
  for (const { types } of [now, backdated]) assert.deepEqual(types, [['article.created', 'article.published']])
})

test('the date of a draft is only stored, and nothing is announced when it comes', async () => {
  const planned = inMs(-minuteMs)
  const past = await written('POST', '/v1/articles', { title: 'News', published_at: planned })
  assert.deepEqual([past.article.status, past.article.published_at], ['draft', planned])
  assert.deepEqual(past.types, [['article.created']])
  const ahead = await written('POST', '/v1/articles', { title: 'News', published_at: inMs(hourMs) })
  assert.deepEqual(await announcedAfter(hourMs + minuteMs, ahead.article.id), [])
  const { article, types } = await written('PUT', `/v1/articles/${past.article.id}`, { status: 'published' })
  assert.deepEqual([article.status, article.published_at], ['published', planned])
  assert.deepEqual(types, [['article.updated', 'article.published']])
})

test('redrafting and publishing again announces again; any other edit of a visible article does not', async () => {
  const { article } = await written('POST', '/v1/articles', { title: 'News', status: 'published' })
  const at = `/v1/articles/${article.id}`
  const steps: [patch: object, types: string[]][] = [
    [{ title: 'Other news' }, ['article.updated']],
    [{ published_at: '2019-01-01T00:00:00Z' }, ['article.updated']],
    [{ status: 'draft' }, ['article.updated']],
    [{ title: 'News' }, ['article.updated']],
    [{ status: 'published' }, ['article.updated', 'article.published']],
    [{ published_at: null }, ['article.updated']],
  ]
  for (const [patch, expected] of steps) {
    const dry = await a('PUT', `${at}?dry_run=true`, patch)
    assert.deepEqual(dry.body.event_types, expected, JSON.stringify(patch))
    assert.deepEqual((await written('PUT', at, patch)).types, [expected], JSON.stringify(patch))
  }
  assert.deepEqual((await written('PUT', at, { status: 'published' })).types, [])
  assert.deepEqual(await announcedAfter(dayMs, article.id), [])
})

test('a dry run shows whether an article would be announced now', async () => {
  const wouldSend = async (body: object) => (await a('POST', '/v1/articles?dry_run=true', body)).body.event_types
  const title = 'News'
  assert.deepEqual(await wouldSend({ title }), ['article.created'])
  assert.deepEqual(await wouldSend({ title, status: 'published' }), ['article.created', 'article.published'])
  assert.deepEqual(await wouldSend({ title, status: 'published', published_at: inMs(hourMs) }), ['article.created'])
  assert.equal(await dueCount(), 0)
})

// Falling due.

test('a scheduled article is announced once when its date comes, by a row that leaves it untouched', async () => {
  const { article, types } = await scheduled()
  assert.deepEqual(types, [['article.created']])
  const at = `${tenant.path}/broadcastArticles/${article.id}`
  const { body: record } = await a('GET', at)
  assert.deepEqual(await announcedAfter(hourMs - 2 * minuteMs, article.id), [])
  const rows = await announcedAfter(3 * minuteMs, article.id)
  assert.deepEqual(
    rows.map(({ kind, operation, fields, event_types: sent }) => [kind, operation, fields, sent]),
    [['broadcastArticle', 'publish', [], ['article.published']]],
  )
  assert.deepEqual((await a('GET', at)).body, record)
  assert.deepEqual((await a('GET', `/v1/articles/${article.id}`)).body, article)
  const { body: changes } = await a('GET', `${tenant.path}/changes?since=${(rows[0]?.sequence ?? 0) - 1}`)
  const [{ operation, id, actor, record: shown }] = changes.data
  assert.deepEqual([operation, id, actor, shown], ['publish', article.id, { type: 'service' }, record])
  const { body: history } = await a('GET', `${at}/history`)
  assert.deepEqual(
    history.data.map((row: { operation: string }) => row.operation),
    ['publish', 'create'],
  )
  assert.deepEqual(await announcedAfter(dayMs, article.id), [])
})

test('the service announces due articles by itself', async () => {
  const { article } = await scheduled()
  service.clock.advance(hourMs + minuteMs)
  await until(async () => (await publishRows(service, tenant, article.id)).length > 0, 'the announcement')
  await announceAll(service)
  assert.equal((await publishRows(service, tenant, article.id)).length, 1)
})

test('moving the date, redrafting or deleting cancels the announcement', async () => {
  const moved = await scheduled()
  const redrafted = await scheduled()
  const deleted = await scheduled()
  const later = inMs(3 * hourMs)
  const move = await written('PUT', `/v1/articles/${moved.article.id}`, { published_at: later })
  const redraft = await written('PUT', `/v1/articles/${redrafted.article.id}`, { status: 'draft' })
  for (const { types } of [move, redraft]) assert.deepEqual(types, [['article.updated']])
  await a('DELETE', `/v1/articles/${deleted.article.id}`)
  service.clock.advance(hourMs + minuteMs)
  await announceAll(service)
  for (const { article } of [moved, redrafted, deleted])
    assert.deepEqual(await publishRows(service, tenant, article.id), [])
  assert.equal((await announcedAfter(2 * hourMs, moved.article.id)).length, 1)
  assert.deepEqual(await publishRows(service, tenant, redrafted.article.id), [])
})

test('a scheduled article moved to the past is announced by that edit, and not again when the first date comes', async () => {
  const { article } = await scheduled()
  const { types } = await written('PUT', `/v1/articles/${article.id}`, { published_at: '2020-01-01T00:00:00Z' })
  assert.deepEqual(types, [['article.updated', 'article.published']])
  assert.deepEqual(await announcedAfter(hourMs + minuteMs, article.id), [])
})

test('a visible article moved to the future is announced again when that date comes', async () => {
  const { article } = await written('POST', '/v1/articles', { title: 'News', status: 'published' })
  const moved = await written('PUT', `/v1/articles/${article.id}`, { published_at: inMs(hourMs) })
  assert.deepEqual(moved.types, [['article.updated']])
  assert.equal((await announcedAfter(hourMs + minuteMs, article.id)).length, 1)
})

test('an edit between the date and the announcement does not suppress it', async () => {
  for (const patch of [{ title: 'Edited' }, { published_at: '2020-01-01T00:00:00Z' }, { content: '# Longer' }]) {
    const { article } = await scheduled()
    const later = aNodeAhead(hourMs + minuteMs)
    await later.edit(article.id, patch)
    await later.announce()
    await later.announce()
    assert.deepEqual(await typesOf(article.id), [['article.created'], ['article.updated'], ['article.published']])
  }
})

test('redrafted between the date and the announcement, an article is announced only when it is published again', async () => {
  const { article } = await scheduled()
  const later = aNodeAhead(hourMs + minuteMs)
  await later.edit(article.id, { status: 'draft' })
  await later.announce()
  await later.edit(article.id, { status: 'published' })
  await later.announce()
  assert.deepEqual(await typesOf(article.id), [
    ['article.created'],
    ['article.updated'],
    ['article.updated', 'article.published'],
  ])
})

test('concurrent edits and announcements neither fail nor announce twice', async () => {
  const articles = await inTurn(Array.from({ length: 12 }), async () => (await scheduled()).article)
  service.clock.advance(hourMs + minuteMs)
  const edits = articles.map(({ id }, index) =>
    a('PUT', `/v1/articles/${id}`, index % 3 === 0 ? { status: 'draft' } : { title: `Edited ${index}` }),
  )
  const announcing = Array.from({ length: 4 }, () => announceAll(service))
  for (const { status, text } of await Promise.all(edits)) assert.equal(status, 200, text)
  await Promise.all(announcing)
  await announceAll(service)
  for (const [index, { id }] of articles.entries()) {
    const rows = await publishRows(service, tenant, id)
    assert(index % 3 === 0 ? rows.length <= 1 : rows.length === 1, `${index}: ${rows.length}`)
  }
  assert.equal(await dueCount(), 0)
})

test('two nodes on one database announce once', async () => {
  const database = await newDatabase()
  const first = await startService({}, { url: database.url, secretKey })
  const second = await startService({}, { url: database.url, secretKey })
  try {
    const own = await first.newTenant()
    const ids = await inTurn(Array.from({ length: 20 }), () => schedule(first, own))
    for (const node of [first, second]) node.clock.advance(hourMs + minuteMs)
    await Promise.all([first, second, first, second].map(announceAll))
    for (const id of ids) assert.equal((await publishRows(first, own, id)).length, 1)
    const rows = await changeRows(first, own.broadcastId)
    assert.deepEqual(
      rows.map(({ sequence }) => sequence),
      rows.map((_, index) => index + 1),
    )
  } finally {
    await first.stop()
    await second.stop()
    await database.drop()
  }
})

test('articles that became due while the service was down are announced once by the next start', async () => {
  const database = await newDatabase()
  try {
    const first = await startService({}, { url: database.url, secretKey })
    const own = await first.newTenant()
    const id = await schedule(first, own)
    const done = await schedule(first, own, minuteMs)
    first.clock.advance(2 * minuteMs)
    await announceAll(first)
    await first.stop()
    const second = await startService({}, { url: database.url, secretKey })
    second.clock.advance(hourMs + minuteMs)
    await until(async () => (await publishRows(second, own, id)).length > 0, 'the announcement')
    await announceAll(second)
    for (const one of [id, done]) assert.equal((await publishRows(second, own, one)).length, 1)
    await second.stop()
  } finally {
    await database.drop()
  }
})

// Content.

test('content is returned exactly as it was sent', async () => {
  const contents = [
    '<p onclick="x()">Hi</p><script>alert(1)</script>',
    '  \n\t<b>spaces</b>  \n\n',
    '# A\r\n\r\nB\r\n',
    '&amp;&#39;&lt;',
    'x'.repeat(300_000),
    '',
    ...nastyStrings().filter((_, index) => index % 5 === 0),
  ]
  await inTurn(contents, async (content) => {
    const { status, body, text } = await a('POST', '/v1/articles', { title: 'News', content })
    assert.equal(status, 201, text)
    assert.equal(body.content, content)
    assert.equal((await a('GET', `/v1/articles/${body.id}`)).body.content, content)
    const { body: record } = await a('GET', `${tenant.path}/broadcastArticles/${body.id}`)
    assert.equal(record.content, content)
  })
})

test('the format is detected from the content unless it is given, and again with new content', async () => {
  const guesses: [content: string | null, format: string | null][] = [
    [null, null],
    ['', 'markdown'],
    ['Just text', 'markdown'],
    ['# Title\n\n**bold**', 'markdown'],
    ['a < b and c > d', 'markdown'],
    ['<https://festival.example>', 'markdown'],
    ['<p>Text</p>', 'html'],
    ['  \n<h1 class="x">Title', 'html'],
    ['<!DOCTYPE html><p>x', 'html'],
    ['<br/>Text', 'html'],
    ['Text with <b>bold</b>', 'html'],
    ['Text with <B>bold</B>', 'html'],
  ]
  for (const [content, format] of guesses) {
    const { body } = await a('POST', '/v1/articles', { title: 'News', content })
    assert.equal(body.content_format, format, String(content))
    const { body: record } = await a('GET', `${tenant.path}/broadcastArticles/${body.id}`)
    assert.equal(record.contentFormat, format)
  }
  const { body } = await a('POST', '/v1/articles', {
    title: 'News',
    content: '<b>**x**</b>',
    content_format: 'markdown',
  })
  const at = `/v1/articles/${body.id}`
  const formatAfter = async (patch: object) => (await a('PUT', at, patch)).body.content_format
  assert.equal(body.content_format, 'markdown')
  assert.equal(await formatAfter({ title: 'Other' }), 'markdown')
  assert.equal(await formatAfter({ content_format: null }), 'html')
  assert.equal(await formatAfter({ content: '# Title' }), 'markdown')
  assert.equal(await formatAfter({ content: '# Title 2', content_format: 'html' }), 'html')
  assert.equal(await formatAfter({ content: null }), null)
})

test('content_html is the content as sanitized HTML', async () => {
  const { body: fromMarkdown } = await a('POST', '/v1/articles', {
    title: 'News',
    content: '# Hi\n\n[a](javascript:alert(1)) **b** <script>alert(1)</script>',
  })
  assert.equal(fromMarkdown.content_format, 'html')
  const { body } = await a('PUT', `/v1/articles/${fromMarkdown.id}`, { content_format: 'markdown' })
  assert.match(body.content_html, /<h1>Hi<\/h1>/)
  assert.match(body.content_html, /<strong>b<\/strong>/)
  assert.doesNotMatch(body.content_html, /script|alert/)
  assert(body.content.includes('<script>'))
  const { body: fromHtml } = await a('POST', '/v1/articles', {
    title: 'News',
    content: '<p onclick="x()">A <b>b</b></p>',
  })
  assert.equal(fromHtml.content_html, '<p>A <b>b</b></p>')
})

test('the excerpt is plain text: no markup, entities decoded, at most 200 characters, cut at a word', async () => {
  const excerptOf = async (content: string) =>
    (await a('POST', '/v1/articles', { title: 'News', content })).body.excerpt
  assert.equal(await excerptOf('# Three days\n\nSee you **in July**.'), 'Three days See you in July.')
  assert.equal(
    await excerptOf('<h1>Three</h1><p>days &amp; nights &lt;3 &eacute;t&#233; &nbsp; x</p>'),
    'Three days & nights <3 été x',
  )
  assert.equal(await excerptOf('<p>One</p><script>alert(1)</script><style>p{}</style><p>Two</p>'), 'One Two')
  assert.equal(await excerptOf('One<hr>Two<div>Three</div>Four<br>Five'.concat('</b>')), 'One Two Three Four Five')
  assert.equal(await excerptOf('a<b>b</b>c'), 'abc')
  assert.equal(await excerptOf('  \n '), '')
  const words = await excerptOf('word '.repeat(100))
  assert.equal(words, `${'word '.repeat(40).trim()}`)
  assert.equal(await excerptOf(`${'x'.repeat(198)} yyy`), 'x'.repeat(198))
  assert.equal(await excerptOf('x'.repeat(500)), 'x'.repeat(200))
  assert.equal(await excerptOf('\u{1F3B5}'.repeat(500)), '\u{1F3B5}'.repeat(200))
  const { body: list } = await a('GET', '/v1/articles?limit=1')
  assert.equal(list.data[0].excerpt, '\u{1F3B5}'.repeat(200))
})

const articleView = views.find(({ name }) => name === 'article') ?? assert.fail()
const secretKey = Buffer.alloc(32, 7).toString('base64')
const inMs = (ms: number) => at(service, ms)
const at = ({ clock }: TestService, ms: number) => new Date(clock.now() + ms).toISOString()

/** Writes, and returns the event types of each logged row. */
async function written(method: string, path: string, body: object) {
  const since = await lastSequence(service, tenant.broadcastId)
  const reply = await a(method, path, body)
  assert(reply.status < 300, reply.text)
  const rows = await changeRows(service, tenant.broadcastId, since)
  const own = rows.filter(({ record_id: id, operation }) => id === reply.body.id && operation !== 'publish')
  return { article: reply.body, types: own.map(({ event_types: types }) => types) }
}

/** An article that is due in an hour. */
const scheduled = () =>
  written('POST', '/v1/articles', { title: 'News', status: 'published', published_at: inMs(hourMs) })

async function schedule(node: TestService, { api }: TestTenant, inThisMs = hourMs): Promise<string> {
  const body = { title: 'News', status: 'published', published_at: at(node, inThisMs) }
  return (await api('POST', '/v1/articles', body)).body.id
}

/** The announcements of an article after the clock was advanced. */
async function announcedAfter(ms: number, id: string): Promise<ChangeRow[]> {
  const before = await publishRows(service, tenant, id)
  service.clock.advance(ms)
  await announceAll(service)
  return (await publishRows(service, tenant, id)).slice(before.length)
}

async function announceAll({ platform }: TestService): Promise<void> {
  while (await announceNextDue(platform, tenant.broadcastId));
  // The service's own job may still hold the last one; it is done when nothing is left to take.
  await until(async () => {
    const rows = await platform.db.query(
      sql`select record_id from due_records where due_at <= ${new Date(platform.clock.now())}`,
    )
    return rows.length === 0
  }, 'the end of the announcements')
}

/** A node on the same database with an advanced clock, which announces only on request. */
function aNodeAhead(ms: number) {
  const { db, control, writeQueue, vault, notifications, renderer, memory, facts, config } = service.platform
  const clock = new TestClock()
  clock.advance(service.clock.now() + ms - clock.now())
  const content = createContent({
    db,
    control,
    writeQueue,
    clock,
    vault,
    notifications,
    quotas: config.quotas,
    timeline: createTimeline({ db, keptDays: 400 }),
    renderer,
    memory,
    findNextDue: facts.nextDue,
    checkWorkflow: () => ({ errors: [], warnings: [] }),
    isHttpAllowed: false,
    refusalOf: () => undefined,
    serviceHost: 'marquee.example',
    trashDays: 30,
  })
  return {
    edit: (id: string, patch: object) =>
      content.write(tenant, { type: 'command' }, (writing) => updatePlain(writing, articleView, { id }, patch)),
    async announce() {
      while (await announceNextDue({ db, clock, content }, tenant.broadcastId));
    },
  }
}

async function typesOf(id: string): Promise<string[][]> {
  const rows = await changeRows(service, tenant.broadcastId)
  return rows.filter(({ record_id: of }) => of === id).map(({ event_types: types }) => types)
}

async function publishRows(node: TestService, { broadcastId }: TestTenant, id: string): Promise<ChangeRow[]> {
  const rows = await changeRows(node, broadcastId)
  return rows.filter(({ record_id: of, operation }) => of === id && operation === 'publish')
}

async function dueCount(): Promise<number> {
  const [row] = await service.platform.db.query<{ count: number }>(sql`select count(*)::int as count from due_records`)
  return row?.count ?? 0
}
