import type { Shown } from './data/shown.ts'

/** The screens that show one record. */
export const recordScreens = {
  session: 'sessions',
  host: 'hosts',
  place: 'places',
  map: 'maps',
  article: 'articles',
  page: 'pages',
  form: 'forms',
} as const

export type RecordScreen = keyof typeof recordScreens

/** The screens without a record, by their path. */
const plainScreens = {
  home: '',
  programme: 'programme',
  now: 'now',
  plan: 'plan',
  hosts: 'hosts',
  places: 'places',
  maps: 'maps',
  articles: 'articles',
  forms: 'forms',
  search: 'search',
  menu: 'menu',
  settings: 'settings',
} as const

export type PlainScreen = keyof typeof plainScreens

/** A screen of the app, with the query of its address: filters, a search, a view. */
export type Route =
  | { screen: Exclude<PlainScreen, 'programme'>; query?: Query }
  | { screen: 'programme'; day?: string | undefined; query?: Query }
  | { screen: RecordScreen; id: string; query?: Query }

export type Query = Readonly<Record<string, string>>

/** The place of a site among addresses. */
export interface SiteAddress {
  /** The path of the site without a slash at its end: `/nuits-du-port`, or nothing on a domain of its own. */
  base: string
  /** The main language, which has no prefix, and the others. */
  main: string
  locales: readonly string[]
  /** The token of a preview link, which every address of the site repeats. */
  preview?: string | undefined
}

/** The path and query of a screen. */
export function formatAddress({ base, main, preview }: SiteAddress, route: Route, locale: string): string {
  const parts = [...(locale === main ? [] : [locale]), ...segmentsOf(route)]
  const params = new URLSearchParams({ ...route.query, ...(preview !== undefined && { preview }) })
  const query = params.toString().replaceAll('%2C', ',')
  return `${base}/${parts.join('/')}${query === '' ? '' : `?${query}`}`
}

function segmentsOf(route: Route): string[] {
  if ('id' in route) return [recordScreens[route.screen], route.id]
  const name = plainScreens[route.screen]
  if (route.screen === 'programme' && route.day !== undefined) return [name, route.day]
  return name === '' ? [] : [name]
}

/** Reads an address below the base of a site; undefined when it has no such screen. */
export function parseAddress(
  site: SiteAddress,
  path: string,
  search: string,
): { route: Route; locale: string } | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  const [first = ''] = parts
  const isPrefixed = first !== site.main && site.locales.includes(first)
  const route = routeOf(isPrefixed ? parts.slice(1) : parts)
  if (!route) return undefined
  const { preview: _, ...query } = queryOf(new URLSearchParams(search))
  return { route: { ...route, query }, locale: isPrefixed ? first : site.main }
}

/** A form repeats the name of a field with several values, a link separates them by commas. Empty values are left out. */
export function queryOf(params: URLSearchParams): Query {
  const names = [...new Set(params.keys())]
  const entries = names.map(
    (name) =>
      [
        name,
        params
          .getAll(name)
          .filter((value) => value !== '')
          .join(','),
      ] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

function routeOf([name = '', detail, ...rest]: string[]): Route | undefined {
  if (rest.length > 0) return undefined
  if (detail === undefined) {
    const screen = (Object.keys(plainScreens) as PlainScreen[]).find((one) => plainScreens[one] === name)
    return screen && ({ screen } as Route)
  }
  if (name === plainScreens.programme) return isDay(detail) ? { screen: 'programme', day: detail } : undefined
  const screen = (Object.keys(recordScreens) as RecordScreen[]).find((one) => recordScreens[one] === name)
  return screen && /^[\da-f]{24}$/.test(detail) ? { screen, id: detail } : undefined
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Whether two routes show the same screen, whatever their queries. */
export function isSameScreen(one: Route, other: Route): boolean {
  return one.screen === other.screen && Object(one).id === Object(other).id
}

/** The site of a broadcast at a path. */
export function siteAt(base: string, broadcast: Shown, preview?: string): SiteAddress {
  const locales = localesOf(broadcast)
  return { base, main: locales[0], locales, preview }
}

/** The languages of a broadcast, the main one first. */
export function localesOf(broadcast: Shown): [string, ...string[]] {
  const listed = Array.isArray(broadcast.locales) ? broadcast.locales.filter((one) => typeof one === 'string') : []
  const own = [broadcast.defaultLocale, Object(broadcast.home).defaultLocale, listed[0]]
  const main = own.find((one) => typeof one === 'string' && isLanguage(one)) ?? 'en'
  return [main, ...listed.filter((one) => one !== main)]
}

/** Whether dates can be written in a language. A tag may have the right form and still make no sense. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
