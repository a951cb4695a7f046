import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { guidOf, scheduleXml } from '../../../server/test/support/schedule.ts'
import { saveScreenshot } from '../../../server/test/support/screenshots.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { startWebsite, type Website } from '../../../server/test/support/website.ts'
import { assertOnTop } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let home: string
let website: Website

/** A programme as people keep it: days and times apart, several people in a cell, a link without scheme. */
const spreadsheet = `Titre;Jour;Début;Fin;Scène;Artistes;Description;Site
Ouverture;2.7.2027;18:00;19:00;Grande scène;Maëlle Kerdoncuff;Le festival commence.;www.nuits.example
Marées;2.7.2027;19:30;20:30;Quai;Ada Wrenfield, Ben Oduya;Un duo pour harpe et vent.;
Nuit blanche;2.7.2027;23:30;1:00;Quai;Ada Wrenfield;;
Dernier bal;3.7.2027;22:00;23:30;Grande scène;Maëlle Kerdoncuff;;
`

/** One with ids, which comes in versions. */
const rows = (titles: Record<string, string>, note = 'Bring a cushion.') =>
  ['ID;Title;Day;Start;End;Stage;Notes']
    .concat(
      Object.entries(titles).map(
        ([id, title], at) => `${id};${title};2027-07-0${2 + (at % 2)};1${at}:00;1${at}:45;Jetty;${note}`,
      ),
    )
    .join('\n')
const first = { a: 'Harbour walk', b: 'Tides', c: 'Lighthouse', d: 'Last call', e: 'Encore' }

