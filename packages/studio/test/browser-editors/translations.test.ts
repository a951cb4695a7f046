import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { newAccount } from '../../../server/test/support/accounts.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant

suite('translations', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    await tenant.api('PATCH', tenant.path, {
      locales: ['fr', 'de', 'ar'],
      defaultLocale: 'fr',
      menu: {
        sections: [
          { title: 'Au programme', tiles: [{ title: 'Les concerts', navigator: { nativeContent: 'program' } }] },
        ],
      },
      bottomBar: { homeTile: { title: 'Accueil', navigator: { nativeContent: 'home' } } },
    })
    await tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: 'Les Embruns', status: 'published' })
    await tenant.api('POST', `${tenant.path}/broadcastSessions`, {
      title: 'Ouverture',
      description: 'Des tambours partent du quai.',
      blocks: [{ type: 'title', text: 'Venez tôt' }],
      status: 'published',
    })
    page = await studio.signIn(tenant)
    page.setDefaultTimeout(20_000)
  })
  after(() => studio?.stop())

  const at = (path: string) => `${studio.service.url}/studio/b/${tenant.broadcastId}/${path}`
  const broadcast = async () => (await tenant.api('GET', tenant.path)).body
  const tabs = (within: Page = page) => within.getByRole('radiogroup', { name: 'Language of the texts' })

  test('menu, bars and settings have the tabs of the languages, and the preview follows them', async () => {
    await page.goto(at('pages?part=menu'))
    await tabs().getByText('Deutsch').click()
    const title = page.getByRole('textbox', { name: 'Title' })
    assert.equal(await title.first().getAttribute('placeholder'), 'Au programme')
    await title.nth(0).fill('Im Programm')
    await title.nth(1).fill('Konzerte')
    await page.getByRole('region', { name: 'Preview' }).getByText('Im Programm').waitFor()
    await page.getByRole('tab', { name: 'Bottom bar' }).click()
    await tabs().getByText('Deutsch').click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Start')
    await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
    const { menu, bottomBar } = await broadcast()
    assert.deepEqual(menu.sections[0].localeDetails, { de: { title: 'Im Programm' } })
    assert.deepEqual([menu.sections[0].title, menu.sections[0].tiles[0].title], ['Au programme', 'Les concerts'])
    assert.deepEqual(menu.sections[0].tiles[0].localeDetails, { de: { title: 'Konzerte' } })
    assert.deepEqual(bottomBar.homeTile.localeDetails, { de: { title: 'Start' } })

    await page.goto(at('settings'))
    await tabs().getByText('Deutsch').click()
    await page.getByLabel(/^Name/).first().fill('Hafennächte')
    await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
    assert.deepEqual((await broadcast()).localeDetails, { de: { name: 'Hafennächte' } })
  })

  test('what is missing is translated record by record, by keys alone, until all is done', async () => {
    await page.goto(at('translations?locale=de'))
    const german = page.getByRole('tab', { name: /Deutsch/ })
    await german.getByText('4 of 8').waitFor()
    const records = page.getByRole('navigation', { name: 'Records to translate' })
    assert.deepEqual(await records.locator('.translation-entry-name').allInnerTexts(), ['Ouverture', 'Les Embruns'])
    await studio.inspect(page, 'translations')
    // The first missing text has the focus.
    const opened = page.getByRole('region', { name: 'Ouverture' })
    await until(
      () => opened.getByRole('textbox', { name: 'Title' }).evaluate((one) => one === document.activeElement),
      'focus',
    )
    await page.keyboard.type('Eröffnung')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Trommeln ziehen vom Kai los.')
    assert(await opened.getByRole('link', { name: 'Open the editor' }).isVisible())
    await saved(page, () => page.keyboard.press('Control+Enter'))
    await page.getByRole('region', { name: 'Les Embruns' }).waitFor()
    await german.getByText('6 of 8').waitFor()
    const name = page.getByRole('region', { name: 'Les Embruns' }).getByRole('textbox', { name: 'Name' })
    await until(() => name.evaluate((one) => one === document.activeElement), 'focus')
    await page.keyboard.type('Die Gischt')
    await saved(page, () => page.keyboard.press('Control+s'))
    await german.getByText('7 of 8').waitFor()
    const host = await tenant.api('GET', `${tenant.path}/broadcastHosts?locale=de`)
    assert.equal(host.body.data[0].title, 'Die Gischt')

    await page.getByRole('button', { name: /^Sessions/ }).click()
    await records.getByRole('link', { name: /Ouverture/ }).waitFor()
    await page.getByRole('switch', { name: 'Only what is missing' }).click()
    await page.getByRole('button', { name: /^Sessions/ }).click()
    await records.getByRole('link', { name: /Les Embruns/ }).waitFor()
    assert.equal(await records.getByRole('link').count(), 3)
  })

  test('a text that another person changed meanwhile is merged, and none is lost', async () => {
    await page.goto(at('translations?locale=ar&kind=broadcastHost'))
    const opened = page.getByRole('region', { name: 'Les Embruns' })
    await opened.getByRole('textbox', { name: 'Name' }).fill('رذاذ')
    const [host] = (await tenant.api('GET', `${tenant.path}/broadcastHosts`)).body.data
    await tenant.api('PATCH', `${tenant.path}/broadcastHosts/${host._id}`, { subtitle: 'Brest' })
    await opened.getByText('Brest').waitFor()
    await saved(page, () => opened.getByRole('button', { name: 'Save' }).click())
    const { body } = await tenant.api('GET', `${tenant.path}/broadcastHosts/${host._id}`)
    assert.deepEqual([body.subtitle, body.localeDetails.ar], ['Brest', { title: 'رذاذ' }])
  })

  test('on a phone a record has the screen to itself, in French too', async () => {
    const phone = await studio.signIn(tenant, { isPhone: true, language: 'fr' })
    await phone.goto(at('translations?locale=ar'))
    await phone.getByRole('link', { name: /Ouverture/ }).click()
    await phone.getByRole('region', { name: 'Ouverture' }).waitFor()
    await studio.inspect(phone, 'translation-of-a-session')
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert(overflow <= 0, `${overflow} pixels too wide`)
    await phone.getByRole('button', { name: 'Toutes les fiches' }).click()
    await phone.getByRole('link', { name: /Ouverture/ }).waitFor()
  })

  test('a viewer reads both sides and changes nothing', async () => {
    const viewer = await newAccount(studio.service.platform)
    await makeMember(studio.service, tenant, { id: viewer.userId, email: viewer.email }, 'viewer')
    const window = await studio.signIn(viewer)
    await window.goto(at('translations?locale=de&all=true&kind=broadcastSession'))
    const opened = window.getByRole('region', { name: 'Ouverture' })
    await opened.getByText('Eröffnung').waitFor()
    assert.equal(await opened.getByRole('textbox').count(), 0)
    assert.equal(await opened.getByRole('button', { name: 'Save' }).count(), 0)
  })

  test('nothing complained', () => assert.deepEqual(studio.complaints, []))
})
