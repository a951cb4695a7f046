import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { contrastOf } from '@marquee/app/color'
import type { Locator, Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { addBlock, saved } from '../support/gestures.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant
/** The URL of the broadcast's screens. */
let home: string
/** The app inside of the phone. */
let app: Locator

suite('pages and home, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    const { api, path, broadcastId } = tenant
    const session = {
      title: 'Harbour drums',
      status: 'published',
      time: { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' },
    }
    assert.equal((await api('POST', `${path}/broadcastSessions`, session)).status, 201)
    assert.equal(
      (await api('POST', `${path}/broadcastSessions`, { ...session, title: 'Not yet', status: 'draft' })).status,
      201,
    )
    assert.equal(
      (await api('POST', `${path}/broadcastHosts`, { title: 'Ada Wrenfield', status: 'published' })).status,
      201,
    )
    const blocks = [
      { type: 'sessions', title: 'At the harbour' },
      { type: 'paragraph', text: 'Come **early**.' },
    ]
    assert.equal((await api('POST', `${path}/broadcastPages`, { title: 'Tonight', blocks })).status, 201)
    home = `${studio.service.url}/studio/b/${broadcastId}/pages`
    page = await studio.signIn(tenant)
    app = page.getByTestId('app-screen')
  })
  after(() => studio?.stop())

  test('the preview shows the public app; a tap opens a record, and back returns', async () => {
    const [stored] = await pages()
    await page.goto(`${home}/${stored._id}`)
    await app.getByText(/At the harbour[\s\S]*Come early/).waitFor()
    await app.getByText('Harbour drums').waitFor()
    assert.equal(await app.getByText('Not yet').count(), 0, 'drafts are not shown')
    await app
      .getByRole('link', { name: /Harbour drums/ })
      .first()
      .click()
    await app.getByRole('heading', { name: 'Harbour drums' }).waitFor()
    await app.getByRole('link', { name: 'Back', exact: true }).click()
    await app.getByText('At the harbour').waitFor()
  })

  test('the target of a button is found by name; a removed block is restored by undo', async () => {
    await addBlock(page, 'button')
    await page.getByRole('textbox', { name: 'Label' }).fill('Meet Ada')
    await page.getByLabel('Leads to').fill('Ada')
    await page.getByRole('option', { name: /Ada Wrenfield/ }).click()
    await app.getByRole('link', { name: 'Meet Ada' }).waitFor()
    await page.getByRole('button', { name: /^More for Text/ }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await app.getByText('Come early').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await app.getByText('Come early').waitFor()
    await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
    const [stored] = await pages()
    const [ada] = (await tenant.api('GET', `${tenant.path}/broadcastHosts`)).body.data
    assert.deepEqual(
      stored.blocks.map(({ type }: { type: string }) => type),
      ['sessions', 'paragraph', 'button'],
    )
    assert.deepEqual(stored.blocks[2].navigator, { broadcastHostId: ada._id })
  })

  test('colors of low contrast are reported, and made readable with one click', async () => {
    await tenant.api('PATCH', tenant.path, { theme: { backgroundColor: '#ffffff', accentColor: '#ffb199' } })
    await page.goto(`${home}?part=theme`)
    await page.getByText(/hard to read/).waitFor()
    await page.getByRole('button', { name: 'Make it readable' }).click()
    await page.getByText(/reads well/).waitFor()
    await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
    const { theme } = (await tenant.api('GET', tenant.path)).body
    assert(contrastOf(theme.accentColor, theme.backgroundColor) >= 4.5)
    await studio.inspect(page, 'pages-theme')
  })

  test('the menu and the bottom bar are filled, and work in the preview', async () => {
    await page.getByRole('tab', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Add a section' }).click()
    await page
      .getByLabel(/^Title/)
      .last()
      .fill('All sessions')
    await page.getByLabel('Leads to').fill('Progr')
    await page.getByRole('option', { name: 'Programme' }).click()
    await studio.inspect(page, 'pages-menu')
    await app.getByRole('link', { name: 'All sessions' }).click()
    await app.getByText('Harbour drums').waitFor()
    await page.getByRole('tab', { name: 'Bottom bar' }).click()
    await page.getByRole('button', { name: 'Add an entry' }).click()
    await page
      .getByLabel(/^Title/)
      .last()
      .fill('Start')
    await app.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Start' }).waitFor()
    await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
    const { menu, bottomBar } = (await tenant.api('GET', tenant.path)).body
    assert.deepEqual(menu.sections[0].tiles, [{ title: 'All sessions', navigator: { nativeContent: 'program' } }])
    assert.deepEqual(bottomBar.homeTile, { title: 'Start', navigator: { nativeContent: 'home' }, bottomBarIndex: 0 })
  })

  test('the preview follows the edited language', async () => {
    const blocks = (text: string) => [{ type: 'paragraph', text }]
    const body = {
      title: 'Two tongues',
      blocks: blocks('In the main one'),
      localeDetails: { en: { blocks: blocks('In English') } },
    }
    const { _id } = (await tenant.api('POST', `${tenant.path}/broadcastPages`, body)).body
    await page.goto(`${home}/${_id}`)
    await app.getByText('In the main one').waitFor()
    await page.getByRole('radiogroup', { name: 'Language of the texts' }).getByText('English').click()
    await app.getByText('In English').waitFor()
    await tenant.api('DELETE', `${tenant.path}/broadcastPages/${_id}`)
  })

  test('on a phone the preview replaces the form', async () => {
    await page.setViewportSize(phone)
    const [stored] = await pages()
    await page.goto(`${home}/${stored._id}`)
    await page.getByRole('article', { name: /^Sessions/ }).waitFor()
    await studio.inspect(page, 'pages-page')
    await page.getByText('Preview', { exact: true }).click()
    await app.getByText('Harbour drums').waitFor()
    await studio.inspect(page, 'pages-preview')
    await page.setViewportSize(wide)
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const pages = async () => (await tenant.api('GET', `${tenant.path}/broadcastPages`)).body.data
