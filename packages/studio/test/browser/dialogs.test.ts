import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { type PushService, startPushService } from '../../../server/test/support/push-service.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { assertOnTop, saved } from '../support/gestures.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

let studio: TestStudio
let push: PushService
let page: Page
let tenant: TestTenant
let home: string

suite('a dialog, in a browser', () => {
  before(async () => {
    push = await startPushService()
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    page = await studio.signIn(tenant)
  })
  after(async () => {
    await studio?.stop()
    await push?.close()
  })

  /** A question over everything else, whose default answer is no. */
  async function question(name: string, action: string): Promise<{ no: Locator; yes: Locator }> {
    const dialog = page.getByRole('dialog', { name })
    const [no, yes] = [
      dialog.getByRole('button', { name: 'Cancel', exact: true }),
      dialog.getByRole('button', { name: action }),
    ]
    await assertOnTop(no)
    await assertOnTop(yes)
    await until(() => no.evaluate((element) => element.matches(':focus')), 'Cancel has the focus')
    return { no, yes }
  }

  test('a campaign is written, sent to the end and shown as sent, by clicks alone', async () => {
    for (const size of [wide, phone]) {
      const device = `device-${size.width}`
      const client = { platform: 'web', pushSubscription: push.subscribe(device) }
      const { body } = await tenant.api('POST', `${tenant.path}/broadcastClients`, client)
      await page.setViewportSize(size)
      await page.goto(`${home}/campaigns`)
      await page.getByRole('button', { name: 'New campaign' }).first().click()
      const drawer = page.getByRole('dialog', { name: /New campaign|Doors/ })
      await drawer.getByLabel(/^Title/).fill('Doors')
      await drawer.getByLabel('Message').fill('They open at six.')
      await saved(page, () => drawer.getByRole('button', { name: 'Create' }).click())
      await drawer.getByText('It would reach 1 device now.').waitFor()
      await drawer.getByRole('button', { name: 'Send now' }).click()
      await question('Send this campaign now?', 'Send now')
      if (size === wide) await studio.inspect(page, 'campaign-question', '[role=dialog]:last-of-type')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Send this campaign now?' }).waitFor({ state: 'hidden' })
      await drawer.getByRole('button', { name: 'Send now' }).click()
      await question('Send this campaign now?', 'Send now')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Send this campaign now?' }).waitFor({ state: 'hidden' })
      assert.equal(push.at(device).length, 0, 'neither Escape nor a stray Enter sends it')
      await drawer.getByRole('button', { name: 'Send now' }).click()
      await (await question('Send this campaign now?', 'Send now')).yes.click()
      await drawer.getByText('1 of 1 sent, 0 could not be reached.').waitFor()
      assert.equal(push.at(device).length, 1)
      await drawer.getByRole('button', { name: 'Close' }).click()
      await page.getByText('Sent', { exact: true }).first().waitFor()
      await tenant.api('DELETE', `${tenant.path}/broadcastClients/${body._id}`)
    }
  })

  test('the data of a contact is exported and erased, by clicks alone', async () => {
    for (const size of [wide, phone]) {
      const email = `camille-${size.width}@visitors.example`
      const fields = [{ key: 'email', value: email }]
      await tenant.api('POST', `${tenant.path}/broadcastContacts`, { fields })
      await page.setViewportSize(size)
      await page.goto(`${home}/contacts`)
      await page
        .getByRole('link', { name: new RegExp(email) })
        .first()
        .click()
      const drawer = page.getByRole('dialog').filter({ hasText: `Everything this broadcast knows about ${email}` })
      const coming = page.waitForEvent('download')
      await drawer.getByRole('button', { name: 'Export it' }).click()
      const file = await coming
      assert.match(await readFile(await file.path(), 'utf8'), new RegExp(email))
      await drawer.getByRole('button', { name: 'Erase it' }).click()
      await (await question(`Erase everything about ${email}?`, 'Erase it')).yes.click()
      await page.getByText(`The data of ${email} is erased.`).waitFor()
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: new RegExp(email) }).waitFor({ state: 'hidden' })
    }
  })

  test('a dialog is above the drawer, and Escape closes one at a time', async () => {
    const { body: host } = await tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: 'Ada Wrenfield' })
    for (const size of [wide, phone]) {
      await page.setViewportSize(size)
      await page.goto(`${home}/hosts/${host._id}`)
      const drawer = page.getByRole('dialog', { name: 'Ada Wrenfield' })
      await drawer.getByRole('button', { name: 'Choose a picture' }).first().click()
      const picker = page.getByRole('dialog', { name: 'Choose a picture' })
      await assertOnTop(picker.getByRole('button', { name: 'Close' }))
      await page.keyboard.press('Escape')
      await picker.waitFor({ state: 'hidden' })
      await drawer.getByRole('button', { name: 'More' }).click()
      await page.locator('[role=menu]:focus-within').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
      await drawer.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'History' }).click()
      const history = page.getByRole('dialog', { name: 'History' })
      await assertOnTop(history.getByRole('button', { name: 'Close' }).last())
      await page.keyboard.press('Escape')
      await history.waitFor({ state: 'hidden' })
      await drawer.waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
    }
  })

  test('an expired session is renewed above everything else', async () => {
    await page.setViewportSize(wide)
    const { data } = (await tenant.api('GET', `${tenant.path}/broadcastHosts`)).body
    await page.goto(`${home}/hosts/${data[0]._id}`)
    const drawer = page.getByRole('dialog', { name: 'Ada Wrenfield' })
    await drawer.getByLabel('Subtitle').fill('Songs of the tide')
    await page.context().clearCookies()
    await page.keyboard.press('Control+s')
    const guard = page.getByRole('dialog', { name: 'Please sign in again' })
    await assertOnTop(guard.getByRole('button', { name: 'Sign in' }))
    await page.keyboard.press('Escape')
    await guard.getByRole('textbox', { name: 'Password' }).fill(tenant.password)
    await guard.getByRole('button', { name: 'Sign in' }).click()
    await guard.waitFor({ state: 'hidden' })
    await saved(page, () => page.keyboard.press('Control+s'))
  })

  test('nothing complained', () => assert.deepEqual(studio.complaints, []))
})
