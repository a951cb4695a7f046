import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { chapters } from '../../src/http/openapi/chapters.ts'
import { startService, type TestService } from '../support/service.ts'
import type { OpenApi } from './documented.ts'

let service: TestService
let whole: OpenApi
const parts: OpenApi[] = []

const read = async (path: string): Promise<OpenApi> => JSON.parse(await (await fetch(service.url + path)).text())

before(async () => {
  service = await startService()
  whole = await read('/v1/openapi.json')
  for (const { slug } of chapters) parts.push(await read(`/reference/${slug}.json`))
})
after(() => service.stop())

test('the chapters of the reference contain every operation and every event once', () => {
  const namesIn = (documents: OpenApi[], section: 'paths' | 'webhooks') =>
    documents.flatMap((document) => Object.keys(document[section])).sort()
  assert.deepEqual(namesIn(parts, 'paths'), namesIn([whole], 'paths'))
  assert.deepEqual(namesIn(parts, 'webhooks'), namesIn([whole], 'webhooks'))
})

test('each chapter is a valid document by itself', async () => {
  for (const [index, part] of parts.entries()) {
    const { valid, errors } = await new Validator().validate(structuredClone(part))
    assert.deepEqual([valid, errors], [true, undefined], chapters[index]?.slug)
  }
})

test('the first chapter is small, because rendering time grows with the nodes of the document', () => {
  const [first] = parts
  assert(nodesIn(first) < 8_000, `${nodesIn(first)} nodes`)
})

test('the page is at /reference/, and there is an icon for it', async () => {
  const bare = await fetch(`${service.url}/reference`, { redirect: 'manual' })
  assert.deepEqual([bare.status, bare.headers.get('location')], [301, '/reference/'])
  const page = await fetch(`${service.url}/reference/`)
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(String(page.headers.get('content-security-policy')), /^default-src 'none'/)
  assert.match(await page.text(), /rel="preload" href="\/reference\/surface-a.json"/)
  const icon = await fetch(`${service.url}/favicon.ico`)
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml'])
})

function nodesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, member) => sum + nodesIn(member), 1)
}
