import { notFound } from '../../base/errors.ts'
import { embeddableJson } from '../../base/json.ts'
import type { Renderer } from '../../content/rendering.ts'
import type { Clients } from '../../public/clients.ts'
import { articlesAtom, articlesJson, articlesRss } from '../../public/feeds/article-feeds.ts'
import type { ArticleFeed } from '../../public/feeds/articles.ts'
import { programmeCalendar } from '../../public/feeds/calendar.ts'
import { scheduleJson, scheduleXml } from '../../public/feeds/frab.ts'
import { programmeJsonLd } from '../../public/feeds/json-ld.ts'
import type { Programme } from '../../public/feeds/programme.ts'
import { sitemapXml } from '../../public/feeds/sitemap.ts'
import { readArticles, readPages, readProgramme, type Source } from '../../public/programme.ts'
import type { Site } from '../../public/site.ts'
import type { Db } from '../../store/db.ts'
import type { BroadcastFacts } from '../../store/memory/broadcast-facts.ts'
import { text } from '../params.ts'
import { publicly, type Route } from '../route.ts'
import { localeParam } from './kind-route-parts.ts'
import { preview, publicPath, published } from './public-routes.ts'

export interface FeedRouteParts {
  db: Db
  facts: BroadcastFacts
  renderer: Renderer
  clients: Clients
  baseUrl: string
}

/** The programme and the articles in the formats of calendars, feed readers, conference apps and search engines. */
export function feedRoutes(parts: FeedRouteParts): Route[] {
  return [
    calendarRoute(parts),
    ...programmeFeeds.map((feed) =>
      feedRoute(parts, feed, (source, site, locale, apiUrl) => readProgramme(source, site, locale, apiUrl)),
    ),
    ...articleFeeds.map((feed) => feedRoute(parts, feed, readArticles)),
    sitemapRoute(parts),
  ]
}

interface Feed<T> {
  name: string
  type: string
  summary: string
  /** The text in pieces. */
  make(source: T): Iterable<string>
}

/** Reads the content of a feed. */
type Read<T> = (source: Source, site: Site, locale: string | null, apiUrl: string, feedUrl: string) => Promise<T>

const programmeFeeds: Feed<Programme>[] = [
  { name: 'schedule.xml', type: 'application/xml', summary: 'The programme as a frab schedule', make: scheduleXml },
  { name: 'schedule.json', type: 'application/json', summary: 'The programme as a frab schedule', make: scheduleJson },
  {
    name: 'programme.jsonld',
    type: 'application/ld+json',
    summary: 'The programme as schema.org events',
    make: programmeJsonLd,
  },
]

const articleFeeds: Feed<ArticleFeed>[] = [
  { name: 'articles.rss', type: 'application/rss+xml', summary: 'The articles as RSS', make: articlesRss },
  { name: 'articles.atom', type: 'application/atom+xml', summary: 'The articles as Atom', make: articlesAtom },
  { name: 'articles.json', type: 'application/feed+json', summary: 'The articles as JSON Feed', make: articlesJson },
]

function calendarRoute({ db, facts, renderer, clients, baseUrl }: FeedRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/programme.ics`,
    tag: 'public',
    summary: 'The programme as a calendar, whole or in part',
    kept: 'content',
    params: {
      category: text('Only sessions of this category, by its key or id.', 200),
      place: text('Only sessions at this place.', 24),
      host: text('Only sessions with this host.', 24),
      session: text('Only this session.', 24),
      favorites: text('Only the favorites of an app: the token in its `calendarUrl`.', 500),
      locale: localeParam,
      preview,
    },
    answers: {
      200: {
        description: 'iCalendar, with what was removed in the last 30 days as cancelled.',
        contentType: 'text/calendar',
      },
    },
    async handle({ site, query }) {
      const { category, place, host, session, favorites } = query
      const client = favorites === null ? undefined : await clients.findByCalendarToken(site, favorites)
      if (favorites !== null && !client) throw notFound()
      const filter = {
        category,
        placeId: place,
        hostId: host,
        ...(session !== null && { sessionIds: [session] }),
        ...(client && { sessionIds: client.favoriteIds as string[] }),
      }
      const content = await renderer.render(site.broadcastId, async (rendering) => {
        const apiUrl = apiUrlOf(baseUrl, site)
        const programme = await readProgramme({ db, rendering }, site, query.locale, apiUrl, filter)
        return rendering.join(programmeCalendar(programme))
      })
      const answer = await published(facts, site, { text: { type: calendarType, content } })
      if (!client) return answer
      // Favorites are personal, so no proxy may cache them.
      return { ...answer, isSensitive: true, headers: {} }
    },
  })
}

/** A feed whose only parameter is the language. */
function feedRoute<T>({ db, facts, renderer, baseUrl }: FeedRouteParts, feed: Feed<T>, read: Read<T>): Route {
  const { name, type, summary } = feed
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/${name}`,
    tag: 'public',
    summary,
    kept: 'content',
    params: { locale: localeParam, preview },
    answers: { 200: { description: `${summary}.`, contentType: type } },
    async handle({ site, query }) {
      const apiUrl = apiUrlOf(baseUrl, site)
      const feedUrl = `${apiUrl}/${name}${query.locale ? `?locale=${query.locale}` : ''}`
      const content = await renderer.render(site.broadcastId, async (rendering) => {
        const pieces = feed.make(await read({ db, rendering }, site, query.locale, apiUrl, feedUrl))
        return rendering.join(type.endsWith('json') ? embeddable(pieces) : pieces)
      })
      return published(facts, site, { text: { type: `${type}; charset=utf-8`, content } })
    },
  })
}

function* embeddable(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield embeddableJson(piece)
}

function sitemapRoute({ db, facts, renderer, baseUrl }: FeedRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/sitemap.xml`,
    tag: 'public',
    summary: 'The pages of the website, for search engines',
    kept: 'content',
    params: { preview },
    answers: {
      200: { description: 'A sitemap; empty when the site is not to be indexed.', contentType: 'application/xml' },
    },
    async handle({ site }) {
      const content = await renderer.render(site.broadcastId, async (rendering) =>
        rendering.join(sitemapXml(await readPages({ db, rendering }, site, apiUrlOf(baseUrl, site)))),
      )
      return published(facts, site, { text: { type: 'application/xml; charset=utf-8', content } })
    },
  })
}

const apiUrlOf = (baseUrl: string, { address }: Site) => `${baseUrl}/v1/public/${address}`

const calendarType = 'text/calendar; charset=utf-8'
