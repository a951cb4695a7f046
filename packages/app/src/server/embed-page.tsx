/** @jsxImportSource preact */
import { wordsOf } from '../data/shown.ts'
import type { SiteData } from '../data/site-data.ts'
import { readEmbedQuery } from '../embed/embed-query.ts'
import { EmbedView } from '../embed/embed-view.tsx'
import type { Page, PageRequest } from '../rendering.ts'
import embedCss from '../styles/embed.css?inline'
import { loadTexts } from '../texts/load.ts'
import { documentOf, draw } from './document.ts'
import { bareHeadOf } from './head.ts'
import { siteOf } from './site-request.ts'

/** A view for the frame of another website: `/embed?view=day&day=2027-07-02`. It has no script, and its links leave the frame. */
export async function renderEmbed(data: SiteData, request: PageRequest): Promise<Page> {
  const params = new URLSearchParams(request.search)
  const query = readEmbedQuery((name) => params.get(name))
  const site = siteOf(data, request)
  const locale = site.locales.find((one) => one === query.locale) ?? site.main
  const { api, nowMs, assets } = request
  const route = { screen: 'programme' as const }
  const t = await loadTexts(locale)
  const app = { data, site, route, locale, t, nowMs, visitor: undefined, isPreview: false, api }
  const { body, style: theme } = draw(data, <EmbedView app={app} query={query} />)
  const style = `${theme}\n${embedCss}`
  const title = `${t[query.view === 'now' ? 'now' : 'programme']} · ${wordsOf(data.broadcast, 'name', locale)}`
  const refresh = query.view === 'now' ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''
  const head = `${bareHeadOf({ title, style, styles: assets.styles })}<base target="_top">${refresh}`
  return {
    ...{ status: 200, html: documentOf({ locale, head, body }), style },
    // Sessions are marked as running.
    untilMs: (Math.floor(nowMs / 60_000) + 1) * 60_000,
    isEmbeddable: true,
  }
}

/** A frame of current sessions is loaded anew by itself. */
const refreshSeconds = 60
