import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { newAccount } from '../../../server/test/support/accounts.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let broadcastId: string
let site: string

/** The button writes to the clipboard a moment after it was pressed. */
const untilCopied = (text: string) =>
  until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === text, `${text} in the clipboard`)
const home = () => `${studio.service.url}/studio/b/${broadcastId}`
const part = (name: string) => page.getByRole('region', { name, exact: true })

suite('the addresses of a broadcast, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant()
    page = await studio.signIn(tenant)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  after(() => studio?.stop())

  test('a broadcast that is created in the studio has a public address at once, and the overview says that it is empty', async () => {
    await page.goto(`${studio.service.url}/studio/`)
    await page.getByRole('button', { name: 'New broadcast' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Été à Brisemer')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'The site is public, but empty' }).waitFor()
    broadcastId = /\/b\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? ''
    site = `${studio.service.url}/ete-a-brisemer/`
    const link = page.locator('.site-card').getByRole('link', { name: site.replace(/^http:\/\/|\/$/g, '') })
    assert.equal(await link.getAttribute('href'), site)
    assert.equal(await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href'), site)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await untilCopied(site)
    await page.getByRole('button', { name: 'QR code', exact: true }).click()
    await page.getByRole('img', { name: `QR code of ${site}` }).waitFor()
    await studio.inspect(page, 'site-qr', '.mantine-Modal-content')
    await page.keyboard.press('Escape')
    await studio.inspect(page, 'site-empty', '.site-card')
    await page.getByRole('link', { name: 'Publish the programme' }).click()
    await page.waitForURL(/\/programme/)
  })

  test('with something published the overview says that the site is public', async () => {
    await call('POST', '/broadcastArticles', { title: 'Tide table', status: 'published' })
    await page.goto(home())
    await page.getByRole('heading', { name: 'The site is public', exact: true }).waitFor()
  })

  test('a private site says so, and its button makes it public', async () => {
    await call('PATCH', '', { isPrivate: true })
    await page.goto(home())
    await page.getByRole('heading', { name: 'The site is private' }).waitFor()
    await studio.inspect(page, 'site-private', '.site-card')
    await page.getByRole('button', { name: 'Make it public' }).click()
    const question = page.getByRole('dialog', { name: 'Make the site public?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Make it public' }).click()
    await saved(page, () => question.getByRole('button', { name: 'Make it public' }).click())
    await page.getByRole('heading', { name: 'The site is public', exact: true }).waitFor()
    assert.equal((await call('GET', '')).isPrivate, false)
  })

  test('a viewer sees the state and the address, without buttons', async () => {
    const viewer = await newAccount(studio.service.platform)
    await makeMember(studio.service, { ...tenant, broadcastId }, { id: viewer.userId, email: viewer.email }, 'viewer')
    await call('PATCH', '', { isPrivate: true })
    const window = await studio.signIn(viewer, { isPhone: true, language: 'fr' })
    await window.goto(home())
    const card = window.getByRole('region', { name: 'Le site est privé' })
    await card.getByRole('link').waitFor()
    assert.equal(await card.getByRole('button').count(), 0)
    await studio.inspect(window, 'site-viewer', '.site-card')
    await call('PATCH', '', { isPrivate: false })
  })

  test('a channel shows its address, a QR code to print, and the code to embed it', async () => {
    await page.goto(`${home()}/diffusers`)
    await page.getByRole('columnheader', { name: 'Address' }).waitFor()
    await page.getByRole('link', { name: site.replace(/^http:\/\/|\/$/g, '') }).click()
    await part('Address').getByRole('button', { name: 'Copy', exact: true }).click()
    await untilCopied(site)
    const svg = await download('Download SVG')
    assert.match(svg.toString('utf8'), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1"/)
    const png = await download('Download PNG')
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1024, 1024])
    const embed = part('Embed in a website').first()
    await embed.getByText('Now and next').click()
    await embed.getByRole('button', { name: 'Copy the code' }).click()
    const origin = studio.service.url
    const code = `<script src="${origin}/embed.js" data-marquee="ete-a-brisemer" data-view="now" async></script>`
    await untilCopied(code)
    await studio.inspect(page, 'channel')
  })

  test('an own domain is saved, becomes the address, and its check is answered in words', async () => {
    await page.getByLabel('Own domain', { exact: true }).fill('Brisemer-Été.invalid')
    await saved(page, () => page.keyboard.press('Control+s'))
    await part('Address').getByRole('link', { name: 'xn--brisemer-t-j7ab.invalid', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'xn--brisemer-t-j7ab.invalid has no public address.' }).waitFor()
    await studio.inspect(page, 'channel-domain')
  })

  test('a reserved slug is refused at its field, in the language of the person', async () => {
    const window = await studio.signIn(tenant, { language: 'fr' })
    await window.goto(page.url())
    await window.getByLabel('Nom court dans les adresses').fill('studio')
    await window.keyboard.press('Control+s')
    await window.getByText('Ce nom est réservé au service ; choisissez-en un autre.').first().waitFor()
    await window.getByLabel('Nom court dans les adresses').fill('ete-a-brisemer')
  })

  test('a draft and a private broadcast say why visitors do not see the channel', async () => {
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Draft').click()
    await saved(page, () => page.keyboard.press('Control+s'))
    await page.getByText('Visitors do not see it: this channel is a draft.').waitFor()
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Published').click()
    await saved(page, () => page.keyboard.press('Control+s'))
    await page.getByText('Visitors do not see it').waitFor({ state: 'hidden' })
    await call('PATCH', '', { isPrivate: true })
    await page.getByText('Visitors do not see it: the broadcast is private.').waitFor()
    await page.getByRole('link', { name: 'Open the settings' }).waitFor()
  })

  test('the address of a kiosk can name a place', async () => {
    const place = await call('POST', '/broadcastInterestPoints', { title: 'Foyer' })
    const kiosk = await call('POST', '/broadcastDiffusers', {
      type: 'kiosk',
      slug: 'brisemer-foyer',
      status: 'published',
    })
    const phone = await studio.signIn(tenant, { isPhone: true })
    await phone.goto(`${home()}/diffusers/${kiosk._id}`)
    await phone.getByRole('combobox', { name: 'Show one place' }).click()
    await phone.getByRole('option', { name: 'Foyer' }).click()
    const url = `${studio.service.url}/brisemer-foyer/?place=${place._id}`
    await phone.getByRole('img', { name: `QR code of ${url}` }).waitFor()
    assert.equal(await phone.getByRole('link', { name: 'Open', exact: true }).getAttribute('href'), url)
    assert.equal(await phone.getByText('Embed in a website').count(), 0)
    await studio.inspect(phone, 'kiosk')
  })

  test('a preview link opens the site with its drafts', async () => {
    const article = await call('POST', '/broadcastArticles', { title: 'Not yet' })
    await page.goto(`${home()}/articles/${article._id}`)
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Share a preview link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview link' })
    await dialog.getByRole('button', { name: 'Create a link' }).click()
    const token = await dialog.getByLabel(/^Token/).inputValue()
    const url = `${studio.service.url}/${broadcastId}/?preview=${token}`
    assert.equal(await dialog.getByLabel('Link', { exact: true }).inputValue(), url)
    assert.equal(await dialog.getByRole('link', { name: 'Open' }).getAttribute('href'), url)
  })

  test('without a channel the overview leads to a new one', async () => {
    const { data } = await call('GET', '/broadcastDiffusers')
    for (const { _id } of data) await call('DELETE', `/broadcastDiffusers/${_id}`)
    await page.goto(home())
    await page.getByRole('heading', { name: 'There is no site yet' }).waitFor()
    await page.getByRole('link', { name: 'Add a website' }).click()
    await page.getByLabel('Short name in addresses').fill('brisemer')
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Published').click()
    await saved(page, () => page.keyboard.press('Control+s'))
    await page.getByRole('img', { name: `QR code of ${studio.service.url}/brisemer/` }).waitFor()
  })

  test('no page has an error or a refused policy, and axe finds nothing', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

async function download(button: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return readFile(await file.path())
}

let key: string | undefined

/** Prepares or reads content, as another client would. */
async function call(method: string, path: string, body?: object) {
  key ??= await studio.service.newKey(broadcastId, ['read', 'write'])
  const at = `/v1/users/${tenant.userId}/broadcasts/${broadcastId}${path}`
  const reply = await tenant.api(method, at, body, { 'x-api-key': key })
  assert(reply.status < 300, reply.text)
  return reply.body
}
