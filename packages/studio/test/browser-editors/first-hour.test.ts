import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { type PushService, startPushService } from '../../../server/test/support/push-service.ts'
import { type Api, signedIn } from '../../../server/test/support/service.ts'
import { saved, untilStored } from '../support/gestures.ts'
import { card } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

const who = { name: 'Noor', email: 'noor@first-hour.example', password: 'a long sentence' }

/** The first day, written in English and French. */
const sessions = [
  { title: 'Harbour drums', french: 'Tambours du port', place: 'Quay', host: 'Ada Wrenfield', start: '18:00' },
  { title: 'Night choir', french: 'Chœur de nuit', place: 'Quay', host: 'Ben Oduya', start: '20:00' },
  { title: 'Tide tales', french: 'Contes de la marée', place: 'Tower', host: 'Cleo Marsh', start: '18:30' },
  { title: 'Lamp dance', french: 'Danse des lampes', place: 'Tower', host: 'Dara Quill', start: '20:30' },
  { title: 'Salt brass', french: 'Cuivres salés', place: 'Dune', host: 'Enzo Vale', start: '19:00' },
  { title: 'Last ferry', french: 'Le dernier bac', place: 'Dune', host: 'Ada Wrenfield', start: '21:00' },
]

let studio: TestStudio
let push: PushService
let page: Page
let api: Api
/** The broadcast: its URL in the studio, and its path on Surface B. */
let home: string
let path: string

