import type { Route } from '../address.ts'
import { wordsOf } from '../data/shown.ts'
import type { SiteData } from '../data/site-data.ts'
import { pageInfo } from '../head/page-info.ts'
import type { SiteFile, SiteRequest } from '../rendering.ts'
import { escapeHtml } from './head.ts'
import { appAt } from './site-request.ts'

/**
 * The oEmbed answer for a page of the site: a frame with the view that is nearest to it. `of` is the path of the page, as in the
 * address of its card. Undefined when the site has no such page.
 */
export async function oembed(data: SiteData, request: SiteRequest): Promise<SiteFile | undefined> {
  const params = new URLSearchParams(request.search)
  const [path = '/', search = ''] = (params.get('of') ?? '/').split(/(?=\?)/)
  const app = await appAt(data, { ...request, path, search })
  if (!app) return undefined
  const info = pageInfo(app)
  if (info.isMissing) return undefined
  const query = new URLSearchParams({ ...viewOf(app.route), locale: app.locale })
  const [width, height] = [sizeIn(params, 'maxwidth', 640), sizeIn(params, 'maxheight', 720)]
  const src = `${request.siteUrl}/embed?${query}`
  const content = {
    version: '1.0',
    type: 'rich',
    title: info.title,
    provider_name: wordsOf(data.broadcast, 'name', app.locale),
    provider_url: `${request.siteUrl}/`,
    cache_age: 3_600,
    html: `<iframe src="${escapeHtml(src)}" width="${width}" height="${height}" title="${escapeHtml(info.title)}" loading="lazy" frameborder="0"></iframe>`,
    ...{ width, height },
    thumbnail_url: `${request.siteUrl}/card.png?of=${encodeURIComponent(path)}`,
    ...{ thumbnail_width: 1_200, thumbnail_height: 630 },
  }
  return { type: 'application/json; charset=utf-8', content: JSON.stringify(content) }
}

function viewOf(route: Route): Record<string, string> {
  if (route.screen === 'programme' && route.day !== undefined) return { view: 'day', day: route.day }
  if (route.screen === 'place') return { view: 'stage', stage: route.id }
  return { view: route.screen === 'now' ? 'now' : 'programme' }
}

/** The usual size, unless the reader has less room. */
const sizeIn = (params: URLSearchParams, name: string, usual: number) =>
  Math.min(Number(params.get(name) ?? usual), usual)
