import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { pressEnable, saved } from '../support/gestures.ts'
import { type MailService, startMailService } from '../support/mail-service.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let mail: MailService
let tenant: TestTenant
let page: Page

suite('a workflow that sends mails, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    mail = await startMailService()
    tenant = await mail.service.newTenant()
    page = await studio.newWindow()
    await page.goto(`${mail.service.url}/studio/b/${tenant.broadcastId}/workflows`)
    await page.getByLabel('E-mail').fill(tenant.email)
    await page.getByLabel(/^Password/).fill(tenant.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  })
  after(async () => {
    await mail?.stop()
    await studio?.stop()
  })

  test('from the template to the mail that a cancelled session sends to the team', async () => {
    const session = await tenant.api('POST', `${tenant.path}/broadcastSessions`, {
      title: 'Lune rousse',
      status: 'published',
    })
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    await page.getByRole('radio', { name: /Session cancelled/ }).click()
    await studio.inspect(page, 'workflow-templates')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('group', { name: 'Send a mail: Write to the team' }).click()
    const panel = page.locator('aside.editor-panel')
    await panel.getByRole('textbox', { name: /^To/ }).fill('ada@festival.example, bo@festival.example')
    await studio.inspect(page, 'workflow-mail')
    await saved(page, () => page.keyboard.press('Control+s'))
    await page.getByText('Ready to run').waitFor()

    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const input = dialog.getByRole('textbox', { name: 'Input (JSON)' })
    const sample = JSON.parse(await input.inputValue())
    assert.deepEqual([sample.operation, sample.record.title], ['update', 'Lune rousse'])
    await input.fill(JSON.stringify({ ...sample, fields: ['cancelled'] }))
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    assert.equal((await mail.receiver.next()).headers.get('subject'), 'Cancelled: Lune rousse')

    await pressEnable(page)
    await page.getByRole('switch', { name: 'Enabled' }).waitFor()
    const path = `${tenant.path}/broadcastSessions/${session.body._id}`
    await tenant.api('PATCH', path, { cancelled: true })
    const received = await mail.receiver.next()
    assert.deepEqual(received.to, ['ada@festival.example', 'bo@festival.example'])
    assert.match(received.text, /Lune rousse/)
    await tenant.api('PATCH', path, { title: 'Lune noire' })
    await panel.getByText('Runs', { exact: true }).click()
    await panel.getByText('When something is changed · ').nth(1).waitFor()
    assert.equal(mail.receiver.count(), 2)
  })

  test('where the service sends no mail, the step says so before it runs', async () => {
    const poor = await studio.service.newTenant()
    const window = await studio.signIn(poor)
    const fixed = (value: string) => ({ type: 'string', value })
    const config = { to: fixed('ada@festival.example'), subject: fixed('Hello'), text: fixed('A text') }
    const { body } = await poor.api('POST', `${poor.path}/workflows`, {
      name: 'Mail',
      entryNodeId: 'mail',
      nodes: [{ id: 'mail', type: 'mail', config }],
    })
    await window.goto(`${studio.service.url}/studio/b/${poor.broadcastId}/workflows/${body._id}`)
    await window.getByRole('button', { name: '1 warning' }).click()
    await window.getByText('will fail: this service sends no mail yet').waitFor()
    await studio.inspect(window, 'workflow-no-mail')
    assert.deepEqual(studio.complaints, [])
  })
})
