import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ensureDemo } from '../../src/demo/demo.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { exportTo, filesIn, importInto, newFolder } from './archives.ts'
import { fillBroadcast, password, written } from './full-broadcast.ts'

let here: TestService
let there: TestService
let tenant: TestTenant
let stranger: TestTenant
let work: Awaited<ReturnType<typeof newFolder>>

before(async () => {
  ;[here, there, work] = await Promise.all([startService(), startService(), newFolder()])
  tenant = await here.newTenant({ name: 'Every kind' })
  stranger = await there.newTenant()
  await fillBroadcast(here, tenant)
})
after(async () => {
  await Promise.all([here?.stop(), there?.stop(), work?.remove()])
})

/** The texts of an archive without what the README of the folder says differs, and with ids in the order of their appearance. */
async function comparable(file: string, service: TestService, withIds = true): Promise<Record<string, string>> {
  const files = await filesIn(file)
  const texts = [...files].flatMap(([path, content]): [string, string][] => {
    if (path === 'marquee.json' || path === 'content/broadcastMembers.json') return []
    const shown = typeof content === 'string' ? content : createHash('sha256').update(content).digest('hex')
    const plain = shown
      .replaceAll(`${service.config.baseUrl}/media/`, 'BASE/media/')
      .replaceAll('"status":"enabled"', '"status":"disabled"')
      .replaceAll('"status":"scheduled"', '"status":"draft"')
      .replaceAll(/"domain":"[^"]*"|"slug":"[^"]*"/g, '"address":1')
      .replaceAll(/"domain":null|"slug":null/g, '"address":1')
    return [[path, plain]]
  })
  if (withIds) return Object.fromEntries(texts)
  const numbers = new Map<string, number>()
  const numbered = (text: string) =>
    text.replaceAll(/(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])/g, (id) => {
      if (!numbers.has(id)) numbers.set(id, numbers.size)
      return `id ${numbers.get(id)}`
    })
  // References are external names, which are not renamed.
  return Object.fromEntries(
    texts.map(([path, text]) => [
      numbered(path),
      numbered(text.replaceAll(/"_reference":"of [^"]*"/g, '"_reference":1')),
    ]),
  )
}

/** The public content of a broadcast. */
async function bundleOf(service: TestService, broadcastId: string): Promise<unknown> {
  const { status, text } = await apiWith(service.url, {})('GET', `/v1/public/${broadcastId}/bundle`)
  assert.equal(status, 200, text.slice(0, 300))
  const { data, broadcast } = JSON.parse(text.replaceAll(`${service.config.baseUrl}/media/`, 'BASE/media/'))
  return { data, broadcast }
}

test('with kept ids, another service has the same content, files and public bundle', async () => {
  const file = await exportTo(work.folder, here, tenant.broadcastId)
  const imported = await importInto(there, stranger, file, true)
  assert.equal(imported.idsKept, true)
  assert.equal(imported.broadcastId, tenant.broadcastId)
  const again = await exportTo(work.folder, there, imported.broadcastId)
  assert.deepEqual(await comparable(again, there), await comparable(file, here))
  assert.deepEqual(await bundleOf(there, imported.broadcastId), await bundleOf(here, tenant.broadcastId))

  const files = await filesIn(file)
  const kindsInside = [...files.keys()].filter((path) => path.startsWith('content/'))
  for (const { plural } of written) assert(kindsInside.includes(`content/${plural}.json`), plural)
  const lines = String(files.get('content/broadcastSessions.json')).trimEnd().split('\n')
  assert.deepEqual([lines[0], lines.at(-1)], ['[', ']'])
  const ids = lines.slice(1, -1).map((line) => JSON.parse(line.replace(/,$/, ''))._id)
  assert.deepEqual(ids, [...ids].sort(), 'one record per line, sorted by id')
  assert.deepEqual(
    imported.notes.map((note) => note.replace(/\d+/, 'n')),
    [
      'n campaign was scheduled or being sent; scheduled ones are drafts here, the others are cancelled.',
      'n workflow is disabled; enable them here when the other service has stopped running them.',
      'n stored credentials are not in the archive; enter them again.',
      'n members were left out, because an archive gives nobody access; invite them.',
    ],
  )
})

test('with new ids, every reference, query, text and address leads to the copy', async () => {
  const file = await exportTo(work.folder, here, tenant.broadcastId)
  const imported = await importInto(here, tenant, file)
  assert.equal(imported.idsKept, false)
  const again = await exportTo(work.folder, here, imported.broadcastId)
  assert.deepEqual(await comparable(again, here, false), await comparable(file, here, false))
  const old = new Set(
    String(JSON.stringify([...(await filesIn(file)).values()])).match(/(?<![0-9a-z])[0-9a-f]{24}(?![0-9a-z])/g),
  )
  const texts = [...(await filesIn(again))].filter(([path]) => path !== 'marquee.json' && path.endsWith('.json'))
  for (const [path, text] of texts) {
    const rest =
      String(text)
        .replaceAll(/"_reference":"[^"]*"/g, '')
        .match(/(?<![0-9a-z])[0-9a-f]{24}(?![0-9a-z])/g) ?? []
    assert.deepEqual(
      rest.filter((id) => old.has(id)),
      [],
      path,
    )
  }
})

test('the demo festival moves to another service, with its address and its public bundle', async () => {
  const demo = await ensureDemo(here.platform)
  const file = await exportTo(work.folder, here, demo.broadcastId, { people: false, history: false })
  const imported = await importInto(there, stranger, file, true)
  assert.equal(imported.idsKept, true)
  const again = await exportTo(work.folder, there, demo.broadcastId, { people: false, history: false })
  assert.deepEqual(await comparable(again, there), await comparable(file, here))
  assert.deepEqual(await bundleOf(there, demo.broadcastId), await bundleOf(here, demo.broadcastId))
  const second = await importInto(there, stranger, file, true)
  assert.equal(second.idsKept, false, 'the ids are taken by the first')
  assert(second.notes.some((note) => note.startsWith('Some ids of the archive are taken')))
  assert(second.notes.some((note) => /^The slug \S+ is taken/.test(note)))
})

test('an archive contains no secret, people only on request, and the history only on request', async () => {
  const subscription = String(JSON.stringify((await tenant.api('GET', `${tenant.path}/broadcastClients`)).body))
  assert(subscription.includes('"set":true'), 'a client has a push subscription')
  const plain = await filesIn(await exportTo(work.folder, here, tenant.broadcastId, { people: false, history: true }))
  const full = await filesIn(await exportTo(work.folder, here, tenant.broadcastId, { people: true, history: true }))
  for (const files of [plain, full]) {
    const all = [...files.values()].map(String).join('\n')
    for (const secret of [password, tenant.key, tenant.password, 'p256dh']) assert(!all.includes(secret), secret)
  }
  const people = ['broadcastContacts', 'broadcastClients', 'broadcastMembers']
  for (const plural of people) {
    assert(!plain.has(`content/${plural}.json`), plural)
    assert(full.has(`content/${plural}.json`), plural)
  }
  assert(!String(plain.get('history/changes.jsonl')).includes(tenant.email))
  const changes = String(full.get('history/changes.jsonl')).trimEnd().split('\n')
  const { sequence } = JSON.parse(String(full.get('marquee.json')))
  assert.equal(changes.length, sequence, 'every change is there')
  assert.equal(JSON.parse(changes.at(-1) ?? '').sequence, sequence)
})
