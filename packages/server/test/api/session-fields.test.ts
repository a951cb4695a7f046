import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { kinds, queryValues } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let sessions: string

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  sessions = `${tenant.path}/broadcastSessions`
})
after(() => service.stop())

const fields = {
  subtitle: 'Harp and tide',
  type: 'concert',
  languages: ['fr', 'gsw', 'zh-Hant-TW', 'de-u-co-phonebk', 'x-breton'],
  links: [{ type: 'website', label: 'The record', url: 'https://x.example' }],
  attachments: [{ title: 'Words', url: 'https://x.example/words.pdf' }, { url: '/media/songs.pdf' }],
  recording: { url: 'https://x.example/film', license: 'CC BY 4.0', isOptedOut: false },
  feedbackUrl: 'https://x.example',
  guid: '8f0f6b0e-3c1c-5d35-9d0a-6a4f1f7f3f10',
  source: { id: 'HARP7', url: 'https://x.example' },
}
const empty = {
  subtitle: null,
  type: null,
  languages: [],
  links: [],
  attachments: [],
  recording: null,
  feedbackUrl: null,
  guid: null,
  source: null,
}
const pick = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]))

test('a session keeps the fields of its programme, for members and for visitors', async () => {
  const body = { title: 'Harp', status: 'published', ...fields, localeDetails: { fr: { subtitle: 'Harpe et marée' } } }
  const created = await tenant.api('POST', sessions, body)
  assert.equal(created.status, 201, created.text)
  const { _id } = created.body
  assert.deepEqual(pick((await tenant.api('GET', `${sessions}/${_id}`)).body), fields)
  const shown = await fetch(`${service.url}/v1/public/${tenant.broadcastId}/broadcastSessions/${_id}?locale=fr`)
  assert.deepEqual(pick((await shown.json()) as Record<string, unknown>), { ...fields, subtitle: 'Harpe et marée' })
  const { body: bare } = await tenant.api('POST', sessions, { title: 'Bare' })
  assert.deepEqual(pick(bare), empty)
})

test('sessions are found by type, language, guid and the id of their source', async () => {
  const found = async (filter: object) => {
    const filters = encodeURIComponent(JSON.stringify([filter]))
    const { body } = await tenant.api('GET', `${sessions}?filters=${filters}&sort={"type":"asc"}`)
    return body.data.map(({ title }: { title: string }) => title)
  }
  const filters = [{ type: 'concert' }, { languages: 'gsw' }, { guid: fields.guid }, { 'source.id': 'HARP7' }]
  for (const filter of [...filters, { subtitle: { $startsWith: 'Harp' } }])
    assert.deepEqual(await found(filter), ['Harp'], JSON.stringify(filter))
})

test('values that no programme has are refused with a pointer', async () => {
  const wrong: [string, unknown, string][] = [
    ['languages', ['de, en'], '/languages/0'],
    ['languages', ['x'], '/languages/0'],
    ['type', '', '/type'],
    ['guid', 'x'.repeat(201), '/guid'],
    ['links', [{ label: 'x' }], '/links/0/url'],
    ['attachments', [{ url: 'javascript:alert(1)' }], '/attachments/0/url'],
    ['recording', { url: 'ftp://x.example' }, '/recording/url'],
    ['feedbackUrl', 'mailto:a@x.example', '/feedbackUrl'],
    ['source', { key: 1 }, '/source/key'],
  ]
  for (const [field, value, pointer] of wrong) {
    const { status, body } = await tenant.api('POST', sessions, { title: 'x', [field]: value })
    assert.deepEqual([status, body.errors?.[0].pointer], [400, pointer], JSON.stringify(body))
  }
})

test('the migration gives stored sessions the fields of programmes', inOnePlace, async () => {
  const { body } = await tenant.api('POST', sessions, { title: 'Old' })
  const old = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in fields)))
  const { languages: _, ...keys } = queryValues(kinds.broadcastSession, body)
  const migration = await readFile(new URL('../../migrations/0039-session-fields.sql', import.meta.url), 'utf8')
  const { db } = service.platform
  await db.transaction(async (tx) => {
    await tx.query(sql`delete from records where kind = 'broadcastSession' and id <> ${body._id}`)
    await tx.query(
      sql`update records set body = ${JSON.stringify(old)}::json, keys = ${JSON.stringify(keys)}::jsonb where id = ${body._id}`,
    )
    await tx.script(migration)
  })
  const [row] = await db.query<{ body: string; keys: string }>(
    sql`select body, keys from records where id = ${body._id}`,
  )
  assert.deepEqual(JSON.parse(String(row?.body)), body)
  assert.deepEqual(JSON.parse(String(row?.keys)), queryValues(kinds.broadcastSession, body))
})
