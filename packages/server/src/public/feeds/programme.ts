import type { ShownRecord } from '@marquee/model'
import type { Links } from './links.ts'

/** The part of a broadcast that feeds speak of. */
export interface PublicBroadcast {
  _id: string
  name: string
  shortDescription?: string | null
  description?: string | null
  type?: string | null
  timezone: string
  dayStart: string
  _updatedAt: string
}

/** Everything the feeds of a programme are made from. */
export interface Programme {
  broadcast: PublicBroadcast
  /** The language of the texts, when the reader asked for one. */
  locale: string | null
  sessions: ShownRecord[]
  places: Map<string, ShownRecord>
  hosts: Map<string, ShownRecord>
  categories: Map<string, ShownRecord>
  /** Media by id, as far as sessions and hosts show them. */
  medias: Map<string, ShownRecord>
  /** Sessions that left the programme lately: as they last were, and when they went. */
  removed: { session: ShownRecord; removedAt: string }[]
  links: Links
}

/** A session together with what it points to. */
export interface Session {
  id: string
  createdAt: string
  updatedAt: string
  title: string
  description: string
  start: string | null
  end: string | null
  timeZone: string
  isAllDay: boolean
  place: Place | null
  categories: Category[]
  hosts: Host[]
  imageUrl: string | null
  url: string
  language: string | null
  blocks: unknown
}

export interface TimedSession extends Session {
  start: string
}

export interface Place {
  id: string
  name: string
}

export interface Category {
  key: string
  title: string
  color: string | null
}

export interface Host {
  id: string
  name: string
  description: string
  imageUrl: string | null
  url: string
}

/** Prepares what pieces of a feed are made from. It yields empty pieces meanwhile, at which other requests are answered. */
export type Preparation<T> = Generator<'', T>

/** The sessions that have a time, in its order. */
export function* sessionsOf(programme: Programme): Preparation<TimedSession[]> {
  const timed: TimedSession[] = []
  for (const record of programme.sessions) {
    const session = sessionOf(programme, record)
    if (isTimed(session)) timed.push(session)
    yield ''
  }
  return timed.sort((a, b) => compare(a.start, b.start) || compare(a.id, b.id))
}

/** At most as many hosts of a session are named in a feed. */
const maxHosts = 100

export function isTimed(session: Session): session is TimedSession {
  return session.start !== null
}

/** Fields come as they were stored, some perhaps hidden from the public, so each is looked at here and trusted from then on. */
export function sessionOf(programme: Programme, record: ShownRecord): Session {
  const { broadcast, locale, places, links } = programme
  const time = objectOf(record.time)
  const start = textOf(time.start)
  const end = textOf(time.end)
  const place = places.get(String(record.interestPointId))
  const placeName = textOf(place?.title)
  return {
    id: record._id,
    createdAt: record._createdAt,
    updatedAt: record._updatedAt,
    title: textOf(record.title) ?? broadcast.name,
    description: textOf(record.description) ?? '',
    start,
    end: start !== null && end !== null && end >= start ? end : null,
    timeZone: textOf(time.timezone) ?? broadcast.timezone,
    isAllDay: time.allDay === true,
    place: place && placeName !== null ? { id: place._id, name: placeName } : null,
    // Made when a feed comes to them: for all sessions at once they would take long, and much memory.
    get categories() {
      return categoriesOf(programme, record)
    },
    get hosts() {
      return hostsOf(programme, record)
    },
    get imageUrl() {
      return imageOf(programme, record.media)
    },
    get url() {
      return links.to('broadcastSessions', record)
    },
    language: locale ?? textOf(record.defaultLocale),
    blocks: record.blocks,
  }
}

export function categoriesOf({ categories }: Pick<Programme, 'categories'>, record: ShownRecord): Category[] {
  return found(categories, record.categoryIds).flatMap(({ title, key, color }) => {
    const name = textOf(title) ?? textOf(key)
    return name === null ? [] : [{ key: textOf(key) ?? name, title: name, color: textOf(color) }]
  })
}

/** The picture that a media is, or null. Media is any JSON: an address, an object with one, or one that names a media of the broadcast. */
export function imageOf({ medias, links }: Pick<Programme, 'medias' | 'links'>, media: unknown): string | null {
  if (typeof media === 'string') return links.file(media)
  const { mediaId, mediaUrl, url } = objectOf(media)
  const kept = medias.get(String(mediaId))
  const isPicture = (textOf(kept?.mimeType) ?? 'image/').startsWith('image/')
  return isPicture ? links.file(kept?.mediaUrl ?? mediaUrl ?? url) : null
}

/** A text with something in it, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function hostsOf(programme: Programme, record: ShownRecord): Host[] {
  return found(programme.hosts, record.hostIds, maxHosts).flatMap((host) => {
    const name = textOf(host.title)
    if (name === null) return []
    return {
      id: host._id,
      name,
      description: textOf(host.description) ?? '',
      imageUrl: imageOf(programme, host.media),
      url: programme.links.to('broadcastHosts', host),
    }
  })
}

/** The records that a list of ids names, each once. */
function found(records: Map<string, ShownRecord>, ids: unknown, limit = Number.POSITIVE_INFINITY): ShownRecord[] {
  if (!Array.isArray(ids)) return []
  return [...new Set(ids.map(String))].slice(0, limit).flatMap((id) => records.get(id) ?? [])
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
