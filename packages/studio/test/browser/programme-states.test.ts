import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { saved, untilStored } from '../support/gestures.ts'
import { card, maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let home: string
let made: ReturnType<typeof maker>

suite('cancelled and moved sessions, in the studio', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
    made = maker(tenant)
    const quay = await made.make('broadcastInterestPoints', { title: 'Quay' })
    await made.make('broadcastInterestPoints', { title: 'Tower' })
    await made.play('Opening', parisTime('18:00'), quay)
    await made.play('Draft talk', parisTime('20:00'), quay, { status: 'draft' })
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  test('a published session is cancelled after a question, is struck through, and is brought back', async () => {
    await page.goto(`${home}/programme/${made.ids.Opening}`)
    await press('Cancel session')
    const dialog = page.getByRole('dialog', { name: 'Cancel “Opening”?' })
    await saved(page, () => dialog.getByRole('button', { name: 'Cancel session' }).click())
    await page.getByText('This session is cancelled').waitFor()
    assert.equal((await made.stored('Opening')).cancelled, true)
    assert.equal((await made.stored('Opening')).status, 'published')
    await card(page, 'Opening').locator('s', { hasText: 'Opening' }).waitFor()
    assert.match(await card(page, 'Opening').innerText(), /Cancelled/)
    await studio.inspect(page, 'programme-cancelled')
    await saved(page, () => press('Undo'))
    await page.getByText('This session is cancelled').waitFor({ state: 'hidden' })
    await press('Cancel session')
    await saved(page, () => dialog.getByRole('button', { name: 'Cancel session' }).click())
    await saved(page, () => press('Bring back'))
    assert.equal((await made.stored('Opening')).cancelled, false)
    await page.getByRole('complementary', { name: 'Opening' }).getByRole('button', { name: 'Close' }).click()
  })

  test('a move by keys tells visitors only when that is on, in one write that is undone whole; drafts are not told', async () => {
    const { time } = await made.stored('Opening')
    const moveBy = async (title: string) => {
      await card(page, title).focus()
      await saved(page, () => page.keyboard.press('ArrowDown'))
    }
    await moveBy('Opening')
    assert.equal((await made.stored('Opening')).movedFrom, null)
    await saved(page, () => page.keyboard.press('Control+z'))
    await press('Tell visitors about moves of published sessions')
    await moveBy('Opening')
    const { movedFrom } = await made.stored('Opening')
    assert.deepEqual(movedFrom, { start: time.start, end: time.end, place: 'Quay' })
    await moveBy('Opening')
    assert.deepEqual((await made.stored('Opening')).movedFrom, movedFrom, 'the slot that visitors know')
    await moveBy('Draft talk')
    assert.equal((await made.stored('Draft talk')).movedFrom, null)
    for (let steps = 0; steps < 3; steps++) await saved(page, () => page.keyboard.press('Control+z'))
    const undone = await made.stored('Opening')
    assert.deepEqual([undone.time, undone.movedFrom], [time, null])
    await press('Tell visitors about moves of published sessions')
  })

  test('the form offers to tell visitors about another place, shows what they see, and clears it', async () => {
    await card(page, 'Opening').click()
    const form = page.getByRole('complementary', { name: 'Opening' })
    assert.equal(await form.getByLabel('Tell visitors that it moved').count(), 0)
    await form.getByRole('textbox', { name: 'Place' }).click()
    await page.getByRole('option', { name: 'Tower' }).click()
    await form.getByLabel('Tell visitors that it moved').check()
    await saved(page, () => form.getByRole('button', { name: 'Save' }).click())
    const { movedFrom, interestPointId } = await made.stored('Opening')
    assert.deepEqual([movedFrom.place, interestPointId], ['Quay', made.ids.Tower])
    await form.getByText('Visitors see that it moved').waitFor()
    await form.getByText(/^Moved, was .*18:00, Quay$/).waitFor()
    await studio.inspect(page, 'programme-moved')
    await saved(page, () => press('Do not show it any more'))
    await untilStored(async () => (await made.stored('Opening')).movedFrom === null)
    await form.getByText('Visitors see that it moved').waitFor({ state: 'hidden' })
  })

  test('a viewer sees that a session is cancelled, and has no button for it', async () => {
    await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${made.ids.Opening}`, { cancelled: true })
    const person = {
      email: `${randomBytes(6).toString('hex')}@test.example`,
      password: randomBytes(12).toString('hex'),
    }
    const { id } = await studio.service.platform.signIn.createAccount({ ...person, name: 'Viewer' })
    await makeMember(studio.service, tenant, { id, email: person.email }, 'viewer')
    const window = await studio.signIn(person, { isPhone: true, language: 'fr' })
    await window.goto(`${home}/programme?day=2027-07-02`)
    await window.getByText('Annulée').waitFor()
    await studio.inspect(window, 'programme-cancelled-phone')
    await window.goto(`${home}/programme/${made.ids.Opening}`)
    await window.getByText('Cette session est annulée').waitFor()
    assert.equal(await window.getByRole('button', { name: 'Rétablir' }).count(), 0)
    assert.deepEqual(studio.complaints, [])
  })
})
