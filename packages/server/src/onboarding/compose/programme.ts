import { nextDay } from '@marquee/model'
import type { HostFound, PlaceFound } from '../read/found.ts'
import { cutText, nameKey, slugOf } from '../text.ts'
import { type Composing, type Draft, localeOf, lucide, present, referenceOf, shown } from './drafts.ts'
import { isLabel, labelIn } from './labels.ts'
import { plain, type Site, type SiteEvent } from './site.ts'
import { instantOf } from './time-zone.ts'

/** The records of the programme, in the order of writing: each refers only to earlier ones. */
export interface Programme {
  categories: Draft[]
  maps: Draft[]
  places: Draft[]
  hosts: Draft[]
  sessions: Draft[]
}

export function programmeOf(composing: Composing): Programme {
  const { site } = composing
  const categories = categoriesOf(composing)
  const events = site.whole ? [site.whole, ...site.events] : site.events
  const places = distinct(
    events.flatMap(({ place, source }) => (place ? [{ ...place, source }] : [])),
    ({ name }) => nameKey(name),
  )
  const hosts = distinct(
    site.events.flatMap(({ hosts: all, source }) => all.map((host) => ({ ...host, source }))),
    ({ name }) => nameKey(name),
  )
  const map = places.some(hasPosition) ? [mapDraft(composing)] : []
  return {
    categories,
    maps: map,
    places: places.slice(0, maxPlaces).map((place) => placeDraft(composing, place, map[0]?.reference)),
    hosts: hosts.slice(0, maxHosts).map((host) => hostDraft(composing, host)),
    sessions: site.events.flatMap((event) => sessionDraft(composing, event) ?? []),
  }
}

const maxPlaces = 100
const maxHosts = 300
const maxCategories = 12

type Sourced<T> = T & { source: { url: string; kind: string } }

/** The most frequent labels of the events; each gets a color of the palette. */
function categoriesOf({ site, palette }: Composing): Draft[] {
  const counts = new Map<string, { word: string; count: number; source: SiteEvent['source'] }>()
  for (const event of site.events)
    for (const word of event.categories) {
      const known = counts.get(nameKey(word))
      counts.set(nameKey(word), { word, source: event.source, count: (known?.count ?? 0) + 1 })
    }
  const common = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, maxCategories)
  return common.map(({ word, source }, at) => {
    const title = isLabel(word) ? labelIn(site.language, word) : word
    const color = palette.labels[at % palette.labels.length]
    return {
      kind: 'broadcastCategory',
      reference: categoryReference(word),
      source,
      body: {
        title,
        key: slugOf(word) || `category-${at + 1}`,
        color,
        icon: lucide(isLabel(word) ? (icons[word] ?? 'tag') : 'tag'),
      },
    }
  })
}

export const categoryReference = (word: string) => referenceOf('broadcastCategory', nameKey(word))

const icons: Record<string, string> = {
  '@music': 'music',
  '@theatre': 'drama',
  '@dance': 'footprints',
  '@comedy': 'laugh',
  '@film': 'film',
  '@exhibition': 'image',
  '@reading': 'book-open',
  '@workshop': 'hammer',
  '@family': 'baby',
  '@food': 'utensils',
  '@sport': 'trophy',
  '@talk': 'presentation',
}

const hasPosition = ({ latitude, longitude }: PlaceFound) => latitude !== undefined && longitude !== undefined

export const mapReference = referenceOf('broadcastMap', 'places')
export const placeReference = ({ name }: PlaceFound) => referenceOf('broadcastInterestPoint', nameKey(name))
export const hostReference = ({ name }: HostFound) => referenceOf('broadcastHost', nameKey(name))

const mapDraft = ({ site }: Composing): Draft => ({
  kind: 'broadcastMap',
  reference: mapReference,
  source: { url: site.url, kind: 'website' },
  body: { title: labelIn(site.language, 'map'), type: 'geo' },
})

