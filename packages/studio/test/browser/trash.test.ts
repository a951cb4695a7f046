import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { untilStored } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let home: string
const ids: Record<string, string> = {}

suite('the trash, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    for (const title of ['Ada Wrenfield', 'Ben Oduya', 'Cleo Marsh'])
      ids[title] = await make('broadcastHosts', { title })
    for (const title of ['Opening', 'Duo', 'Encore'])
      ids[title] = await make('broadcastSessions', { title, hostIds: [ids['Ada Wrenfield']] })
    page = await studio.signIn(tenant)
    await page.clock.install()
  })
  after(() => studio?.stop())

  test('before a host is deleted, a dialog names the sessions that use it, with the focus on Cancel', async () => {
    await page.goto(`${home}/hosts/${ids['Ada Wrenfield']}`)
    await deleteByMenu()
    const question = page.getByRole('dialog', { name: 'Delete Ada Wrenfield?' })
    await question.getByText('3 sessions').waitFor()
    await question.getByText('Encore, Duo, Opening').waitFor()
    await question.getByText('For 30 days it can be restored from the trash').waitFor()
    await studio.inspect(page, 'trash-question', '.mantine-Modal-content')
    const cancel = question.getByRole('button', { name: 'Cancel' })
    assert(await cancel.evaluate((button) => button.matches(':focus')))
    await cancel.click()
    await question.waitFor({ state: 'hidden' })
    assert.equal((await read('broadcastHosts', 'Ada Wrenfield')).status, 200)
  })

  test('the count beside a list leaves out a record as soon as it is deleted', async () => {
    await deleteByMenu()
    await page.getByRole('dialog', { name: 'Delete Ada Wrenfield?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Ada Wrenfield deleted').waitFor()
    await page.getByText('2 records', { exact: true }).waitFor()
    await page.clock.fastForward(9_000)
    await untilStored(async () => (await read('broadcastHosts', 'Ada Wrenfield')).status === 404)
    await page.clock.resume()
  })

  test('the trash restores the host, and the sessions have it again', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click()
    await page.getByText('Deleted records stay here for 30 days').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Ada Wrenfield' })
    await row.getByText('was used by 3 records').waitFor()
    await studio.inspect(page, 'trash')
    await row.getByRole('button', { name: 'Restore Ada Wrenfield' }).click()
    await page.getByText('3 records use it again.').waitFor()
    await page.getByText('The trash is empty').waitFor()
    for (const title of ['Opening', 'Duo', 'Encore'])
      assert.deepEqual((await read('broadcastSessions', title)).body.hostIds, [ids['Ada Wrenfield']])
    await studio.inspect(page, 'trash-empty')
  })

  test('several records are restored together, found by name and kind', async () => {
    for (const title of ['Ben Oduya', 'Cleo Marsh']) await erase('broadcastHosts', title)
    await erase('broadcastSessions', 'Encore')
    await page.getByText('Encore', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Hosts' }).click()
    await page.getByText('Encore', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByRole('searchbox').fill('cleo')
    await page.getByText('Ben Oduya', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByRole('searchbox').fill('')
    await page.getByText('Ben Oduya', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('2 records are back').waitFor()
    await page.getByText('No deleted record matches').waitFor()
    for (const title of ['Ben Oduya', 'Cleo Marsh']) assert.equal((await read('broadcastHosts', title)).status, 200)
  })

  test('the audit trail names a deleted record and restores it', async () => {
    await page.goto(`${home}/developers/audit`)
    const row = page.getByRole('listitem').filter({ hasText: 'Encore' }).filter({ hasText: 'deleted' }).first()
    await row.getByRole('button', { expanded: false }).click()
    await row.getByRole('button', { name: 'Restore it from the trash' }).click()
    await untilStored(async () => (await read('broadcastSessions', 'Encore')).status === 200)
    await row.getByText('The record was deleted and is not in the trash.').waitFor()
  })

  test('an owner deletes one record for good, then empties the trash', async () => {
    for (const title of ['Opening', 'Duo', 'Encore']) await erase('broadcastSessions', title)
    await page.goto(`${home}/trash`)
    await page.getByRole('button', { name: 'Delete Duo for good' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “Duo” for good?' })
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('Duo', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Empty the trash' }).click()
    await page
      .getByRole('dialog', { name: 'Empty the trash?' })
      .getByRole('button', { name: 'Empty the trash' })
      .click()
    await page.getByText('The trash is empty').waitFor()
    assert.equal((await tenant.api('GET', `${tenant.path}/trash`)).body.data.length, 0)
  })

  test('an editor restores on a phone and cannot delete for good; a viewer only looks', async () => {
    await erase('broadcastHosts', 'Ben Oduya')
    const editor = await studio.service.newTenant()
    await makeMember(studio.service, tenant, { id: editor.userId, email: editor.email }, 'editor')
    const viewer = await studio.service.newTenant()
    await makeMember(studio.service, tenant, { id: viewer.userId, email: viewer.email }, 'viewer')
    const reader = await studio.signIn(viewer)
    await reader.goto(`${home}/trash`)
    await reader.getByText('Ben Oduya', { exact: true }).waitFor()
    assert.equal(
      await reader
        .getByRole('main')
        .getByRole('button', { name: /Restore|Delete|Empty/ })
        .count(),
      0,
    )
    const small = await studio.signIn(editor, { isPhone: true, language: 'fr' })
    await small.goto(`${home}/trash`)
    await small.getByText('Ben Oduya', { exact: true }).waitFor()
    assert.equal(await small.getByRole('button', { name: /définitivement|Vider/ }).count(), 0)
    await studio.inspect(small, 'trash')
    await small.getByRole('button', { name: 'Rétablir Ben Oduya' }).click()
    await small.getByText('La corbeille est vide').waitFor()
  })

  test('nothing on these screens fails or complains', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

async function deleteByMenu(): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

async function make(plural: string, body: object): Promise<string> {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body._id
}

const read = (plural: string, title: string) => tenant.api('GET', `${tenant.path}/${plural}/${ids[title]}`)

async function erase(plural: string, title: string): Promise<void> {
  assert.equal((await tenant.api('DELETE', `${tenant.path}/${plural}/${ids[title]}`)).status, 200)
}
