import { type CheerioAPI, firstDayOfSite, openHtml } from '@marquee/formats'
import { isSameSite, resolveUrl } from '../addresses.ts'
import { tagOf } from '../tags.ts'
import { cutText, oneLine } from '../text.ts'
import { hexOf, parseColour } from '../theme/colours.ts'
import type { ImageFound, LinkFound, PageFound } from './found.ts'
import { pageBlocks } from './page-blocks.ts'
import { isShareLink, isSkipLabel } from './page-furniture.ts'
import { pictureOf } from './pictures.ts'
import { spacedText } from './spaced-text.ts'
import { readStructured } from './structured.ts'
import { readStyles } from './styles.ts'

/** Everything that is read from a page, in compact form. */
export function readPage(html: string, url: string): Omit<PageFound, 'hasProgramme'> {
  const $ = openHtml(html)
  const base = resolveUrl($('base').attr('href') ?? '', url) ?? url
  const meta = (...names: string[]) => firstMeta($, names)
  const structured = readStructured(scripts($), base)
  const head = {
    kind: 'page' as const,
    url: canonicalOf($, base) ?? url,
    title: cutText(oneLine($('title').first().text()), 300),
    heading: cutText(oneLine($('h1').toArray().slice(0, 1).map(spacedText).join('')), 300),
    siteNames: [
      structured.siteName,
      meta('og:site_name'),
      meta('application-name'),
      meta('apple-mobile-web-app-title'),
    ].filter(isText),
    description: cutText(
      meta('description', 'og:description', 'twitter:description') || (structured.owner.description ?? ''),
      2_000,
    ),
    declaredLanguages: [$('html').attr('lang') ?? '', meta('content-language')].filter(isText),
    alternates: alternatesOf($, base),
    firstDay: firstDayOfSite(html),
    cover: resolveUrl(meta('og:image', 'og:image:url', 'twitter:image') || '', base),
    colours: coloursIn($, meta),
    inline: readStyles($('style').text(), base),
    ...linkedFiles($, base),
    logos: logosOf($, base, structured.owner.logo),
    icons: iconsOf($, base),
    ...linksOf($, base),
    wholes: structured.wholes,
    genres: structured.genres,
    clues: { ...structured.clues, offsets: [...structured.clues.offsets, ...offsetsIn($)].slice(0, 20) },
    owner: structured.owner,
  }
  const images = $('body img')
    .toArray()
    .slice(0, 300)
    .flatMap((node) => pictureOf(node, base) ?? [])
  const { blocks, isCut } = pageBlocks($, base)
  const text = blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n')
  const notes = isCut
    ? [{ code: 'page_cut', message: 'The page is long; only its beginning is shown.', url: head.url }]
    : []
  return { ...head, images: distinct(images).slice(0, 20), blocks, text: text.slice(0, 20_000), notes }
}

/** Times for machines that name their offset. */
const offsetsIn = ($: CheerioAPI) =>
  $('time[datetime]')
    .toArray()
    .slice(0, 50)
    .flatMap((node) => /^\d{4}-\d{2}-\d{2}T.*[+-]\d{2}:?\d{2}$/.exec($(node).attr('datetime') ?? '')?.[0] ?? [])

/** The addresses of the page in other languages, and its own. */
const alternatesOf = ($: CheerioAPI, base: string) =>
  $('link[rel="alternate"][hreflang]')
    .toArray()
    .slice(0, 60)
    .flatMap((node) => {
      const url = resolveUrl($(node).attr('href') ?? '', base)
      const language = tagOf($(node).attr('hreflang') ?? '')
      return url && language ? [{ language, url }] : []
    })