function placeDraft(composing: Composing, place: Sourced<PlaceFound>, map: string | undefined): Draft {
  const mapId = map && hasPosition(place) ? composing.id(map) : undefined
  return {
    kind: 'broadcastInterestPoint',
    reference: placeReference(place),
    source: place.source,
    body: present({
      title: place.name,
      description: place.description,
      icon: lucide('map-pin'),
      color: composing.palette.labels[0],
      mapId,
      // On a world map x is the longitude and y the latitude.
      position: mapId ? { x: place.longitude, y: place.latitude } : undefined,
    }),
  }
}

function hostDraft({ picture }: Composing, host: Sourced<HostFound>): Draft {
  const kept = picture(host.image, host.name)
  const text = host.description
  return {
    kind: 'broadcastHost',
    reference: hostReference(host),
    source: host.source,
    body: present({
      title: host.name,
      subtitle: host.subtitle && cutText(host.subtitle, 200),
      description: text && cutText(plain(text), 300),
      blocks: text && text.length > 300 ? [{ type: 'paragraph', text }] : undefined,
      media: kept && shown(kept),
      links: host.links.map((url) => ({ type: networkOf(url) ?? 'website', url })),
    }),
  }
}

function sessionDraft(composing: Composing, event: SiteEvent): Draft | undefined {
  const { site, id, picture } = composing
  const time = timeOf(event, site)
  if (!time) return undefined
  const kept = picture(event.image, event.title)
  const text = event.description
  const blocks = [
    ...(text && text.length > 300 ? [{ type: 'paragraph', text }] : []),
    ...(event.url
      ? [
          {
            type: 'button',
            label: labelIn(site.language, 'readOnTheWeb'),
            style: 'outlined',
            icon: lucide('external-link'),
            navigator: { url: event.url },
          },
        ]
      : []),
  ]
  const ids = (references: string[]) => references.flatMap((reference) => id(reference) ?? [])
  return {
    kind: 'broadcastSession',
    reference: referenceOf('broadcastSession', `${event.source.kind} ${event.key}`),
    source: event.source,
    body: present({
      title: event.title,
      description: text && cutText(plain(text), 300),
      time,
      categoryIds: ids(event.categories.slice(0, 5).map(categoryReference)),
      hostIds: ids([...new Set(event.hosts.map(hostReference))]),
      interestPointId: event.place && id(placeReference(event.place)),
      media: kept && shown(kept),
      blocks,
      defaultLocale: localeOf(site),
    }),
  }
}

/** The time of an event. A date without a time is that whole day; the last day is included. */
export function timeOf(event: SiteEvent, site: Site) {
  const timezone = event.timeZone ?? site.timeZone ?? 'UTC'
  const allDay = event.start.length === 10
  const start = instantOf(event.start, timezone)
  if (!start) return undefined
  const last = event.end ?? (allDay ? event.start : undefined)
  const end = last && instantOf(last.length === 10 ? nextDay(last) : last, timezone)
  return { start, end: end && end >= start ? end : null, timezone, allDay }
}

/** The social network of a URL, as blocks and links name it. */
export function networkOf(url: string): string | undefined {
  const host = new URL(url).hostname.replace(/^(?:www|m|web)\./, '')
  const known = [
    'instagram',
    'facebook',
    'youtube',
    'tiktok',
    'linkedin',
    'soundcloud',
    'vimeo',
    'twitch',
    'discord',
    'threads',
    'flickr',
    'spotify',
    'bandcamp',
  ]
  if (host === 'x.com' || host === 'twitter.com') return 'x'
  if (host === 'bsky.app') return 'bluesky'
  if (host === 't.me') return 'telegram'
  return known.find((name) => host.includes(name)) ?? (/^\/@/.test(new URL(url).pathname) ? 'mastodon' : undefined)
}

const distinct = <T>(all: T[], keyOf: (one: T) => string): T[] => {
  const found = new Map<string, T>()
  for (const one of all) if (!found.has(keyOf(one))) found.set(keyOf(one), one)
  return [...found.values()]
}
