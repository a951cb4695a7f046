import { parseAddress, type Route, type SiteAddress, siteAt } from '../address.ts'
import { emptyData, find, type SiteData } from '../data/site-data.ts'
import { fetchContent, readContent } from './content.ts'
import type { PageState } from './page-state.ts'
import type { Store } from './store.ts'

export interface Opened {
  data: SiteData
  /** The content of the last visit, if there was one. */
  kept: SiteData | undefined
  site: SiteAddress
  route: Route
  locale: string
}

/**
 * The content for a page. That of the last visit is enough for the shell, which shows nothing yet; a page that the service
 * rendered is met by content of the same version, so that nothing jumps. Undefined when the site has no such address.
 */
export async function openContent(state: PageState, store: Store): Promise<Opened | undefined> {
  const kept = await readContent(store)
  const isEnough = kept && (state.cursor === undefined || state.cursor === kept.cursor)
  const data = isEnough ? kept : await newestContent(state, kept)
  const opened = locate(state, data)
  const { route } = opened ?? {}
  if (!opened || !isEnough || !route || !('id' in route) || find(data, route.screen, route.id))
    return opened && { ...opened, kept }
  // A link to something newer than the last visit.
  return { ...opened, data: await newestContent(state, kept), kept }
}

async function newestContent({ api, preview }: PageState, kept: SiteData | undefined): Promise<SiteData> {
  try {
    return await fetchContent(api, preview, kept ?? emptyData)
  } catch (error) {
    if (!kept) throw error
    return kept
  }
}

function locate(state: PageState, data: SiteData): Omit<Opened, 'kept'> | undefined {
  const site = siteOf(state, data)
  const parsed = parseAddress(site, location.pathname.slice(state.base.length), location.search)
  return parsed && { data, site, ...parsed }
}

export const siteOf = ({ base, preview }: PageState, { broadcast }: SiteData): SiteAddress =>
  siteAt(base, broadcast, preview)
