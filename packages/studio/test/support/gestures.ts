import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** Does what saves a record, and waits until the service has stored it. */
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

/** Drags something to a point of another, in steps as a hand does. */
export async function drag(from: Locator, to: Locator, offset: { x: number; y: number }): Promise<void> {
  const hand = from.page().mouse
  // Waits until it lies still and nothing lies above it.
  await from.hover({ position: { x: 15, y: 8 } })
  const [start, end] = [await boxOf(from), await boxOf(to)]
  await hand.down()
  await hand.move(start.x + 22, start.y + 14, { steps: 3 })
  await hand.move(end.x + offset.x, end.y + offset.y, { steps: 8 })
  await hand.up()
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert(box)
  return box
}

/** Waits until the service has stored something that the studio does not tell about. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + 60_000
  while (!(await isSo())) {
    assert(performance.now() < giveUpAtMs, 'it was not stored in time')
    await sleep(40)
  }
}
