/** @jsxImportSource preact */
import { wordsOf } from '../data/shown.ts'
import type { SiteData } from '../data/site-data.ts'
import { readKioskQuery } from '../kiosk/kiosk.ts'
import { KioskView } from '../kiosk/kiosk-view.tsx'
import type { Page, PageRequest } from '../rendering.ts'
import { loadTexts } from '../texts/load.ts'
import { documentOf, draw } from './document.ts'
import { bareHeadOf } from './head.ts'
import { siteOf } from './site-request.ts'

/** The only page of a kiosk. It has a clock, so it is rendered again every minute. */
export async function renderKiosk(data: SiteData, request: PageRequest): Promise<Page | undefined> {
  if (request.path !== '/') return undefined
  const { base, api, preview, nowMs, assets } = request
  const site = siteOf(data, request)
  const { locale, placeIds } = readKioskQuery(request.search, data, site.locales)
  const t = await loadTexts(locale)
  const route = { screen: 'now' as const }
  const app = { data, site, route, locale, t, nowMs, visitor: undefined, isPreview: false, api }
  const { body, style } = draw(data, <KioskView app={app} placeIds={placeIds} />)
  const head = bareHeadOf({ title: wordsOf(data.broadcast, 'name', locale), style, ...assets })
  const state = { base, api, locale, preview, nowMs, cursor: data.cursor }
  return {
    status: 200,
    html: documentOf({ locale, head, body, state }),
    style,
    untilMs: (Math.floor(nowMs / 60_000) + 1) * 60_000,
  }
}
