import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { newAccount } from '../../../server/test/support/accounts.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, startService, type TestService, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { localReceivers } from '../../../server/test/support/webhooks.ts'
import { saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let stageId: string

const near = (actual: number, wanted: number, by: number) => assert(Math.abs(actual - wanted) < by, `${actual}`)
const make = async ({ api, path }: TestTenant, kind: string, body: object): Promise<string> => {
  const reply = await api('POST', `${path}/${kind}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body._id
}
const positionOf = async (id: string, { api, path } = tenant): Promise<{ x: number; y: number }> =>
  (await api('GET', `${path}/broadcastInterestPoints/${id}`)).body.position
const search = (on = page) => on.getByRole('search').getByRole('textbox')
const canvas = (on = page) => on.getByRole('region', { name: 'Map “The town”' })
const pin = (name: string, on = page) => canvas(on).getByRole('button', { name: new RegExp(`^${name}, `) })
const middleOf = async (name: string) => {
  const box = await pin(name).boundingBox()
  assert(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

suite('geographic maps, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant()
    page = await studio.signIn(tenant)
    const mapId = await make(tenant, 'broadcastMaps', { title: 'The town', type: 'geo', status: 'published' })
    stageId = await make(tenant, 'broadcastInterestPoints', { title: 'Main stage', status: 'published' })
    const harbor = { title: 'Harbor', status: 'published', mapId, position: { x: 2.3, y: 48.86 } }
    await make(tenant, 'broadcastInterestPoints', harbor)
  })
  after(() => studio?.stop())

  test('without tiles a place is put by a click, moved by the mouse and by keys, and moves are undone', async () => {
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/map`)
    await page.getByText('An operator can set MARQUEE_MAP_TILES.').waitFor()
    await canvas().locator('.graticule').first().waitFor({ state: 'attached' })
    assert.equal(await canvas().locator('img').count(), 0)
    await page.getByRole('button', { name: 'Put it on this map: Main stage' }).click()
    const box = await canvas().boundingBox()
    assert(box)
    await saved(page, () => canvas().click({ position: { x: box.width / 2 + 120, y: box.height / 2 + 60 } }))
    const put = await positionOf(stageId)
    near(put.x, 2.3013, 0.001)
    near(put.y, 48.8596, 0.001)

    const from = await middleOf('Main stage')
    await page.mouse.move(from.x, from.y)
    await saved(page, async () => {
      await page.mouse.down()
      await page.mouse.move(from.x - 200, from.y - 150, { steps: 5 })
      await page.mouse.up()
    })
    const dragged = await positionOf(stageId)
    assert(dragged.x < put.x && dragged.y > put.y, 'north-west of its first position')
    await saved(page, () => page.keyboard.press('Control+z'))
    assert.deepEqual(await positionOf(stageId), put)

    await pin('Main stage').click()
    await page.getByRole('complementary', { name: 'Main stage' }).waitFor()
    await pin('Main stage').focus()
    await saved(page, async () => {
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('ArrowUp')
    })
    const nudged = await positionOf(stageId)
    assert(nudged.x > put.x && nudged.y > put.y && nudged.x - put.x > nudged.y - put.y)
    await studio.inspect(page, 'geo-map')
  })

  test('coordinates are typed in any notation, and pasted as the link of another map', async () => {
    await page.keyboard.press('Escape')
    await search().fill('nowhere')
    await page.keyboard.press('Enter')
    await page.getByText('No coordinates were found in it.').waitFor()
    await search().fill('48°51′30.24″N 2°17′40.2″E')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('48.8584, 2.2945').waitFor()
    await page.getByRole('button', { name: 'New place here' }).click()
    const form = page.locator('[data-panel]')
    assert.equal(await form.getByLabel('Coordinates').inputValue(), '48.8584, 2.2945')
    await form.getByLabel('Name').fill('Tower')
    await saved(page, () => form.getByRole('button', { name: 'Create' }).click())
    await pin('Tower').waitFor()

    const tower = page.getByRole('complementary', { name: 'Tower' })
    const coordinates = tower.getByLabel('Coordinates')
    await coordinates.fill('48.8')
    await coordinates.blur()
    await tower.getByText('No coordinates were found in it.').waitFor()
    await coordinates.fill('https://www.openstreetmap.org/?mlat=48.85&mlon=2.31#map=17/48.86/2.29')
    assert.equal(await coordinates.inputValue(), '48.85, 2.31')
    await saved(page, () => page.keyboard.press('Control+s'))
    await canvas().getByRole('button', { name: 'Tower, 48.85, 2.31' }).waitFor()

    await page.getByRole('button', { name: 'Show all places' }).click()
    const frame = await canvas().boundingBox()
    assert(frame)
    await until(async () => {
      const points = await Promise.all(['Main stage', 'Harbor', 'Tower'].map(middleOf))
      return points.every(
        ({ x, y }) => x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height,
      )
    }, 'all places in sight')
  })

  test('viewers see the map, but move nothing', async () => {
    const viewer = await newAccount(studio.service.platform)
    await makeMember(studio.service, tenant, { id: viewer.userId, email: viewer.email }, 'viewer')
    const theirs = await studio.signIn(viewer, { isPhone: true })
    await theirs.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/map`)
    await pin('Harbor', theirs).waitFor()
    assert.equal(
      await theirs
        .getByRole('search')
        .getByLabel(/Coordinates/)
        .count(),
      0,
    )
    assert.equal(await theirs.getByRole('button', { name: /Put it on this map|Add a place/ }).count(), 0)
    await pin('Main stage', theirs).click()
    await theirs.getByRole('dialog').getByText('Coordinates').waitFor()
    assert.equal(await theirs.getByRole('dialog').getByRole('textbox').count(), 0)
    await studio.inspect(theirs, 'geo-place-viewer')
  })

  test('with tiles the credit is shown, and an address that was found moves a place', async () => {
    const geocoder = createServer((request, response) => {
      const isKnown = request.url?.includes('Eiffel')
      const found = { display_name: 'Tour Eiffel, Paris', lat: '48.8583826', lon: '2.2944972' }
      response.end(JSON.stringify(isKnown ? [found] : []))
    })
    await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve))
    const address = geocoder.address()
    assert(typeof address === 'object' && address)
    const service: TestService = await startService({
      ...localReceivers,
      MARQUEE_MAP_TILES: '/demo/map.svg?z={z}&x={x}&y={y}',
      MARQUEE_MAP_ATTRIBUTION: '© Everyone',
      MARQUEE_GEOCODER_URL: `http://127.0.0.1:${address.port}/?q={query}`,
      MARQUEE_GEOCODER_ATTRIBUTION: 'Search © Somebody',
    })
    try {
      const own = await service.newTenant()
      const mapId = await make(own, 'broadcastMaps', { title: 'The town', type: 'geo', status: 'published' })
      const place = { title: 'Box office', status: 'published', mapId, position: { x: 2.35, y: 48.85 } }
      const placeId = await make(own, 'broadcastInterestPoints', place)
      const window = await studio.signIn(own, { at: service })
      await window.goto(`${service.url}/studio/b/${own.broadcastId}/map/${placeId}`)
      await canvas(window).locator('img[src^="/demo/map.svg?z="]').first().waitFor()
      await canvas(window).getByText('Search © Somebody, © Everyone').waitFor()
      await search(window).fill('no such street')
      await window.keyboard.press('Enter')
      await window.getByText('No address was found.').waitFor()
      await search(window).fill('Tour Eiffel')
      await window.keyboard.press('Enter')
      await window.getByRole('button', { name: 'Tour Eiffel, Paris' }).click()
      await saved(window, () => window.getByRole('button', { name: 'Move “Box office” here' }).click())
      assert.deepEqual(await positionOf(placeId, own), { x: 2.294497, y: 48.858383 })
      await studio.inspect(window, 'geo-map-tiles')
    } finally {
      await service.stop()
      geocoder.close()
    }
  })

  test('nothing went wrong in the pages', () => assert.deepEqual(studio.complaints, []))
})
