import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant
let api: TestTenant['api']
/** The URL of the articles screen, and the path of the articles on Surface B. */
let home: string
let path: string

suite('articles, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    api = tenant.api
    path = `${tenant.path}/broadcastArticles`
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}/articles`
    const content = '<h2>Three nights</h2><p>Come to the <a href="https://quay.example/way">quay</a> by foot.</p>'
    const planned = { title: 'The harbour sings', status: 'published', publishedAt: inDays(30), content }
    assert.equal((await api('POST', path, planned)).status, 201)
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('the list shows a scheduled article in the calendar strip and under Scheduled only', async () => {
    await page.goto(home)
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'The harbour sings', exact: true }) })
    await row.getByText(/^Scheduled for /).waitFor()
    await row.getByText('Three nights Come to the quay by foot.').waitFor()
    const cover = `${studio.service.url}/demo/map.svg`
    await api('POST', path, { title: 'Doors', status: 'published', publishedAt: inDays(3), coverImageUrl: cover })
    await api('POST', path, {
      title: 'Thanks',
      publishedAt: inDays(5),
      isPrivate: true,
      localeDetails: { fr: { title: 'Merci' } },
    })
    await api('POST', path, { title: 'Parking', content: 'By the *river*.', contentFormat: 'markdown' })
    await page.getByRole('link', { name: 'Parking' }).waitFor()
    const strip = page.getByRole('region', { name: 'The coming two weeks' })
    await strip.getByRole('link', { name: /Doors$/ }).waitFor()
    await strip.getByRole('link', { name: /Thanks \(planned\)$/ }).waitFor()
    await studio.inspect(page, 'articles')
    await page.goto(`${home}?state=scheduled`)
    await page.getByText('2 articles', { exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Parking' }).count(), 0)
  })

  test('several articles are published at once, and it is undone', async () => {
    await page.goto(home)
    await page.getByRole('checkbox', { name: 'Select Parking' }).check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('1 article published').waitFor()
    const isPublished = async () =>
      (await api('GET', path)).body.data.find((one: { title: string }) => one.title === 'Parking')
    assert.equal((await isPublished()).status, 'published')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    const { status, publishedAt } = await isPublished()
    assert.deepEqual([status, publishedAt], ['draft', null])
  })

  test('Markdown is edited as rich text where that is lossless, else as source', async () => {
    await page.getByRole('link', { name: 'Parking' }).click()
    const text = page.getByRole('textbox', { name: 'Text of the article' })
    await text.locator('em').waitFor()
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n- one\ntwo')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('These are changes you have not saved yet.').waitFor()
    await text.locator('li').nth(1).waitFor()
    await text.click()
    await saved(page, () => page.keyboard.press('Control+s'))
    const id = page.url().split('/').at(-1)
    const { body } = await api('GET', `${path}/${id}`)
    assert.deepEqual([body.content, body.contentFormat], ['By the *river*.\n\n- one\n- two', 'markdown'])
    const table = '| a | b |\n| - | - |\n| 1 | 2 |'
    await api('PATCH', `${path}/${id}`, { content: table })
    await page.getByText(/Rich text does not support parts of this Markdown: tables/).waitFor()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.locator('.cm-content').getByText('| 1 | 2 |').waitFor()
    await page.getByTestId('app-screen').getByText('Parking').first().waitFor()
    await studio.inspect(page, 'article-markdown')
    assert.equal((await api('GET', `${path}/${id}`)).body.content, table)
  })

  test('HTML that rich text supports is opened as rich text unchanged; unsupported elements are named', async () => {
    const kept =
      '<h2>A</h2>\n<p>b <b>c</b> &eacute;<br>\n<a href="https://x.example" target="_blank" rel="noopener">d</a></p><ul>\n<li>e<ul><li>f</li></ul></li></ul>' +
      '<ol start="3"><li>g</li></ol><blockquote>h</blockquote><pre><code class="language-js">i</code></pre><hr><p><img src="https://x.example/y" alt="j" width="10"></p>'
    const create = async (content: string) => (await api('POST', path, { title: 'HTML', content })).body._id
    const id = await create(kept)
    await page.goto(`${home}/${id}`)
    const text = page.getByRole('textbox', { name: 'Text of the article' })
    await text.locator('blockquote').waitFor()
    assert.equal(await page.getByText('Unsaved changes', { exact: true }).count(), 0)
    await text.locator('h2').click()
    await page.keyboard.type('!')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' })
    await page.goto(`${home}/${await create('<p class="lead">a</p><table><tbody><tr><td>b</td></tr></tbody></table>')}`)
    await page.getByText(/Rich text would drop from this text: class, <table>/).waitFor()
    await page.getByRole('button', { name: 'Edit as rich text anyway' }).waitFor()
  })

  test('the screen works on a phone, and in French', async () => {
    const { data } = (await api('GET', path)).body
    const article = data.find((one: { title: string }) => one.title === 'The harbour sings')
    const small = await studio.signIn(tenant, { isPhone: true, language: 'fr' })
    await small.goto(home)
    await small.getByRole('link', { name: 'The harbour sings' }).first().waitFor()
    await studio.inspect(small, 'articles')
    await small.goto(`${home}/${article._id}`)
    await small.getByRole('textbox', { name: 'Texte de l’article' }).locator('h2').waitFor()
    assert.equal(await small.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
    await studio.inspect(small, 'article')
    await small.getByRole('button', { name: 'Détails' }).click()
    await small.getByText(/Sera publié le/).waitFor()
    await studio.inspect(small, 'article-details')
    await small.context().close()
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