suite('imports, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Quays' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    website = await startWebsite()
    page = await studio.signIn(tenant)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: studio.service.url })
  })
  after(async () => {
    await website?.close()
    await studio?.stop()
  })

  test('a person with a spreadsheet has a published programme on the site, without reading anything', async () => {
    const { url } = studio.service
    await page.goto(`${url}/studio/`)
    await page.getByRole('button', { name: 'New broadcast' }).click()
    const dialog = page.getByRole('dialog', { name: 'New broadcast' })
    await dialog.getByLabel('Name').fill('Nuits du Port')
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Paris')
    await page.getByRole('option', { name: /Paris/ }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: /^Import a programme/ }).waitFor()
    await studio.inspect(page, 'import-1-overview')
    const own = page.url().replace(/\/$/, '')
    await page.goto(`${own}/programme`)
    await page.getByRole('button', { name: 'Import a programme' }).click()
    await page.getByText('Drop your programme here').waitFor()
    await studio.inspect(page, 'import-2-start')
    await drop(page, 'programme.csv', spreadsheet)
    await page.getByText('Found: 4 sessions, 3 hosts, 2 places').waitFor()
    const guesses = await page
      .locator('.import-columns input:not([type=hidden])')
      .evaluateAll((all) => all.map((one) => Object(one).value))
    assert.deepEqual(guesses.slice(0, 7), ['Title', 'Day', 'Start', 'End', 'Place or stage', 'People', 'Description'])
    await studio.inspect(page, 'import-3-columns')
    await page.getByRole('button', { name: 'See the changes' }).click()
    await page.getByText('Fri, 2 Jul 2027, 18:00 – 19:00 · Grande scène · Maëlle Kerdoncuff').waitFor()
    await studio.inspect(page, 'import-4-preview')
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('heading', { name: '4 sessions, 3 hosts, 2 places' }).waitFor()
    await studio.inspect(page, 'import-5-result')
    const address = await page.getByRole('link', { name: 'See the site' }).getAttribute('href')
    await page.getByRole('button', { name: 'See the programme' }).click()
    await page.getByText('Ouverture').first().waitFor()
    await studio.inspect(page, 'import-6-programme')
    // Visitors see it, without signing in.
    const visitor = await studio.newWindow()
    await visitor.goto(`${address}`)
    await visitor.getByText('Ouverture').first().waitFor()
    await saveScreenshot(visitor, 'studio-import-7-site-wide-light')
    await visitor.context().close()
  })

  test('damaged files, wrong addresses and several files at once are explained, and change nothing', async () => {
    await page.goto(`${home}/import`)
    await drop(page, 'schedule.xml', scheduleXml([scheduled(1)]).replace('</room>', '</rooms>'))
    const alert = page.getByRole('alert').filter({ hasText: 'schedule.xml could not be read' })
    await alert.getByText(/^Place in the file: line \d+/).waitFor()
    await studio.inspect(page, 'import-damaged')
    const again = page.waitForResponse((answer) => answer.url().includes('/imports'))
    await alert.getByRole('button', { name: 'Try again' }).click()
    assert.equal((await again).status(), 400)
    await alert.waitFor()
    await drop(page, 'two.csv', spreadsheet, 2)
    await page.getByText('One file at a time, please.').waitFor()
    const address = page.getByLabel('Address of a file or web page', { exact: true })
    await address.fill(`${website.url}/missing.xml`)
    await address.press('Enter')
    await page.getByRole('alert').getByText(/404/).waitFor()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await (await choosing).setFiles({ name: 'schedule.xml', mimeType: 'text/xml', buffer: Buffer.from('<schedule>') })
    await page.getByRole('alert').filter({ hasText: 'schedule.xml could not be read' }).waitFor()
    assert.equal((await list('imports')).length, 0)
  })

  test('cells are pasted from a spreadsheet, and every choice about the columns is read again', async () => {
    const cells = 'Wer\tWas\tWann\nAda Wrenfield\tTides\t2.7.2027 19:30\nBen Oduya\tWind\t2.7.2027 21:00'
    await page.goto(`${home}/import`)
    await page.evaluate((text) => navigator.clipboard.writeText(text), cells)
    await page.getByRole('heading', { name: 'Import', exact: true }).click()
    await page.keyboard.press('Control+V')
    await page.getByText('Found: 2 sessions, 2 hosts').waitFor()
    await choose('What “Wer” becomes', 'Leave out')
    await page.getByText(/^Found: 2 sessions(?!,)/).waitFor()
    await choose('What “Was” becomes', 'Subtitle')
    await page.getByText('No column becomes the title.').waitFor()
    assert(await page.getByRole('button', { name: 'See the changes' }).isDisabled())
    await choose('What “Wer” becomes', 'Title')
    await page.getByText('No column becomes the title.').waitFor({ state: 'hidden' })
    await choose('What “Wann” becomes', 'Leave out')
    await page.getByText('No column has the start.').waitFor()
    await choose('What “Wann” becomes', 'Start')
    await page.getByText('No column has the start.').waitFor({ state: 'hidden' })
    await choose('Time zone of the times', 'Asia/Tokyo', 'Tokyo')
    await page.getByRole('button', { name: 'See the changes' }).click()
    await page.getByText('Fri, 2 Jul 2027, 10:30').waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await choose('Each row is a', 'host')
    await page.getByText('Found: 2 hosts').waitFor()
    // The reload keeps the step and the choices.
    await page.reload()
    await page.getByText('Found: 2 hosts').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog', { name: 'Discard this preview?' }).getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Drop your programme here').waitFor()
    const box = page.getByLabel('Cells or text', { exact: true })
    await box.fill(cells)
    await page.getByRole('button', { name: 'Read: Cells or text' }).click()
    await page.getByText('Found: 2 sessions, 2 hosts').waitFor()
    await page.getByRole('link', { name: 'All imports' }).click()
    await page
      .getByRole('link', { name: /^Pasted on/ })
      .getByText('Preview')
      .waitFor()
    assert.equal((await list('broadcastSessions')).length, 0)
  })

  test('a first import proposes matches, which people accept or decline; new sessions can be drafts', async () => {
    await page.goto(`${home}/import`)
    for (const title of ['Tides', 'Encore']) await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title })
    await drop(page, 'quays.csv', rows(first))
    await page.getByRole('button', { name: 'See the changes' }).click()
    await pressCount('Possible matches', 2)
    const row = page.getByRole('listitem').filter({ hasText: 'Tides' }).first()
    await row.getByLabel('It is “Tides”').waitFor()
    await studio.inspect(page, 'import-matches')
    await page.getByRole('button', { name: 'All 2 are the same' }).click()
    assert(await row.getByLabel('It is “Tides”').isChecked())
    await page.getByRole('button', { name: 'All are new' }).click()
    assert(await row.getByLabel('It is new').isChecked())
    await row.getByLabel('It is “Tides”').check()
    await pressCount('Possible matches', 2)
    await setRule('As drafts')
    await until(async () => (await newest()).rules.status === 'draft', 'the rule of drafts')
    await pressCount('Possible matches', 2)
    assert(await row.getByLabel('It is “Tides”').isChecked(), 'decisions survive another rule')
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByText('The new sessions are drafts.').waitFor()
    const sessions = await list('broadcastSessions')
    assert.equal(sessions.length, 6)
    assert.equal(sessions.filter(({ title }) => title === 'Tides').length, 1)
    assert.equal(sessions.find(({ title }) => title === 'Lighthouse')?.status, 'draft')
  })

  test('a later version shows conflicts, kept edits and removals, each decided, and is applied and undone', async () => {
    const before = await list('broadcastSessions')
    for (const { _id } of before) await patch(_id, { status: 'published' })
    const idOf = (title: string) => before.find((one) => one.title === title)?._id
    await patch(idOf('Harbour walk'), { title: 'Our walk' })
    await patch(idOf('Lighthouse'), { title: 'Our lighthouse' })
    await patch(idOf('Last call'), { title: 'Our last call' })
    const later = rows({ a: 'Grand walk', b: 'Tides', c: 'Great lighthouse', d: 'Last call' }, 'Bring two cushions.')
    await page.goto(`${home}/import`)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'New version of quays.csv' }).click()
    await (await choosing).setFiles({ name: 'final.csv', mimeType: 'text/csv', buffer: Buffer.from(later) })
    await page.getByRole('button', { name: 'See the changes' }).click()
    // Conflicts come first, with their fields open.
    const walk = page.getByRole('listitem').filter({ hasText: 'Grand walk' })
    await walk
      .getByRole('radio', { name: /In the file/ })
      .first()
      .waitFor()
    await studio.inspect(page, 'import-conflicts')
    await walk
      .getByRole('radiogroup', { name: 'Title' })
      .getByRole('radio', { name: /In the file/ })
      .click()
    await setRule('Take theirs')
    await until(async () => (await newest()).rules.conflicts === 'take', 'the rule of conflicts')
    const lighthouse = page
      .getByRole('listitem')
      .filter({ hasText: 'Great lighthouse' })
      .getByRole('radiogroup', { name: 'Title' })
    await lighthouse.getByRole('radio', { name: /In the file.*Result/ }).waitFor()
    await setRule('Keep ours')
    await lighthouse.getByRole('radio', { name: /Now.*Result/ }).waitFor()
    await pressCount('Your edits kept', 1)
    await page.getByText('At the last import: Last call').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /Last call/ }).click()
    await page.getByText('At the last import: Last call').waitFor()
    await pressCount('Changed')
    await page.getByRole('button', { name: /Tides/ }).click()
    await page.getByText('Bring two cushions.').first().waitFor()
    await pressCount('Removed', 1)
    await page.getByText('No longer in the file: becomes a draft.').waitFor()
    await setRule('Delete')
    await pressCount('Removed', 1)
    await page.getByText('No longer in the file: goes to the trash.').waitFor()
    await choose('This file is', 'a programme of its own')
    await page.getByText(/^5 new$/).waitFor()
    await choose('This file is', 'a new version of “quays.csv”')
    await page.getByText(/removed$/).waitFor()
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('button', { name: 'Undo this import' }).waitFor()
    const titles = async () => (await list('broadcastSessions')).map(({ title }) => title).sort()
    assert.deepEqual(await titles(), ['Encore', 'Grand walk', 'Our last call', 'Our lighthouse', 'Tides'])
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page
      .getByRole('dialog', { name: 'Undo this import?' })
      .getByRole('button', { name: 'Undo this import' })
      .click()
    await page.getByRole('heading', { name: 'This import was undone' }).waitFor()
    await studio.inspect(page, 'import-undone')
    assert.deepEqual(await titles(), ['Encore', 'Encore', 'Our last call', 'Our lighthouse', 'Our walk', 'Tides'])
    await page.getByRole('button', { name: 'Import again' }).click()
    await page.getByText('Drop your programme here').waitFor()
  })

  test('a file that lacks many sessions is applied only after a confirmation', async () => {
    await page.goto(`${home}/import`)
    await drop(page, 'quays.csv', rows({ a: 'Harbour walk', b: 'Tides' }))
    await page.getByRole('button', { name: 'See the changes' }).click()
    await page.getByText('3 of 5 sessions are missing in this file.').waitFor()
    await page.getByRole('button', { name: 'Import now' }).click()
    const question = page.getByRole('dialog', { name: 'Remove 3 sessions?' })
    await studio.inspect(page, 'import-confirm', '.mantine-Modal-content')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    assert.equal((await newest()).status, 'previewed')
    await page.getByRole('button', { name: 'Import now' }).click()
    await question.getByRole('button', { name: 'Remove and import' }).click()
    await page.getByRole('heading', { name: /^2 sessions/ }).waitFor()
    // The same file again: nothing to do.
    await page.getByRole('link', { name: 'All imports' }).click()
    await drop(page, 'quays.csv', rows({ a: 'Harbour walk', b: 'Tides' }))
    await page.getByRole('button', { name: 'See the changes' }).click()
    await page.getByText('Nothing to change').waitFor()
    await studio.inspect(page, 'import-nothing')
    await page.getByRole('link', { name: 'All imports' }).click()
  })

  test('an address is followed: interval, mode and switch are kept, and a check shows what changed', async () => {
    website.serve('/schedule.xml', { type: 'text/xml', body: scheduleXml([scheduled(1), scheduled(2)]) })
    await page.goto(`${home}/import`)
    const address = page.getByLabel('Address of a file or web page', { exact: true })
    await address.fill(`${website.url}/schedule.xml`)
    await page.getByRole('button', { name: 'Read: Address of a file or web page' }).click()
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('button', { name: 'Follow this address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Source' })
    await dialog.getByLabel('Name').fill('Harbour talks')
    await choose('Check for changes', 'every hour', undefined, dialog)
    await dialog.getByText('Apply at once', { exact: true }).click()
    await dialog.getByLabel('Authorization header', { exact: true }).fill('Bearer of the harbour')
    await studio.inspect(page, 'import-source')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(
      (await source('Harbour talks'))?.headers.map((one: { name: string; set: boolean }) => [one.name, one.set]),
      [['Authorization', true]],
    )
    await page.getByRole('link', { name: 'All imports' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'every hour · applied at once' })
    await row.getByText('Harbour talks').waitFor()
    await studio.inspect(page, 'import-home')
    await page.getByRole('switch', { name: 'Harbour talks is followed' }).press('Space')
    await until(async () => (await source('Harbour talks'))?.enabled === false, 'the switch')
    website.serve('/schedule.xml', { type: 'text/xml', body: scheduleXml([scheduled(1), scheduled(2), scheduled(3)]) })
    await page.getByRole('button', { name: 'Check now: Harbour talks' }).click()
    await page.getByText(/^1 new$/).waitFor()
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByRole('button', { name: 'Edit Harbour talks' }).click()
    await dialog.getByRole('button', { name: 'Show the address' }).click()
    const hook = dialog.getByLabel('Address for notifications')
    const first = await hook.inputValue()
    assert.match(first, /\/v1\/hooks\//)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), first)
    await dialog.getByRole('button', { name: 'Replace it' }).click()
    await page.getByRole('button', { name: 'Replace the address' }).click()
    await until(async () => (await hook.inputValue()) !== first, 'another address')
    await dialog.getByLabel('Address').first().fill('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await source('Harbour talks'))?.url, `${website.url}/schedule.xml`)
    await page.getByRole('button', { name: 'Delete Harbour talks' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await row.waitFor()
  })

  test('an import goes on when the page is left; thousands of records stay quick', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => scheduled(at + 100))
    await page.goto(`${home}/import`)
    await drop(page, 'many.xml', scheduleXml(many))
    await page.getByRole('button', { name: 'Import now' }).waitFor()
    assert((await page.locator('.import-row').count()) <= 150, 'records are shown page by page')
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('progressbar', { name: 'Importing…' }).waitFor()
    await studio.inspect(page, 'import-progress')
    await page.getByRole('navigation').getByRole('link', { name: 'Hosts' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Import' }).click()
    const link = page.getByRole('link', { name: /^many\.xml/ })
    await link.getByText('Applied').waitFor()
    await link.click()
    await page.getByRole('heading', { name: /^2000 sessions|^2,000 sessions/ }).waitFor()
  })

  test('by keyboard alone, a text is read, its changes are opened, and it is applied', async () => {
    await page.goto(`${home}/import`)
    const box = page.getByLabel('Cells or text', { exact: true })
    await box.focus()
    await page.keyboard.insertText(rows({ k: 'Keys' }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const next = page.getByRole('button', { name: 'See the changes' })
    await tabTo(next)
    await page.keyboard.press('Enter')
    const row = page.getByRole('button', { name: /Keys/ })
    await row.waitFor()
    await tabTo(row)
    await page.keyboard.press('Enter')
    await page.getByRole('definition').filter({ hasText: 'Bring a cushion.' }).waitFor()
    await tabTo(page.getByRole('button', { name: 'Import now' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^1 session/ }).waitFor()
  })

  test('on a phone and in French nothing is cut off; a viewer sees what was imported, and no buttons', async () => {
    const phone = await studio.signIn(tenant, { isPhone: true, language: 'fr' })
    await phone.goto(`${home}/import`)
    await phone.getByText('Déposez votre programme ici').waitFor()
    // Tall, so that the bar at the bottom hides no part of a button.
    await phone.setViewportSize({ width: 390, height: 1_600 })
    await studio.inspect(phone, 'import-start-phone')
    await phone.setViewportSize({ width: 390, height: 844 })
    await assertFits(phone)
    await drop(phone, 'quais.csv', spreadsheet)
    await phone.getByText('Trouvé : 4 sessions, 3 intervenants, 2 lieux').waitFor()
    await studio.inspect(phone, 'import-columns-phone')
    await assertFits(phone)
    await assertOnTop(phone.getByRole('button', { name: 'Voir les modifications' }))
    await phone.getByRole('button', { name: 'Voir les modifications' }).click()
    await phone.getByRole('button', { name: /Ouverture/ }).click()
    await studio.inspect(phone, 'import-preview-phone')
    await assertFits(phone)
    await assertOnTop(phone.getByRole('button', { name: 'Importer maintenant' }))
    const viewer = await studio.service.newTenant()
    await makeMember(studio.service, tenant, { id: viewer.userId, email: viewer.email }, 'viewer')
    const window = await studio.signIn(viewer)
    await window.goto(`${home}/import`)
    await window.getByRole('link', { name: /^many\.xml/ }).waitFor()
    await studio.inspect(window, 'import-viewer')
    assert.equal(await window.locator('main').getByRole('button').count(), 0)
    await window.getByRole('link', { name: /^quais\.csv/ }).click()
    await window.getByRole('button', { name: /Ouverture/ }).waitFor()
    for (const name of ['Import now', 'Discard', 'Columns'])
      assert.equal(await window.getByRole('button', { name }).count(), 0, name)
  })

  test('the overview shows sources that fail and imports that wait', async () => {
    website.serve('/waiting.xml', scheduleXml([scheduled(50)]))
    const follow = async (title: string, path: string) => {
      const body = { title, url: website.url + path, mode: 'approve' }
      const { _id } = (await tenant.api('POST', `${tenant.path}/importSources`, body)).body
      await tenant.api('POST', `${tenant.path}/importSources/${_id}/poll`)
    }
    await follow('Gone elsewhere', '/gone.xml')
    await follow('Slow elsewhere', '/waiting.xml')
    await page.goto(home)
    const card = page.getByRole('region', { name: 'Imports' })
    await card.getByText(/Gone elsewhere could not be read: .*404/).waitFor()
    await card.getByRole('button', { name: 'See the sources' }).click()
    await page.getByText('Drop your programme here').waitFor()
    await page.goto(home)
    await card.getByRole('button', { name: /waits for your approval/ }).click()
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('heading', { name: /^1 session/ }).waitFor()
  })

  test('no error, no refused policy, nothing from axe', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const scheduled = (number: number) => ({
  guid: guidOf(number),
  title: `Talk ${number}`,
  start: `1${number % 10}:00`,
  room: 'Boathouse',
})

/** Drops a file onto the page, as from the desktop. */
async function drop(window: Page, name: string, text: string, copies = 1): Promise<void> {
  const card = window.locator('.import-start')
  await card.waitFor()
  const dataTransfer = await window.evaluateHandle(
    ([file, content, count]) => {
      const transfer = new DataTransfer()
      for (let at = 0; at < count; at++) transfer.items.add(new File([content], file))
      return transfer
    },
    [name, text, copies] as const,
  )
  await card.dispatchEvent('dragover', { dataTransfer })
  await card.dispatchEvent('drop', { dataTransfer })
}

/** Chooses an option of a select; `typed` finds it in a long list. */
async function choose(label: string, option: string, typed?: string, within: Page | Locator = page): Promise<void> {
  const field = within.getByRole('combobox', { name: label })
  await until(() => field.isEnabled(), `${label} to be enabled`)
  await field.click()
  if (typed) await field.fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses a rule for all records, which plans the file again. */
async function setRule(name: string): Promise<void> {
  const url = page.url()
  await page.locator('.import-rules').getByText(name, { exact: true }).click()
  await until(() => page.url() !== url, 'the next preview')
}

/** Presses one of the large numbers, which filters the list. */
async function pressCount(name: string, count?: number): Promise<void> {
  const number = page.locator('button.import-count').filter({ hasText: name })
  if (count !== undefined) await number.getByText(String(count), { exact: true }).waitFor()
  await number.click()
}

async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let press = 0; press < 60; press++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${target} is not reached by Tab`)
}

async function assertFits(window: Page): Promise<void> {
  const [width, visible] = await window.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert(Number(width) <= Number(visible), `the page is ${width} wide in a window of ${visible}`)
}

// biome-ignore lint/suspicious/noExplicitAny: records of several kinds
async function list(plural: string): Promise<any[]> {
  return (await tenant.api('GET', `${tenant.path}/${plural}?limit=100`)).body.data
}

const newest = async () =>
  (await tenant.api('GET', `${tenant.path}/imports?limit=1&sort=${encodeURIComponent('{"_createdAt":"desc"}')}`)).body
    .data[0]

const source = async (title: string) => (await list('importSources')).find((one) => one.title === title)

const patch = (id: string | undefined, body: object) =>
  tenant.api('PATCH', `${tenant.path}/broadcastSessions/${id}`, body)

declare const navigator: { clipboard: { writeText(text: string): Promise<void>; readText(): Promise<string> } }
declare const document: { documentElement: { scrollWidth: number } }
declare const innerWidth: number
declare class DataTransfer {
  items: { add(file: File): void }
}
