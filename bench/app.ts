import { setTimeout } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../packages/server/test/support/browser.ts'
import { buildApp } from '../scripts/build/build.ts'
import { againstBare } from './bare.ts'
import { atLeast, atMost, type Figure, ratesOf, type Suite } from './figure.ts'
import { makeLargeFestival } from './large-festival.ts'
import { onStage } from './stage.ts'

/** The site of a festival with 1,000 sessions: what a phone loads, how soon it can be used, and how fast pages are sent. */
export const appSuite: Suite = async (options) => {
  await buildApp()
  const browser = await launchBrowser()
  try {
    return await onStage(options, async (stage) => {
      const { url } = stage.service
      const context = await browser.newContext()
      const broadcastId = await makeLargeFestival(context, url)
      const site = `/${await slugOf(url, broadcastId)}`
      await context.close()
      const rounds = options.isQuick ? 1 : 5
      const programme = `${url}${site}/programme/2027-07-01`
      return [
        ...(await firstVisits(browser, programme, rounds)),
        await repeatVisits(browser, programme, rounds),
        await scrolling(browser, programme),
        await sent(stage, 'programme of a day, from the cache', `${site}/programme/2027-07-01`),
        await sent(stage, 'home page, from the cache', `${site}/`),
      ]
    })
  } finally {
    await browser.close()
  }
}

async function slugOf(url: string, broadcastId: string): Promise<string> {
  const answer = await fetch(`${url}/v1/public/${broadcastId}`)
  return ((await answer.json()) as { slug: string }).slug
}

async function sent(stage: Parameters<typeof againstBare>[0], name: string, path: string): Promise<Figure> {
  await withinQuarter()
  const compared = await againstBare(stage, { path, headers: { 'accept-encoding': 'identity' } })
  return atLeast(name, compared.ratio, 0.7, 'of Fastify', ratesOf(compared))
}

/** A page of the programme is rendered anew every quarter of an hour, and would differ from what the yardstick sends. */
async function withinQuarter(): Promise<void> {
  const leftMs = quarterMs - (Date.now() % quarterMs)
  if (leftMs < comparedMs) await setTimeout(leftMs + 1_000)
}

const quarterMs = 15 * 60_000
/** Longer than a comparison takes. */
const comparedMs = 60_000

/** A new phone on a slow network: 1.6 Mbit/s, round trips of 150 ms, and a processor of a quarter of the speed. */
async function firstVisits(browser: Browser, url: string, rounds: number): Promise<Figure[]> {
  const visits: Visit[] = []
  // The first one fills the caches of the service.
  for (let round = 0; round <= rounds; round++) {
    const visit = await firstVisit(browser, url)
    if (round > 0) visits.push(visit)
  }
  const [first] = visits
  if (!first) throw new Error('there was no visit')
  const times = (name: 'paintedMs' | 'usableMs') => visits.map((visit) => visit[name])
  const detail = (values: number[]) => `median of ${rounds}: ${values.map(Math.round).join(', ')} ms`
  return [
    atMost('script before interaction, as gzip', kilobytes(first.bytes.script), 80, 'kB'),
    atMost(
      'HTML, CSS and script, as gzip',
      kilobytes(first.bytes.document + first.bytes.stylesheet + first.bytes.script),
      150,
      'kB',
      `HTML ${kilobytes(first.bytes.document)}, CSS ${kilobytes(first.bytes.stylesheet)} kB; data ${kilobytes(first.bytes.fetch)} kB later`,
    ),
    atMost('first content on a slow phone', middle(times('paintedMs')), 1_800, 'ms', detail(times('paintedMs'))),
    atMost('usable on a slow phone', middle(times('usableMs')), 3_500, 'ms', detail(times('usableMs'))),
  ]
}

interface Visit {
  paintedMs: number
  usableMs: number
  bytes: { document: number; script: number; stylesheet: number; fetch: number }
}

async function firstVisit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block', extraHTTPHeaders: gzip })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const bytes = countBytes(client)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.mq-star:enabled').first().waitFor({ timeout: 60_000 })
  const [paintedMs, usableMs] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    performance.now(),
  ])
  await context.close()
  return { paintedMs: paintedMs ?? Number.NaN, usableMs: usableMs ?? Number.NaN, bytes }
}

/** The transferred bytes by type of resource. */
function countBytes(client: CDPSession): Visit['bytes'] {
  const bytes = { document: 0, script: 0, stylesheet: 0, fetch: 0 }
  const types = new Map<string, string>()
  client.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type.toLowerCase()))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type !== undefined && type in bytes) bytes[type as keyof typeof bytes] += encodedDataLength
  })
  return bytes
}

/** The same phone without a network, after a visit: from opening the address until sessions are shown. */
async function repeatVisits(browser: Browser, url: string, rounds: number): Promise<Figure> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(url)
  await untilKept(page)
  await context.setOffline(true)
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator('.mq-star:enabled').first().waitFor()
    if (round > 0) times.push(await page.evaluate(() => performance.now()))
  }
  await context.close()
  const detail = `median of ${rounds}: ${times.map(Math.round).join(', ')} ms`
  return atMost('repeat visit without network', middle(times), 1_000, 'ms', detail)
}

/** The service worker controls the page, and has had time to store everything. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const workers = Reflect.get(navigator, 'serviceWorker') as { ready: Promise<unknown> }
    await workers.ready
  })
  await page.waitForTimeout(3_000)
  await page.reload()
  await page.waitForTimeout(2_000)
}

async function scrolling(browser: Browser, url: string): Promise<Figure> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('.mq-star:enabled').first().waitFor()
  await page.waitForTimeout(2_000)
  await page.evaluate(watchTasks)
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(30)
  }
  await page.waitForTimeout(500)
  const tasks = await page.evaluate(() => Reflect.get(globalThis, 'longTasksMs') as number[])
  await context.close()
  return atMost('longest task while a day of 250 sessions is scrolled', Math.max(0, ...tasks), 50, 'ms')
}

/** Runs in the page. */
function watchTasks(): void {
  const tasks: number[] = []
  Reflect.set(globalThis, 'longTasksMs', tasks)
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' as 'mark' })
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const gzip = { 'accept-encoding': 'gzip' }
const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10
const middle = (values: number[]) =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN)
