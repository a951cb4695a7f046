import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { startSite, type TestSite } from '../support/festival.ts'

let site: TestSite
let running: string
let later: string

suite('cancelled and moved sessions, on the website', () => {
  before(async () => {
    site = await startSite()
    const { api, path } = site.tenant
    const { body } = await api('GET', `${path}/broadcastSessions?day=2027-07-03&limit=200&sort={"time.start":"asc"}`)
    const now = '2027-07-03T17:20:00.000Z'
    const shown = body.data.filter(({ status }: { status: string }) => status === 'published')
    running = shown.find(({ time }: { time: Slot }) => time.start <= now && time.end > now)._id
    later = shown.find(({ time }: { time: Slot }) => time.start > now)._id
    const movedFrom = { start: '2027-07-03T16:00:00.000Z', end: null, place: 'Main stage' }
    const write = async (id: string, patch: object) =>
      assert.equal((await api('PATCH', `${path}/broadcastSessions/${id}`, patch)).status, 200)
    await write(running, { cancelled: true })
    await write(later, { movedFrom })
  })
  after(async () => {
    const { api, path } = site.tenant
    for (const id of [running, later])
      await api('PATCH', `${path}/broadcastSessions/${id}`, { cancelled: false, movedFrom: null })
    await site?.stop()
  })

  test('pages that the service renders strike a cancelled session through, and say where another one was', async () => {
    const read = async (path: string) => (await fetch(`${site.url}${path}`)).text()
    const moved = 'Moved, was 18:00, Main stage'
    for (const view of [
      '/en/programme/2027-07-03',
      '/en/programme/2027-07-03?view=grid',
      '/en/now',
      '/embed?view=day&locale=en',
    ]) {
      const page = await read(view)
      assert.match(page, /<s>[^<]+<\/s>.{0,80}<span class="mq-cancelled">Cancelled<\/span>/, view)
      assert(page.includes(moved), view)
    }
    const page = await read(`/en/sessions/${running}`)
    assert.match(page, /<h1 class="mq-title"><s>[^<]+<\/s><\/h1>/)
    assert.match(page, /schema\.org\/EventCancelled/)
    const other = await read(`/en/sessions/${later}`)
    assert(other.includes(moved))
    assert.match(other, /schema\.org\/EventRescheduled","previousStartDate":"2027-07-03T18:00:00\+02:00"/)
    assert.match(await read(`/sessions/${running}`), />Annulé</)
    assert.match(await read(`/es/sessions/${running}`), />Cancelado</)
    assert.match(await read(`/es/sessions/${later}`), /Cambiado, antes 18:00, Main stage/)
  })

  test('a plan strikes them through too, and a cancelled session clashes with nothing', async () => {
    const { api, path } = site.tenant
    const { body } = await api('GET', `${path}/broadcastSessions/${running}`)
    await api('PATCH', `${path}/broadcastSessions/${later}`, { time: body.time })
    const page = await site.newWindow({ isPhone: true })
    for (const id of [running, later]) {
      await page.goto(`${site.url}/en/sessions/${id}`)
      await page.locator('.mq-headline .mq-star').click()
      await page.locator('.mq-headline .mq-star[aria-pressed=true]').waitFor()
    }
    await page.goto(`${site.url}/en/plan`)
    await page.locator('.mq-row s').waitFor()
    assert.equal(await page.locator('.mq-row .mq-cancelled').innerText(), 'Cancelled')
    assert.equal(await page.locator('.mq-row .mq-moved').innerText(), 'Moved, was 18:00, Main stage')
    assert.equal(await page.locator('.mq-clash').count(), 0)
    const line = await page.locator('.mq-row s').evaluate((one) => getComputedStyle(one).textDecorationLine)
    assert.equal(line, 'line-through')
    await site.inspect(page, 'plan-cancelled')
    await api('PATCH', `${path}/broadcastSessions/${running}`, { cancelled: false })
    await page.reload()
    await page.locator('.mq-clash').first().waitFor()
    await api('PATCH', `${path}/broadcastSessions/${running}`, { cancelled: true })
    for (const view of ['programme/2027-07-03', 'programme/2027-07-03?view=grid', `sessions/${running}`]) {
      await page.goto(`${site.url}/en/${view}`)
      await page.locator('.mq-cancelled').first().waitFor()
      await site.inspect(page, `cancelled-${view.replaceAll(/\W+/g, '-')}`)
    }
    assert.deepEqual(site.complaints, [])
  })
})

interface Slot {
  start: string
  end: string
}
