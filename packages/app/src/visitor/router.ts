import { formatAddress, isSameScreen, parseAddress, type Route, type SiteAddress } from '../address.ts'
import type { App } from '../app-context.ts'
import { find } from '../data/site-data.ts'
import { pageInfo } from '../head/page-info.ts'
import { directionOf, loadTexts } from '../texts/load.ts'
import { openVisits } from './history.ts'
import { followLinks } from './links.ts'

export interface Router {
  open(url: URL): Promise<void>
}

interface Parts {
  site(): SiteAddress
  app(): App
  show(change: Pick<App, 'route' | 'locale' | 't'>): void
  /** Reads new content, for an address whose record is not here yet. */
  refresh(): Promise<void>
  onOpened(route: Route): void
}

/** Opens screens within the page: address, title, language, scroll position and focus follow. */
export function startRouter({ site, app, show, refresh, onOpened }: Parts): Router {
  const visits = openVisits()
  const announce = announcer()
  let latest = 0
  let shown = screenIn(location)

  const read = (url: URL) => {
    const { base } = site()
    const isInside = url.pathname === base || url.pathname.startsWith(`${base}/`)
    return isInside ? parseAddress(site(), url.pathname.slice(base.length), url.search) : undefined
  }
  /** Shows the screen of an address. False when another was opened meanwhile. */
  const go = async (url: URL, enter: () => void): Promise<boolean> => {
    const parsed = read(url)
    if (!parsed) {
      location.assign(url)
      return false
    }
    const turn = ++latest
    const { route, locale } = parsed
    const t = await loadTexts(locale)
    if ('id' in route && !find(app().data, route.screen, route.id)) await refresh()
    if (turn !== latest) return false
    enter()
    shown = screenIn(url)
    const before = app().route
    show({ route, locale, t })
    describePage(app())
    if (isSameScreen(before, route)) announce(document.title)
    else focusHeading()
    onOpened(route)
    return true
  }
  const open = async (url: URL) => {
    const isOther = url.pathname !== location.pathname
    const isSame = url.href === location.href
    const isShown = await go(url, () => (isSame ? visits.replace(url.href) : visits.push(url.href)))
    if (!isShown) return
    const anchor = url.hash === '' ? null : document.getElementById(decodeURIComponent(url.hash.slice(1)))
    if (anchor) anchor.scrollIntoView()
    // A press on the current screen leads to its top; another filter of it leaves the view where it is.
    else if (isOther || isSame) scrollTo(0, 0)
  }
  followLinks({
    isScreen: (url) => read(url) !== undefined,
    open: (url) => void open(url).catch(() => location.assign(url)),
    canGoBack: visits.canGoBack,
  })
  addEventListener('popstate', async () => {
    const position = visits.moved()
    if (screenIn(location) === shown) return
    if (await go(new URL(location.href), () => {})) scrollTo(0, position)
  })
  return { open }
}

/** An address without its anchor. */
const screenIn = ({ pathname, search }: URL | Location) => pathname + search

/** What the document itself says of a screen. */
export function describePage(app: App): void {
  document.title = pageInfo(app).title
  document.documentElement.lang = app.locale
  document.documentElement.dir = directionOf(app.locale)
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  const { query: _, ...route } = app.route
  if (!canonical) return
  // The service may have named an own domain, where the site is at the root.
  const isElsewhere = new URL(canonical.href).origin !== location.origin
  const site = { ...app.site, preview: undefined, ...(isElsewhere && { base: '' }) }
  canonical.href = new URL(formatAddress(site, route, app.locale), canonical.href).href
}

/** Screen readers read the heading of the new screen, and the next Tab goes on from there. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A region outside of the app whose text is read out. */
function announcer(): (text: string) => void {
  const region = document.createElement('div')
  region.className = 'mq-hidden'
  region.setAttribute('role', 'status')
  document.body.append(region)
  return (text) => {
    region.textContent = text
  }
}
