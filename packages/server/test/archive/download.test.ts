import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readAudit } from '../../src/store/access/audit.ts'
import { addMember, cookieOf, startService, type TestService, type TestTenant } from '../support/service.ts'
import { filesIn, importInto, newFolder } from './archives.ts'
import { fillBroadcast } from './full-broadcast.ts'

let service: TestService
let tenant: TestTenant
let work: Awaited<ReturnType<typeof newFolder>>

before(async () => {
  ;[service, work] = await Promise.all([startService(), newFolder()])
  tenant = await service.newTenant({ name: 'Été & Co' })
  await fillBroadcast(service, tenant)
})
after(async () => {
  await Promise.all([service?.stop(), work?.remove()])
})

test('an owner downloads the archive, which is audited, never cached, and can be imported', async () => {
  const response = await fetch(`${service.url}${tenant.path}/archive?people=true`, {
    headers: { cookie: await cookieOf(service, tenant) },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/zip')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const day = new Date(service.clock.now()).toISOString().slice(0, 10)
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="ete-co-${day}.zip"`)
  const file = join(work.folder, 'downloaded.zip')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  assert((await filesIn(file)).has('content/broadcastContacts.json'))
  const { broadcastId } = await importInto(service, tenant, file)
  const audited = async (id: string) =>
    (await readAudit(service.platform.db, id, Number.MAX_SAFE_INTEGER, 50)).map(({ action, details }) => [
      action,
      JSON.parse(details),
    ])
  assert.deepEqual((await audited(tenant.broadcastId))[0], ['broadcast.exported', { people: true, history: false }])
  assert.equal((await audited(broadcastId))[0]?.[0], 'broadcast.imported')
})

test('editors and API keys cannot download it', async () => {
  const editor = await addMember(service, tenant, 'editor')
  assert.equal((await editor('GET', `${tenant.path}/archive`)).status, 403)
  const { status, body } = await tenant.api('GET', `${tenant.path}/archive`)
  assert.deepEqual([status, body.code], [403, 'owner_required'])
})

test('a content write during a slow download is not in the archive', async () => {
  const response = await fetch(`${service.url}${tenant.path}/archive`, {
    headers: { cookie: await cookieOf(service, tenant) },
  })
  const title = 'Written later'
  assert.equal((await tenant.api('POST', `${tenant.path}/broadcastHosts`, { title })).status, 201)
  const file = join(work.folder, 'slow.zip')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  const files = await filesIn(file)
  assert(!String(files.get('content/broadcastHosts.json')).includes(title))
  const { sequence } = JSON.parse(String(files.get('marquee.json')))
  const changes = await tenant.api('GET', `${tenant.path}/changes?since=${sequence}`)
  assert.deepEqual(
    changes.body.data.map(({ record }: { record: { title: string } }) => record.title),
    [title],
  )
})
