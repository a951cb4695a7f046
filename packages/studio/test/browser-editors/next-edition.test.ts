import assert from 'node:assert/strict'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.stop())

test('an owner sets the dates of the event, duplicates it for next year and is in the copy', async () => {
  const tenant = await studio.service.newTenant({ name: 'Nuits du Port 2027' })
  const time = { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' }
  await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'Opening night', time })
  const page = await studio.signIn(tenant)
  await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/settings`)
  const dates = page.getByRole('group', { name: 'Dates of the event' })
  await dates.getByLabel('Start').fill('2027-07-02')
  assert.equal(await dates.getByLabel('End').inputValue(), '2027-07-02')
  await dates.getByLabel('End').fill('2027-07-04')
  await saved(page, () => page.keyboard.press('Control+s'))
  const { body } = await tenant.api('GET', tenant.path)
  assert.deepEqual(body.dates, { start: '2027-07-02', end: '2027-07-04' })

  await page.getByRole('button', { name: 'Duplicate for next year' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate for next year' })
  assert.equal(await dialog.getByLabel('Name of the copy').inputValue(), 'Nuits du Port 2028')
  assert.equal(await dialog.getByLabel('First day of the next edition').inputValue(), '2028-06-30')
  await studio.inspect(page, 'next-edition')
  await dialog.getByRole('button', { name: 'Create the copy' }).click()
  await page.waitForURL((url: URL) => url.pathname.includes('/b/') && !url.pathname.includes(tenant.broadcastId))
  await page.getByText('Nuits du Port 2028').first().waitFor()
  assert.deepEqual(studio.complaints, [])
})
