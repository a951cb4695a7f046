import assert from 'node:assert/strict'
import { newAccount } from '../../../server/test/support/accounts.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { type Page, startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page

before(async () => {
  studio = await startStudio()
  tenant = await studio.service.newTenant({ name: 'Views' })
  const hosts = [
    { title: 'Ada', status: 'draft' },
    { title: 'Berta', status: 'published' },
    { title: 'Carla', status: 'draft' },
  ]
  for (const body of hosts) await tenant.api('POST', `${tenant.path}/broadcastHosts`, body)
  await tenant.api('POST', `${tenant.path}/broadcastArticles`, { title: 'News' })
  page = await studio.signIn(tenant)
})
after(() => studio?.stop())

const at = (path: string) => `${studio.service.url}/studio/b/${tenant.broadcastId}/${path}`
const views = (window: Page) => window.getByRole('group', { name: 'Saved views' })
const rows = (window: Page, names: string[]) => namesIn(window, names)

/** Waits until the table has exactly these names, in this order. */
async function namesIn(window: Page, names: string[]): Promise<void> {
  await window.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.kind-table tbody tr')]
        .map((row) => ['Ada', 'Berta', 'Carla'].find((name) => row.textContent?.includes(name)))
        .join() === wanted,
    names.join(),
  )
}

async function choose(window: Page, label: string, option: string): Promise<void> {
  await window
    .getByRole('combobox', { name: label })
    .or(window.getByLabel(label, { exact: true }))
    .first()
    .click()
  await window.getByRole('option', { name: option }).click()
}

test('a view of filters, order and columns is saved for everybody, opened by a link, changed, renamed, deleted and brought back', async () => {
  await page.goto(at('hosts'))
  await rows(page, ['Ada', 'Berta', 'Carla'])
  await views(page).waitFor({ state: 'detached' })
  await choose(page, 'Status', 'Draft')
  await rows(page, ['Ada', 'Carla'])
  await page.getByRole('button', { name: 'Sort by Name' }).click()
  await rows(page, ['Carla', 'Ada'])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Status' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name of the view').fill('Drafts')
  await dialog.getByRole('switch', { name: 'For everybody in this event' }).check()
  await studio.inspect(page, 'save-view')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const drafts = views(page).getByRole('button', { name: 'Drafts, for everybody', exact: true })
  await drafts.waitFor()
  assert.equal(await drafts.getAttribute('aria-pressed'), 'true')
  await studio.inspect(page, 'saved-views')

  // A colleague opens the link, and sees the same; a viewer has views of their own, and cannot change this one.
  const colleague = await newAccount(studio.service.platform)
  await makeMember(studio.service, tenant, { id: colleague.userId, email: colleague.email }, 'viewer')
  const theirs = await studio.signIn(colleague)
  await theirs.goto(page.url())
  await rows(theirs, ['Carla', 'Ada'])
  await views(theirs).getByRole('button', { name: 'Drafts, for everybody', exact: true }).waitFor()
  await views(theirs).getByRole('button', { name: 'Actions for the view Drafts' }).click()
  await theirs.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  assert.deepEqual(await theirs.getByRole('menuitem').allTextContents(), ['Copy link'])
  await theirs.keyboard.press('Escape')
  await views(theirs).getByRole('button', { name: 'All', exact: true }).click()
  await rows(theirs, ['Ada', 'Berta', 'Carla'])
  await theirs.getByRole('searchbox').first().fill('Berta')
  await rows(theirs, ['Berta'])
  await theirs.getByRole('button', { name: 'Save view…' }).click()
  await theirs.getByLabel('Name of the view').fill('Only Berta')
  assert.equal(await theirs.getByRole('switch').count(), 0)
  await theirs.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await views(theirs).getByRole('button', { name: 'Only Berta', exact: true }).waitFor()

  // The first person changes it.
  await page.getByRole('button', { name: 'Sort by Name' }).click()
  await rows(page, ['Ada', 'Carla'])
  await page.getByRole('button', { name: 'Update view' }).click()
  await page.getByRole('button', { name: 'Update view' }).waitFor({ state: 'detached' })
  const menu = views(page).getByRole('button', { name: 'Actions for the view Drafts' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByLabel('Name of the view').fill('Unfinished')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const unfinished = views(page).getByRole('button', { name: 'Unfinished, for everybody', exact: true })
  await unfinished.waitFor()
  // Views of other people are not among mine.
  assert.equal(await views(page).getByRole('button', { name: 'Only Berta' }).count(), 0)
  await views(page).getByRole('button', { name: 'Actions for the view Unfinished' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await unfinished.waitFor({ state: 'detached' })
  await rows(page, ['Ada', 'Berta', 'Carla'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await unfinished.waitFor()
  await rows(page, ['Ada', 'Carla'])
  await page.reload()
  await unfinished.waitFor()
})

test('articles have saved views, too', async () => {
  await page.goto(at('articles?q=News'))
  await page.getByRole('button', { name: 'Save view…' }).click()
  await page.getByLabel('Name of the view').fill('About news')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await views(page).getByRole('button', { name: 'About news', exact: true }).waitFor()
  await views(page).getByRole('button', { name: 'All', exact: true }).click()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await views(page).getByRole('button', { name: 'About news', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('q') === 'News')
})

test('nothing complained', () => assert.deepEqual(studio.complaints, []))

declare const document: { querySelectorAll(selector: string): Iterable<{ textContent: string | null }> }
