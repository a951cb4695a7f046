import { type AnyRecord, isSeen, type Kind, kinds, publicKinds, type ShownRecord } from '@marquee/model'
import { localize } from '../content/localize.ts'
import { showToAudience } from '../content/public-view.ts'
import { type Rendering, typicalBytes } from '../content/rendering.ts'
import type { Queryable } from '../store/db.ts'
import {
  findWebDiffuser,
  listBroadcastChanges,
  listDepartures,
  listNewestVisible,
  listVisible,
  type PastChange,
} from '../store/public/public.ts'
import type { ArticleFeed } from './feeds/articles.ts'
import { createLinks, type Links } from './feeds/links.ts'
import type { Programme, PublicBroadcast } from './feeds/programme.ts'
import { readRoot } from './root.ts'
import { isPublic, publicFields, type Site } from './site.ts'

/** The dependencies of feeds. */
export interface Source {
  db: Queryable
  rendering: Rendering
}

/** Selects the sessions of a feed; all by default. */
export interface ProgrammeFilter {
  /** A category by its key or id. */
  category?: string | null
  placeId?: string | null
  hostId?: string | null
  sessionIds?: string[] | undefined
}

/** The input of the programme feeds. */
export async function readProgramme(
  source: Source,
  site: Site,
  locale: string | null,
  apiUrl: string,
  filter: ProgrammeFilter = {},
): Promise<Programme> {
  const { db } = source
  const read = (kind: Kind) => readShown(source, site, kind, locale)
  const categories = await read(kinds.broadcastCategory)
  const isWanted = wantedBy(filter, categories)
  return {
    broadcast: await broadcastOf(source, site, locale),
    locale,
    sessions: (await read(kinds.broadcastSession)).filter(isWanted),
    places: byId(await read(kinds.broadcastInterestPoint)),
    hosts: byId(await read(kinds.broadcastHost)),
    categories: byId(categories),
    medias: byId(await read(kinds.media)),
    removed: (await readRemoved(source, site, locale)).filter(({ session }) => isWanted(session)),
    links: await readLinks(db, site, apiUrl),
  }
}

/** The input of the article feeds, newest article first. */
export async function readArticles(
  source: Source,
  site: Site,
  locale: string | null,
  apiUrl: string,
  feedUrl: string,
): Promise<ArticleFeed> {
  const { db, rendering } = source
  const { broadcastId, audience } = site
  const bodies = await listNewestVisible(db, broadcastId, kinds.broadcastArticle, audience, {
    limit: maxArticles,
    maxBytes,
  })
  const stored = bodies.map((body) => ({ kind: kinds.broadcastArticle, body }))
  const newest = await showToAudience(db, rendering, stored, audience, locale ?? undefined)
  return {
    broadcast: await broadcastOf(source, site, locale),
    locale,
    categories: byId(await readShown(source, site, kinds.broadcastCategory, locale)),
    medias: byId(await readShown(source, site, kinds.media, locale)),
    links: await readLinks(db, site, apiUrl),
    articles: await rendering.map(newest, typicalBytes.article, async (record) => {
      const html = typeof record.content === 'string' ? record.content : ''
      return { record, html, excerpt: await rendering.excerpt(html, 'html') }
    }),
    feedUrl,
  }
}

/** Every page of the website that should be indexed; none when indexing is off. */
export async function readPages(
  source: Source,
  site: Site,
  apiUrl: string,
): Promise<{ url: string; lastModified: string }[]> {
  const { db, rendering } = source
  const { seo, _updatedAt } = await readRoot(db, rendering, site)
  if (Object(seo).indexing === false) return []
  const links = await readLinks(db, site, apiUrl)
  const pages = [{ url: links.home(), lastModified: _updatedAt }]
  for (const kind of publicKinds.filter(({ fields }) => 'blocks' in fields)) {
    for (const record of await readShown(source, site, kind, null))
      pages.push({ url: links.to(kind.plural, record), lastModified: record._updatedAt })
  }
  return pages
}

async function readShown(
  { db, rendering }: Source,
  site: Site,
  kind: Kind,
  locale: string | null,
): Promise<ShownRecord[]> {
  const bodies = await listVisible(db, site.broadcastId, kind, site.audience)
  const stored = bodies.map((body) => ({ kind, body }))
  return showToAudience(db, rendering, stored, site.audience, locale ?? undefined)
}

async function broadcastOf({ db, rendering }: Source, site: Site, locale: string | null): Promise<PublicBroadcast> {
  const shown = await readRoot(db, rendering, site)
  const root = locale === null ? shown : localize(kinds.broadcast, shown, locale)
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    _id: root._id,
    name: String(root.name),
    shortDescription: text(root.shortDescription),
    description: text(root.description),
    type: text(root.type),
    timezone: site.timezone,
    dayStart: site.dayStart,
    dates: (root.dates as PublicBroadcast['dates']) ?? null,
    _updatedAt: root._updatedAt,
  }
}

