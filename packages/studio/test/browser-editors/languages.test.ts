import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant

suite('the languages of the content', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('German and Arabic are added in the settings, and French becomes the main language', async () => {
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/settings`)
    const languages = page.getByRole('combobox', { name: 'Languages' })
    for (const [text, name] of [
      ['germ', 'German (de)'],
      ['ar', 'Arabic (ar)'],
    ] as const) {
      await languages.fill(text)
      await page.getByRole('option', { name, exact: true }).click()
    }
    await page.keyboard.press('Tab')
    await page.getByRole('combobox', { name: 'Main language' }).click()
    await page.getByRole('option', { name: 'Français', exact: true }).click()
    await studio.inspect(page, 'settings-languages')
    await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
    const { locales, defaultLocale } = (await tenant.api('GET', tenant.path)).body
    assert.deepEqual(locales, ['fr', 'en', 'es', 'de', 'ar'])
    assert.equal(defaultLocale, 'fr')
  })

  test('a host is translated in its tabs, of which each names its language', async () => {
    const { body } = await tenant.api('POST', `${tenant.path}/broadcastHosts`, {
      title: 'Les Embruns',
      status: 'published',
    })
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/hosts/${body._id}`)
    const editor = page.getByRole('dialog', { name: 'Les Embruns' })
    const tabs = editor.getByRole('radiogroup', { name: 'Language of the texts' })
    await tabs.waitFor()
    assert.deepEqual(await tabs.locator('label').allInnerTexts(), [
      'Français (main)',
      'English',
      'Español',
      'Deutsch',
      'العربية',
    ])
    await tabs.getByText('Deutsch').click()
    await editor.getByLabel(/^Name/).fill('Die Gischt')
    await saved(page, () => editor.getByRole('button', { name: 'Save' }).click())
    const read = await tenant.api('GET', `${tenant.path}/broadcastHosts/${body._id}?locale=de`)
    assert.equal(read.body.title, 'Die Gischt')
    assert.deepEqual(studio.complaints, [])
  })
})
