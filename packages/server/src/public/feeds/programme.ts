import { type Crop, croppedUrl, type ShownRecord } from '@marquee/model'
import type { Links } from './links.ts'

/** The part of a broadcast that feeds use. */
export interface PublicBroadcast {
  _id: string
  name: string
  shortDescription?: string | null
  description?: string | null
  type?: string | null
  timezone: string
  dayStart: string
  /** The first and the last day of the event, once they are known. */
  dates?: { start: string; end: string } | null
  _updatedAt: string
}

/** The input of the programme feeds. */
export interface Programme {
  broadcast: PublicBroadcast
  /** The language of the texts, if the client requested one. */
  locale: string | null
  sessions: ShownRecord[]
  places: Map<string, ShownRecord>
  hosts: Map<string, ShownRecord>
  categories: Map<string, ShownRecord>
  /** Media by id, those of sessions and hosts. */
  medias: Map<string, ShownRecord>
  /** Recently removed sessions: their last public version, and when they were removed. */
  removed: { session: ShownRecord; removedAt: string }[]
  links: Links
}

/** A session with its referenced records. */
export interface Session {
  id: string
  createdAt: string
  updatedAt: string
  title: string
  subtitle: string
  type: string
  description: string
  start: string | null
  end: string | null
  timeZone: string
  isAllDay: boolean
  isCancelled: boolean
  /** Where it began before it moved. */
  previousStart: string | null
  place: Place | null
  categories: Category[]
  hosts: Host[]
  imageUrl: string | null
  url: string
  /** The language of the texts. */
  language: string | null
  /** The languages that are spoken. */
  languages: string[]
  blocks: unknown
  links: NamedLink[]
  attachments: NamedLink[]
  recording: { url: string | null; license: string; isOptedOut: boolean } | null
  feedbackUrl: string | null
  guid: string | null
  sourceUrl: string | null
}

/** An address with the text that people read, if there is one. */
export interface NamedLink {
  url: string
  title: string | null
}

export interface TimedSession extends Session {
  start: string
}

export interface Place {
  id: string
  name: string
  order: unknown
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

/** Prepares the data of a feed. It yields empty pieces in between, so that other requests are handled. */
export type Preparation<T> = Generator<'', T>

/** The sessions with a time, sorted by it. */
export function* sessionsOf(programme: Programme): Preparation<TimedSession[]> {
  const timed: TimedSession[] = []
  for (const record of programme.sessions) {
    const session = sessionOf(programme, record)
    if (isTimed(session)) timed.push(session)
    yield ''
  }
  return timed.sort((a, b) => compare(a.start, b.start) || compare(a.id, b.id))
}

/** The maximum number of hosts of a session in a feed. */
const maxHosts = 100

export function isTimed(session: Session): session is TimedSession {
  return session.start !== null
}

/** Fields are as stored, some perhaps hidden from the public, so each is checked here and trusted afterwards. */
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
    subtitle: textOf(record.subtitle) ?? '',
    type: textOf(record.type) ?? '',
    description: textOf(record.description) ?? '',
    start,
    end: start !== null && end !== null && end >= start ? end : null,
    timeZone: textOf(time.timezone) ?? broadcast.timezone,
    isAllDay: time.allDay === true,
    isCancelled: record.cancelled === true,
    previousStart: textOf(objectOf(record.movedFrom).start),
    place: place && placeName !== null ? { id: place._id, name: placeName, order: place.order } : null,
    // Rendered when a feed reaches them: for all sessions at once it would take too long, and too much memory.
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
    languages: listOf(record.languages).flatMap((tag) => textOf(tag) ?? []),
    blocks: record.blocks,
    get links() {
      return listOf(record.links).flatMap((link) => namedLink(links, link, 'label'))
    },
    get attachments() {
      return listOf(record.attachments).flatMap((file) => namedLink(links, file, 'title'))
    },
    get recording() {
      return recordingOf(links, record.recording)
    },
    get feedbackUrl() {
      return links.file(record.feedbackUrl)
    },
    guid: textOf(record.guid),
    get sourceUrl() {
      return links.file(objectOf(record.source).url)
    },
  }
}

export function categoriesOf({ categories }: Pick<Programme, 'categories'>, record: ShownRecord): Category[] {
  return found(categories, record.categoryIds).flatMap(({ title, key, color }) => {
    const name = textOf(title) ?? textOf(key)
    return name === null ? [] : [{ key: textOf(key) ?? name, title: name, color: textOf(color) }]
  })
}

/** The image of a media value, or null. The value is any JSON: a URL, an object with one, or a reference to a media of the broadcast. */
export function imageOf({ medias, links }: Pick<Programme, 'medias' | 'links'>, media: unknown): string | null {
  if (typeof media === 'string') return links.file(media)
  const { mediaId, mediaUrl, url } = objectOf(media)
  const kept = medias.get(String(mediaId))
  const isPicture = (textOf(kept?.mimeType) ?? 'image/').startsWith('image/')
  if (!isPicture) return null
  const cropped = kept && croppedUrl(String(kept.mediaUrl), kept.crop as Crop | null)
  return links.file(cropped ?? mediaUrl ?? url)
}

/** A non-empty text, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** `mailto:` and `tel:` are links, too, but no pages. */
function namedLink(links: Links, value: unknown, name: 'label' | 'title'): NamedLink[] {
  const { url, [name]: title } = objectOf(value)
  const address = links.file(url) ?? (/^(?:mailto|tel):/i.test(String(url)) ? String(url) : null)
  return address === null ? [] : [{ url: address, title: textOf(title) }]
}

function recordingOf(links: Links, value: unknown): Session['recording'] {
  if (typeof value !== 'object' || value === null) return null
  const { url, license, isOptedOut } = objectOf(value)
  return { url: links.file(url), license: textOf(license) ?? '', isOptedOut: isOptedOut === true }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

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

/** The records of a list of ids, each once. */
function found(records: Map<string, ShownRecord>, ids: unknown, limit = Number.POSITIVE_INFINITY): ShownRecord[] {
  if (!Array.isArray(ids)) return []
  return [...new Set(ids.map(String))].slice(0, limit).flatMap((id) => records.get(id) ?? [])
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