/**
 * The URLs of the website: that of the organizers, from `metadata.siteUrl` and `metadata.paths` of their web diffuser, else the
 * site that the service itself serves, if the diffuser has an address.
 */
async function readLinks(db: Queryable, { broadcastId, isWeb }: Site, apiUrl: string): Promise<Links> {
  const body = await findWebDiffuser(db, broadcastId)
  const { slug, domain, metadata } = body === undefined ? {} : JSON.parse(body)
  const { siteUrl, paths } = Object(metadata)
  const texts = Object.entries(Object(paths)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (typeof siteUrl === 'string') return createLinks({ siteUrl, paths: Object.fromEntries(texts), apiUrl })
  const { protocol, origin } = new URL(apiUrl)
  const own = domain ? `${protocol}//${domain}/` : slug ? `${origin}/${slug}/` : null
  return createLinks({ siteUrl: isWeb ? own : null, paths: sitePaths, apiUrl })
}

/** The addresses of records on the site that the service serves; `packages/app` reads them. */
const sitePaths = {
  [kinds.broadcastSession.plural]: '/sessions/{id}',
  [kinds.broadcastHost.plural]: '/hosts/{id}',
  [kinds.broadcastInterestPoint.plural]: '/places/{id}',
  [kinds.broadcastMap.plural]: '/maps/{id}',
  [kinds.broadcastArticle.plural]: '/articles/{id}',
  [kinds.broadcastPage.plural]: '/pages/{id}',
  [kinds.broadcastNetworkingForm.plural]: '/forms/{id}',
}

/** Sessions that were removed from the programme within the last thirty days. */
async function readRemoved(
  { db, rendering }: Source,
  site: Site,
  locale: string | null,
): Promise<Programme['removed']> {
  const { broadcastId, audience } = site
  const kind = kinds.broadcastSession
  const since = new Date(audience.at.getTime() - removedDays * 86_400_000)
  const changes = await listDepartures(db, broadcastId, kind, audience, since)
  const opening = await listBroadcastChanges(db, broadcastId, publicFields, since)
  const histories = [...Map.groupBy(changes, ({ id }) => id).values()]
  const bytesOf = (past: PastChange[]) => past.reduce((bytes, { body }) => bytes + (body?.length ?? 0), 0)
  const gone = (await rendering.map(histories, bytesOf, (past) => departureOf(kind, past, opening, site))).flat()
  const recent = gone.filter(({ at }) => at >= since)
  const stored = recent.map(({ body }) => ({ kind, body }))
  const shown = await showToAudience(db, rendering, stored, audience, locale ?? undefined)
  return recent.flatMap(({ at }, index) => {
    const session = shown[index]
    return session ? [{ session, removedAt: at.toISOString() }] : []
  })
}

/** The last public version of a record, and when it ceased to be public; undefined when it is public, or never was. */
function departureOf(
  kind: Kind,
  past: PastChange[],
  opening: PastChange[],
  { audience }: Site,
): { body: string; at: Date }[] {
  let seen: string | undefined
  let goneAt: Date | null = null
  past.forEach(({ operation, body, at }, index) => {
    const isShown =
      body !== null &&
      isSeen(kind, JSON.parse(body) as AnyRecord, { nowMs: at.getTime(), withDrafts: audience.withDrafts })
    const isGone = operation === 'delete'
    const [from, to] = isGone ? [past[index - 1]?.at ?? new Date(0), at] : [at, past[index + 1]?.at ?? audience.at]
    if (isShown && body !== null && (audience.withDrafts || wasOpen(opening, from, to))) seen = body
    if (isShown && !isGone) goneAt = null
    else goneAt ??= at
  })
  return seen !== undefined && goneAt !== null ? [{ body: seen, at: goneAt }] : []
}

/** Whether the broadcast was public at some moment between two. Before the start of the log it counts as now: public. */
function wasOpen(opening: PastChange[], from: Date, to: Date): boolean {
  const isOpen = ({ body }: PastChange) => body !== null && isPublic(JSON.parse(body))
  const atFirst = opening.findLast(({ at }) => at <= from)
  return (
    (atFirst ? isOpen(atFirst) : true) || opening.some((change) => change.at > from && change.at < to && isOpen(change))
  )
}

function wantedBy({ category, placeId, hostId, sessionIds }: ProgrammeFilter, categories: ShownRecord[]) {
  const wanted = category ? categories.filter(({ _id, key }) => _id === category || key === category) : []
  const holds = (list: unknown, id: string) => Array.isArray(list) && list.includes(id)
  return (session: ShownRecord): boolean =>
    (!category || wanted.some(({ _id }) => holds(session.categoryIds, _id))) &&
    (!placeId || session.interestPointId === placeId) &&
    (!hostId || holds(session.hostIds, hostId)) &&
    (!sessionIds || sessionIds.includes(session._id))
}

const byId = (records: ShownRecord[]) => new Map(records.map((record) => [record._id, record]))

const removedDays = 30
const maxArticles = 200
/** The maximum bytes of stored articles in a feed; older ones are left out. */
const maxBytes = 4_194_304
