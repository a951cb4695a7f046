import { isSameSite, pageKey } from '../addresses.ts'
import { isBeside, type Topic, topicOf } from '../capture/topics.ts'
import type {
  ArticleFound,
  CalendarFound,
  EventFound,
  FeedFound,
  ImageFound,
  ManifestFound,
  PageFound,
} from '../read/found.ts'
import type { Readable, Readings } from '../read/read-task.ts'
import type { FontFound } from '../read/styles.ts'
import { cutText, nameKey, slugOf } from '../text.ts'
import type { ColoursFound } from '../theme/theme.ts'
import { type Language, languageOf } from './language.ts'
import { coloursOf, picturesOf, socialsOf } from './site-look.ts'
import { timeZoneOf } from './time-zone.ts'

/** A file of the site and its parsed content; null when it could not be fetched or parsed. */
export type Capture = { [W in Readable]: { what: W; url: string; found: Readings[W] | null } }[Readable]

export interface SitePage extends PageFound {
  topic: Topic | undefined
  /** Its label in the navigation of the site. */
  label: string
}

/** An event and the URL it was found at. */
export interface SiteEvent extends EventFound {
  source: { url: string; kind: string }
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
  language: Language
  type: 'festival' | 'conference' | 'venue' | undefined
  timeZone: string | undefined
  home: SitePage
  pages: SitePage[]
  /** The festival itself, if the site describes it as an event. */
  whole: SiteEvent | undefined
  events: SiteEvent[]
  articles: SiteArticle[]
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
  const calendars = ofKind(captures, 'calendar')
  const labels = labelsOf(pages)
  const [home = sitePage(first, labels), ...others] = pages.map((page) => sitePage(page, labels))
  const language = languageOf(
    [...first.declaredLanguages, manifest?.language ?? ''],
    pages.map(({ text }) => text).join('\n'),
  )
  const found = eventsOf(pages, calendars)
  const timeZone = timeZoneOf(pages, calendars, found)
  const name = nameOf(first, manifest)
  const whole = wholeOf(found, name, first.url)
  const events = found.filter((event) => event !== whole && !event.isWhole)
  const styles = [...ofKind(captures, 'styles'), first.inline]
  const text = description(first, manifest, whole)
  return {
    url: first.url,
    name,
    shortDescription: cutText(whole && text === '' ? whole.title : text, 80),
    description: cutText(text, 4_000),
    language,
    type: typeOf(pages, found),
    timeZone,
    home,
    pages: distinctPages(others, home),
    whole,
    events,
    articles: articlesOf(pages, ofKind(captures, 'feed')),
    socials: socialsOf(first, name),
    elsewhere: elsewhereOf(first, captures),
    ticketsUrl: ticketsOf(pages),
    ...picturesOf(first, manifest, whole),
    colours: coloursOf(first, manifest, styles),
    fonts: styles.flatMap(({ fonts }) => fonts),
    bodyFont: styles.flatMap(({ bodyFont }) => bodyFont ?? [])[0],
  }
}

