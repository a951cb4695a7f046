import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { saved, untilStored } from '../support/gestures.ts'
import { maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant

async function add(kind: string, body: object): Promise<string> {
  const reply = await tenant.api('POST', `${tenant.path}/${kind}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body._id
}

const read = async (kind: string, id: string) => (await tenant.api('GET', `${tenant.path}/${kind}/${id}`)).body

suite('tables and their fields', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('a place, a host and a category are created where they are chosen', async () => {
    const { ids, play, stored } = maker(tenant)
    await play('Harp', parisTime('20:00'), null)
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/programme/${ids.Harp}`)
    const panel = page.getByRole('complementary', { name: 'Harp' }).or(page.getByRole('dialog', { name: 'Harp' }))
    for (const [field, name] of [
      ['Place', 'Main stage'],
      ['Hosts', 'Ada Wrenfield'],
      ['Categories', 'Concerts'],
    ] as const) {
      await panel.getByLabel(field, { exact: true }).last().fill(name)
      await page.getByRole('option', { name: `Create “${name}”` }).click()
      await panel.getByRole('button', { name: `Remove: ${name}` }).waitFor()
    }
    // A name that is known is offered, not created twice.
    await panel.getByLabel('Hosts', { exact: true }).last().fill('ada wrenfield')
    await page.getByRole('option', { name: /Create/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await saved(page, () => panel.getByRole('button', { name: 'Save' }).click())
    const { interestPointId, hostIds, categoryIds } = await stored('Harp')
    assert.equal((await read('broadcastInterestPoints', String(interestPointId))).title, 'Main stage')
    assert.equal((await read('broadcastHosts', String([hostIds].flat()[0]))).status, 'published')
    assert.equal((await read('broadcastCategories', String([categoryIds].flat()[0]))).key, 'Concerts')
  })

  test('an icon is found by a word and drawn as visitors see it', async () => {
    const id = await add('broadcastCategories', { key: 'food', title: 'Food' })
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/categories/${id}`)
    const editor = page.getByRole('dialog', { name: 'Food' })
    await editor.getByRole('button', { name: 'Icon: Choose an icon' }).click()
    const choices = page.getByRole('group', { name: 'Icon' }).getByRole('button')
    const drawn = await choices.evaluateAll((all) => all.map((one) => one.querySelector('svg')?.innerHTML))
    assert.equal(new Set(drawn).size, drawn.length, 'each icon has a drawing of its own')
    await page.getByLabel('Search icons').fill('repas')
    await page.getByRole('button', { name: 'utensils', exact: true }).click()
    await studio.inspect(page, 'icon-picker')
    await saved(page, () => editor.getByRole('button', { name: 'Save' }).click())
    assert.deepEqual((await read('broadcastCategories', id)).icon, { family: 'lucide', type: 'utensils' })
    await editor.getByRole('button', { name: 'Remove: Icon' }).click()
    await saved(page, () => editor.getByRole('button', { name: 'Save' }).click())
    assert.equal((await read('broadcastCategories', id)).icon, null)
    await editor.getByRole('button', { name: 'Icon: Choose an icon' }).click()
    await page.getByLabel('Another icon by its name').fill('drum')
    await page.keyboard.press('Enter')
    await saved(page, () => editor.getByRole('button', { name: 'Save' }).click())
    assert.equal((await read('broadcastCategories', id)).icon.type, 'drum')
  })

  test('a field of many records is changed with a preview, and changed back where nobody else was meanwhile', async () => {
    const names = ['Maëlle Kerdoncuff', 'Balise 9', 'Les Embruns']
    const ids = await Promise.all(names.map((title) => add('broadcastHosts', { title, subtitle: 'Music' })))
    const [first = '', second = '', third = ''] = ids
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/hosts`)
    for (const name of names) await page.getByLabel(`Select ${name}`).check()
    const bar = page.getByRole('toolbar', { name: '3 selected' })
    await bar.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 records' })
    await dialog.getByLabel('Field').click()
    await page.getByRole('option', { name: 'Subtitle' }).click()
    await dialog.getByText('Nothing changes yet.').waitFor()
    await dialog.getByLabel('Subtitle').fill('Live')
    await dialog.getByText('3 of 3 change').waitFor()
    await studio.inspect(page, 'bulk-edit')
    await dialog.getByRole('button', { name: 'Change 3 records' }).click()
    await page.getByText('3 records changed').waitFor()
    assert.equal((await read('broadcastHosts', second)).subtitle, 'Live')
    const changed = await tenant.api('PATCH', `${tenant.path}/broadcastHosts/${third}`, { subtitle: 'Dawn set' })
    assert.equal(changed.status, 200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 records are as they were').waitFor()
    const after = await Promise.all(ids.map(async (id) => (await read('broadcastHosts', id)).subtitle))
    assert.deepEqual(after, ['Music', 'Music', 'Dawn set'])

    // Entries are added to lists, and those that are there stay.
    const jazz = await add('broadcastCategories', { key: 'jazz', title: 'Jazz' })
    const night = await add('broadcastCategories', { key: 'night', title: 'Night' })
    await tenant.api('PATCH', `${tenant.path}/broadcastHosts/${first}`, { categoryIds: [jazz] })
    await page.reload()
    for (const name of names.slice(0, 2)) await page.getByLabel(`Select ${name}`).check()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const lists = page.getByRole('dialog', { name: 'Edit 2 records' })
    await lists.getByLabel('Field').click()
    await page.getByRole('option', { name: 'Categories' }).click()
    await lists.getByLabel('Categories').last().fill('Night')
    await page.getByRole('option', { name: 'Night', exact: true }).click()
    await page.keyboard.press('Tab')
    await lists.getByRole('button', { name: 'Change 2 records' }).click()
    await untilStored(async () => (await read('broadcastHosts', second)).categoryIds.length === 1)
    assert.deepEqual((await read('broadcastHosts', first)).categoryIds, [jazz, night])

    await page.getByRole('toolbar', { name: '2 selected' }).waitFor({ state: 'detached' })

    // Publishing many can be undone, too.
    for (const name of names.slice(0, 2)) await page.getByLabel(`Select ${name}`).check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await untilStored(async () => (await read('broadcastHosts', first)).status === 'published')
    await page.getByRole('button', { name: 'Undo' }).click()
    await untilStored(async () => (await read('broadcastHosts', first)).status === 'draft')
    assert.deepEqual(studio.complaints, [])
  })
})
