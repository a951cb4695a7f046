import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { boxOf, saved } from '../support/gestures.ts'
import { card, maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let made: ReturnType<typeof maker>
const slug = 'order-of-stages'

suite('the order of stages and copies of a session, in the studio', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
    made = maker(tenant)
    for (const [at, title] of ['Barge', 'Quay', 'Tower'].entries()) {
      const stage = await made.make('broadcastInterestPoints', { title })
      await made.play(`Act ${at}`, parisTime('18:00'), stage)
    }
    await tenant.api('POST', `${tenant.path}/broadcastDiffusers`, { type: 'web', slug, status: 'published' })
    page = await studio.signIn(tenant)
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/programme?day=2027-07-02`)
    await card(page, 'Act 0').waitFor()
  })
  after(() => studio?.stop())

  const dialog = () => page.getByRole('dialog', { name: 'Order of stages' })
  const open = async () => {
    await page.getByRole('button', { name: 'Tools of the day' }).click()
    await page.getByRole('menuitem', { name: 'Order of stages' }).click()
    await dialog().waitFor()
  }
  const save = () => saved(page, () => dialog().getByRole('button', { name: 'Save' }).click())
  const handle = (title: string) => dialog().getByRole('button', { name: `Move “${title}”` })
  const listed = () => dialog().getByRole('listitem').allInnerTexts()
  /** The stages from left to right, by the cards below them. */
  const untilShown = (wanted: string[]) =>
    until(async () => {
      const boxes = await Promise.all(
        [0, 1, 2].map(async (at) => ({ at, x: (await boxOf(card(page, `Act ${at}`))).x })),
      )
      const shown = boxes.sort((one, other) => one.x - other.x).map(({ at }) => ['Barge', 'Quay', 'Tower'][at])
      return shown.join() === wanted.join()
    }, `the order ${wanted}`)
  const stored = async () => {
    const { body } = await tenant.api('GET', `${tenant.path}/broadcastInterestPoints?sort={"order":"asc"}`)
    return body.data.map(({ title, order }: { title: string; order: number | null }) => `${title} ${order}`)
  }

  test('stages are dragged and moved by keys, and the columns follow', async () => {
    await untilShown(['Barge', 'Quay', 'Tower'])
    await open()
    const [from, to] = [await boxOf(handle('Tower')), await boxOf(handle('Barge'))]
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 8 })
    await page.mouse.up()
    assert.deepEqual(await listed(), ['Tower', 'Barge', 'Quay'])
    await handle('Quay').focus()
    await page.keyboard.press('ArrowUp')
    assert.deepEqual(await listed(), ['Tower', 'Quay', 'Barge'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    assert.deepEqual(await listed(), ['Tower', 'Quay', 'Barge'], 'the handle keeps the focus')
    await studio.inspect(page, 'stage-order')
    await save()
    await untilShown(['Tower', 'Quay', 'Barge'])
    assert.deepEqual(await stored(), ['Tower 1', 'Quay 2', 'Barge 3'])
  })

  test('visitors see the stages in the same order', async () => {
    const visitor = await studio.newWindow()
    await visitor.goto(`${studio.service.url}/${slug}/programme/2027-07-02?view=grid`)
    await visitor.locator('.mq-grid-stage').first().waitFor()
    assert.deepEqual(await visitor.locator('.mq-grid-stage').allInnerTexts(), ['Tower', 'Quay', 'Barge'])
  })

  test('an order is undone, and given up for the names', async () => {
    await saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click())
    await untilShown(['Barge', 'Quay', 'Tower'])
    await open()
    await dialog().getByRole('button', { name: 'Move down: Barge' }).click()
    await save()
    await untilShown(['Quay', 'Barge', 'Tower'])
    await open()
    await dialog().getByRole('button', { name: 'Sort by name' }).click()
    await save()
    await untilShown(['Barge', 'Quay', 'Tower'])
    assert.deepEqual((await stored()).sort(), ['Barge null', 'Quay null', 'Tower null'])
  })

  test('a session is duplicated by a key in the grid and by the menu in the list, as a draft that opens', async () => {
    await card(page, 'Act 1').focus()
    await saved(page, () => page.keyboard.press('d'))
    const copy = page.getByRole('complementary', { name: 'Act 1 (copy)' })
    await copy.waitFor()
    const [{ status, time, interestPointId }] = await made.found('Act 1 (copy)')
    assert.deepEqual([status, time.start, interestPointId], ['draft', parisTime('18:00'), made.ids.Quay])
    assert.match(page.url(), /day=2027-07-02/)
    await card(page, 'Act 1 \\(copy\\)').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('radio', { name: 'List' }).locator('..').click()
    await page.getByRole('link', { name: 'Act 2' }).click()
    const panel = page.getByRole('complementary', { name: 'Act 2' })
    await panel.getByRole('button', { name: 'More' }).click()
    await saved(page, () => page.getByRole('menuitem', { name: 'Duplicate' }).click())
    await page.getByRole('complementary', { name: 'Act 2 (copy)' }).waitFor()
    await page.getByRole('link', { name: 'Act 2 (copy)' }).waitFor()
  })

  test('nothing went wrong in the pages', () => assert.deepEqual(studio.complaints, []))
})
