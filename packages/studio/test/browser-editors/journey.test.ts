import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import { type Api, signedIn } from '../../../server/test/support/service.ts'
import { addBlock, boxOf, drag, pickNextMonth, saved, scriptBytes } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

const who = { name: 'Noor', email: 'noor@journey.example', password: 'a long sentence' }
let studio: TestStudio
let receiver: Receiver
let page: Page
/** Calls the service as the person, to check what the studio has stored. */
let api: Api
/** The broadcast: its URL in the studio, and its path on Surface B. */
let home: string
let path: string
/** The key that is created during the journey. */
let key: string

/** One journey of a new user. Everything is created in the studio, by mouse and keyboard. */
suite('the journey through the studio, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    receiver = await startReceiver()
    page = await studio.newWindow()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: studio.service.url })
  })
  after(async () => {
    await receiver?.close()
    await studio?.stop()
  })

  test('a person signs up and creates a broadcast, with at most 350 kB of script', async () => {
    const { service } = studio
    await page.goto(service.url)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    const atSignIn = await scriptBytes(page)
    assert(atSignIn > 50_000 && atSignIn <= 350_000, `sign-in took ${atSignIn} bytes of script`)
    await studio.inspect(page, 'sign-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill(who.name)
    await page.getByLabel('E-mail').fill(who.email)
    await page.getByLabel(/^Password/).fill('short')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByText('must have at least').waitFor()
    await studio.inspect(page, 'sign-up')
    await page.getByLabel(/^Password/).fill(who.password)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Start your first broadcast' }).waitFor()
    await studio.inspect(page, 'broadcasts-empty')
    await page.getByRole('button', { name: 'New broadcast' }).click()
    const dialog = page.getByRole('dialog', { name: 'New broadcast' })
    await dialog.getByLabel('Name').fill('Nuits du Port')
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Paris')
    await page.getByRole('option', { name: /Paris/ }).click()
    await studio.inspect(page, 'broadcast-create')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Nuits du Port' }).waitFor()
    home = page.url().replace(/\/$/, '')
    api = await signedIn(service, who)
    const { body: session } = await api('GET', '/v1/auth/get-session')
    await page.reload()
    await page.getByRole('heading', { name: 'Nuits du Port' }).waitFor()
    const atOverview = await scriptBytes(page)
    assert(atOverview <= 350_000, `the first screen of a broadcast took ${atOverview} bytes of script`)
    path = `/v1/users/${session.user.id}/broadcasts/${home.split('/').at(-1)}`
    const { body } = await api('GET', path)
    assert.deepEqual([body.name, body.timezone], ['Nuits du Port', 'Europe/Paris'])
  })

  test('a site plan is uploaded, and a click on it creates a stage', async () => {
    await open('Places')
    await page.getByRole('heading', { name: 'No map yet' }).waitFor()
    await page.getByRole('button', { name: 'New map' }).click()
    const dialog = page.getByRole('dialog', { name: 'New map' })
    await dialog.getByLabel('Name').fill('Site')
    await dialog.getByRole('button', { name: 'Choose a picture' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    await picker.getByRole('tab', { name: 'Upload a file' }).click()
    await picker.locator('input[type=file]').setInputFiles(plan)
    await picker.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.querySelector('[role=group] input')?.value === '1600')
    await saved(page, () => dialog.getByRole('button', { name: 'Create the map' }).click())
    const map = page.getByRole('region', { name: 'Map “Site”' })
    await map.locator('.leaflet-image-layer').waitFor()

    await page.getByRole('button', { name: 'Add a place' }).click()
    const box = await boxOf(map)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    const form = page.getByRole('complementary', { name: 'New place' })
    await form.getByLabel('Name').fill('Quay stage')
    await saved(page, () => page.getByRole('complementary').getByRole('button', { name: 'Create' }).click())
    await page
      .getByRole('region', { name: 'Places' })
      .getByRole('button', { name: /Quay stage/ })
      .waitFor()
    const [site] = await all('broadcastMaps')
    const [stage] = await all('broadcastInterestPoints')
    assert.deepEqual([site.title, site.width, site.height], ['Site', 1600, 1000])
    assert.deepEqual([stage.title, stage.mapId], ['Quay stage', site._id])
    assert(
      Math.abs(stage.position.x - 800) <= 12 && Math.abs(stage.position.y - 500) <= 12,
      JSON.stringify(stage.position),
    )
  })

  test('a session is created on the stage and dragged to another hour, saved with If-Match', async () => {
    await open('Programme')
    await page.getByRole('button', { name: 'New session' }).first().click()
    const form = page.getByRole('complementary').or(page.getByRole('dialog'))
    await form.getByLabel(/^Title/).fill('Harbour drums')
    await form.getByRole('textbox', { name: 'Place' }).click()
    await page.getByRole('option', { name: 'Quay stage' }).click()
    await saved(page, () => form.getByRole('button', { name: 'Create' }).click())
    const card = page.getByRole('gridcell', { name: /Harbour drums/ })
    await card.waitFor()
    await page.getByRole('columnheader', { name: 'Quay stage' }).waitFor()
    const [made] = await all('broadcastSessions')
    assert.match(await card.innerText(), /12:00–13:00/)
    const panel = page.getByRole('complementary', { name: 'Harbour drums' })
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'hidden' })

    const moving = page.waitForRequest((request) => request.method() === 'PATCH')
    await saved(page, () => drag(card, card, { x: 20, y: 110 }))
    assert((await moving).headers()['if-match'], 'nobody else is overwritten')
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
    const [moved] = await all('broadcastSessions')
    assert.equal(moved.interestPointId, made.interestPointId)
    const laterMs = Date.parse(moved.time.start) - Date.parse(made.time.start)
    assert(laterMs > 0 && laterMs % 300_000 === 0, `${laterMs} ms later`)
    assert.equal(Date.parse(moved.time.end) - Date.parse(moved.time.start), 3_600_000)
  })

  test('an article with a heading, a link and a picture is written and scheduled', async () => {
    await open('Articles')
    await page.getByRole('heading', { name: 'Nothing written yet' }).waitFor()
    await studio.inspect(page, 'articles-empty')
    await page.getByRole('button', { name: 'New article' }).first().click()
    await page.getByLabel(/^Title/).fill('The harbour sings')
    await page.getByLabel(/^Title/).press('Enter')
    const text = page.getByRole('textbox', { name: 'Text of the article' })
    await page.keyboard.type('## Three nights\nCome to the ')
    await page.keyboard.press('Control+k')
    const link = page.getByRole('dialog', { name: 'Link' })
    await link.getByLabel('Address').fill('nowhere at all')
    await link.getByLabel('Text').fill('quay')
    await link.getByRole('button', { name: 'Set the link' }).click()
    await link.getByText('This is not a valid address').waitFor()
    await link.getByLabel('Address').fill('quay.example/way')
    await link.getByRole('button', { name: 'Set the link' }).click()
    await link.waitFor({ state: 'hidden' })
    await text.locator('a').waitFor()
    await page.keyboard.type(' by foot.\n')
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    await page.getByRole('dialog', { name: 'Choose a picture' }).getByRole('button', { name: /svg/ }).click()
    const picture = page.getByRole('dialog', { name: 'Picture', exact: true })
    await picture.getByRole('textbox').fill('The site from above')
    await picture.getByRole('button', { name: 'Insert' }).click()
    await text.locator('img[alt="The site from above"]').waitFor()
    await studio.inspect(page, 'article-writing')

    await page.getByRole('button', { name: 'Publish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publication' })
    await dialog.getByText('There is no cover.').waitFor()
    await studio.inspect(page, 'article-publish')
    await dialog.getByText('At a date').click()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByText('Choose a date in the future.').waitFor()
    await pickNextMonth(dialog, 'Publication date')
    await saved(page, () => dialog.getByRole('button', { name: 'Schedule' }).click())
    await page.waitForURL(/\/articles\/[0-9a-f]{24}$/)
    const [stored] = await all('broadcastArticles')
    assert.deepEqual(
      [stored.title, stored.status, stored.contentFormat, Date.parse(stored.publishedAt) > Date.now()],
      ['The harbour sings', 'published', 'html', true],
    )
    assert.match(
      stored.content,
      /^<h2>Three nights<\/h2><p>Come to the <a href="https:\/\/quay\.example\/way">quay<\/a> by foot\.<\/p><p><img src="[^"]+" alt="The site from above"><\/p>$/,
    )
  })

  test('a page is composed, reordered by keyboard and previewed before it is saved', async () => {
    const app = page.getByTestId('app-screen')
    await page.getByRole('link', { name: 'All articles' }).click()
    await open('Home and pages')
    await page.getByText('No blocks yet').waitFor()
    await studio.inspect(page, 'pages-empty')
    await page.getByRole('button', { name: 'New page' }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Tonight')
    await addBlock(page, 'text')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Come **early**.')
    await addBlock(page, 'places')
    const list = page.getByRole('article', { name: /^Places/ })
    await list.getByRole('textbox', { name: 'Title', exact: true }).fill('At the harbour')
    await app.getByText('At the harbour').waitFor()
    assert.equal(await app.locator('strong', { hasText: 'early' }).count(), 1)

    await page.getByRole('button', { name: 'Close all' }).click()
    await page.getByRole('button', { name: /^Move Places/ }).focus()
    await page.keyboard.press('Space')
    await page.getByText(/(lifted from|is at) place 2/).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText(/is at place 1 of 2/).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await page.getByText(/put down at place 1 of 2/).waitFor({ state: 'attached' })
    await app.getByText(/At the harbour[\s\S]*Come early/).waitFor()
    await studio.inspect(page, 'pages-page')
    assert.equal((await all('broadcastPages')).length, 0, 'nothing is saved yet')

    await saved(page, () => page.keyboard.press('Control+s'))
    const [stored] = await all('broadcastPages')
    assert.equal(stored.title, 'Tonight')
    assert.deepEqual(
      stored.blocks.map(({ type, title, text }: Record<string, string>) => [type, title ?? text]),
      [
        ['interestPoints', 'At the harbour'],
        ['paragraph', 'Come **early**.'],
      ],
    )
  })

  test('a key is created, copied, and works with fetch', async () => {
    await open('Developers')
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New key' })
    await dialog.getByLabel('Name').fill('Website')
    await dialog.getByRole('checkbox', { name: 'Write' }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const ready = page.getByRole('dialog', { name: 'The key “Website” is ready' })
    key = await ready.getByLabel('Key', { exact: true }).inputValue()
    await ready.getByRole('button', { name: 'Copy: Key' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key)
    await studio.inspect(page, 'key-ready')
    await ready.getByRole('button', { name: 'I have stored it' }).click()
    await ready.waitFor({ state: 'hidden' })
    const answer = await withKey('GET')
    assert.equal(answer.status, 200)
    const { data } = JSON.parse(await answer.text())
    assert.deepEqual(
      data.map(({ title }: { title: string }) => title),
      ['Harbour drums'],
    )
  })

  test('a webhook is registered; its log shows deliveries with body and response, and redelivers them', async () => {
    receiver.answer({ status: 200, body: 'taken with thanks' })
    await page.getByRole('tab', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`)
    await dialog.getByPlaceholder('Search events').fill('session')
    await dialog.getByRole('checkbox', { name: 'All events: Session' }).check()
    await studio.inspect(page, 'webhook-create')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const ready = page.getByRole('dialog', { name: 'The webhook is ready' })
    assert.match(await ready.getByLabel('Secret', { exact: true }).inputValue(), /^whsec_/)
    await ready.getByRole('button', { name: 'I have stored it' }).click()
    const [hook] = await all('webhooks')
    assert.deepEqual([hook.events, hook.has_secret], [['event.*'], true])

    await page.getByRole('button', { name: 'Send a test' }).click()
    await receiver.until((came) => came.length >= 1, 'the test', patienceMs)
    const time = { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' }
    assert.equal((await withKey('POST', { title: 'Jazz on the quay', time })).status, 201)
    await receiver.until((came) => came.length >= 2, 'the session that the key made', patienceMs)
    assert(receiver.received[0]?.headers['webhook-signature'])
    await page.getByRole('link', { name: /event\.created.*Delivered/s }).click()
    const drawer = page.getByRole('dialog', { name: 'Delivery' })
    await drawer.getByText('taken with thanks').waitFor()
    await drawer.getByText('"title": "Jazz on the quay"').waitFor()
    await studio.inspect(page, 'delivery')
    await drawer.getByRole('button', { name: 'Send again' }).click()
    await receiver.until((came) => came.length >= 3, 'the second time', patienceMs)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await studio.inspect(page, 'webhook')
  })

  test('a workflow of two steps is built, connected by dragging, run with an input, and its result is shown', async () => {
    await open('Workflows')
    await page.getByRole('heading', { name: 'Nothing is automated yet' }).waitFor()
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New workflow' })
    await dialog.getByLabel('Name').fill('Count the articles')
    await studio.inspect(page, 'workflow-create')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'A workflow begins with a step' }).waitFor()
    await buildWorkflow()
    await page.reload()
    await page.getByText('These are changes you have not saved yet.').waitFor()
    await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
    const [{ entryNodeId, nodes }] = await all('workflows')
    assert.deepEqual(
      [entryNodeId, nodes[0].name, nodes[0].onSuccess, nodes[0].config.resource.value, nodes[1].name, nodes[1].type],
      ['content', 'Articles', 'code', 'broadcastArticle', 'Count', 'code'],
    )
    assert.match(nodes[1].config.code.value, /^console\.log\('found'/)

    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const run = page.getByRole('dialog', { name: 'Run now' })
    await run.getByLabel('Input (JSON)').fill('{"day": "2027-07-03"}')
    await run.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('status', { name: 'Run: Succeeded' }).waitFor()
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: /Succeeded Count/ }).click()
    await panel.getByRole('region', { name: 'Output' }).getByText('"count": 1').waitFor()
    await panel.getByRole('region', { name: 'Log' }).getByText('found 1').waitFor()
    await studio.inspect(page, 'workflow-result')
    const [stored] = await all('workflowRuns')
    assert.deepEqual(
      [stored.status, stored.context.input, stored.nodeResults[1].output],
      ['succeeded', { day: '2027-07-03' }, { count: 1, day: '2027-07-03' }],
    )
  })

  test('a revoked key is rejected', async () => {
    await open('Developers')
    await page.getByRole('button', { name: 'Revoke: Website' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key is revoked').waitFor()
    assert.equal((await withKey('GET')).status, 401)
    assert.doesNotMatch(await page.content(), new RegExp(key))
  })

  test('concurrent edits of a session: other fields are merged at once, the same field by the dialog', async () => {
    const [{ _id }] = await found('Harbour drums')
    const other = await studio.newWindow()
    await other.goto(`${home}/programme/${_id}`)
    await other.getByLabel('E-mail').fill(who.email)
    await other.getByLabel(/^Password/).fill(who.password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await page.goto(`${home}/programme/${_id}`)
    const mine = page.getByRole('complementary')
    const theirs = other.getByRole('complementary')
    await mine.getByLabel('Description').fill('Mine')
    await theirs.getByLabel(/^Title/).fill('Drums at dusk')
    await saved(other, () => theirs.getByRole('button', { name: 'Save' }).click())
    await page.getByText(/Changed by you just now: Title/).waitFor()
    assert.equal(await mine.getByLabel(/^Title/).inputValue(), 'Drums at dusk')
    assert.equal(await mine.getByLabel('Description').inputValue(), 'Mine')

    await theirs.getByLabel('Description').fill('Theirs')
    await theirs.getByLabel(/^Title/).fill('Drums at dawn')
    await saved(other, () => theirs.getByRole('button', { name: 'Save' }).click())
    const refused = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await mine.getByRole('button', { name: 'Save' }).click()
    assert.equal((await refused).status(), 412)
    const merge = page.getByRole('dialog', { name: 'You saved this elsewhere' })
    await merge.getByText('Both of you changed it').waitFor()
    await merge.getByText('Only they changed it').waitFor()
    await studio.inspect(page, 'merge')
    await saved(page, () => merge.getByRole('button', { name: 'Keep this and save' }).click())
    await merge.waitFor({ state: 'hidden' })
    const { body } = await api('GET', `${path}/broadcastSessions/${_id}`)
    assert.deepEqual([body.title, body.description], ['Drums at dawn', 'Mine'])
    await other.getByRole('complementary', { name: 'Drums at dawn' }).waitFor()
    await other.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value === 'Mine'))
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

/** A picture that is uploaded and becomes the background of the map. */
const plan = {
  name: 'site.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000" viewBox="0 0 1600 1000"><rect width="1600" height="1000" fill="#cfe3dc"/><path d="M0 620c400-90 900 120 1600-40v420H0z" fill="#8fb8d4"/><rect x="640" y="380" width="320" height="200" rx="24" fill="#f3ead6"/></svg>',
  ),
}

/** A generous timeout for background work on a busy machine. */
const patienceMs = 60_000

const open = (screen: string) => page.getByRole('link', { name: screen, exact: true }).click()
const all = async (plural: string) => (await api('GET', `${path}/${plural}`)).body.data
const found = async (title: string) =>
  (await all('broadcastSessions')).filter((session: { title: string }) => session.title === title)

const withKey = (method: string, body?: object) =>
  fetch(`${studio.service.url}${path}/broadcastSessions`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })

/** Two steps; their connection is removed and drawn again. */
async function buildWorkflow(): Promise<void> {
  const panel = page.getByRole('complementary')
  await addStep('Content')
  await panel.getByLabel('Name of the step').fill('Articles')
  await panel.getByRole('combobox', { name: 'With which content' }).click()
  await page.getByRole('option', { name: 'Articles' }).click()
  // The article of this journey is scheduled.
  await panel.getByRole('combobox', { name: 'Also drafts and scheduled articles' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await addStep('Code')
  await panel.getByLabel('Name of the step').fill('Count')
  await panel.getByRole('textbox', { name: 'JavaScript' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type("console.log('found', last.data.length)\nreturn { count: last.data.length, day: input.day }")
  await page.getByRole('button', { name: 'Articles, then: Count' }).click()
  await page.getByRole('menuitem', { name: 'Remove this connection' }).click()
  await page.getByRole('button', { name: '1 warning' }).waitFor()
  await page.locator('.react-flow__node[data-id="content"] .step-out-onSuccess').hover()
  await page.mouse.down()
  const end = page.locator('.react-flow__node[data-id="code"] .step-in')
  await end.hover()
  await end.hover()
  await page.mouse.up()
  await page.getByRole('button', { name: 'Articles, then: Count' }).waitFor()
  await page.getByRole('button', { name: 'Ready to run' }).waitFor()
  await studio.inspect(page, 'workflow-built')
}

async function addStep(type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a step', exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${type}`) }).click()
}

declare const document: {
  querySelector(selector: string): { value: string } | null
  querySelectorAll(selector: string): Iterable<{ value: string }>
}
declare const navigator: { clipboard: { readText(): Promise<string> } }