/** The canonical URL of the page, if it is on this site; a page found at two URLs is one page. */
function canonicalOf($: CheerioAPI, base: string): string | undefined {
  const said = resolveUrl($('link[rel="canonical"]').attr('href') ?? '', base)
  return said && isSameSite(said, base) ? said : undefined
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== ''

function firstMeta($: CheerioAPI, names: string[]): string {
  for (const name of names) {
    const content = $(`meta[property="${name}"],meta[name="${name}"],meta[http-equiv="${name}"]`)
      .first()
      .attr('content')
    const text = oneLine((content ?? '').slice(0, 10_000))
    if (text !== '') return text
  }
  return ''
}

const scripts = ($: CheerioAPI) =>
  $('script[type="application/ld+json"]')
    .toArray()
    .slice(0, 50)
    .map((script) => $(script).text())

function coloursIn($: CheerioAPI, meta: (...names: string[]) => string): string[] {
  const said = [meta('theme-color'), meta('msapplication-TileColor'), $('link[rel="mask-icon"]').attr('color') ?? '']
  return [...new Set(said)].flatMap((text) => {
    const colour = parseColour(text)
    return colour ? [hexOf(colour)] : []
  })
}

/** Style sheets, the manifest, feeds and programmes that the page links to. */
function linkedFiles($: CheerioAPI, base: string): Pick<PageFound, 'styles' | 'manifest' | 'feeds' | 'files'> {
  const hrefs = (selector: string, limit: number) =>
    [
      ...new Set(
        $(selector)
          .toArray()
          .slice(0, maxLinks)
          .flatMap(
            (node) =>
              resolveUrl(
                $(node)
                  .attr('href')
                  ?.replace(/^webcal:/i, 'https:') ?? ' ',
                base,
              ) ?? [],
          ),
      ),
    ].slice(0, limit)
  return {
    styles: hrefs('link[rel~="stylesheet"]', 10),
    manifest: hrefs('link[rel="manifest"]', 1)[0],
    feeds: hrefs('link[type="application/rss+xml"],link[type="application/atom+xml"]', 10)
      .filter((url) => !/comments/.test(url))
      .slice(0, 3),
    files: [
      ...hrefs('link[type="text/calendar"],a[href^="webcal:"],a[href*=".ics"],a[type="text/calendar"]', 40),
      ...hrefs('a[href],link[rel="alternate"][href]', maxLinks).filter(isProgrammeFile).slice(0, 20),
    ].filter((url, at, all) => all.indexOf(url) === at),
  }
}

/** By its name: schedules of frab and pretalx, exports of Sessionize, and tables. */
function isProgrammeFile(address: string): boolean {
  const { hostname, pathname } = new URL(address)
  if (hostname === 'sessionize.com') return /^\/api\/v2\/\w+\/view\//.test(pathname)
  return (
    /(?:^|[/_-])(?:schedule|programme?|programm|timetable|fahrplan|agenda|sessions|talks|events)[^/]*\.(?:xml|json|csv|tsv|xlsx)$/i.test(
      pathname,
    ) || /\/schedule\/export\/schedule\.(?:xml|json)$/.test(pathname)
  )
}

/** Images named logo, or placed like one: in the header, linking to the front page. */
function logosOf($: CheerioAPI, base: string, declared: string | undefined): ImageFound[] {
  const marked = $(
    'img[class*=logo],img[id*=logo],img[alt*=logo],img[alt*=Logo],[class*=logo] img,[id*=logo] img,img[src*=logo],header img,[role=banner] img,.navbar-brand img',
  )
    .toArray()
    .slice(0, 30)
    .flatMap((node) => {
      const url = resolveUrl($(node).attr('src') ?? '', base)
      const isOthers = /partn|sponsor|mecen|footer|support/i.test(
        $(node)
          .parents()
          .toArray()
          .slice(0, 6)
          .map((parent) => `${$(parent).attr('class')} ${$(parent).attr('id')}`)
          .join(' '),
      )
      return url && !isOthers ? [{ url, alt: cutText(oneLine($(node).attr('alt') ?? ''), 200), size: 0 }] : []
    })
  const own = declared && resolveUrl(declared, base)
  return distinct([...(own ? [{ url: own, alt: '', size: 0 }] : []), ...marked]).slice(0, 4)
}

function iconsOf($: CheerioAPI, base: string): ImageFound[] {
  const icons = $('link[rel~="icon"],link[rel="apple-touch-icon"],link[rel="apple-touch-icon-precomposed"]')
    .toArray()
    .slice(0, 30)
    .flatMap((node) => {
      const url = resolveUrl($(node).attr('href') ?? '', base)
      const size = Number.parseInt($(node).attr('sizes') ?? '', 10) || ($(node).attr('rel') === 'icon' ? 16 : 180)
      return url ? [{ url, alt: '', size }] : []
    })
  return distinct(icons.sort((a, b) => b.size - a.size)).slice(0, 6)
}

/** The links of the page, the first of each URL, and its accounts on social networks. */
function linksOf($: CheerioAPI, base: string): Pick<PageFound, 'links' | 'socials'> {
  const links = new Map<string, LinkFound>()
  const socials = new Map<string, boolean>()
  const inFrame = new Set($('header a,footer a,nav a,[role=contentinfo] a,#footer a,.footer a').toArray().slice(0, 500))
  const inNavigation = new Set($('nav a,header a,[role=navigation] a,.menu a,#menu a,#nav a').toArray().slice(0, 500))
  for (const node of $('a[href]').toArray().slice(0, maxLinks)) {
    const href = $(node).attr('href') ?? ''
    const url = resolveUrl(href, base)
    // A link within the page says nothing about another page.
    if (!url || href.trim().startsWith('#') || isShareLink(url)) continue
    if (isSocial(url)) socials.set(url.replace(/[?#].*$/, ''), socials.get(url) || inFrame.has(node))
    const label = cutText(oneLine(spacedText(node) || $(node).attr('title') || $(node).attr('aria-label') || ''), 120)
    if (isSkipLabel(label)) continue
    const known = links.get(url)
    if (!known && links.size < maxDifferentLinks) links.set(url, { url, label, isMain: inNavigation.has(node) })
    else if (known && known.label === '') known.label = label
  }
  return { links: [...links.values()], socials: [...socials].slice(0, 30).map(([url, isOwn]) => ({ url, isOwn })) }
}

const maxLinks = 3_000
const maxDifferentLinks = 300

/** An account, rather than a share button or a single post. */
function isSocial(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  const isNetwork =
    /(?:^|\.)(?:instagram\.com|facebook\.com|youtube\.com|tiktok\.com|twitter\.com|x\.com|linkedin\.com|bsky\.app|soundcloud\.com|vimeo\.com|twitch\.tv|discord\.gg|t\.me|threads\.net|flickr\.com)$/.test(
      hostname,
    )
  const isFediverse = /^\/@[\w.-]+$/.test(pathname) && /mastodon|social|fosstodon|mamot|piaille/.test(hostname)
  return (
    (isNetwork || isFediverse) &&
    pathname.length > 1 &&
    !/\/(?:share|sharer|intent|hashtag|status|watch|embed|events|p|search|plugins|dialog)(?:\/|\.php|$)/.test(pathname)
  )
}

const distinct = (images: ImageFound[]) => [...new Map(images.map((image) => [image.url, image])).values()]
