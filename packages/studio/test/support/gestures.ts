import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../../server/test/support/until.ts'

/** Runs an action that saves a record, and waits until the service has stored it. */
export async function saved(page: Page, act: () => Promise<void>): Promise<void> {
  const stored = page.waitForResponse(
    (answer) =>
      /^(PATCH|POST)$/.test(answer.request().method()) &&
      /\/v1\/users\/[^?]*$/.test(answer.url()) &&
      [200, 201].includes(answer.status()),
  )
  await act()
  await stored
}

/** Presses the switch of a workflow that is disabled. It takes no key while the workflow is being saved. */
export const pressEnable = (page: Page): Promise<void> =>
  page.getByRole('switch', { name: 'Disabled, runs only by hand', disabled: false }).press('Space')

/** Drags an element to a point of another, in steps like a hand. */
export async function drag(from: Locator, to: Locator, offset: { x: number; y: number }): Promise<void> {
  const hand = from.page().mouse
  // Waits until it does not move and nothing covers it.
  await from.hover({ position: { x: 15, y: 8 } })
  const [start, end] = [await boxOf(from), await boxOf(to)]
  await hand.down()
  await hand.move(start.x + 22, start.y + 14, { steps: 3 })
  await hand.move(end.x + offset.x, end.y + offset.y, { steps: 8 })
  await hand.up()
}

/** The place of an element. A card of the grid that is drawn again is gone for an instant. */
export async function boxOf(locator: Locator) {
  let box = await locator.boundingBox()
  await until(async () => {
    box ??= await locator.boundingBox()
    return box !== null
  }, 'a place on the screen')
  assert(box)
  return box
}

/** Asserts that the center of an element is visible inside of the window and that nothing covers it. */
export async function assertOnTop(locator: Locator): Promise<void> {
  await locator.waitFor()
  const isOnTop = () =>
    locator.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return hit !== null && element.contains(hit)
    })
  // A dialog may still be sliding in.
  await until(isOnTop, `${locator} to be on top`, 5_000)
}

/** Waits until the service has stored something that the studio does not show. */
export const untilStored = (isSo: () => Promise<boolean>) => until(isSo, 'what the studio saves')

/** Adds a block to a page, and picks its type by typing the name. */
export async function addBlock(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a block', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a block' })
  await dialog.getByLabel('Find a block').fill(name)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

/** Chooses a day of the next month in the calendar of a field. */
export async function pickNextMonth(within: Locator, label: string): Promise<void> {
  const field = within.locator('.mantine-TextInput-root').filter({ has: within.page().getByLabel(label) })
  await field.getByRole('button', { name: 'Open the calendar' }).click()
  const calendar = within.page().locator('.mantine-Popover-dropdown').last()
  await calendar.locator('button[data-direction="next"]').click()
  await calendar.getByRole('button', { name: /^15 / }).click()
  await calendar.getByRole('button', { name: 'Done' }).click()
}

/** The size of the scripts that a page has loaded, as transferred. */
export function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + Number(Object(entry.toJSON()).encodedBodySize), 0),
  )
}

declare const document: { elementFromPoint(x: number, y: number): Node | null }
