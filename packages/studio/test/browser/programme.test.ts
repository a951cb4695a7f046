import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { boxOf, drag, saved, untilStored } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
/** The URL of the broadcast in the studio. */
let home: string
const ids: Record<string, string> = {}

suite('the programme and the map, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    await makeFestival()
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('a day shows stages and times in the zone of the broadcast, and the night belongs to the evening before', async () => {
    await page.goto(`${home}/programme`)
    await session('Opening').waitFor()
    await page.getByText('Times in Europe/Paris').waitFor()
    assert.match(await session('Opening').innerText(), /18:00–19:00/)
    // The browser runs in UTC.
    const hours = (await page.locator('.programme-grid time').allInnerTexts()).map((text) =>
      text.split(/\s+/).join(' '),
    )
    assert(hours.includes('18:00 16:00') && hours.includes('01:00 23:00'), hours.join())
    assert.match(await session('Night set').innerText(), /01:30–02:30/)
    assert.match(await session('Secret talk').innerText(), /Draft/)
    const days = page.getByRole('navigation', { name: 'Days' })
    assert.deepEqual(await days.locator('.day-chip').allInnerTexts().then(flat), ['Fri 2 Jul 4', 'Sat 3 Jul 1'])
    const columns = page.getByRole('columnheader')
    assert.deepEqual(await columns.allInnerTexts(), ['Quay stage', 'Small stage', 'Warehouse'])
    await studio.inspect(page, 'programme')
  })

  test('two sessions of one host at one time are a clash, described in a sentence', async () => {
    await page.getByRole('button', { name: /^\d+ problems?$/ }).click()
    const panel = page.getByRole('dialog', { name: 'Problems' })
    await panel.getByRole('link', { name: /“Opening” and “Secret talk” both need “Ada Wrenfield”/ }).click()
    const form = page.getByRole('complementary', { name: 'Opening' })
    await form.getByText('This session clashes with another').waitFor()
    assert.match(page.url(), new RegExp(`/programme/${ids.Opening}`))
    await studio.inspect(page, 'programme-session')
    await form.getByRole('button', { name: 'Close' }).click()
  })

  test('a session is dragged to another time and place, and the move is undone', async () => {
    await saved(page, () => drag(session('Opening'), session('Secret talk'), { x: 20, y: 2 }))
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
    const moved = await stored('Opening')
    assert.equal(moved.interestPointId, ids['Small stage'])
    assert.equal(Date.parse(moved.time.end) - Date.parse(moved.time.start), 3_600_000)
    assert.notEqual(moved.time.start, at('18:00'))
    await page.getByRole('button', { name: /^\d+ problems?$/ }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await untilStored(async () => (await stored('Opening')).time.start === at('18:00'))
    assert.equal((await stored('Opening')).interestPointId, ids['Quay stage'])
  })

  test('the keyboard moves, lengthens and opens a session, and announces the result', async () => {
    await session('Opening').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('“Opening” now lasts 18:20–19:35').first().waitFor()
    await untilStored(async () => (await stored('Opening')).time.end === at('19:35'))
    await page.keyboard.press('ArrowRight')
    await page.getByText('“Opening” is now at 18:20–19:35, Small stage').first().waitFor()
    await untilStored(async () => (await stored('Opening')).interestPointId === ids['Small stage'])
    await page.keyboard.press('ArrowLeft')
    await untilStored(async () => (await stored('Opening')).interestPointId === ids['Quay stage'])
    assert.equal((await stored('Opening')).time.start, at('18:20'))
    await page.keyboard.press('Enter')
    await page
      .getByRole('complementary', { name: 'Opening' })
      .getByLabel(/^Title/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: 'Opening' }).waitFor({ state: 'hidden' })
  })

  test('a click on an empty slot creates a session, and an unscheduled one is dragged in', async () => {
    const box = await boxOf(session('Opening'))
    await page.mouse.click(box.x + 40, box.y - 50)
    const form = page.getByRole('complementary')
    await form.getByLabel(/^Title/).fill('Sound check')
    await saved(page, () => form.getByRole('button', { name: 'Create' }).click())
    await session('Sound check').waitFor()
    const [made] = await found('Sound check')
    assert.equal(made.interestPointId, ids['Quay stage'])
    assert(made.time.start < at('18:00') && made.time.start > at('16:30'), made.time.start)
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()

    const waiting = page.getByRole('region', { name: 'Not scheduled' }).getByRole('button', { name: /Fireworks/ })
    await drag(waiting, session('Secret talk'), { x: 20, y: -30 })
    await session('Fireworks').waitFor()
    await untilStored(async () => (await stored('Fireworks')).interestPointId === ids['Small stage'])
    await page.getByRole('region', { name: 'Not scheduled' }).getByText('Drag a session here').waitFor()
  })

  test('changes by others appear live, and conflicting moves are merged', async () => {
    await change('Sound check', { title: 'Line check' })
    await session('Line check').waitFor()
    let isCrossed = false
    await page.route(`**/broadcastSessions/${ids.Opening}`, async (route) => {
      if (route.request().method() === 'PATCH' && !isCrossed) {
        isCrossed = true
        await change('Opening', { time: { start: at('20:00'), end: at('21:00'), timezone: null, allDay: false } })
      }
      await route.continue()
    })
    await session('Opening').focus()
    await page.keyboard.press('ArrowUp')
    const merge = page.getByRole('dialog', { name: 'Somebody else saved this' })
    await merge.getByText('Both of you changed it').waitFor()
    await merge.getByRole('button', { name: 'Keep this and save' }).click()
    await merge.waitFor({ state: 'hidden' })
    await untilStored(async () => (await stored('Opening')).time.start === at('18:05'))
  })

  test('the list searches, and publishes in bulk', async () => {
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('searchbox').fill('secret')
    await page.getByRole('link', { name: 'Secret talk' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select Secret talk' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Publish' }).click()
    await untilStored(async () => (await stored('Secret talk')).status === 'published')
    await page.getByText('Grid', { exact: true }).click()
  })

  test('a phone lists the hours, and a tap delays a session', async () => {
    const small = await studio.signIn(tenant, { isPhone: true, language: 'fr' })
    await small.goto(`${home}/programme?day=2027-07-02`)
    await small.getByRole('button', { name: /^Commencer 15 min plus tard: Night set/ }).click()
    await untilStored(async () => (await stored('Night set')).time.start === '2027-07-02T23:45:00.000Z')
    // The click has scrolled the list by a distance that depends on the fonts: a button half below the header is no defect.
    await small.getByRole('navigation', { name: 'Lieux' }).scrollIntoViewIfNeeded()
    await studio.inspect(small, 'programme')
    await small.getByRole('navigation', { name: 'Lieux' }).getByRole('button', { name: 'Small stage' }).click()
    await small.getByText('Opening').waitFor({ state: 'hidden' })
    await small.goto(`${home}/map`)
    await small.locator('.pin').first().waitFor()
    await small.context().close()
  })

  test('pins carry their names, and are dragged and nudged to whole pixels', async () => {
    await page.goto(`${home}/map`)
    const pin = page.locator(`.pin[data-place="${ids['Quay stage']}"]`)
    await pin.getByText('Quay stage').waitFor()
    await studio.inspect(page, 'map')
    await drag(pin, page.locator(`.pin[data-place="${ids.Warehouse}"]`), { x: 15, y: 80 })
    await untilStored(async () => (await stored('Quay stage', 'broadcastInterestPoints')).position.x !== 400)
    const { position } = await stored('Quay stage', 'broadcastInterestPoints')
    assert(Number.isInteger(position.x) && Number.isInteger(position.y) && Math.abs(position.x - 1_200) < 40)

    await page
      .getByRole('region', { name: 'Places' })
      .getByRole('button', { name: /Quay stage/ })
      .click()
    await page.getByRole('complementary', { name: 'Quay stage' }).waitFor()
    await pin.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await untilStored(async () => {
      const { position: now } = await stored('Quay stage', 'broadcastInterestPoints')
      return now.x === position.x + 1 && now.y === position.y - 10
    })
    await page.keyboard.press('Tab')
    await studio.inspect(page, 'map-place')
  })

  test('a geographic map is created, and explains that it shows no streets', async () => {
    await page.getByRole('button', { name: 'New map' }).click()
    const dialog = page.getByRole('dialog', { name: 'New map' })
    await dialog.getByLabel('Name').fill('Town')
    await dialog.getByText('A map of the world').click()
    await studio.inspect(page, 'map-new')
    await saved(page, () => dialog.getByRole('button', { name: 'Create the map' }).click())
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('no map tiles are configured').waitFor()
    const [made] = await found('Town', 'broadcastMaps')
    assert.equal(made.type, 'geo')
  })

  test('a viewer can open every screen, and has no control that changes anything', async () => {
    const { api, path } = tenant
    const make = async (plural: string, body: object) => (await api('POST', `${path}/${plural}`, body)).body._id
    const nodes = [{ id: 'only', type: 'code', name: 'Only', config: { code: { type: 'string', value: 'return 1' } } }]
    const article = await make('broadcastArticles', {
      title: 'Doors',
      content: 'At **six**.',
      contentFormat: 'markdown',
    })
    const blocks = [{ type: 'paragraph', text: 'Come early' }]
    const screens = {
      [`map/${ids.Warehouse}`]: 'Warehouse',
      [`hosts/${ids['Ada Wrenfield']}`]: 'Ada Wrenfield',
      articles: 'Doors',
      [`articles/${article}`]: 'six',
      [`pages/${await make('broadcastPages', { title: 'Tonight', blocks })}`]: 'Come early',
      [`workflows/${await make('workflows', { name: 'One step', entryNodeId: 'only', nodes })}`]: 'Only',
      workflows: 'One step',
      media: 'Media',
      settings: 'Settings',
    }
    const window = await viewer()
    const before = await stored('Opening')
    await window.goto(`${home}/programme?day=2027-07-02`)
    const opening = window.getByRole('gridcell', { name: /Opening/ })
    await opening.focus()
    await window.keyboard.press('ArrowDown')
    await drag(opening, window.getByRole('gridcell', { name: /Secret talk/ }), { x: 20, y: 5 })
    await opening.click()
    await window.getByRole('complementary', { name: 'Opening' }).getByText('Title', { exact: true }).waitFor()
    assert.deepEqual(await toolsOn(window), [], 'the programme and a session')
    for (const [screen, text] of Object.entries(screens)) {
      await window.evaluate((to) => history.pushState(null, '', to), `${home}/${screen}`)
      await window.locator('main, [role=dialog]').getByText(text).first().waitFor()
      assert.deepEqual(await toolsOn(window), [], screen)
    }
    assert.deepEqual(await stored('Opening'), before)
    await window.context().close()
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const flat = (texts: string[]) => texts.map((text) => text.replace(/\s+/g, ' ').trim())
/** A local time in Paris on the first day, as an instant. */
const at = (time: string) => new Date(Date.parse(`2027-07-02T${time}:00+02:00`)).toISOString()
const session = (title: string) => page.getByRole('gridcell', { name: new RegExp(title) })

async function makeFestival(): Promise<void> {
  const { api, path } = tenant
  await api('PATCH', path, { timezone: 'Europe/Paris' })
  const make = async (plural: string, body: Record<string, unknown> & { title: string }) => {
    const { status, body: record } = await api('POST', `${path}/${plural}`, body)
    assert.equal(status, 201)
    ids[body.title] = record._id
    return record._id
  }
  const mapId = await make('broadcastMaps', {
    title: 'Site',
    type: 'image',
    status: 'published',
    media: { url: '/demo/map.svg' },
    width: 1600,
    height: 1000,
  })
  const place = (title: string, x: number) =>
    make('broadcastInterestPoints', { title, mapId, position: { x, y: 300 }, status: 'published' })
  const [quay, small, warehouse] = [
    await place('Quay stage', 400),
    await place('Small stage', 800),
    await place('Warehouse', 1200),
  ]
  const host = await make('broadcastHosts', { title: 'Ada Wrenfield', status: 'published' })
  const play = (title: string, start: string, interestPointId: string | null, more: object = {}) => {
    const end = new Date(Date.parse(start) + 3_600_000).toISOString()
    return make('broadcastSessions', { title, status: 'published', interestPointId, time: { start, end }, ...more })
  }
  await play('Opening', at('18:00'), quay, { hostIds: [host] })
  await play('Secret talk', at('18:30'), small, { hostIds: [host], status: 'draft' })
  await play('Night set', '2027-07-02T23:30:00Z', warehouse)
  await play('Late talk', at('21:00'), small)
  await play('Closing', '2027-07-03T16:00:00Z', quay)
  await make('broadcastSessions', { title: 'Fireworks' })
}

async function stored(title: string, plural = 'broadcastSessions') {
  return (await tenant.api('GET', `${tenant.path}/${plural}/${ids[title]}`)).body
}

async function change(title: string, patch: object): Promise<void> {
  const id = ids[title] ?? (await found(title))[0]._id
  assert.equal((await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${id}`, patch)).status, 200)
}

async function found(title: string, plural = 'broadcastSessions') {
  const filters = encodeURIComponent(JSON.stringify([{ title }]))
  return (await tenant.api('GET', `${tenant.path}/${plural}?filters=${filters}`)).body.data
}

async function viewer(): Promise<Page> {
  const person = { email: `${randomBytes(6).toString('hex')}@test.example`, password: randomBytes(12).toString('hex') }
  const { id } = await studio.service.platform.signIn.createAccount({ ...person, name: 'Viewer' })
  await makeMember(studio.service, tenant, { id, email: person.email }, 'viewer')
  return studio.signIn(person)
}

/** The controls that change something: buttons named so, and writable fields except for search. */
async function toolsOn(window: Page): Promise<string[]> {
  const names = await window.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main :is(button, input, textarea, [contenteditable=true]), [role=dialog] :is(button, input, textarea)',
      ),
    ]
      .filter((one) => one.offsetParent && !one.disabled && !one.readOnly && one.type !== 'radio')
      .map((one) => {
        const name =
          one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent || one.placeholder
        return `${one.tagName === 'BUTTON' ? 'button' : 'field'}: ${name}`
      }),
  )
  return names.filter((name) =>
    /^field: (?!Find |Search|Categor|Tags)|^button: (New|Add|Save|Create|Delete|Remove|Publish|Upload|Choose a (pic|cov)|Run|Move|Undo)/.test(
      name,
    ),
  )
}

interface Element {
  tagName: string
  type?: string
  offsetParent: unknown
  disabled?: boolean
  readOnly?: boolean
  labels?: Element[] | null
  textContent: string | null
  placeholder?: string
  getAttribute(name: string): string | null
}
declare const document: { querySelectorAll(selector: string): Iterable<Element> }
declare const history: { pushState(state: null, unused: '', url: string): void }
