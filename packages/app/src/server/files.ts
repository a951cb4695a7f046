import { formatAddress, type RecordScreen, type Route, recordScreens } from '../address.ts'
import { programmeOf } from '../data/programme.ts'
import { idOf, leadOf, textOr, wordsOf } from '../data/shown.ts'
import { all, type SiteData } from '../data/site-data.ts'
import { lookOf } from '../look/look.ts'
import type { SiteFile, SiteRequest } from '../rendering.ts'
import { directionOf } from '../texts/load.ts'
import { escapeHtml, isIndexed } from './head.ts'
import { oembed } from './oembed.ts'
import { siteOf } from './site-request.ts'

/** The file of this name, if a site has one. */
export async function renderFile(data: SiteData, request: SiteRequest): Promise<SiteFile | undefined> {
  return files[request.path.replace(/^\//, '')]?.(data, request)
}

type Make = (data: SiteData, request: SiteRequest) => SiteFile | Promise<SiteFile | undefined>

const files: Record<string, Make> = {
  'manifest.webmanifest': manifest,
  'sitemap.xml': sitemap,
  'robots.txt': robots,
  'oembed.json': oembed,
}

/** What makes the site installable as an app, in the language of the page that it is installed from. */
function manifest(data: SiteData, request: SiteRequest): SiteFile {
  const { broadcast } = data
  const site = siteOf(data, request)
  const { base, main, locales } = site
  const asked = new URLSearchParams(request.search).get('locale')
  const locale = locales.find((one) => one === asked) ?? main
  const name = wordsOf(broadcast, 'name', locale)
  const look = lookOf(broadcast, 'own')
  const content = {
    id: `${base}/`,
    name,
    short_name: name.slice(0, 30),
    description: leadOf(broadcast, locale).slice(0, 300),
    lang: locale,
    dir: directionOf(locale),
    start_url: formatAddress({ ...site, preview: undefined }, { screen: 'home' }, locale),
    scope: `${base}/`,
    display: 'standalone',
    background_color: look['--app-background'],
    theme_color: textOr(Object(broadcast.appBar).backgroundColor, look['--app-surface']),
    icons: [
      { src: `${base}/icon-192.png`, sizes: '192x192', type: 'image/png' },
      { src: `${base}/icon-512.png`, sizes: '512x512', type: 'image/png' },
      { src: `${base}/icon-maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return { type: 'application/manifest+json', content: JSON.stringify(content) }
}

/** Every page in every language. A site that asks not to be indexed has none. */
function sitemap(data: SiteData, request: SiteRequest): SiteFile {
  const site = { ...siteOf(data, request), base: '', preview: undefined }
  const entries = isIndexed(data) ? pagesOf(data) : []
  const address = (route: Route, locale: string) => escapeHtml(request.siteUrl + formatAddress(site, route, locale))
  const urls = entries.slice(0, Math.floor(maxEntries / site.locales.length)).flatMap(({ route, changed }) => {
    const others =
      site.locales.length < 2
        ? ''
        : site.locales
            .map((one) => `<xhtml:link rel="alternate" hreflang="${one}" href="${address(route, one)}"/>`)
            .join('')
    return site.locales.map(
      (locale) =>
        `<url><loc>${address(route, locale)}</loc>${changed === '' ? '' : `<lastmod>${changed}</lastmod>`}${others}</url>`,
    )
  })
  const content = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>\n`
  return { type: 'application/xml; charset=utf-8', content }
}

function pagesOf(data: SiteData): { route: Route; changed: string }[] {
  const plain: Route[] = [
    { screen: 'home' },
    { screen: 'programme' },
    ...programmeOf(data).days.map((day): Route => ({ screen: 'programme', day })),
    ...(['hosts', 'places', 'maps', 'articles'] as const).map((screen): Route => ({ screen })),
  ]
  const records = (Object.keys(recordScreens) as RecordScreen[]).flatMap((screen) =>
    all(data, screen).map((record) => ({
      route: { screen, id: idOf(record) } satisfies Route,
      changed: textOr(record._updatedAt),
    })),
  )
  return [...plain.map((route) => ({ route, changed: '' })), ...records]
}

function robots(data: SiteData, request: SiteRequest): SiteFile {
  const lines = isIndexed(data)
    ? ['User-agent: *', 'Allow: /', `Sitemap: ${request.siteUrl}/sitemap.xml`]
    : ['User-agent: *', 'Disallow: /']
  return { type: 'text/plain; charset=utf-8', content: `${lines.join('\n')}\n` }
}

/** The limit of the sitemap protocol. */
const maxEntries = 50_000
