import { isSameSite, pageKey } from '../addresses.ts'
import { isBeside, type Topic, topicOf } from '../capture/topics.ts'
import type {
  ArticleFound,
  FeedFound,
  ImageFound,
  ManifestFound,
  PageFound,
  SiteNote,
  WholeFound,
} from '../read/found.ts'
import type { FontFound } from '../read/styles.ts'
import { cutText, nameKey, slugOf } from '../text.ts'
import type { ColoursFound } from '../theme/theme.ts'
import { type Capture, ofKind, siteLanguage } from './captures.ts'
import { limitedProgramme } from './site-limits.ts'
import { coloursOf, picturesOf, socialsOf } from './site-look.ts'
import { nameOf } from './site-name.ts'
import { captureNotes, settingNotes } from './site-notes.ts'
import { type SiteProgramme, type SiteRecord, siteProgrammeOf } from './site-programme.ts'
import { timeZoneOf } from './time-zone.ts'
import { type Translations, translationNotes, translationsOf } from './translations.ts'

export interface SitePage extends PageFound {
  topic: Topic | undefined
  /** Its label in the navigation of the site. */
  label: string
}

export interface SiteArticle extends ArticleFound {
  source: { url: string; kind: string }
}

/** A whole site. */
export interface Site {
  url: string
  name: string
  shortDescription: string
  description: string
  /** A BCP 47 tag; undefined when it could not be recognized. */
  language: string | undefined
  type: 'festival' | 'conference' | 'venue' | undefined
  timeZone: string | undefined
  home: SitePage
  pages: SitePage[]
  /** The festival itself, if the site describes it as an event. */
  whole: WholeFound | undefined
  programme: SiteProgramme
  articles: SiteArticle[]
  translations: Translations
  /** What was cut, left out or guessed. */
  notes: SiteNote[]
  socials: string[]
  /** Entries of its navigation that were not read, and are linked to on the web. */
  elsewhere: { url: string; label: string; topic: Topic }[]
  ticketsUrl: string | undefined
  logos: ImageFound[]
  covers: string[]
  colours: Omit<ColoursFound, 'logo'>
  fonts: FontFound[]
  bodyFont: string | undefined
}

/** Combines the parsed files of a site. Undefined without its first page. */
export function siteOf(captures: Capture[]): Site | undefined {
  const pages = ofKind(captures, 'page')
  const first = pages[0]
  if (!first) return undefined
  const manifest = ofKind(captures, 'manifest')[0]
  const labels = labelsOf(pages)
  const [home = sitePage(first, labels), ...others] = pages.map((page) => sitePage(page, labels))
  const language = siteLanguage(captures)
  const translated = new Map(
    captures.flatMap(({ what, url, found }) => (what === 'translation' && found ? [[url, found] as const] : [])),
  )
  const programmes = ofKind(captures, 'programme')
  const zone = timeZoneOf(pages, programmes, language)
  const { name, notes: nameNotes } = nameOf(first, manifest)
  const whole = wholeOf(pages, name)
  const programme = limitedProgramme(withPlaceOf(whole, first.url, siteProgrammeOf(programmes, pages)))
  const styles = [...ofKind(captures, 'styles'), first.inline]
  const text = description(first, manifest, whole)
  const feeds = ofKind(captures, 'feed')
  return {
    url: first.url,
    name,
    shortDescription: cutText(whole && text === '' ? whole.title : text, 80),
    description: cutText(text, 4_000),
    language,
    type: typeOf(pages, programme),
    timeZone: zone?.zone,
    home,
    pages: distinctPages(others, home),
    whole,
    programme,
    articles: articlesOf(programme.articles, feeds),
    translations: translationsOf(pages, translated, language),
    notes: [
      ...settingNotes(language, zone?.zone),
      ...(zone?.note ? [zone.note] : []),
      ...nameNotes,
      ...captureNotes(captures, pages),
      ...feeds.flatMap(({ notes }) => notes),
      ...programme.notes,
      ...translationNotes(pages, translated, language),
    ],
    socials: socialsOf(first, name),
    elsewhere: elsewhereOf(first, captures),
    ticketsUrl: ticketsOf(pages),
    ...picturesOf(first, manifest, whole),
    colours: coloursOf(first, manifest, styles),
    fonts: styles.flatMap(({ fonts }) => fonts),
    bodyFont: styles.flatMap(({ bodyFont }) => bodyFont ?? [])[0],
  }
}

