import { formatAddress } from '../address.ts'
import type { App } from '../app-context.ts'
import { textOr, wordsOf } from '../data/shown.ts'
import type { SiteData } from '../data/site-data.ts'
import { jsonLdOf } from '../head/json-ld.ts'
import type { PageInfo } from '../head/page-info.ts'
import { lookOf } from '../look/look.ts'
import { mediaOf } from '../parts/picture.tsx'

interface HeadParts {
  siteUrl: string
  style: string
  script: string
  styles: string[]
  preloads: string[]
}

/** The head of a page: titles, addresses in all languages, link previews, style sheets and the script. */
export function headOf(app: App, info: PageInfo, parts: HeadParts): string {
  const { data, locale, route, site } = app
  const { broadcast } = data
  const { query: _, ...canonicalRoute } = route
  const pathIn = (one: string) => formatAddress({ ...site, base: '', preview: undefined }, canonicalRoute, one)
  const address = (one: string) => parts.siteUrl + pathIn(one)
  const isListed = isIndexed(data) && site.preview === undefined && !info.isMissing
  const jsonLd = jsonLdOf(app, info, parts.siteUrl)
  const own = mediaOf(app, info.picture)?.url
  const drawn = `${parts.siteUrl}/card.png?of=${encodeURIComponent(pathIn(locale))}`
  const picture = own === undefined || /\.svg(?:$|\?)/i.test(own) ? drawn : absolute(own, parts.siteUrl)
  const look = lookOf(broadcast, 'own')
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(info.title)}</title>`,
    meta('name', 'description', info.description),
    ...(isListed ? [] : [meta('name', 'robots', 'noindex')]),
    link('canonical', address(locale)),
    ...(site.locales.length > 1
      ? [
          ...site.locales.map((one) => link('alternate', address(one), { hreflang: one })),
          link('alternate', address(site.main), { hreflang: 'x-default' }),
        ]
      : []),
    meta('name', 'theme-color', textOr(Object(broadcast.appBar).backgroundColor, look['--app-surface'] ?? '#ffffff')),
    meta('property', 'og:type', route.screen === 'article' ? 'article' : 'website'),
    meta('property', 'og:site_name', wordsOf(broadcast, 'name', locale)),
    meta('property', 'og:title', info.title),
    meta('property', 'og:description', info.description),
    meta('property', 'og:url', address(locale)),
    meta('property', 'og:locale', locale),
    meta('property', 'og:image', picture),
    ...(picture === drawn
      ? [meta('property', 'og:image:width', '1200'), meta('property', 'og:image:height', '630')]
      : []),
    meta('property', 'og:image:alt', info.title),
    meta('name', 'twitter:card', 'summary_large_image'),
    jsonLd ? `<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>` : '',
    ...(site.preview === undefined
      ? [link('alternate', oembedUrl(address(locale)), { type: 'application/json+oembed', title: info.title })]
      : []),
    link('manifest', `${site.base}/manifest.webmanifest${locale === site.main ? '' : `?locale=${locale}`}`),
    link('icon', `${site.base}/icon-192.png`),
    link('apple-touch-icon', `${site.base}/icon-180.png`),
    ...styleLinks(parts.styles, parts.style),
    ...scriptLinks(parts.preloads, parts.script),
  ].join('')
}

/** Whether search engines may list the site. */
export const isIndexed = ({ broadcast }: SiteData): boolean => Object(broadcast.seo).indexing !== false

/** The head of a page that search engines and link previews leave out. */
export function bareHeadOf(
  parts: { title: string } & Omit<HeadParts, 'siteUrl' | 'script' | 'preloads'> & Partial<HeadParts>,
) {
  const { title, style, styles, preloads = [], script } = parts
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'robots', 'noindex'),
    ...styleLinks(styles, style),
    ...scriptLinks(preloads, script),
  ].join('')
}

const styleLinks = (styles: string[], style: string) => [
  ...styles.map((one) => link('stylesheet', one)),
  `<style>${style}</style>`,
]

const scriptLinks = (preloads: string[], script: string | undefined) => [
  ...preloads.map((one) => link('modulepreload', one)),
  ...(script === undefined ? [] : [`<script type="module" src="${escapeHtml(script)}"></script>`]),
]

/** The oEmbed endpoint is at every host that serves sites. */
const oembedUrl = (url: string) => `${new URL(url).origin}/oembed?${new URLSearchParams({ url })}`

const absolute = (url: string, base: string) => (URL.canParse(url, base) ? new URL(url, base).href : url)

const meta = (key: 'name' | 'property', name: string, content: string) =>
  content === '' ? '' : `<meta ${key}="${name}" content="${escapeHtml(content)}">`

const link = (rel: string, href: string, more: Record<string, string> = {}) =>
  `<link rel="${rel}" href="${escapeHtml(href)}"${Object.entries(more)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')}>`

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
