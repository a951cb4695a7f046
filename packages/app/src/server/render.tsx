/** @jsxImportSource preact */
import type { Route } from '../address.ts'
import { AppView, ShellView } from '../app.tsx'
import { nextTurnMs } from '../data/now.ts'
import { programmeOf } from '../data/programme.ts'
import type { SiteData } from '../data/site-data.ts'
import { pageInfo } from '../head/page-info.ts'
import type { Page, PageRequest } from '../rendering.ts'
import { documentOf, draw } from './document.ts'
import { renderEmbed } from './embed-page.tsx'
import { headOf } from './head.ts'
import { renderKiosk } from './kiosk-page.tsx'
import { appAt } from './site-request.ts'

export { applyBundle, emptyData } from '../data/site-data.ts'
export { renderFile } from './files.ts'
export { pictureFacts } from './picture-facts.ts'

/**
 * A whole page as HTML. Undefined when the site has no such address. `/shell` and `/{locale}/shell` are pages without content:
 * the service worker answers every address with them, and the script fills them with the content of the device.
 */
export async function renderPage(data: SiteData, request: PageRequest): Promise<Page | undefined> {
  if (request.channel === 'kiosk') return renderKiosk(data, request)
  if (request.path === '/embed') return renderEmbed(data, request)
  const isShell = /^(?:\/[^/]+)?\/shell$/.test(request.path) && request.search === ''
  const path = isShell ? request.path.slice(0, -'shell'.length) : request.path
  const app = await appAt(data, { ...request, path })
  if (!app || (isShell && app.route.screen !== 'home')) return undefined
  const { locale } = app
  const { body, style } = draw(data, isShell ? <ShellView app={app} /> : <AppView app={app} />)
  const info = isShell ? { ...pageInfo(app), isMissing: true } : pageInfo(app)
  const { base, api, preview, nowMs, tiles } = request
  const state = { base, api, locale, preview, nowMs, tiles, ...(!isShell && { cursor: data.cursor }) }
  const head = headOf(app, info, { siteUrl: request.siteUrl, style, ...request.assets })
  const html = documentOf({ locale, head, body, state })
  if (isShell) return { status: 200, html, style, untilMs: null }
  const changesMs = Math.min(nextTurnMs(programmeOf(data), nowMs), nextTickMs(app.route, nowMs))
  return { status: info.isMissing ? 404 : 200, html, style, untilMs: Number.isFinite(changesMs) ? changesMs : null }
}

/** A clock moves every minute, and so does the line of a grid. That another day has begun is noticed within a quarter of an hour. */
function nextTickMs({ screen, query }: Route, nowMs: number): number {
  if (screen !== 'now' && screen !== 'programme') return Infinity
  const everyMs = screen === 'now' || query?.view === 'grid' ? 60_000 : 15 * 60_000
  return (Math.floor(nowMs / everyMs) + 1) * everyMs
}
