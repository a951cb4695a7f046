import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { picture } from '../../../server/test/media/samples.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { saved, untilStored } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant

const read = async (id: string) => (await tenant.api('GET', `${tenant.path}/medias/${id}`)).body
const idOf = async (name: string) => {
  const { body } = await tenant.api('GET', `${tenant.path}/medias`)
  return String(body.data.find(({ mediaUrl }: { mediaUrl: string }) => mediaUrl.includes(name))._id)
}

/** Drags from the middle of an element, by shares of another. */
async function drag(from: Locator, over: Locator, by: { x: number; y: number }): Promise<void> {
  const [start, whole] = [await from.boundingBox(), await over.boundingBox()]
  assert(start && whole)
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (by.x * whole.width) / 2, y + (by.y * whole.height) / 2)
  await page.mouse.move(x + by.x * whole.width, y + by.y * whole.height)
  await page.mouse.up()
}

suite('media', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('a picture is cropped and focused by mouse and keys, and all of it comes back', async () => {
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/media`)
    await page.getByRole('button', { name: 'Upload files' }).first().click()
    const files = await Promise.all(
      ['quay', 'stage', 'crowd'].map(async (name, index) => ({
        name: `${name}.png`,
        mimeType: 'image/png',
        buffer: await picture('png', { width: 800, height: 400, color: `#0${index}60ff`, corner: '#ff0000' }),
      })),
    )
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByRole('link', { name: /quay/ }).click()
    const editor = page.getByRole('dialog', { name: /quay/ })
    const id = await idOf('quay')

    await editor.getByRole('button', { name: 'Crop and focus' }).click()
    const dialog = page.getByRole('dialog', { name: 'Crop and focus' })
    await dialog.getByText('1:1').click()
    const frame = dialog.getByRole('button', { name: /^Frame/ })
    const stage = dialog.locator('.framing-stage')
    await drag(frame, stage, { x: 0.2, y: 0 })
    await drag(dialog.locator('[data-corner="00"]'), stage, { x: 0.1, y: 0 })
    await studio.inspect(page, 'crop-and-focus')
    await stage.click({ position: { x: 10, y: 10 } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 record changed').waitFor()
    const { crop, focalPoint } = await read(id)
    assert.deepEqual([crop.width.toFixed(1), crop.height.toFixed(1)], ['0.4', '0.8'], 'a square of 320 pixels')
    assert.equal((crop.x + crop.width).toFixed(2), '0.95')
    assert(focalPoint.x < 0.1 && focalPoint.y < 0.1, JSON.stringify(focalPoint))
    await editor.locator(`.media-framed[src*="crop=${crop.x},"]`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    const uncropped = editor.locator('.media-framed:not([src*="crop="])')
    await uncropped.waitFor()
    assert.deepEqual([(await read(id)).crop, (await read(id)).focalPoint], [null, null])

    // By keys alone.
    await editor.getByRole('button', { name: 'Crop and focus' }).press('Enter')
    await dialog.locator(':focus').waitFor()
    // The dialog takes the focus once more when all of it has been drawn, so each key names its element.
    for (const [key, place] of [
      ['Shift+ArrowLeft', 'left: 0%; top: 0%; width: 98%; height: 100%;'],
      ['Shift+ArrowUp', 'left: 0%; top: 0%; width: 98%; height: 98%;'],
      ['ArrowRight', 'left: 2%; top: 0%; width: 98%; height: 98%;'],
    ] as const) {
      await frame.press(key)
      await dialog.locator(`.framing-crop[style="${place}"]`).waitFor()
    }
    await dialog.getByRole('button', { name: /^Focal point/ }).press('ArrowDown')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await editor.locator('.media-framed[src*="crop="]').waitFor()
    const byKeys = await read(id)
    assert.deepEqual(byKeys.crop, { x: 0.02, y: 0, width: 0.98, height: 0.98 })
    assert.equal(byKeys.focalPoint.y, 0.51)

    // Back to the whole picture.
    await editor.getByRole('button', { name: 'Crop and focus' }).click()
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await uncropped.waitFor()
    assert.equal((await read(id)).crop, null)
  })

  test('a picture is cropped where it is used, and visitors see the crop', async () => {
    const [id, host] = [
      await idOf('stage'),
      await tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: 'Balise 9', status: 'published' }),
    ]
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/hosts/${host.body._id}`)
    const editor = page.getByRole('dialog', { name: 'Balise 9' })
    await editor.getByRole('button', { name: 'Choose a picture' }).click()
    await page.getByRole('button', { name: /stage/ }).click()
    await saved(page, () => editor.getByRole('button', { name: 'Save' }).click())
    await editor.getByRole('button', { name: 'Crop and focus' }).click()
    const dialog = page.getByRole('dialog', { name: 'Crop and focus' })
    await dialog.getByText('4:3').click()
    await dialog.locator('.framing-stage').click()
    // What was not stored is still there to be saved again.
    const refusal = { type: 'about:blank', title: 'Forbidden', status: 403, code: 'forbidden', detail: 'Not today.' }
    await page.route('**/medias/batch', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('.mantine-Notification-root').first().waitFor()
    assert.equal((await read(id)).crop, null)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { crop } = await read(id)
    assert(crop)
    await editor.locator(`img[src*="crop=${crop.x},"]`).waitFor()
    const channel = { type: 'web', status: 'published', slug: `media-${tenant.broadcastId}` }
    await tenant.api('POST', `${tenant.path}/broadcastDiffusers`, channel)
    await page.goto(`${studio.service.url}/${channel.slug}/hosts/${host.body._id}`)
    const shown = page.locator(`img.mq-cover[src*="crop=${crop.x},"]`)
    await shown.waitFor()
    const [wide, high] = await shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])
    assert.equal(Math.round((100 * Number(wide)) / Number(high)), 133)
  })

  test('media get tags together, and are found by them in the table and the picker', async () => {
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/media`)
    for (const name of [/quay/, /crowd/]) await page.getByLabel(name).check()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit 2 records' })
    await edit.getByLabel('Field').click()
    await page.getByRole('option', { name: 'Tags' }).click()
    await edit.getByLabel('Tags').last().fill('Press')
    await page.keyboard.press('Enter')
    await edit.getByRole('button', { name: 'Change 2 records' }).click()
    const id = await idOf('quay')
    await untilStored(async () => (await read(id)).tags.includes('Press'))

    // One more, suggested by what others have.
    await page.getByRole('link', { name: /stage/ }).click()
    const editor = page.getByRole('dialog', { name: /stage/ })
    await editor.getByLabel('Tags').last().fill('pr')
    await page.getByRole('option', { name: 'Press' }).click()
    await editor.getByLabel('Tags').last().fill('Night')
    await page.keyboard.press('Enter')
    await saved(page, () => editor.getByRole('button', { name: 'Save' }).click())
    await editor.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Tags').first().click()
    await page.getByRole('option', { name: 'Night' }).click()
    await page.getByText('1 record', { exact: true }).waitFor()
    await page.getByRole('link', { name: /stage/ }).waitFor()
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/media?q=press`)
    await page.getByText('3 records', { exact: true }).waitFor()
    await studio.inspect(page, 'media-tags')

    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/hosts/new`)
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    await picker.getByLabel('Tags').click()
    await page.getByRole('option', { name: 'Night' }).click()
    await picker.getByRole('button', { name: /crowd/ }).waitFor({ state: 'detached' })
    await picker.getByRole('button', { name: /stage/ }).waitFor()
    assert.deepEqual(studio.complaints, [])
  })
})