/** The label of each page in links to it; the shortest wins. */
function labelsOf(pages: PageFound[]): Map<string, string> {
  const labels = new Map<string, string>()
  for (const { url, label, isMain } of pages.flatMap(({ links }) => links)) {
    const known = labels.get(pageKey(url))
    const isBetter = known === undefined || (isMain && label.length < known.length)
    if (label.length >= 2 && label.length <= 40 && isBetter) labels.set(pageKey(url), label)
  }
  return labels
}

function sitePage(page: PageFound, labels: Map<string, string>): SitePage {
  const linked = labels.get(pageKey(page.url)) ?? ''
  const isOwn = linked !== '' && !page.siteNames.includes(linked)
  const label = isOwn ? linked : cutText(ownTitle(page), 60)
  return { ...page, label, topic: topicOf(page.url, `${linked} ${ownTitle(page)}`) }
}

/** The title of a page without the name of the site. */
export function ownTitle({ title, heading, siteNames }: PageFound): string {
  const parts = title.split(/\s+[|–—·•»:-]\s+/).filter((part) => !siteNames.includes(part))
  return heading !== '' && heading.length <= 80 ? heading : (parts[0] ?? title)
}

/** Every page once, whatever URLs it was found at. */
function distinctPages(pages: SitePage[], home: SitePage): SitePage[] {
  const seen = new Set([pageKey(home.url), home.text])
  return pages.filter(({ url, text }) => {
    const isKnown = seen.has(pageKey(url)) || (text !== '' && seen.has(text))
    seen.add(pageKey(url)).add(text)
    return !isKnown
  })
}

function description(home: PageFound, manifest: ManifestFound | undefined, whole: WholeFound | undefined): string {
  const candidates = [
    home.description,
    whole?.description ?? '',
    manifest?.description ?? '',
    home.owner.description ?? '',
  ]
  const said = candidates.find((text) => text !== '')
  if (said !== undefined) return said
  const paragraph = home.blocks.find(
    ({ type, text }) => type === 'paragraph' && typeof text === 'string' && text.length >= 40,
  )
  return typeof paragraph?.text === 'string' ? plain(paragraph.text) : ''
}