/** From nothing to a published programme, by mouse and keyboard alone. */
suite('the first hour of an organiser, in a browser', () => {
  before(async () => {
    push = await startPushService()
    studio = await startStudio()
    page = await studio.newWindow()
  })
  after(async () => {
    await studio?.stop()
    await push?.close()
  })

  test('a new account creates a broadcast and sets its dates and two languages', async () => {
    await page.goto(`${studio.service.url}/studio/sign-up`)
    await page.getByLabel('Your name').fill(who.name)
    await page.getByLabel('E-mail').fill(who.email)
    await page.getByLabel(/^Password/).fill(who.password)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByRole('button', { name: 'New broadcast' }).click()
    const dialog = page.getByRole('dialog', { name: 'New broadcast' })
    await dialog.getByLabel('Name').fill('Harbour Nights 2027')
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Paris')
    await page.getByRole('option', { name: /Paris/ }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Harbour Nights 2027' }).waitFor()
    home = page.url().replace(/\/$/, '')
    api = await signedIn(studio.service, who)
    const { body: session } = await api('GET', '/v1/auth/get-session')
    path = `/v1/users/${session.user.id}/broadcasts/${home.split('/').at(-1)}`

    await open('Settings')
    const dates = page.getByRole('group', { name: 'Dates of the event' })
    await dates.getByLabel('Start').fill('2027-07-02')
    await dates.getByLabel('End').fill('2027-07-03')
    const languages = page.getByRole('combobox', { name: 'Languages' })
    await languages.focus()
    // The last of French, English and Spanish.
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await saved(page, () => page.keyboard.press('Control+s'))
    const { body } = await api('GET', path)
    assert.deepEqual(
      [body.dates, body.locales, body.defaultLocale, body.timezone],
      [{ start: '2027-07-02', end: '2027-07-03' }, ['fr', 'en'], 'en', 'Europe/Paris'],
    )
  })

  test('six sessions in two languages are written; their stages and hosts are created on the way', async () => {
    await open('Programme')
    for (const session of sessions) await write(session)
    assert.deepEqual((await titlesOf('broadcastInterestPoints')).sort(), ['Dune', 'Quay', 'Tower'])
    assert.equal((await titlesOf('broadcastHosts')).length, 5)
    const { body } = await api('GET', `${path}/broadcastSessions?locale=fr`)
    assert.deepEqual(
      body.data.map(({ title }: { title: string }) => title).sort(),
      sessions.map(({ french }) => french).sort(),
    )
  })

  test('the day is copied to the second one, and all twelve sessions are published', async () => {
    await page.getByRole('button', { name: 'Tools of the day' }).click()
    await page.getByRole('menuitem', { name: 'Copy this day' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy this day' })
    await dialog.getByLabel('Date').fill('2027-07-03')
    await saved(page, () => dialog.getByRole('button', { name: 'Create' }).click())
    await page.waitForURL(/day=2027-07-03/)
    for (const day of ['Sat 3 Jul', 'Fri 2 Jul']) {
      await page.getByRole('button', { name: new RegExp(`^${day}`) }).click()
      await card(page, 'Harbour drums').click({ modifiers: ['Control'] })
      await page.keyboard.press('Control+a')
      const bar = page.getByRole('toolbar', { name: '6 selected' })
      await bar.getByRole('button', { name: 'More' }).click()
      await saved(page, () => page.getByRole('menuitem', { name: 'Publish', exact: true }).click())
      await bar.getByRole('button', { name: /Clear/ }).click()
    }
    const { body } = await api('GET', `${path}/broadcastSessions?filters=[{"status":"published"}]`)
    assert.equal(body.data.length, 12)
  })

  test('the overview has the address of the site, and visitors read the programme in both languages', async () => {
    await open('Overview')
    await page.getByText('The site is public').waitFor()
    const address = page.getByRole('link', { name: /\/harbour-nights-2027$/ }).first()
    const url = String(await address.getAttribute('href'))
    const visitor = await studio.newWindow({ isPhone: true })
    await visitor.goto(`${url}programme/2027-07-03`)
    for (const { title } of sessions) await visitor.getByText(title).first().waitFor()
    await visitor.goto(`${url}fr/programme/2027-07-02`)
    for (const { french } of sessions) await visitor.getByText(french).first().waitFor()
    await visitor.context().close()
  })

  test('a colleague is invited, signs up and sees the programme', async () => {
    await open('Members')
    await page.getByRole('button', { name: 'Invite somebody' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('E-mail addresses').fill('iris@first-hour.example')
    await dialog.getByRole('radio', { name: 'Editor' }).check()
    await dialog.locator('label', { hasText: 'Make a link' }).click()
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = await dialog.getByLabel('Link for iris@first-hour.example').inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const colleague = await studio.newWindow()
    await colleague.goto(link)
    await colleague.getByLabel('Your name').fill('Iris')
    await colleague.getByLabel(/^Password/).fill(who.password)
    await colleague.getByRole('button', { name: 'Create an account' }).click()
    await colleague.getByRole('heading', { name: 'Harbour Nights 2027' }).waitFor()
    await colleague.goto(`${home}/programme?day=2027-07-02`)
    await card(colleague, 'Harbour drums').waitFor()
    await colleague.context().close()
  })

  test('a campaign reaches the phone of a visitor', async () => {
    const client = { platform: 'web', pushSubscription: push.subscribe('phone') }
    assert.equal((await api('POST', `${path}/broadcastClients`, client)).status, 201)
    await open('Campaigns')
    await page.getByRole('button', { name: 'New campaign' }).first().click()
    const drawer = page.getByRole('dialog', { name: /New campaign|The gates are open/ })
    await drawer.getByLabel(/^Title/).fill('The gates are open')
    await drawer.getByLabel('Message').fill('See you at the quay.')
    await saved(page, () => drawer.getByRole('button', { name: 'Create' }).click())
    await drawer.getByRole('button', { name: 'Send now' }).click()
    const question = page.getByRole('dialog', { name: 'Send this campaign now?' })
    await question.getByRole('button', { name: 'Send now' }).click()
    await drawer.getByText('1 of 1 sent, 0 could not be reached.').waitFor()
    assert.equal(push.at('phone').length, 1)
    await drawer.getByRole('button', { name: 'Close' }).click()
  })

  test('a host who was deleted by mistake is restored, with the sessions', async () => {
    await open('Hosts')
    await page.getByRole('link', { name: 'Ada Wrenfield' }).click()
    const drawer = page.getByRole('dialog', { name: 'Ada Wrenfield' })
    await drawer.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Ada Wrenfield?' })
    await question.getByText('4 sessions').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await untilStored(async () => (await titlesOf('broadcastHosts')).length === 4)
    await open('Trash')
    await page.getByRole('button', { name: 'Restore Ada Wrenfield' }).click()
    await page.getByText('4 records use it again.').waitFor()
    assert.equal((await titlesOf('broadcastHosts')).length, 5)
  })

  test('the event is duplicated for next year, a year later, with all it contains', async () => {
    await open('Settings')
    await page.getByRole('button', { name: 'Duplicate for next year' }).click()
    const dialog = page.getByRole('dialog', { name: 'Duplicate for next year' })
    assert.equal(await dialog.getByLabel('Name of the copy').inputValue(), 'Harbour Nights 2028')
    await dialog.getByRole('button', { name: 'Create the copy' }).click()
    await page.getByRole('heading', { name: 'Harbour Nights 2028' }).waitFor()
    const copy = path.replace(/[^/]+$/, page.url().replace(/\/$/, '').split('/').at(-1) ?? '')
    assert.notEqual(copy, path)
    const { body } = await api('GET', `${copy}/broadcastSessions?sort={"time.start":"asc"}`)
    assert.deepEqual([body.data.length, body.data[0].time.start], [12, '2028-06-30T16:00:00.000Z'])
    assert.deepEqual(body.data[0].localeDetails.fr.title, 'Tambours du port')
    const counts = await Promise.all(
      ['broadcastHosts', 'broadcastInterestPoints'].map(
        async (plural) => (await api('GET', `${copy}/${plural}`)).body.data.length,
      ),
    )
    assert.deepEqual(counts, [5, 3])
  })

  test('no page error or policy violation was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const open = (screen: string) => page.getByRole('link', { name: screen, exact: true }).click()
const titlesOf = async (plural: string): Promise<string[]> =>
  (await api('GET', `${path}/${plural}`)).body.data.map(({ title }: { title: string }) => title)

/** Creates a session, and writes its title in the second language. */
async function write({ title, french, place, host, start }: (typeof sessions)[number]): Promise<void> {
  await page.getByRole('button', { name: 'New session' }).first().click()
  const form = page.getByRole('complementary')
  await form.getByLabel(/^Title/).fill(title)
  await form.getByLabel('Start').fill(`2 July 2027 ${start}`)
  await choose('Place', place)
  await choose('Hosts', host)
  await form.getByText('Français', { exact: true }).click()
  await form.getByLabel(/^Title/).fill(french)
  await saved(page, () => form.getByRole('button', { name: 'Create' }).click())
  const panel = page.getByRole('complementary', { name: title })
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'hidden' })
}

/** Picks an entry by its name, or creates it where it is missing. */
async function choose(field: string, name: string): Promise<void> {
  const form = page.getByRole('complementary')
  await form.getByLabel(field, { exact: true }).last().fill(name)
  await page.getByRole('option', { name: new RegExp(`^(Create “${name}”|${name})$`) }).click()
  await form.getByRole('button', { name: `Remove: ${name}` }).waitFor()
}
