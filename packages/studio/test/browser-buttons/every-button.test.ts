import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { screens as every } from '../../src/app/screens.ts'
import { type Control, type Front, frontOf, installProbe, nameOf, press, settled } from '../support/buttons.ts'
import { copyDemo } from '../support/demo-copy.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

/** The screens, each with the kind whose first record its address has. */
const screens: [path: string, kind?: string][] = [
  [''],
  ['programme'],
  ['programme', 'broadcastSession'],
  ['map'],
  ['map', 'broadcastInterestPoint'],
  ['articles'],
  ['articles', 'broadcastArticle'],
  ['pages'],
  ['pages', 'broadcastPage'],
  ['hosts'],
  ['hosts', 'broadcastHost'],
  ['categories', 'broadcastCategory'],
  ['media'],
  ['maps', 'broadcastMap'],
  ['fonts', 'font'],
  ['diffusers', 'broadcastDiffuser'],
  ['campaigns'],
  ['campaigns', 'broadcastCampaign'],
  ['forms', 'broadcastNetworkingForm'],
  ['contacts'],
  ['workflows'],
  ['workflows', 'workflow'],
  ['members'],
  ['translations'],
  ['developers/keys'],
  ['developers/webhooks'],
  ['revisions'],
  ['developers/audit'],
  ['developers/usage'],
  ['developers/reference'],
  ['import'],
  ['trash'],
  ['settings'],
]

/** Controls that are not pressed, each with the reason. */
const skipped: [name: RegExp, reason: string][] = [
  [/^Pick a color from the screen$/, 'opens a tool of the browser that ends a headless one'],
  [/, x \d+, y \d+$/, 'a pin can be below another pin; the list beside the map opens every place'],
  [/^Move “[^”]*”$/, 'a handle that is dragged, or moved by the arrow keys'],
  [/: arrow keys move it/, 'the frame and the focal point of a picture, which are dragged or moved by the arrow keys'],
  [/^For each, each item: /, 'a link of the canvas can be below a step; the canvas can be moved'],
  [/^Copied/, 'the same button, a moment after it was pressed'],
]

let studio: TestStudio
let tenant: TestTenant
let page: Page

suite('every button of every screen, pressed once', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant()
  })
  after(() => studio?.stop())

  for (const [path, kind] of screens)
    test(`on ${path || 'overview'}${kind ? ` with a ${kind}` : ''} does something visible, in front of everything else`, async (t) => {
      const { broadcastId, firstOf } = await copyDemo(studio.service, tenant)
      const recordId = kind && firstOf(kind)
      assert(!kind || recordId, `the demo has no ${kind}`)
      if (!page || page.isClosed()) page = await openWindow()
      const home = `${studio.service.url}/studio/b/${broadcastId}`
      const walk = new Walk(page, home, [home, path, recordId].filter(Boolean).join('/'))
      await walk.start()
      t.diagnostic(`${walk.pressed} controls pressed`)
      assert.deepEqual(walk.faults, [])
      assert(walk.pressed > 0, 'nothing was pressed')
    })

  test('no screen is missing here', () => {
    const known = new Set(screens.map(([path]) => path.split('/')[0]))
    assert.deepEqual(
      every.map(({ path }) => path).filter((path) => !known.has(path)),
      [],
    )
  })

  test('no press causes an error or a refused policy', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

async function openWindow(): Promise<Page> {
  const window = await studio.signIn(tenant)
  await window.context().addInitScript(installProbe)
  await window.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return window
}

/** Presses every control of a page, those of what they open, and those that become available meanwhile. */
class Walk {
  readonly faults: string[] = []
  pressed = 0
  readonly #page: Page
  readonly #home: string
  readonly #url: string
  readonly #seen = new Set<string>()

  constructor(page: Page, home: string, url: string) {
    this.#page = page
    this.#home = home
    this.#url = url
  }

  async start(): Promise<void> {
    await this.#page.goto(this.#url)
    await this.#page.locator('main').waitFor()
    await until(async () => (await frontOf(this.#page)).controls.length > 0, 'a control of the screen', 20_000)
    await settled(this.#page)
    await this.#pressAll([])
  }

  /** `way` contains the controls that opened what is in front. */
  async #pressAll(way: Control[]): Promise<void> {
    const start = await frontOf(this.#page)
    while (this.pressed < maxPresses) {
      const { name, controls } = await frontOf(this.#page)
      const next = controls.find(
        (control) =>
          !this.#seen.has(`${name} > ${nameOf(control)}`) && !skipped.some(([pattern]) => pattern.test(control.name)),
      )
      if (!next) return
      this.#seen.add(`${name} > ${nameOf(next)}`)
      const fault = await press(this.#page, next)
      this.pressed++
      const steps = [...way, next].map(nameOf).join(' > ')
      if (fault) this.faults.push(`${steps} ${fault}`)
      const after = await frontOf(this.#page)
      if (after.url === start.url && after.layers > start.layers && way.length < maxDepth)
        await this.#pressAll([...way, next])
      await this.#goBack(start, way)
    }
  }

  /** Closes what a press opened; where that is not enough, the page is loaded again. */
  async #goBack(start: Front, way: Control[]): Promise<void> {
    for (let round = 0; round < 2; round++) {
      const { url, layers, name } = await frontOf(this.#page)
      if (url === start.url && layers === start.layers && name === start.name) return
      if (url !== start.url || layers <= start.layers) break
      await this.#page.keyboard.press('Escape')
      await settled(this.#page)
    }
    await this.#follow(way)
  }

  /** Opens the screen anew, from another one, and then what the controls on the way open. */
  async #follow(way: Control[]): Promise<void> {
    for (const url of [`${this.#home}/categories`, this.#url]) {
      await this.#page.evaluate((target) => history.pushState({}, '', target), url)
      await settled(this.#page)
    }
    for (const control of way) await press(this.#page, control)
  }
}

const maxDepth = 2
const maxPresses = 150
