import { readFile } from 'node:fs/promises'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildApp } from '../../../../scripts/build/build.ts'
import { launchBrowser } from '../../../server/test/support/browser.ts'
import { saveScreenshot } from '../../../server/test/support/screenshots.ts'
import { startService, type TestService, type TestTenant } from '../../../server/test/support/service.ts'
import { copyDemo, type DemoCopy } from '../../../studio/test/support/demo-copy.ts'

/** The website of a copy of the demo festival, on its Saturday evening. The clock of the service goes on from there. */
export interface TestSite {
  service: TestService
  tenant: TestTenant
  demo: DemoCopy
  /** The address of the site, without a slash at its end. */
  url: string
  newWindow(options?: WindowOptions): Promise<Page>
  /** Runs axe on the page, with some rules or all of WCAG A and AA; its findings are complaints. */
  inspect(page: Page, name: string, rules?: string[]): Promise<void>
  /** Errors of pages, policy violations and findings of axe; the last test of a file asserts that there are none. */
  complaints: string[]
  stop(): Promise<void>
}

export interface WindowOptions {
  isPhone?: boolean
  isDark?: boolean
  withoutScript?: boolean
  timezone?: string
  position?: { latitude: number; longitude: number }
}

export const eveningMs = Date.parse('2027-07-03T19:20:00+02:00')

export async function startSite(): Promise<TestSite> {
  running ??= run()
  const { service, browser, tenant, demo } = await running
  const complaints: string[] = []
  const windows: BrowserContext[] = []
  return {
    service,
    tenant,
    demo,
    url: `${service.url}/copy-${demo.broadcastId}`,
    complaints,
    async newWindow({
      isPhone = false,
      isDark = false,
      withoutScript = false,
      timezone = 'Europe/Paris',
      position,
    } = {}) {
      const context = await browser.newContext({
        viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
        hasTouch: isPhone,
        colorScheme: isDark ? 'dark' : 'light',
        javaScriptEnabled: !withoutScript,
        reducedMotion: 'reduce',
        timezoneId: timezone,
        ...(position && { geolocation: position, permissions: ['geolocation'] }),
      })
      windows.push(context)
      context.setDefaultTimeout(60_000)
      // Pictures of other hosts, which are not reachable in a test.
      await context.route(/^https:/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }))
      const page = await context.newPage()
      await page.clock.setFixedTime(eveningMs)
      listen(page, complaints)
      return page
    },
    async inspect(page, name, rules) {
      await saveScreenshot(page, `site-${name}`)
      complaints.push(...(await violations(page, rules)).map((violation) => `${name}: ${violation}`))
    },
    async stop() {
      await Promise.all(windows.map((context) => context.close()))
    },
  }
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48"/></svg>'

interface Running {
  service: TestService
  browser: Browser
  tenant: TestTenant
  demo: DemoCopy
}

let running: Promise<Running> | undefined

async function run(): Promise<Running> {
  // Before the service, which would keep the process alive when there is no browser.
  const browser = await launchBrowser()
  await buildApp()
  const service = await startService({ MARQUEE_MAP_TILES: tiles, MARQUEE_MAP_ATTRIBUTION: '© Everyone' })
  try {
    return { service, browser, ...(await openFestival(service)) }
  } catch (error) {
    await browser.close()
    await service.stop()
    throw error
  }
}

async function openFestival(service: TestService): Promise<Pick<Running, 'tenant' | 'demo'>> {
  const tenant = await service.newTenant()
  const demo = await copyDemo(service, tenant)
  const path = `/v1/users/${tenant.userId}/broadcasts/${demo.broadcastId}`
  const key = await service.newKey(demo.broadcastId, ['read', 'write', 'people'])
  const own = { ...tenant, broadcastId: demo.broadcastId, path, key, api: keyed(tenant, key) }
  service.clock.advance(eveningMs - service.clock.now())
  return { tenant: own, demo }
}

/** Tiles of the service itself, as tests reach no other host. */
const tiles = '/demo/map.svg?z={z}&x={x}&y={y}'

const keyed =
  ({ api }: TestTenant, key: string): TestTenant['api'] =>
  (method, path, body, headers = {}) =>
    api(method, path, body, { ...headers, 'x-api-key': key })

after(async () => {
  const opened = await running?.catch(() => undefined)
  if (!opened) return
  const { service, browser } = opened
  await browser.close()
  await service.stop()
})

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The page itself shows refusals, and files that are still to come.
    const isRefusal = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
}

/** The findings of axe, as `rule: element`. */
async function violations(page: Page, rules: string[] | undefined): Promise<string[]> {
  axeSource ??= await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const found = await axe.run(document, { runOnly, resultTypes: ['violations'], preload: false })
      // A target that is scrolled half out of a box, or below an open card, is whole after scrolling.
      const isCut = (id: string, { target: [selector = ''], failureSummary = '' }: AxeNode) =>
        id === 'target-size' &&
        failureSummary.includes('partially obscured') &&
        document.querySelector(selector)?.closest('.mq-grid-box, .mq-map-box') !== null
      return found.violations.flatMap(({ id, nodes }) =>
        nodes
          .filter((node) => !isCut(id, node))
          .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`),
      )
    },
    rules ? { type: 'rule', values: rules } : { type: 'tag', values: wcag },
  )
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface AxeNode {
  html: string
  target: string[]
  failureSummary?: string
}

interface Axe {
  run(root: unknown, options: object): Promise<{ violations: { id: string; nodes: AxeNode[] }[] }>
}

let axeSource: string | undefined
