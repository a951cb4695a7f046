import assert from 'node:assert/strict'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { type PushService, startPushService } from '../../../server/test/support/push-service.ts'
import { apiWith, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { saved } from '../support/gestures.ts'
import { type Page, startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let push: PushService
let tenant: TestTenant
let page: Page

before(async () => {
  studio = await startStudio()
  push = await startPushService()
  tenant = await studio.service.newTenant({ name: 'Reach' })
  for (const [name, locale] of [
    ['reach-a', 'fr'],
    ['reach-b', 'fr'],
    ['reach-c', 'en'],
  ] as const)
    await tenant.api('POST', `${tenant.path}/broadcastClients`, { locale, pushSubscription: push.subscribe(name) })
  page = await studio.signIn(tenant)
})
after(async () => {
  await studio?.stop()
  await push?.close()
})

test('a campaign shows whom it would reach while its audience is edited, and what became of it when it is sent', async () => {
  await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/campaigns/new`)
  const form = page.getByRole('dialog').first()
  await form.getByLabel('Title', { exact: true }).fill('Doors are open')
  await saved(page, () => form.getByRole('button', { name: 'Create', exact: true }).click())
  await form.getByText('It would reach 3 devices now.').waitFor()
  // A condition that is not saved yet counts: apps in French.
  await form.getByRole('button', { name: 'Add a condition' }).click()
  await form.getByText('It would reach 2 devices now.').waitFor()
  await form.getByLabel('Value', { exact: true }).fill('en')
  await form.getByText('It would reach 1 device now.').waitFor()
  await form.getByRole('button', { name: 'Discard changes' }).click()
  await form.getByText('It would reach 3 devices now.').waitFor()

  await form.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('dialog', { name: 'Send this campaign now?' }).getByRole('button', { name: 'Send now' }).click()
  const reach = form.getByRole('region', { name: 'Reach' })
  const numbers = async () => (await reach.locator('dd').allTextContents()).join()
  await until(async () => (await reach.count()) === 1 && (await numbers()) === '3,3,0,0', 'the numbers')
  await reach.getByText('Nobody has opened it yet.', { exact: false }).waitFor()

  const id = new URL(page.url()).pathname.split('/').at(-1)
  const opened = (locale: string) => ({ type: 'campaign.opened', metadata: { id, locale } })
  const events = [opened('fr'), opened('fr'), opened('en')]
  await apiWith(studio.service.url, {})('POST', `/v1/public/${tenant.broadcastId}/events`, { events })
  await page.reload()
  await until(async () => (await reach.count()) === 1 && (await numbers()) === '3,3,0,3', 'the openings')
  await reach.getByRole('img', { name: /Opened in the first 24 hours\. Most at .*: 3/ }).waitFor()
  assert.equal(await reach.getByRole('row', { name: /French\s*2\s*0\s*2/ }).count(), 1)
  assert.equal(await reach.getByRole('row', { name: /English\s*1\s*0\s*1/ }).count(), 1)
  await studio.inspect(page, 'campaign-reach')
})

test('nothing complained', () => assert.deepEqual(studio.complaints, []))