function ofKind<W extends Readable>(captures: Capture[], what: W): Readings[W][] {
  return captures.flatMap((capture) => (capture.what === what && capture.found ? [capture.found as Readings[W]] : []))
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
function ownTitle({ title, heading, siteNames }: PageFound): string {
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

/** The name of the site within the thirty characters of an app name. */
function nameOf(home: PageFound, manifest: ManifestFound | undefined): string {
  const parts = home.title.split(/\s+[|–—·•»:-]\s+|,\s+/)
  const whole = home.events.find(({ isWhole }) => isWhole)?.title
  const candidates = [
    ...home.siteNames,
    whole ?? '',
    ...(manifest?.names ?? []),
    home.owner.name ?? '',
    ...parts,
    home.heading,
  ]
  const fitting = candidates.find((name) => name.length >= 2 && name.length <= 30 && !isMeaningless.test(name))
  const host = new URL(home.url).hostname.replace(/^www\./, '')
  return fitting ?? cutText(candidates.find((name) => name !== '' && !isMeaningless.test(name)) ?? host, 30)
}

const isMeaningless =
  /^(?:home|homepage|accueil|inicio|start|startseite|welcome|bienvenue|index|untitled|website|conference web|react app|vite app|document)$/i

function description(home: PageFound, manifest: ManifestFound | undefined, whole: EventFound | undefined): string {
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

/** Every event once: a calendar and a page may describe the same one. */
function eventsOf(pages: PageFound[], calendars: CalendarFound[]): SiteEvent[] {
  const all: SiteEvent[] = [
    ...pages.flatMap((page) => page.events.map((event) => ({ ...event, source: { url: page.url, kind: 'json-ld' } }))),
    ...calendars.flatMap((calendar) =>
      calendar.events.map((event) => ({
        timeZone: calendar.timeZone,
        ...event,
        source: { url: calendar.url, kind: 'icalendar' },
      })),
    ),
  ]
  const distinct = new Map<string, SiteEvent>()
  for (const event of all) {
    const key = `${nameKey(event.title)} ${event.start.slice(0, 10)}`
    const known = distinct.get(key)
    const isSame = known && (known.start === event.start || known.source.kind !== event.source.kind)
    if (!isSame) distinct.set(known ? `${key} ${event.start} ${event.place?.name ?? ''}` : key, event)
  }
  return withoutTranslations([...distinct.values()]).slice(0, maxEvents)
}

const maxEvents = 1_000

/** Two calendars may describe one event, each in its language: the UID and the time are equal, and the first one is used. */
function withoutTranslations(events: SiteEvent[]): SiteEvent[] {
  const known = new Map<string, SiteEvent>()
  return events.filter((event) => {
    const identity = `${event.source.kind} ${event.key} ${event.start}`
    const first = known.get(identity)
    if (!first) known.set(identity, event)
    return first === undefined || first.source.url === event.source.url
  })
}

/** The main event of the site: one that contains others, or the only one of its front page if it is as long as a festival. */
function wholeOf(events: SiteEvent[], name: string, homeUrl: string): SiteEvent | undefined {
  const holding = events.filter(({ isWhole }) => isWhole)
  const known = holding.find(({ title }) => slugOf(title).includes(slugOf(name))) ?? holding[0]
  if (known) return known
  const here = events.filter(({ source }) => isSameSite(source.url, homeUrl) && source.kind === 'json-ld')
  const isLong = (event: SiteEvent) => event.end !== undefined && event.end.slice(0, 10) > event.start.slice(0, 10)
  const named = here.find((event) => isLong(event) && slugOf(event.title).includes(slugOf(name)))
  return named ?? (here.length === 1 && here[0] && isLong(here[0]) ? here[0] : undefined)
}

function typeOf(pages: PageFound[], events: EventFound[]): Site['type'] {
  const words = pages
    .map(({ title, description, text }) => `${title} ${description} ${text.slice(0, 2_000)}`)
    .join(' ')
    .toLowerCase()
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0
  const scores = {
    festival: count(/festival/g) + 2 * events.filter(({ categories }) => categories.includes('@music')).length,
    conference: count(/conf[eé]ren|konferenz|speaker|keynote|talks\b|summit|ponentes|workshops?\b/g),
    venue: count(/\bvenue hire\b|\bth[eé][aâ]tre\b|\bmus[eé]e\b|\bmuseum\b|\bsalle de\b|\bsaison\b/g),
  }
  const [best] = Object.entries(scores).sort(([, a], [, b]) => b - a)
  return best && best[1] >= 2 ? (best[0] as 'festival' | 'conference' | 'venue') : undefined
}

function articlesOf(pages: PageFound[], feeds: FeedFound[]): SiteArticle[] {
  const all: SiteArticle[] = [
    ...feeds.flatMap((feed) => feed.articles.map((one) => ({ ...one, source: { url: feed.url, kind: 'feed' } }))),
    ...pages.flatMap((page) => page.articles.map((one) => ({ ...one, source: { url: page.url, kind: 'json-ld' } }))),
  ]
  const distinct = new Map<string, SiteArticle>()
  for (const article of all) {
    const key = article.url ? pageKey(article.url) : nameKey(article.title)
    if (!distinct.has(key)) distinct.set(key, article)
  }
  return [...distinct.values()].slice(0, 50)
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
