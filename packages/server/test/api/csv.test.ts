import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { csvLine } from '@marquee/model'
import { readAudit } from '../../src/store/access/audit.ts'
import { addMember, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const make = async (plural: string, body: object) => {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

async function tableOf(plural: string, query = '') {
  const reply = await tenant.api('GET', `${tenant.path}/${plural}?format=csv${query}`)
  assert.equal(reply.status, 200, reply.text)
  return parseCsv(reply.text)
}

test('CSV has the declared columns and every matching record, in the requested order', async () => {
  const category = await make('broadcastCategories', { title: 'Jazz' })
  for (let index = 0; index < 3; index++)
    await make('broadcastSessions', {
      title: `Séance ${index}, « dite "la ${index}e" »`,
      description: 'Deux\nlignes',
      status: index === 0 ? 'draft' : 'published',
      time: { start: `2027-07-0${index + 1}T18:00:00Z`, end: `2027-07-0${index + 1}T19:00:00Z` },
      categoryIds: [category._id, category._id],
    })
  const filters = encodeURIComponent('[{"status":"published"}]')
  const [head = [], ...rows] = await tableOf(
    'broadcastSessions',
    `&filters=${filters}&sort=${encodeURIComponent('{"time.start":"asc"}')}&limit=1`,
  )
  assert(
    ['_id', 'title', 'status', 'time.start', 'time.end', 'time.allDay', 'categoryIds', 'blocks'].every((name) =>
      head.includes(name),
    ),
  )
  const cell = (row: string[] | undefined, name: string) => row?.[head.indexOf(name)]
  assert.deepEqual(
    rows.map((row) => cell(row, 'title')),
    ['Séance 1, « dite "la 1e" »', 'Séance 2, « dite "la 2e" »'],
  )
  assert.equal(cell(rows[0], 'description'), 'Deux\nlignes')
  assert.equal(cell(rows[0], 'time.start'), '2027-07-02T18:00:00.000Z')
  assert.equal(cell(rows[0], 'categoryIds'), `${category._id}; ${category._id}`)
  assert.deepEqual((await tableOf('broadcastSessions', '&fields=title'))[0], ['_id', 'title'])
})

test('CSV of many pages contains every record once, in any order', async () => {
  const here = await service.newTenant()
  for (let part = 0; part < 3; part++) {
    const operations = Array.from({ length: 401 }, (_, index) => ({
      op: 'create',
      body: { title: index % 3 === 0 ? null : `Titre ${index % 7}` },
    }))
    const reply = await here.api('POST', `${here.path}/broadcastHosts/batch`, { mode: 'atomic', operations })
    assert.equal(reply.status, 200)
  }
  for (const sort of ['{"_id":"desc"}', '{"title":"asc"}', '{"title":"desc"}']) {
    const path = `${here.path}/broadcastHosts?format=csv&fields=title&sort=${encodeURIComponent(sort)}`
    const [, ...rows] = parseCsv((await here.api('GET', path)).text)
    assert.equal(rows.length, 1_203)
    assert.equal(new Set(rows.map(([id]) => id)).size, 1_203)
  }
})

test('text that looks like a formula is escaped', () => {
  for (const cell of ['=1+1', '+33 6 12', '-1+2', '@SUM(A1)', '\tx', '\rx', ' =1', '=HYPERLINK("http://evil.example")'])
    assert.equal(parseCsv(csvLine([cell]))[0]?.[0], `'${cell}`)
  assert.equal(csvLine([-5, true, null, 'a-b', ['=x', 1]]), "-5,true,,a-b,'=x; 1\r\n")
})

test('CSV of contacts has the questions of their forms as columns, and the export is audited', async () => {
  const form = await make('broadcastNetworkingForms', {
    title: 'Inscription',
    fields: [
      { key: 'name', type: 'text' },
      { key: 'meals', type: 'choices', options: ['fish', 'soup'] },
      { key: 'never', type: 'text' },
    ],
  })
  const fields = [
    { key: 'name', value: '=cmd()' },
    { key: 'meals', value: 'fish' },
    { key: 'meals', value: 'soup' },
  ]
  await make('broadcastContacts', { formId: form._id, fields })
  await make('broadcastContacts', { fields: [{ key: 'free', value: 'x' }] })
  const [head = [], ...rows] = await tableOf('broadcastContacts')
  assert.deepEqual(
    head.filter((name) => name.startsWith('fields')),
    ['fields.name', 'fields.meals', 'fields.never', 'fields.free'],
  )
  const answered = rows.find((row) => row[head.indexOf('formId')] === form._id) ?? []
  assert.deepEqual(
    ['fields.name', 'fields.meals', 'fields.free'].map((name) => answered[head.indexOf(name)]),
    ["'=cmd()", 'fish; soup', ''],
  )
  const [entry] = await readAudit(service.platform.db, tenant.broadcastId, Number.MAX_SAFE_INTEGER, 1)
  assert.deepEqual(
    [entry?.action, JSON.parse(entry?.details ?? '')],
    ['people.listed', { kind: 'broadcastContacts'.slice(0, -1), format: 'csv' }],
  )
})

test('CSV requires the right to read the list, and an invalid query is 400 before anything is sent', async () => {
  const reader = await service.newKey(tenant.broadcastId, ['read'])
  const ask = (query: string, key = reader) =>
    tenant.api('GET', `${tenant.path}/broadcastContacts?format=csv${query}`, undefined, { 'x-api-key': key })
  assert.equal((await ask('')).status, 403)
  for (const query of ['&filters=x', '&expand=formId', '&sort={"x":"asc"}', '&bom=1'])
    assert.equal((await ask(query, tenant.key)).status, 400, query)
  assert.equal((await tenant.api('GET', `${tenant.path}/broadcastContacts?format=xml`)).status, 400)
  const viewer = await addMember(service, tenant, 'viewer')
  const reply = await viewer('GET', `${tenant.path}/broadcastContacts?format=csv&bom=true`)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="broadcastContacts.csv"')
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  const raw = await fetch(`${service.url}${tenant.path}/broadcastHosts?format=csv&bom=true`, {
    headers: { 'x-api-key': tenant.key },
  })
  assert.deepEqual([...new Uint8Array(await raw.arrayBuffer()).subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const list = await tenant.api('GET', `${tenant.path}/broadcastHosts?form%61t=csv`)
  assert.match(list.headers.get('content-type') ?? '', /^text\/csv/)
})

/** Parses CSV (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  for (const match of text.matchAll(/((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g)) {
    const cells = [...(match[1] ?? '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)]
    rows.push(cells.map(([, quoted, plain]) => (quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))))
  }
  return rows
}
