import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { pickNextMonth, saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant
let home: string

suite('dates, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    assert.equal((await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })).status, 200)
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  const sessions = async () => (await tenant.api('GET', `${tenant.path}/broadcastSessions`)).body.data

  test('a session time is typed, shown in words, and completed: an end without a day follows its start', async () => {
    await page.goto(`${home}/programme/new`)
    await page.getByLabel(/^Title/).fill('Night set')
    const start = page.getByLabel('Start')
    await start.fill('11.6.2027 22:30')
    await page.getByText('Friday, 11 June 2027 at 22:30').waitFor()
    await page.getByLabel('End', { exact: true }).fill('1:15 am')
    await page.getByText('Saturday, 12 June 2027 at 01:15').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await start.inputValue(), 'Fri, 11 Jun 2027, 22:30')
    await saved(page, () => page.getByRole('button', { name: 'Create', exact: true }).click())
    const [{ time }] = await sessions()
    assert.deepEqual([time.start, time.end], ['2027-06-11T20:30:00.000Z', '2027-06-11T23:15:00.000Z'])
  })

  test('text that is no date has an error in the language of the person, and is not saved', async () => {
    const [{ _id: id }] = await sessions()
    const french = await studio.signIn(tenant, { language: 'fr' })
    await french.goto(`${home}/programme/${id}`)
    await french.getByLabel('Titre', { exact: true }).fill('Nuit')
    await french.getByLabel('Début', { exact: true }).fill('bientôt')
    await french.keyboard.press('Control+s')
    await french.getByText(/^Ce n’est pas une date\./).waitFor()
    assert.equal((await sessions())[0].title, 'Night set')
    await french.getByLabel('Début', { exact: true }).fill('12 juin 2027')
    await french.getByText('samedi 12 juin 2027 à 22:30').waitFor()
    await saved(french, () => french.keyboard.press('Control+s'))
    const [{ title, time }] = await sessions()
    assert.deepEqual([title, time.start], ['Nuit', '2027-06-12T20:30:00.000Z'])
    await french.context().close()
  })

  test('a day that is picked gets a sensible time: the hour of the last session, or the morning', async () => {
    await page.goto(`${home}/programme/new`)
    // A new session starts at noon; without that time it takes the usual one.
    await page.getByLabel('Start').fill('')
    await pickNextMonth(page.locator('body'), 'Start')
    assert.match(await page.getByLabel('Start').inputValue(), / 15 .*, 22:30$/)
    assert.match(await page.getByLabel('End', { exact: true }).inputValue(), / 15 .*, 23:30$/)
    await page.goto(`${home}/campaigns/new`)
    const campaign = page.getByRole('dialog')
    await pickNextMonth(campaign, 'Send at')
    assert.match(await campaign.getByLabel('Send at').inputValue(), / 15 .*, 09:00$/)
    await studio.inspect(page, 'dates')
  })

  test('nothing complains', () => assert.deepEqual(studio.complaints, []))
})
