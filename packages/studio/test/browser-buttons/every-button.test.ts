import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
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
  ['channels', 'broadcastDiffuser'],
  ['campaigns'],
  ['campaigns', 'broadcastCampaign'],
  ['forms', 'broadcastNetworkingForm'],
  ['contacts'],
  ['workflows'],
  ['workflows', 'workflow'],
  ['members'],
  ['developers/keys'],
  ['developers/webhooks'],
  ['developers/revisions'],
  ['developers/audit'],
  ['developers/usage'],
  ['developers/reference'],
  ['trash'],
  ['settings'],
]

/** Controls whose effect is elsewhere, each with the reason. */
const exceptions: Record<string, string> = {}

let studio: TestStudio

suite('every button of every screen, pressed once', () => {
  before(async () => {
    studio = await startStudio()
  })
  after(() => studio?.stop())

  for (const [path, kind] of screens)
    test(`on ${path || 'overview'}${kind ? ` with a ${kind}` : ''} does something visible, in front of everything else`, async (t) => {
      const tenant = await copyDemo(studio.service)
      const page = await studio.signIn(tenant)
      await page.context().addInitScript(installProbe)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const [recordId] = kind ? tenant.idsOf(kind) : []
      assert(!kind || recordId, `the demo has no ${kind}`)
      const url = [`${studio.service.url}/studio/b/${tenant.broadcastId}`, path, recordId].filter(Boolean).join('/')
      const walk = new Walk(page, url)
      await walk.start()
      await page.context().close()
      t.diagnostic(`${walk.pressed} controls pressed`)
      assert.deepEqual(walk.faults, [])
      assert(walk.pressed > 0, 'nothing was pressed')
    })

  test('no press causes an error or a refused policy', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

/** Presses every control of a page, those of what they open, and those that become available meanwhile. */
class Walk {
  readonly faults: string[] = []
  pressed = 0
  readonly #page: Page
  readonly #url: string
  readonly #seen = new Set<string>()

  constructor(page: Page, url: string) {
    this.#page = page
    this.#url = url
  }

  async start(): Promise<void> {
    await this.#follow([])
    await this.#pressAll([])
  }

  /** `way` contains the controls that opened what is in front. */
  async #pressAll(way: Control[]): Promise<void> {
    const start = await frontOf(this.#page)
    while (this.pressed < maxPresses) {
      const { name, controls } = await frontOf(this.#page)
      const next = controls.find((control) => !this.#seen.has(`${name} > ${nameOf(control)}`))
      if (!next) return
      this.#seen.add(`${name} > ${nameOf(next)}`)
      const fault = await press(this.#page, next)
      this.pressed++
      const steps = [...way, next].map(nameOf).join(' > ')
      if (fault && !(steps in exceptions)) this.faults.push(`${steps} ${fault}`)
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

  /** Loads the page and opens what the controls on the way open. */
  async #follow(way: Control[]): Promise<void> {
    await this.#page.goto(this.#url)
    await this.#page.locator('main h1, main h2, main [role=tab], main form').first().waitFor()
    await settled(this.#page)
    for (const control of way) await press(this.#page, control)
  }
}

const maxDepth = 2
const maxPresses = 150
