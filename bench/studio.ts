import type { Page } from 'playwright-core'
import { launchBrowser } from '../packages/server/test/support/browser.ts'
import { buildPages } from '../scripts/build/build.ts'
import { atMost, type Figure, type Suite } from './figure.ts'
import { dayCount, makeLargeFestival, sessionCount } from './large-festival.ts'
import { newService } from './service.ts'

/** The programme of a large festival in the studio: the time until it is drawn, and the smoothness of dragging. */
export const studioSuite: Suite = async ({ isQuick, profileDir }) => {
  await buildPages()
  const service = await newService({ profileDir })
  const browser = await launchBrowser()
  try {
    await service.start()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
    const broadcastId = await makeLargeFestival(context, service.url)
    const page = await context.newPage()
    await page.addInitScript(watchTasks)
    const programme = `${service.url}/studio/b/${broadcastId}/programme?day=2027-07-01`
    const rounds = isQuick ? 1 : 5
    return [
      await untilDrawn(page, programme, rounds),
      ...(await changesOfDay(page, rounds)),
      await longestOfDrags(page, rounds),
    ]
  } finally {
    await browser.close()
    await service.remove()
  }
}

/** From a reload of the page, with its scripts in the browser's cache, until the sessions of the day are drawn. */
async function untilDrawn(page: Page, url: string, rounds: number): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await page.goto(url)
    await page.locator('[data-session]').first().waitFor()
    const ms = await page.evaluate(() => Reflect.get(globalThis, 'drawnAtMs') as number)
    // The first round fills the caches.
    if (round > 0) times.push(ms)
  }
  const middle = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
  const detail = `median of ${rounds}: ${times.map(Math.round).join(', ')} ms; ${sessionCount / dayCount} sessions on the day`
  return atMost('programme of 1,000 sessions until it is drawn', Math.round(middle), 1_500, 'ms', detail)
}

/** From a click on another day until its sessions are drawn; and how many of them are in the document. */
async function changesOfDay(page: Page, rounds: number): Promise<Figure[]> {
  const times: number[] = []
  const cards: number[] = []
  for (let round = 0; round <= rounds; round++) {
    // As in a drag: work that the previous step caused is over.
    await page.waitForTimeout(1_500)
    const { ms, count } = await page.evaluate(openDay, { at: (round + 1) % dayCount, dayCount })
    cards.push(count)
    if (round > 0) times.push(ms)
  }
  const middle = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
  const detail = `median of ${rounds}: ${times.map(Math.round).join(', ')} ms`
  return [
    atMost('change of day until it is drawn', Math.round(middle), 300, 'ms', detail),
    atMost('sessions in the document', Math.max(...cards), 150, '', `of ${sessionCount / dayCount} on the day`),
  ]
}

/** The globals of a page that functions below use; the bench is compiled without the types of a browser. */
interface InPage {
  document: {
    querySelector(selector: string): unknown
    querySelectorAll(selector: string): Iterable<{ textContent: string; click(): void }>
  }
  requestAnimationFrame(callback: () => void): void
}

/** Runs in the page: clicks a day, and waits until a frame with a session of that day was drawn. */
function openDay({ at, dayCount: days }: { at: number; dayCount: number }): Promise<{ ms: number; count: number }> {
  const { document, requestAnimationFrame } = globalThis as unknown as InPage
  const cards = () => [...document.querySelectorAll('[data-session]')]
  const isOfDay = ({ textContent }: { textContent: string }) =>
    Number(/Concert (\d+)/.exec(textContent)?.[1]) % days === at
  const startedAt = performance.now()
  const chip = [...document.querySelectorAll('.day-chip')][at]
  if (!chip) throw new Error('there is no such day')
  chip.click()
  return new Promise((resolve) => {
    const look = () => {
      const shown = cards()
      if (shown.length === 0 || !shown.every(isOfDay)) return requestAnimationFrame(look)
      // The frame after the one in which they were added has painted them.
      requestAnimationFrame(() => resolve({ ms: performance.now() - startedAt, count: cards().length }))
    }
    requestAnimationFrame(look)
  })
}

/** Drags sessions over the grid, drops them, and waits until each is saved. */
async function longestOfDrags(page: Page, rounds: number): Promise<Figure> {
  const longest: number[] = []
  for (let round = 0; round < rounds; round++) {
    // The change stream never ends, so the network never becomes idle.
    await page.waitForTimeout(1_500)
    await page.evaluate(() => Reflect.set(globalThis, 'longTasksMs', []))
    // One of the first columns, because there are more stages than fit on the screen.
    const box = await page
      .locator('[data-session]')
      .nth(round % 4)
      .boundingBox()
    if (!box) throw new Error('there is no session to drag')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.mouse.move(box.x + 40, box.y + 8)
    await page.mouse.down()
    const across = box.x > 800 ? -320 : 320
    await page.mouse.move(box.x + 40 + across, box.y + 208, { steps: 60 })
    await page.mouse.up()
    await saved
    // Work caused by the response and by the change event counts as part of the drag.
    await page.waitForTimeout(1_500)
    longest.push(...(await page.evaluate(() => Reflect.get(globalThis, 'longTasksMs') as number[])))
  }
  const detail = `${longest.length} tasks over 50 ms in ${rounds} drags: ${longest.map(Math.round).join(', ')}`
  return atMost('longest task while a session is dragged', Math.round(Math.max(0, ...longest)), 100, 'ms', detail)
}

/** Runs in the page, before its scripts. */
function watchTasks(): void {
  Reflect.set(globalThis, 'longTasksMs', [])
  new PerformanceObserver((list) => {
    const tasks = Reflect.get(globalThis, 'longTasksMs') as number[]
    tasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' as 'mark', buffered: true })
  const { document, requestAnimationFrame } = globalThis as unknown as InPage
  const look = () => {
    if (document.querySelector('[data-session]')) Reflect.set(globalThis, 'drawnAtMs', performance.now())
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
