import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildApp } from '../../../../scripts/build/build.ts'
import { launchBrowser } from '../../../server/test/support/browser.ts'
import { startService, type TestService, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { copyDemo } from '../../../studio/test/support/demo-copy.ts'

/** A built app, a service with a copy of the demo festival, and a browser. Started once for all files of a process. */
export interface TestSite {
  service: TestService
  tenant: TestTenant
  broadcastId: string
  /** The address of the site, without a slash at its end. */
  url: string
  /** The path of the broadcast on Surface B. */
  path: string
  /** Opens an isolated browser of a visitor. */
  newVisitor(options?: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }>
  /** Errors of pages and policy violations so far; the last test of a file asserts that there are none. */
  complaints: string[]
  stop(): Promise<void>
}

export const phone = { width: 390, height: 844 }

export async function startSite(): Promise<TestSite> {
  running ??= run()
  const { service, browser } = await running
  const tenant = await service.newTenant()
  const { broadcastId } = await copyDemo(service, tenant)
  const key = await service.newKey(broadcastId, ['read', 'write', 'people'])
  const path = `/v1/users/${tenant.userId}/broadcasts/${broadcastId}`
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  return {
    ...{ service, broadcastId, path, complaints, url: `${service.url}/copy-${broadcastId}` },
    tenant: { ...tenant, broadcastId, key, path },
    async newVisitor(options = {}) {
      const context = await browser.newContext({
        ...{ viewport: phone, hasTouch: true, locale: 'en', reducedMotion: 'reduce', timezoneId: 'Europe/Paris' },
        ...options,
      })
      contexts.push(context)
      context.setDefaultTimeout(30_000)
      context.on('page', (page) => listen(page, complaints))
      return { context, page: await context.newPage() }
    },
    async stop() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

/** Calls the management API as the organizer. */
export async function organize(site: TestSite, method: string, path: string, body?: object) {
  const response = await fetch(`${site.service.url}${site.path}${path}`, {
    method,
    headers: { 'x-api-key': site.tenant.key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert(response.ok, text)
  return text === '' ? undefined : JSON.parse(text)
}

/** The page has a service worker, and the content is stored: from now on it opens without network. */
export async function untilKept(page: Page): Promise<void> {
  await until(() => page.evaluate(isKept), 'the site is kept')
}

async function isKept(): Promise<boolean> {
  if (!navigator.serviceWorker.controller) return false
  const scope = new URL((await navigator.serviceWorker.ready).scope).pathname.replace(/\/$/, '')
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(`marquee ${scope}`)
    request.onsuccess = () => resolve(request.result)
  })
  const count = await new Promise((resolve) => {
    const request = db.transaction('values').objectStore('values').count('site')
    request.onsuccess = () => resolve(request.result)
  })
  db.close()
  return count === 1
}

interface Running {
  service: TestService
  browser: Browser
}

let running: Promise<Running> | undefined

async function run(): Promise<Running> {
  // Before the service, which would keep the process alive when there is no browser.
  const browser = await launchBrowser()
  await buildApp()
  const limits = { MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_PUBLIC_WRITE_LIMIT: 'off' }
  return { service: await startService(limits), browser }
}

after(async () => {
  if (!running) return
  const { service, browser } = await running
  await browser.close()
  await service.stop()
})

/** Collects errors of a page and policy violations. Without network requests fail, and the page copes with it. */
function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const isRefusal = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(`${page.url()}: ${message.text()}`)
  })
}