/** Markdown that we generated, as plain text. */
export const plain = (markdown: string) =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*?/g, '')
    .replaceAll(/\\(?=[^\w\s])/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The main event of the site: one that contains others, or the only one of its front page that lasts for days. */
function wholeOf(pages: PageFound[], name: string): WholeFound | undefined {
  const isOwn = ({ title }: WholeFound) => slugOf(title).includes(slugOf(name))
  const holding = pages.flatMap(({ wholes }) => wholes.filter(({ isNamed }) => isNamed))
  const known = holding.find(isOwn) ?? holding[0]
  if (known) return known
  const here = pages[0]?.wholes ?? []
  return here.find(isOwn) ?? (here.length === 1 ? here[0] : undefined)
}

/** The programme with the place of the main event, and without the main event itself. */
function withPlaceOf(whole: WholeFound | undefined, url: string, programme: SiteProgramme): SiteProgramme {
  if (!whole) return programme
  const isWhole = ({ fields }: SiteRecord) =>
    nameKey(String(fields.title)) === nameKey(whole.title) &&
    String(Object(fields.time).start).slice(0, 10) === whole.start.slice(0, 10)
  const sessions = programme.sessions.filter((session) => !isWhole(session))
  const { place } = whole
  if (!place) return { ...programme, sessions }
  const key = nameKey(place.name)
  const known = programme.places.find((one) => one.key === key)
  const { latitude: y, longitude: x } = place
  const own = {
    title: place.name,
    ...(place.description && { description: place.description }),
    ...(x !== undefined && y !== undefined && { position: { x, y } }),
  }
  const record: SiteRecord = {
    kind: 'broadcastInterestPoint',
    key,
    fields: { ...own, ...known?.fields },
    source: known?.source ?? { url, kind: 'json-ld' },
  }
  return { ...programme, sessions, places: [record, ...programme.places.filter((one) => one !== known)] }
}

function typeOf(pages: PageFound[], { sessions }: SiteProgramme): Site['type'] {
  const words = pages
    .map(({ title, description, text }) => `${title} ${description} ${text.slice(0, 2_000)}`)
    .join(' ')
    .toLowerCase()
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0
  const scores = {
    festival:
      count(/festival/g) +
      2 * sessions.filter(({ fields }) => [fields.categoryIds].flat().includes(nameKey('@music'))).length,
    conference: count(/conf[eé]ren|konferenz|speaker|keynote|talks\b|summit|ponentes|workshops?\b/g),
    venue: count(/\bvenue hire\b|\bth[eé][aâ]tre\b|\bmus[eé]e\b|\bmuseum\b|\bsalle de\b|\bsaison\b/g),
  }
  const [best] = Object.entries(scores).sort(([, a], [, b]) => b - a)
  return best && best[1] >= 2 ? (best[0] as 'festival' | 'conference' | 'venue') : undefined
}

function articlesOf(structured: SiteRecord[], feeds: FeedFound[]): SiteArticle[] {
  const all: SiteArticle[] = [
    ...feeds.flatMap((feed) => feed.articles.map((one) => ({ ...one, source: { url: feed.url, kind: 'feed' } }))),
    ...structured.flatMap((record) => articleOf(record) ?? []),
  ]
  const distinct = new Map<string, SiteArticle>()
  for (const article of all) {
    const key = article.url ? pageKey(article.url) : nameKey(article.title)
    if (!distinct.has(key)) distinct.set(key, article)
  }
  return [...distinct.values()]
}

/** An article of structured data; its key is its address. */
function articleOf({ key, fields, source }: SiteRecord): SiteArticle | undefined {
  const { title, content, publishedAt, coverImageUrl } = fields as Record<string, string | undefined>
  const url = URL.parse(key.replace(/^\S+ /, ''))?.href
  if (!title || !content) return undefined
  return { key: url ?? title, title, content, publishedAt, image: coverImageUrl, url, source }
}

/** A page that does not exist, or could not be read, gets no entry. */
function elsewhereOf(home: PageFound, captures: Capture[]): Site['elsewhere'] {
  const opened = new Set(captures.map(({ url, found }) => pageKey(found && 'url' in found ? found.url : url)))
  const tried = new Set(captures.map(({ url }) => pageKey(url)))
  return home.links
    .filter(({ url, label, isMain }) => isMain && label !== '' && isSameSite(url, home.url) && !isBeside(url, label))
    .filter(({ url }) => !opened.has(pageKey(url)) && !tried.has(pageKey(url)))
    .flatMap(({ url, label }) => {
      const topic = topicOf(url, label)
      return topic ? [{ url, label: cutText(label, 40), topic }] : []
    })
    .slice(0, 8)
}

/** The ticket shop, which is usually another site. */
function ticketsOf(pages: PageFound[]): string | undefined {
  const links = pages.flatMap((page) => page.links)
  const sellers = links.filter(
    ({ url, label }) =>
      topicOf('', label)?.name === 'tickets' ||
      /(?:eventbrite|weezevent|billetweb|shotgun|dice\.fm|ticketmaster|helloasso|pretix|tito\.io|ti\.to|yurplan|fnacspectacles)\./.test(
        url,
      ),
  )
  return (sellers.find(({ url }) => !isSameSite(url, pages[0]?.url ?? '')) ?? sellers[0])?.url
}
