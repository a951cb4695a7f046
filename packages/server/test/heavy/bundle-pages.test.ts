import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Bundle } from '../public/public-app.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let nobody: Api
let tenant: TestTenant
let address: string

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  nobody = apiWith(service.url, {})
})
after(() => service.stop())

type Page = Bundle & { more: boolean }

async function begin(): Promise<void> {
  tenant = await service.newTenant()
  address = `/v1/public/${tenant.broadcastId}/bundle`
}

async function write(method: string, path: string, body?: object) {
  const reply = await tenant.api(method, `${tenant.path}${path}`, body)
  assert(reply.status < 300, reply.text.slice(0, 1_000))
  return reply.body
}

const article = (title: string, status = 'published') =>
  write('POST', '/broadcastArticles', {
    title,
    status,
    contentFormat: 'html',
    content: `${title} ${'x'.repeat(900_000)}`,
  })

async function read(cursor?: string): Promise<Page> {
  const reply = await nobody('GET', cursor === undefined ? address : `${address}?since=${encodeURIComponent(cursor)}`)
  assert.equal(reply.status, 200, reply.text.slice(0, 1_000))
  return reply.body
}

/** A client that applies pages and updates as described in the guide. */
class Shelf {
  titles = new Map<string, string>()

  take({ full, data, deleted }: Page): void {
    if (full) this.titles.clear()
    for (const ids of Object.values(deleted)) for (const id of ids) this.titles.delete(id)
    for (const rows of Object.values(data))
      for (const { _id, title } of rows) this.titles.set(String(_id), String(title))
  }

  get all(): string[] {
    return [...this.titles.values()].sort()
  }
}

test('a bundle that is too large for one response has pages, with each record once', async () => {
  await begin()
  for (let index = 0; index < 20; index++) await article(`a${index}`)
  await write('POST', '/broadcastPages', { title: 'Last of all', status: 'published' })
  const pages: Page[] = [await read()]
  while (pages.at(-1)?.more) pages.push(await read(pages.at(-1)?.cursor))
  assert(pages.length >= 3, `${pages.length} pages`)
  assert.deepEqual(
    pages.map(({ full, broadcast }) => [full, broadcast !== undefined]),
    pages.map((_, index) => [index === 0, index === 0]),
  )
  const titles = pages.flatMap(({ data }) =>
    Object.values(data)
      .flat()
      .map(({ title }) => title),
  )
  assert.equal(titles.length, 21)
  assert.equal(new Set(titles).size, 21)
  const update = await read(pages.at(-1)?.cursor)
  assert.deepEqual([update.full, update.more, Object.keys(update.data), update.deleted], [false, false, [], {}])
})

test('records that change, appear or disappear between pages are correct after the next update', async () => {
  await begin()
  const ids: string[] = []
  for (let index = 0; index < 12; index++) ids.push((await article(`b${index}`))._id)
  const late = (await article('late', 'draft'))._id
  const shelf = new Shelf()
  const first = await read()
  shelf.take(first)
  assert(first.more)
  await write('PATCH', `/broadcastArticles/${ids[0]}`, { title: 'changed behind' })
  await write('DELETE', `/broadcastArticles/${ids[1]}`)
  await write('PATCH', `/broadcastArticles/${late}`, { status: 'published' })
  let page = await read(first.cursor)
  while (page.more) {
    shelf.take(page)
    page = await read(page.cursor)
  }
  shelf.take(page)
  assert(shelf.titles.has(late), 'the record was visible when its page was read')
  // It was hidden at the first page, visible in a later one, and is hidden again.
  await write('PATCH', `/broadcastArticles/${late}`, { status: 'draft' })
  const update = await read(page.cursor)
  shelf.take(update)
  assert.equal(update.full, false)
  assert.deepEqual(shelf.all, ['changed behind', ...Array.from({ length: 10 }, (_, index) => `b${index + 2}`)].sort())
})

test('a cursor inside a bundle cannot be forged', async () => {
  await begin()
  for (let index = 0; index < 10; index++) await article(`c${index}`)
  const { cursor } = await read()
  assert.match(cursor, /\.p\d+-[\da-f]{24}\./)
  const forged = cursor.replace(/-[\da-f]{24}\./, `-${'0'.repeat(24)}.`)
  assert.equal((await nobody('GET', `${address}?since=${forged}`)).status, 400)
})
