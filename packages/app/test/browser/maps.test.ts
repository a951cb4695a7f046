import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { until } from '../../../server/test/support/until.ts'
import { startSite, type TestSite } from '../support/festival.ts'

let site: TestSite
let geoId: string

suite('maps and places, in a browser', () => {
  before(async () => {
    site = await startSite()
    const { api, path } = site.tenant
    const create = async (plural: string, body: object) => {
      const reply = await api('POST', `${path}/${plural}`, { status: 'published', ...body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body._id as string
    }
    geoId = await create('broadcastMaps', { title: 'La ville', type: 'geo' })
    await create('broadcastInterestPoints', { title: 'Gare', mapId: geoId, position: { x: -3.1, y: 48 } })
    await create('broadcastInterestPoints', { title: 'Auberge', mapId: geoId, position: { x: -3.5, y: 48 } })
  })
  after(() => site?.stop())

  test('without JavaScript a pin leads to its place, and categories narrow the map', async () => {
    const page = await site.newWindow({ isPhone: true, withoutScript: true })
    await page.goto(`${site.url}/maps/${site.demo.firstOf('broadcastMap')}`)
    const pins = page.locator('.mq-pin')
    const whole = await pins.count()
    await page.getByRole('link', { name: 'Scènes', exact: true }).click()
    assert.equal(await pins.count(), 6)
    assert(whole > 40)
    await page.locator('.mq-pin[title="La Criée"]').click()
    await page.getByRole('heading', { level: 1, name: 'La Criée' }).waitFor()
    // Its small map leads back, with the place pointed out.
    await page.locator('main').getByRole('link', { name: 'Plan du festival' }).click()
    await page.locator('.mq-place-card', { hasText: 'La Criée' }).waitFor()
  })

  test('a pin opens a card, the card the place, and buttons zoom', async () => {
    const page = await site.newWindow({ isPhone: true })
    await page.goto(`${site.url}/maps/${site.demo.firstOf('broadcastMap')}`)
    const picture = page.locator('.mq-map-picture')
    const width = () => picture.evaluate((one) => one.clientWidth)
    await page.getByRole('button', { name: 'Plan entier' }).click()
    const fitted = await width()
    assert(fitted <= 358, String(fitted))
    await page.getByRole('button', { name: 'Zoom avant' }).click()
    await page.getByRole('button', { name: 'Zoom avant' }).click()
    await until(async () => Math.abs((await width()) - fitted * 2.25) < 2, 'twice a step closer')
    await page.getByRole('button', { name: 'Zoom arrière' }).click()
    await until(async () => Math.abs((await width()) - fitted * 1.5) < 2, 'a step back')
    const pin = page.locator('.mq-pin[title="Le Phare"]')
    await pin.focus()
    await page.keyboard.press('Enter')
    const card = page.locator('.mq-place-card')
    await card.getByText('Le Phare').waitFor()
    assert(!page.url().includes('/places/'))
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    assert(await pin.evaluate((one) => one === document.activeElement), 'the focus returns to the pin')
    await page.keyboard.press('Enter')
    await card.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Le Phare' }).waitFor()
  })

  test('a geographic map draws the configured tiles, and its pins open cards', async () => {
    const page = await site.newWindow()
    await page.goto(`${site.url}/maps/${geoId}`)
    await page.locator('.leaflet-tile').first().waitFor()
    assert.match(
      (await page.locator('.leaflet-tile').first().getAttribute('src')) ?? '',
      /\/demo\/map\.svg\?z=\d+&x=\d+&y=\d+/,
    )
    await page.getByText('© Everyone').waitFor()
    await page.locator('.mq-geo-pin[title="Auberge"]').click()
    await page.locator('.mq-place-card', { hasText: 'Auberge' }).waitFor()
  })

  test('without tiles nothing is drawn, and places are sorted by a distance that the visitor asks for', async () => {
    const page = await site.newWindow({ isPhone: true, position: { latitude: 48, longitude: -3.11 } })
    // A service without the option writes none into its pages.
    await page.route('**/maps/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replace(/,"tiles":\{.*?"attribution":"[^"]*"\}/, ''),
      })
    })
    await page.goto(`${site.url}/maps/${geoId}`)
    await page.getByRole('button', { name: 'Trier par distance' }).click()
    await page.getByText('à 740 m').waitFor()
    assert.deepEqual(await page.locator('.mq-tile-title').allInnerTexts(), ['Gare', 'Auberge'])
    assert.equal(await page.locator('.mq-geo-map').count(), 0)
    await page.getByRole('link', { name: 'Gare' }).click()
    const link = page.getByRole('link', { name: 'Ouvrir dans Plans' })
    assert.match((await link.getAttribute('href')) ?? '', /^https:\/\/www\.openstreetmap\.org\/\?mlat=48&mlon=-3\.1/)
  })

  test('nothing complained', () => assert.deepEqual(site.complaints, []))
})
