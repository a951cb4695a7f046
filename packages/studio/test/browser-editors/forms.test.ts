import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { newAccount } from '../../../server/test/support/accounts.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { addBlock, saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant
let api: TestTenant['api']
let home: string
let guide: { _id: string }

suite('forms and tables, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    api = tenant.api
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    const add = async (plural: string, body: object) => {
      const reply = await api('POST', `${tenant.path}/${plural}`, body)
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    }
    await add('broadcastHosts', { title: 'Zoë', localeDetails: { fr: { title: 'Aurore' } } })
    await add('broadcastHosts', { title: 'Bruno', localeDetails: { fr: { title: 'Étienne' } } })
    guide = await add('broadcastHosts', {
      title: 'Marie',
      subtitle: 'Guide of the harbour',
      status: 'published',
      localeDetails: { fr: { title: 'Fanny' } },
    })
    await add('broadcastHosts', { subtitle: 'nobody yet' })
    for (const [title, publishedAt] of [
      ['September', '2026-09-02T10:00:00Z'],
      ['October', '2026-10-20T10:00:00Z'],
      ['April', '2026-04-16T10:00:00Z'],
    ])
      await add('broadcastArticles', { title, publishedAt, status: 'published' })
    await add('broadcastArticles', { title: 'Just begun' })
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  const names = (on: Page) => on.locator('.kind-row .kind-link').allInnerTexts()

  test('a list is in the order of the names as shown, and a click anywhere on a row opens it', async () => {
    const french = await studio.signIn(tenant, { language: 'fr' })
    await french.goto(`${home}/hosts`)
    await french.getByRole('link', { name: 'Aurore' }).waitFor()
    assert.deepEqual(await names(french), ['Aurore', 'Étienne', 'Fanny', 'Sans titre'])
    await french.getByRole('button', { name: 'Trier par Nom' }).click()
    await until(async () => (await names(french))[0] === 'Fanny', 'the other order')
    assert.deepEqual(await names(french), ['Fanny', 'Étienne', 'Aurore', 'Sans titre'])
    await french.context().close()
    await page.goto(`${home}/hosts`)
    await page.getByRole('checkbox', { name: 'Select Marie' }).check()
    assert.equal(await page.getByRole('dialog').count(), 0, 'a checkbox only selects')
    await page.getByRole('checkbox', { name: 'Select Marie' }).uncheck()
    await page.getByRole('cell', { name: 'Guide of the harbour', exact: true }).click()
    await page.getByRole('dialog', { name: 'Marie' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('articles are newest first by the date that their row shows, after drafts without one', async () => {
    await page.goto(`${home}/articles`)
    await page.getByRole('link', { name: 'April' }).waitFor()
    assert.deepEqual(await page.locator('.article-link').allInnerTexts(), [
      'Just begun',
      'October',
      'September',
      'April',
    ])
  })

  test('nothing without a name is published, alone or with others, and the switch says why', async () => {
    await page.goto(`${home}/hosts`)
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('One has no name and stays a draft.').waitFor()
    await page.getByText('3 records changed').waitFor()
    await page.getByRole('cell', { name: 'nobody yet', exact: true }).click()
    await page.getByRole('dialog', { name: 'Untitled' }).waitFor()
    const form = page.getByRole('dialog')
    await form.getByText('To publish it, give it a name first.').waitFor()
    await form.getByText('Published', { exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('It could not be saved').waitFor()
    await form.getByLabel('Name').fill('Nadia')
    await saved(page, () => form.getByRole('button', { name: 'Save' }).click())
    const { data } = (await api('GET', `${tenant.path}/broadcastHosts`)).body
    assert.deepEqual(data.map(({ title, status }: Record<string, string>) => `${title} ${status}`).sort(), [
      'Bruno published',
      'Marie published',
      'Nadia published',
      'Zoë published',
    ])
  })

  test('errors, names and copies are in the language of the person', async () => {
    const french = await studio.signIn(tenant, { language: 'fr' })
    await french.goto(`${home}/settings`)
    await french.getByLabel('Description courte').fill('x'.repeat(90))
    await french.getByLabel(/^Nom/).first().fill('')
    await french.getByRole('button', { name: 'Enregistrer' }).click()
    await french.getByText('Ce texte est trop long : 80 caractères au plus.').waitFor()
    await french.getByText('Ce champ ne doit pas être vide.').waitFor()
    await french.goto(`${home}/maps/new`)
    await french.getByRole('dialog', { name: 'Nouveau plan' }).waitFor()
    await french.goto(`${home}/hosts/${guide._id}`)
    const form = french.getByRole('dialog', { name: 'Fanny' })
    await form.getByRole('button', { name: 'Plus', exact: true }).click()
    await saved(french, () => french.getByRole('menuitem', { name: 'Dupliquer' }).click())
    await french.getByRole('dialog', { name: 'Fanny (copie)' }).waitFor()
    await french.context().close()
  })

  test('the focus follows a new block, and goes to the neighbor of a removed one', async () => {
    await page.goto(`${home}/pages/new`)
    await page.getByLabel(/^Title/).fill('Practical')
    const focused = (selector: string) => page.locator(`${selector}:focus`)
    await addBlock(page, 'Title')
    await focused('.block-body input').waitFor()
    await page.keyboard.type('Getting here')
    for (let count = 0; count < 4; count++) await addBlock(page, 'Divider')
    await addBlock(page, 'Button')
    await focused('.block-card:last-of-type .block-body :is(input, button)').waitFor()
    const card = page.locator('.block-card').last()
    const { y = 0, height = 0 } = (await card.boundingBox()) ?? {}
    assert(y >= 0 && y + Math.min(height, 200) <= 900, `the new block is out of sight, at ${y}`)
    await card.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await until(async () => (await page.locator('.block-toggle:focus').count()) === 1, 'the focus on the neighbor')
    assert.equal(await page.locator('.block-card').last().locator('.block-toggle:focus').count(), 1)
  })

  test('optional coordinates have no asterisk until one of them is given', async () => {
    await page.goto(`${home}/map/new`)
    await page.getByLabel('Name').first().waitFor()
    const more = page.getByRole('button', { name: 'Further fields' })
    if ((await page.getByLabel('x', { exact: true }).count()) === 0) await more.click()
    const x = page.getByLabel('x', { exact: true })
    await x.waitFor()
    assert.equal(await x.getAttribute('required'), null)
    await x.fill('12')
    await until(async () => (await page.getByLabel(/^y/).getAttribute('required')) !== null, 'both are needed now')
  })

  test('a viewer reads text instead of disabled inputs, and is told once that it is read only', async () => {
    const person = await newAccount(studio.service.platform)
    await makeMember(studio.service, tenant, { id: person.userId, email: person.email }, 'viewer')
    const viewer = await studio.signIn(person)
    const notes = viewer.getByText('Read only: ask an owner for the editor role.').filter({ visible: true })
    const [article] = (await api('GET', `${tenant.path}/broadcastArticles`)).body.data
    for (const [path, shown] of [
      [`hosts/${guide._id}`, 'Guide of the harbour'],
      ['settings', 'Nuits du Port'],
      [`articles/${article._id}`, 'Excerpt'],
      ['pages', 'Home'],
    ] as const) {
      await viewer.goto(`${home}/${path}`)
      await viewer.getByText(shown).filter({ visible: true }).first().waitFor()
      await notes.first().waitFor()
      assert.equal(await notes.count(), 1, path)
      const form = viewer.locator('[role=dialog], main').last()
      assert.equal(await form.locator(':is(input, textarea, select):disabled').count(), 0, path)
      assert.equal(await viewer.getByRole('button', { name: /^(Save|Publish|Delete|Add)/ }).count(), 0, path)
      await studio.inspect(viewer, `viewer-${path.split('/')[0]}`)
    }
    await viewer.context().close()
  })

  test('nothing complains', () => assert.deepEqual(studio.complaints, []))
})
