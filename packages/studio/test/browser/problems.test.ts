import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { boxOf, saved } from '../support/gestures.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant
let home: string

suite('the state of a broadcast, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    page = await studio.signIn(tenant)
    const create = async (kind: string, body: object) =>
      (await tenant.api('POST', `${tenant.path}/${kind}`, body)).body._id
    const stage = await create('broadcastInterestPoints', { title: 'Harbour stage', status: 'published' })
    const ada = await create('broadcastHosts', { title: 'Ada Wrenfield', status: 'published' })
    const music = await create('broadcastCategories', { title: 'Music' })
    const time = { start: '2027-07-02T18:00:00.000Z', end: '2027-07-02T19:00:00.000Z' }
    const session = { status: 'published', interestPointId: stage, hostIds: [ada], time, categoryIds: [music] }
    await create('broadcastSessions', { ...session, title: 'Opening' })
    await create('broadcastSessions', { ...session, title: 'Concert' })
    await create('broadcastSessions', { title: 'Secret walk', status: 'published', interestPointId: stage })
    const publishedAt = '2026-01-01T10:00:00.000Z'
    await create('broadcastArticles', { title: 'Tickets are here', status: 'draft', publishedAt })
  })
  after(() => studio?.stop())

  const attention = () => page.getByRole('region', { name: 'Needs attention' })

  test('overview and programme list the same problems, and each leads to its record', async () => {
    await page.goto(home)
    // The clash by place and host, the draft category of two sessions, the session without a time, the late article.
    await attention().getByText('4 problems').waitFor()
    const words = await attention().locator('.problem:not([data-detail])').allInnerTexts()
    await studio.inspect(page, 'overview-problems')
    await page.getByRole('link', { name: 'Programme', exact: true }).first().click()
    await page.getByRole('button', { name: '4 problems' }).click()
    const panel = page.getByRole('dialog', { name: 'Problems' })
    await panel.getByText('Tickets are here').waitFor()
    assert.deepEqual(await panel.locator('.problem:not([data-detail])').allInnerTexts(), words)
    await studio.inspect(page, 'programme-problems')
    await panel.getByRole('link', { name: /“Opening” and “Concert”|“Concert” and “Opening”/ }).click()
    await page.getByText('This session clashes with another').waitFor()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await attention().getByRole('link', { name: 'A published session has no time.' }).click()
    await page.getByRole('heading', { name: 'Secret walk' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await attention()
      .getByRole('link', { name: /still a draft/ })
      .click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
  })

  test('a draft that is in use is not published, until it is', async () => {
    await page.goto(home)
    const drafts = page.getByRole('region', { name: 'Not published yet' })
    await drafts.getByRole('link', { name: /Music/ }).waitFor()
    await attention().getByRole('link', { name: '“Music” is a draft, but 2 published records show it.' }).click()
    const drawer = page.getByRole('dialog', { name: 'Music' })
    await drawer.getByText('Published', { exact: true }).click()
    await saved(page, () => page.keyboard.press('Control+s'))
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await attention().getByText('3 problems').waitFor()
    await drafts.getByText('1 article').waitFor()
    await drafts.getByRole('link', { name: /Music/ }).waitFor({ state: 'hidden' })
  })

  test('a private broadcast is marked on every screen, and the mark leads to the setting', async () => {
    const { data } = (await tenant.api('GET', `${tenant.path}/broadcastArticles`)).body
    await tenant.api('PATCH', `${tenant.path}/broadcastArticles/${data[0]._id}`, { status: 'published' })
    assert.equal(await page.locator('.private-mark').count(), 0)
    await page.goto(`${home}/settings`)
    await page.getByRole('switch', { name: 'Private' }).check({ force: true })
    await saved(page, () => page.keyboard.press('Control+s'))
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await page.getByText('Everything is published, but the broadcast is private').waitFor()
    await attention().getByText('The broadcast is private: visitors see nothing of what is published.').waitFor()
    for (const size of [wide, phone]) {
      await page.setViewportSize(size)
      await page.goto(`${home}/hosts`)
      const mark = page.getByRole('link', { name: 'Private', exact: true }).locator('visible=true')
      await mark.waitFor()
      await studio.photograph(page, 'private')
      await mark.click()
      await page.locator('[data-field=isPrivate] input:focus').waitFor()
      const { y, height } = await boxOf(page.locator('[data-field=isPrivate]'))
      assert(y > 0 && y + height < size.height, 'the setting is in view')
    }
  })

  test('recent changes name the app of a visitor by its platform and language', async () => {
    await tenant.api('POST', `${tenant.path}/broadcastClients`, { platform: 'ios', locale: 'fr' })
    await page.setViewportSize(wide)
    await page.goto(home)
    const changes = page.getByRole('region', { name: 'Recent changes' })
    await changes.getByText('iOS, French').waitFor()
    assert.equal(await changes.getByText('Untitled').count(), 0)
  })

  test('the whole menu fits at a height of 900 pixels, and the account stays in view below that', async () => {
    await page.setViewportSize(wide)
    await page.goto(home)
    const menu = page.locator('.shell-scroll')
    const isCut = () => menu.evaluate((element) => element.scrollHeight > element.clientHeight)
    await menu.getByRole('link', { name: 'Settings' }).waitFor()
    assert.equal(await isCut(), false)
    await page.setViewportSize({ width: 1440, height: 600 })
    assert.equal(await isCut(), true)
    const { y, height } = await boxOf(
      page.locator('.shell-side').getByText('Keyboard shortcuts').or(page.getByLabel('Keyboard shortcuts')).first(),
    )
    assert(y + height <= 600)
  })

  test('nothing complained', () => assert.deepEqual(studio.complaints, []))
})
