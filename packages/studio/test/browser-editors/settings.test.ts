import assert from 'node:assert/strict'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { startService } from '../../../server/test/support/service.ts'
import { localReceivers } from '../../../server/test/support/webhooks.ts'
import { saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
before(async () => {
  studio = await startStudio()
})
after(() => studio?.stop())

test('the settings have the logo and the address of the site, and the site has the new address at once', async () => {
  const tenant = await studio.service.newTenant({ name: 'Harbour Nights' })
  const other = await studio.service.newTenant({ name: 'Quay Days' })
  const website = (slug: string) => ({ type: 'web', status: 'published', slug })
  await tenant.api('POST', `${tenant.path}/broadcastDiffusers`, website('harbour-nights'))
  await other.api('POST', `${other.path}/broadcastDiffusers`, website('quay-days'))
  await tenant.api('PATCH', tenant.path, { isPrivate: false, isWeb: true })
  const page = await studio.signIn(tenant)
  await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/settings`)

  await page
    .locator('[data-field=theme]')
    .getByRole('button', { name: /choose/i })
    .click()
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30"/></svg>',
  )
  await page.getByRole('tab', { name: 'Upload' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'anchor.svg', mimeType: 'image/svg+xml', buffer: logo })
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await saved(page, () => page.keyboard.press('Control+s'))
  const { body } = await tenant.api('GET', tenant.path)
  assert(body.theme.logo, 'the logo is saved')

  await page.getByRole('button', { name: 'Change the address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the address' })
  await studio.inspect(page, 'site-address')
  for (const [slug, refusal] of [
    ['studio', /address of the service itself/],
    ['quay-days', /taken by another/],
  ] as const) {
    await dialog.getByLabel('Short name in addresses').fill(slug)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(refusal).waitFor()
  }
  await dialog.getByLabel('Short name in addresses').fill('harbour-by-night')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: /\/harbour-by-night$/ }).waitFor()
  const statusOf = async (slug: string) => (await fetch(`${studio.service.url}/${slug}/`)).status
  assert.deepEqual([await statusOf('harbour-by-night'), await statusOf('harbour-nights')], [200, 404])
  assert.deepEqual(studio.complaints, [])
})

test('terms of the operator are accepted at sign-up and with a revision; without terms nothing is asked', async () => {
  const terms = 'https://operator.example/terms'
  const service = await startService({ ...localReceivers, MARQUEE_TERMS_URL: terms })
  try {
    const page = await studio.newWindow()
    await page.goto(`${service.url}/studio/sign-up`)
    assert.equal(await page.getByRole('link', { name: 'terms of service' }).getAttribute('href'), terms)
    const tenant = await service.newTenant()
    await page.goto(`${service.url}/studio/sign-in`)
    await page.getByLabel('E-mail').fill(tenant.email)
    await page.locator('input[type=password]').fill(tenant.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url: URL) => !url.pathname.endsWith('/sign-in'))
    await page.goto(`${service.url}/studio/b/${tenant.broadcastId}/revisions`)
    await page.getByRole('button', { name: 'Create a revision' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a revision' })
    const create = dialog.getByRole('button', { name: 'Create a revision' })
    assert(await create.isDisabled(), 'the terms are not accepted yet')
    assert.equal(await dialog.getByRole('link', { name: 'terms of service' }).getAttribute('href'), terms)
    await dialog.getByRole('checkbox').check()
    await create.click()
    await page.getByText('The revision is created').waitFor()
  } finally {
    await service.stop()
  }
})
