import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { saved } from '../support/gestures.ts'
import { maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant

suite('the fields of programmes in the editor of a session', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('subtitle, type, languages, links, files, recording and feedback are written by clicks and keys', async () => {
    const { ids, play, stored } = maker(tenant)
    await play('Harp', parisTime('20:00'), null)
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/programme/${ids.Harp}`)
    const panel = page.getByRole('complementary', { name: 'Harp' }).or(page.getByRole('dialog', { name: 'Harp' }))
    await panel.getByLabel('Subtitle').fill('Harp and tide')
    await panel.getByLabel('Type').fill('concert')
    await panel.getByLabel('Languages').pressSequentially('fr')
    await page.keyboard.press('Enter')
    await panel.getByLabel('Languages').pressSequentially('gsw')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Further fields' }).click()
    await panel.getByRole('button', { name: 'Add', exact: true }).first().click()
    await panel.getByRole('textbox', { name: 'Link', exact: true }).first().fill('https://x.example')
    await panel.getByLabel('License').fill('CC BY 4.0')
    await panel.getByLabel('Must not be recorded').check()
    await panel.getByLabel('Link for feedback').fill('https://x.example/feedback')
    await saved(page, () => panel.getByRole('button', { name: 'Save' }).click())
    const { subtitle, type, languages, links, recording, feedbackUrl } = await stored('Harp')
    assert.deepEqual(
      { subtitle, type, languages, links, recording, feedbackUrl },
      {
        subtitle: 'Harp and tide',
        type: 'concert',
        languages: ['fr', 'gsw'],
        links: [{ url: 'https://x.example' }],
        recording: { license: 'CC BY 4.0', isOptedOut: true },
        feedbackUrl: 'https://x.example/feedback',
      },
    )
    await studio.inspect(page, 'session-fields')
    assert.deepEqual(studio.complaints, [])
  })
})
