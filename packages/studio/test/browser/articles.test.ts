import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Api, signedIn } from '../../../server/test/support/service.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

const who = { name: 'Noor', email: 'noor@articles.example', password: 'a long sentence' }
let studio: TestStudio
let page: Page
let api: Api
/** The screen of articles, and the articles on Surface B. */
let home: string
let path: string

suite('articles, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    const { url } = studio.service
    const signUp = await fetch(`${url}/v1/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(who),
    })
    assert.equal(signUp.status, 200)
    api = await signedIn(studio.service, who)
    const { body: session } = await api('GET', '/v1/auth/get-session')
    const broadcasts = `/v1/users/${session.user.id}/broadcasts`
    const made = await api('POST', broadcasts, { name: 'Nuits du Port', timezone: 'Europe/Paris' })
    assert.equal(made.status, 201)
    const base = `${broadcasts}/${made.body._id}`
    path = `${base}/broadcastArticles`
    home = `${url}/studio/b/${made.body._id}/articles`
    const media = await api('POST', `${base}/medias`, {
      mediaUrl: `${url}/demo/map.svg`,
      alt: 'The stage at dusk',
      external: true,
    })
    assert.equal(media.status, 201, JSON.stringify(media.body))
    page = await studio.signIn(who)
  })
  after(() => studio?.stop())

  test('an article with a heading, a link and a picture is written and scheduled', async () => {
    await page.goto(home)
    await page.getByRole('heading', { name: 'Nothing written yet' }).waitFor()
    await studio.inspect(page, 'articles-empty')
    await page.getByRole('button', { name: 'New article' }).first().click()
    await page.getByLabel('Title').fill('The harbour sings')
    await page.getByLabel('Title').press('Enter')
    const text = page.getByRole('textbox', { name: 'Text of the article' })
    await page.keyboard.type('## Three nights\nCome to the ')
    await page.keyboard.press('Control+k')
    const link = page.getByRole('dialog', { name: 'Link' })
    await link.getByLabel('Where it leads').fill('nowhere at all')
    await link.getByLabel('Text').fill('quay')
    await link.getByRole('button', { name: 'Set the link' }).click()
    await link.getByText('This is no address').waitFor()
    await link.getByLabel('Where it leads').fill('quay.example/way')
    await link.getByRole('button', { name: 'Set the link' }).click()
    await link.waitFor({ state: 'hidden' })
    await text.locator('a').waitFor()
    await page.keyboard.type(' by foot.\n')
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    await page.getByRole('button', { name: 'The stage at dusk' }).click()
    const picture = page.getByRole('dialog', { name: 'Picture' })
    await page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some((one) => one.value === 'The stage at dusk'),
    )
    await picture.getByRole('button', { name: 'Insert' }).click()
    await text.locator('img[alt="The stage at dusk"]').waitFor()
    await studio.inspect(page, 'article-writing')

    await page.getByRole('button', { name: 'Publish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publication' })
    await dialog.getByText('There is no cover.').waitFor()
    await studio.inspect(page, 'article-publish')
    await dialog.getByText('At a date').click()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByText('Choose a date to come.').waitFor()
    await pickNextMonth(page)
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForURL(/\/articles\/[0-9a-f]{24}$/)
    const [stored] = (await api('GET', path)).body.data
    assert.deepEqual(
      [stored.title, stored.status, stored.contentFormat, Date.parse(stored.publishedAt) > Date.now()],
      ['The harbour sings', 'published', 'html', true],
    )
    assert.match(
      stored.content,
      /^<h2>Three nights<\/h2><p>Come to the <a href="https:\/\/quay\.example\/way">quay<\/a> by foot\.<\/p><p><img src="[^"]+" alt="The stage at dusk"><\/p>$/,
    )
  })

  test('the list shows it as scheduled, in the strip of days and among the scheduled alone', async () => {
    await page.getByRole('link', { name: 'All articles' }).click()
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'The harbour sings', exact: true }) })
    await row.getByText(/^Scheduled for /).waitFor()
    await row.getByText('Three nights Come to the quay by foot.').waitFor()
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
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

  test('several are published at once, and it is undone', async () => {
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

  test('Markdown stays Markdown, as rich text where nothing is lost and as source where it would be', async () => {
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
    await page.keyboard.press('Control+s')
    await page.getByText('Saved').first().waitFor()
    const id = page.url().split('/').at(-1)
    const { body } = await api('GET', `${path}/${id}`)
    assert.deepEqual([body.content, body.contentFormat], ['By the *river*.\n\n- one\n- two', 'markdown'])
    const table = '| a | b |\n| - | - |\n| 1 | 2 |'
    await api('PATCH', `${path}/${id}`, { content: table })
    await page.getByText(/This Markdown has what rich text cannot keep: tables/).waitFor()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.locator('.cm-content').getByText('| 1 | 2 |').waitFor()
    await studio.inspect(page, 'article-markdown')
    assert.equal((await api('GET', `${path}/${id}`)).body.content, table)
  })

  test('HTML that rich text keeps is opened as rich text and not touched; what it would drop is named', async () => {
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

  test('it works on a phone, and in French', async () => {
    const { data } = (await api('GET', path)).body
    const article = data.find((one: { title: string }) => one.title === 'The harbour sings')
    const small = await studio.signIn(who, { isPhone: true, language: 'fr' })
    await small.goto(home)
    await small.getByRole('link', { name: 'The harbour sings' }).first().waitFor()
    await studio.inspect(small, 'articles')
    await small.goto(`${home}/${article._id}`)
    await small.getByRole('textbox', { name: 'Texte de l’article' }).locator('h2').waitFor()
    assert.equal(await small.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
    await studio.inspect(small, 'article')
    await small.getByRole('button', { name: 'Détails' }).click()
    await small.getByText(/Paraîtra de lui-même/).waitFor()
    await studio.inspect(small, 'article-details')
    await small.context().close()
  })

  test('neither the pages nor their policy nor axe complained about anything', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

/** Chooses a day of the next month in the calendar that a field opens. */
async function pickNextMonth(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Publication' }).getByLabel('Publication date').click()
  const calendar = page.locator('.mantine-DateTimePicker-dropdown, .mantine-Popover-dropdown').last()
  await calendar.locator('button[data-direction="next"]').click()
  await calendar.getByRole('button', { name: /^15 / }).click()
  await calendar.locator('.mantine-DateTimePicker-submitButton').click()
}
