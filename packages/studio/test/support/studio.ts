import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildPages } from '../../../../scripts/build/build.ts'
import { launchBrowser } from '../../../server/test/support/browser.ts'
import { saveScreenshot, savesScreenshots } from '../../../server/test/support/screenshots.ts'
import { startService, type TestService } from '../../../server/test/support/service.ts'
import { localReceivers } from '../../../server/test/support/webhooks.ts'

/**
 * A built studio, a service that serves it, and a browser. The service and the browser are started once for all files of a
 * process; each file has its own people, broadcasts, windows and complaints.
 */
export interface TestStudio {
  service: TestService
  /** Opens an isolated window: it shares nothing with the others but the service. */
  newWindow(options?: WindowOptions): Promise<Page>
  /** Opens a window of a signed-in person. */
  signIn(who: { email: string; password: string }, options?: WindowOptions): Promise<Page>
  /**
   * Runs axe on a screen in light and in dark. Violations of WCAG A or AA are complaints.
   * `within` defaults to the open dialog, or else the screen. The window keeps the scheme that was checked last, because repainting
   * everything in other colors takes longer than the check.
   */
  inspect(page: Page, name: string, within?: string): Promise<void>
  /** Saves screenshots in light and in dark, where screenshots were asked for. */
  photograph(page: Page, name: string): Promise<void>
  /** Errors of pages, policy violations and findings of axe so far; the last test of a file asserts that there are none. */
  complaints: string[]
  stop(): Promise<void>
}

interface WindowOptions {
  isPhone?: boolean
  language?: 'en' | 'fr' | 'es'
  /** Another service than the shared one, such as one with other options. */
  at?: TestService
}

export const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export async function startStudio(): Promise<TestStudio> {
  running ??= run()
  const { service, browser } = await running
  const complaints: string[] = []
  const windows: BrowserContext[] = []
  const newWindow = async ({ isPhone = false, language = 'en' }: WindowOptions = {}): Promise<Page> => {
    const viewport = isPhone ? phone : wide
    const context = await browser.newContext({
      viewport,
      locale: language,
      hasTouch: isPhone,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
    })
    windows.push(context)
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    listen(page, complaints)
    return page
  }
  return {
    service,
    complaints,
    newWindow,
    async signIn(who, options) {
      const page = await newWindow(options)
      const { at = service } = options ?? {}
      const { cookies } = await sessionOf(at, who)
      await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: at.url })))
      return page
    },
    async inspect(page, name, within) {
      const part = within ?? (await partInFront(page))
      let isFirst = true
      await inBothSchemes(page, name, async (picture) => {
        await finishAnimations(page)
        await saveScreenshot(page, picture)
        // Nothing but colors depends on the scheme.
        const found = await violations(page, part, isFirst ? everyRule : contrastAlone)
        isFirst = false
        complaints.push(...found.map((violation) => `${picture}: ${violation}`))
      })
    },
    async photograph(page, name) {
      if (savesScreenshots) await inBothSchemes(page, name, (picture) => saveScreenshot(page, picture))
    },
    async stop() {
      await Promise.all(windows.map((context) => context.close()))
    },
  }
}

/** Shows a page in the scheme that it has, then in the other one. */
async function inBothSchemes(page: Page, name: string, look: (picture: string) => Promise<void>): Promise<void> {
  const size = (page.viewportSize()?.width ?? 0) < 600 ? 'phone' : 'wide'
  const [now, other] = (await isDark(page)) ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  for (const scheme of [now, other]) {
    if (scheme === other) await page.emulateMedia({ colorScheme: scheme })
    // The page is notified a moment later than its fields.
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' })
    await look(`studio-${name}-${size}-${scheme}`)
  }
}

/** Axe would measure the contrast of text that is still fading in. Transitions begin with the frame after a change. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
}

interface Running {
  service: TestService
  browser: Browser
}

let running: Promise<Running> | undefined

async function run(): Promise<Running> {
  // Before the service, which would keep the process alive when there is no browser.
  const browser = await launchBrowser()
  await buildPages()
  return { service: await startService(localReceivers), browser }
}

after(async () => {
  if (!running) return
  const { service, browser } = await running
  await browser.close()
  await service.stop()
})

/** The topmost dialog, as nothing behind it can be used; else the screen without its frame; else the whole page. */
async function partInFront(page: Page): Promise<string> {
  for (const part of ['[role=dialog]', 'main']) if (await page.locator(part).first().isVisible()) return part
  return 'body'
}

const isDark = (page: Page) => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)

/** The findings of axe, as `rule: element`. */
async function violations(page: Page, within: string, runOnly: object): Promise<string[]> {
  axeSource ??= await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([only, part]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const found = await axe.run(part, { runOnly: only, resultTypes: ['violations'], preload: false })
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`),
      )
    },
    [runOnly, within] as const,
  )
}

const everyRule = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const contrastAlone = { type: 'rule', values: ['color-contrast'] }

interface Axe {
  run(
    root: unknown,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

let axeSource: string | undefined

/** Collects errors of a page and policy violations. The page itself shows requests that the service rejects. */
function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isRefusal = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
}

async function sessionOf(service: TestService, who: { email: string; password: string }) {
  const response = await fetch(`${service.url}/v1/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email: who.email, password: who.password }),
  })
  assert.equal(response.status, 200)
  const cookies = response.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    return { name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }
  })
  return { cookies }
}

export type { BrowserContext, Page }

declare function matchMedia(query: string): { matches: boolean }
declare function requestAnimationFrame(callback: (value?: unknown) => void): void
declare const document: {
  getAnimations(): { finish(): void; effect: { getComputedTiming(): { endTime: number } } | null }[]
}
