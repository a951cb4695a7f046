import type { RecordScreen, Route } from './address.ts'
import { type Shown, textOr } from './data/shown.ts'

/** The target of a tap: a screen of the app, or a link that leaves it. */
export type Destination = { route: Route; query?: Shown } | { url: string }

/** The pointers of a navigator, in the order in which they count. */
const pointers: [string, RecordScreen][] = [
  ['broadcastPageId', 'page'],
  ['broadcastArticleId', 'article'],
  ['broadcastSessionId', 'session'],
  ['broadcastHostId', 'host'],
  ['broadcastInterestPointId', 'place'],
  ['broadcastMapId', 'map'],
]

/** The screens that a navigator names. The others are those of installed apps: tickets, accounts, a scanner, the weather. */
const natives: Record<string, Exclude<Route['screen'], RecordScreen>> = {
  home: 'home',
  menu: 'menu',
  program: 'programme',
  hosts: 'hosts',
  articles: 'articles',
  maps: 'maps',
  favorites: 'plan',
  search: 'search',
  networkingForms: 'forms',
  contact: 'forms',
  campaigns: 'settings',
  profile: 'settings',
}

/** Reads a navigator. A record overrides a screen of the app, and that a link; undefined when it has no target here. */
export function destinationOf(navigator: unknown): Destination | undefined {
  const stored: Shown = Object(navigator)
  for (const [field, screen] of pointers) {
    const id = textOr(stored[field])
    if (id !== '') return { route: { screen, id } }
  }
  const screen = natives[textOr(stored.nativeContent)]
  if (screen) {
    const query: Shown | undefined = Object(stored.query) === stored.query ? (stored.query as Shown) : undefined
    return { route: withFilters({ screen }, query) }
  }
  const url = textOr(stored.url)
  return /^(?:https?|mailto|tel):/i.test(url) ? { url } : undefined
}

/** The programme has filters in its address. Of a stored query those are kept that it knows: a category, a place, a host. */
function withFilters(route: Route, stored: Shown | undefined): Route {
  if (route.screen !== 'programme' || !Array.isArray(stored?.filters)) return route
  const query: Record<string, string> = {}
  for (const filter of stored.filters) {
    const { categoryIds, interestPointId, hostIds } = Object(filter) as Shown
    const named = { category: categoryIds, stage: interestPointId, host: hostIds }
    for (const [name, value] of Object.entries(named)) {
      const list = Object(value).$in ?? value
      const ids = (Array.isArray(list) ? list : [list]).filter((one) => typeof one === 'string')
      if (ids.length > 0) query[name] = ids.join(',')
    }
  }
  return { ...route, query }
}
