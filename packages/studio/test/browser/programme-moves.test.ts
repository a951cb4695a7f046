import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { boxOf, drag, saved, untilStored } from '../support/gestures.ts'
import { card, draw, maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let festival: ReturnType<typeof maker>
let page: Page

suite('moves on the grid of the programme, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Fête du Quai' })
    await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
    festival = maker(tenant)
    await makeFestival()
    page = await studio.signIn(tenant)
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/programme?day=2027-07-02`)
    await card(page, 'Opening').waitFor()
  })
  after(() => studio?.stop())

  test('a drag shows start, end, duration and place beside the pointer, and says which session it would clash with', async () => {
    const [from, to] = [await boxOf(card(page, 'Opening')), await boxOf(card(page, 'Late talk'))]
    await page.mouse.move(from.x + 40, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 44, from.y + 8 + halfHour, { steps: 4 })
    assert.deepEqual(await readout(), ['18:30–19:30', '1 hr · Quay stage'])
    assert.match(await page.locator('.ec-preview').innerText(), /18:30–19:30/)
    await page.mouse.move(to.x + 40, to.y + 8 + halfHour, { steps: 6 })
    assert.deepEqual(await readout(), ['21:30–22:30', '1 hr · Small stage', 'Clash: “Late talk” is here 21:00–22:00'])
    await page.mouse.move(to.x + 40, to.y + 8 - 4 * halfHour, { steps: 6 })
    assert.deepEqual(await readout(), ['19:00–20:00', '1 hr · Small stage'])
    // A host who is elsewhere at that time.
    await page.mouse.move(to.x + 40, to.y + 8 - halfHour * 9, { steps: 4 })
    assert.equal((await readout())[2], 'Clash: Ada Wrenfield is in “Interview” 16:30–17:30')
    await page.mouse.move(from.x + 40, from.y + 8, { steps: 4 })
    await page.mouse.up()
    await page.locator('.drag-readout').waitFor({ state: 'hidden' })
  })

  test('drawing and resizing show the same, and the chosen step is kept after a reload', async () => {
    await page.getByRole('button', { name: 'Step of a drag: 15 min' }).click()
    await studio.inspect(page, 'programme-step', '.programme')
    await page.getByRole('menuitem', { name: '30 min' }).click()
    await page.reload()
    await card(page, 'Opening').waitFor()
    await page.getByRole('button', { name: 'Step of a drag: 30 min' }).waitFor()
    await draw(card(page, 'Opening'), [halfHour + 4, halfHour * 3 + 10], async () => {
      assert.deepEqual(await readout(), ['19:30–21:00', '1 hr 30 min · Quay stage'])
    })
    await page.keyboard.press('Escape')
    const box = await boxOf(card(page, 'Opening'))
    await card(page, 'Opening').hover()
    await page.mouse.move(box.x + 60, box.y + box.height - 3)
    await page.mouse.down()
    await page.mouse.move(box.x + 62, box.y + box.height - 3 + halfHour, { steps: 5 })
    assert.deepEqual(await readout(), ['18:00–19:30', '1 hr 30 min · Quay stage'])
    await saved(page, () => page.mouse.up())
    await untilStored(async () => (await festival.stored('Opening')).time.end === parisTime('19:30'))
  })

  test('Ctrl-Z undoes moves one after the other, also those by keyboard, and Ctrl-Shift-Z redoes them', async () => {
    const start = async () => (await festival.stored('Opening')).time.start
    await saved(page, () => drag(card(page, 'Opening'), card(page, 'Late talk'), { x: 22, y: 14 - 2 * halfHour }))
    await untilStored(async () => (await festival.stored('Opening')).interestPointId === festival.ids['Small stage'])
    await card(page, 'Opening').focus()
    await page.keyboard.press('ArrowDown')
    // Undone before the debounced save was sent.
    await page.keyboard.press('Control+z')
    await said(/^Undone: “Opening”, 20:00–21:30, Small stage/)
    await untilStored(async () => (await start()) === parisTime('20:00'))
    await page.keyboard.press('Control+z')
    await said(/^Undone: “Opening”, 18:00–19:30, Quay stage/)
    await page.keyboard.press('Control+z')
    await said(/^Undone: “Opening”, 18:00–19:00, Quay stage/)
    await untilStored(async () => (await festival.stored('Opening')).time.end === parisTime('19:00'))
    await page.keyboard.press('Control+Shift+z')
    await said(/^Done again: “Opening”, 18:00–19:30, Quay stage/)
    await page.getByRole('button', { name: 'Undo the last move' }).click()
    await said(/^Undone: “Opening”, 18:00–19:00, Quay stage/)
    assert.equal((await festival.stored('Opening')).interestPointId, festival.ids['Quay stage'])
  })

  test('a session is taken off the schedule by dragging it to the others without a time, and by a key', async () => {
    await drag(card(page, 'Opening'), page.getByRole('region', { name: 'Not scheduled' }), { x: 300, y: 20 })
    await untilStored(async () => (await festival.stored('Opening')).time.start === null)
    await page.getByRole('region', { name: 'Not scheduled' }).getByRole('button', { name: 'Opening' }).waitFor()
    await page.keyboard.press('Control+z')
    await untilStored(async () => (await festival.stored('Opening')).time.start === parisTime('18:00'))
    await card(page, 'Opening').focus()
    await page.keyboard.press('Delete')
    await said(/^“Opening” is not scheduled any more/)
    await page.keyboard.press('Control+z')
    await said(/^Undone: “Opening”, 18:00–19:00/)
    await untilStored(async () => (await festival.stored('Opening')).time.start === parisTime('18:00'))
  })

  test('an undo keeps what somebody else has written, and leaves alone what somebody else has moved', async () => {
    const path = `${tenant.path}/broadcastSessions/${festival.ids['Late talk']}`
    await card(page, 'Late talk').focus()
    await saved(page, () => page.keyboard.press('ArrowDown'))
    await tenant.api('PATCH', path, { title: 'Late words' })
    await card(page, 'Late words').waitFor()
    await page.keyboard.press('Control+z')
    await said(/^Undone: “Late words”, 21:00–22:00, Small stage/)
    assert.equal((await festival.stored('Late talk')).time.start, parisTime('21:00'))
    assert.equal((await festival.stored('Late talk')).title, 'Late words')
    await page.keyboard.press('Control+Shift+z')
    await said(/^Done again: “Late words”, 21:30/)
    const time = { start: parisTime('23:00'), end: parisTime('23:30'), timezone: null, allDay: false }
    await tenant.api('PATCH', path, { time })
    await page.keyboard.press('Control+z')
    await said(/^Not undone: somebody else has moved “Late words” since/)
    assert.equal((await festival.stored('Late talk')).time.start, time.start)
  })

  test('the help lists the keys that move sessions', async () => {
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Earlier or later by 5 minutes').waitFor()
    await help.getByText('Take off the schedule').waitFor()
    await studio.inspect(page, 'keyboard-help')
    await page.keyboard.press('Escape')
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

/** The height of half an hour at the usual zoom. */
const halfHour = 34

const readout = async () =>
  (await page.locator('.drag-readout').innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Waits for an announcement to screen readers. */
const said = (text: RegExp) => page.locator('[data-announced]').filter({ hasText: text }).waitFor({ state: 'attached' })

async function makeFestival(): Promise<void> {
  const { make, play } = festival
  const quay = await make('broadcastInterestPoints', { title: 'Quay stage' })
  const small = await make('broadcastInterestPoints', { title: 'Small stage' })
  const tent = await make('broadcastInterestPoints', { title: 'Tent' })
  const ada = await make('broadcastHosts', { title: 'Ada Wrenfield' })
  await play('Opening', parisTime('18:00'), quay, { hostIds: [ada] })
  await play('Late talk', parisTime('21:00'), small)
  await play('Interview', parisTime('16:30'), tent, { hostIds: [ada] })
}
