import { parseAddress, type Route, type SiteAddress, siteAt } from '../address.ts'
import type { App } from '../app-context.ts'
import { idOf } from '../data/shown.ts'
import { all, type SiteData } from '../data/site-data.ts'
import type { SiteRequest } from '../rendering.ts'
import { loadTexts } from '../texts/load.ts'

export const siteOf = (data: SiteData, { base, preview }: SiteRequest): SiteAddress =>
  siteAt(base, data.broadcast, preview)

/** The app at the address of a request. Undefined when the site has no such address. */
export async function appAt(data: SiteData, request: SiteRequest): Promise<App | undefined> {
  const site = siteOf(data, request)
  const parsed = parseAddress(site, request.path, request.search) ?? pageAt(data, site, request.path)
  if (!parsed) return undefined
  const t = await loadTexts(parsed.locale)
  return { data, site, ...parsed, t, nowMs: request.nowMs, visitor: undefined, isPreview: false, api: request.api }
}

/** A page may have an address of its own, such as `/about`. */
function pageAt(data: SiteData, site: SiteAddress, path: string): { route: Route; locale: string } | undefined {
  const page = all(data, 'page').find(({ url }) => url === path)
  return page && { route: { screen: 'page', id: idOf(page) }, locale: site.main }
}
