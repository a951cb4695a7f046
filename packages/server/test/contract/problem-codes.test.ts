import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { statusOf } from '../../src/base/errors.ts'
import { startService, type TestService } from '../support/service.ts'
import { type OpenApi, readDocumentation } from './documented.ts'

let service: TestService
let document: OpenApi

before(async () => {
  service = await startService()
  document = (await readDocumentation(service.url)).document
})
after(() => service.stop())

const forbidden = Object.entries(statusOf).flatMap(([code, status]) => (status === 403 ? [code] : []))
const namedIn = (text: string) => forbidden.filter((code) => text.includes(`\`${code}\``))
const page = (path: string) => readFile(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8')

test('the OpenAPI document lists every code of a problem', () => {
  const properties = document.components.schemas.Problem?.properties as Record<string, { enum?: string[] }> | undefined
  assert.deepEqual(properties?.code?.enum, Object.keys(statusOf))
})

test('the values to choose from are documented, whether they are texts or numbers', async () => {
  const { api, path } = await service.newTenant()
  const documented = (await readDocumentation(service.url)).api(api)
  const allowedIn = async (kind: string, body: object) => {
    const { status, body: problem } = await documented('POST', `${path}/${kind}`, body)
    assert.equal(status, 400)
    return problem.errors[0].params.allowed
  }
  assert.deepEqual(await allowedIn('broadcastClients', { reminderMinutes: -1 }), [5, 15, 30])
  assert((await allowedIn('broadcastSessions', { title: 'Talk', status: 'nonsense' })).includes('draft'))
})

test('every 403 in the OpenAPI document says which codes it can have', () => {
  const refusals = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) => {
      const refusal = responses['403'] as { description: string } | undefined
      return refusal ? [{ path, codes: namedIn(refusal.description) }] : []
    }),
  )
  assert(refusals.length > 100)
  for (const { path, codes } of refusals)
    assert.deepEqual(codes, path.startsWith('/v1/auth/') ? ['cross_site_request'] : forbidden, path)
})

test('the decision about problems and the guide explain every code of a 403', async () => {
  for (const path of ['decisions/0004-problem-documents.md', 'guides/surface-b.md'])
    assert.deepEqual(namedIn(await page(path)), forbidden, path)
})
