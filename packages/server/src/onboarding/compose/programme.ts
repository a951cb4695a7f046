import { nextDay } from '@marquee/model'
import type { WholeFound } from '../read/found.ts'
import { nameKey, slugOf } from '../text.ts'
import { type Composing, type Draft, localeOf, lucide, present, referenceOf, shown } from './drafts.ts'
import { isLabel, labelIn } from './labels.ts'
import type { Site } from './site.ts'
import type { SiteRecord } from './site-programme.ts'
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
  const { categories, places, hosts, sessions } = composing.site.programme
  const map = places.some(hasPosition) ? [mapDraft(composing)] : []
  return {
    categories: categories.map((category, at) => categoryDraft(composing, category, at)),
    maps: map,
    places: places.map((place) => placeDraft(composing, place, map[0]?.reference)),
    hosts: hosts.map((host) => hostDraft(composing, host)),
    sessions: sessions.map((session) => sessionDraft(composing, session)),
  }
}

/** Each category gets a color of the palette. */
function categoryDraft({ site, palette }: Composing, { key, fields, source }: SiteRecord, at: number): Draft {
  const word = String(fields.title)
  return {
    kind: 'broadcastCategory',
    reference: categoryReference(key),
    source,
    body: {
      title: isLabel(word) ? labelIn(site.language, word) : word,
      key: slugOf(word) || `category-${at + 1}`,
      color: palette.labels[at % palette.labels.length],
      icon: lucide(isLabel(word) ? (icons[word] ?? 'tag') : 'tag'),
    },
  }
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

/** On a world map x is the longitude and y the latitude. */
export const positionOf = ({ fields }: SiteRecord): { x: number; y: number } | undefined =>
  fields.position as { x: number; y: number } | undefined
const hasPosition = (place: SiteRecord) => positionOf(place) !== undefined

export const mapReference = referenceOf('broadcastMap', 'places')
export const placeReference = (key: string) => referenceOf('broadcastInterestPoint', key)
export const hostReference = (key: string) => referenceOf('broadcastHost', key)

const mapDraft = ({ site }: Composing): Draft => ({
  kind: 'broadcastMap',
  reference: mapReference,
  source: { url: site.url, kind: 'website' },
  body: { title: labelIn(site.language, 'map'), type: 'geo' },
})

function placeDraft(composing: Composing, place: SiteRecord, map: string | undefined): Draft {
  const mapId = map && hasPosition(place) ? composing.id(map) : undefined
  return {
    kind: 'broadcastInterestPoint',
    reference: placeReference(place.key),
    source: place.source,
    body: present({
      title: place.fields.title,
      description: place.fields.description,
      icon: lucide('map-pin'),
      color: composing.palette.labels[0],
      mapId,
      position: mapId ? positionOf(place) : undefined,
    }),
  }
}

function hostDraft({ picture }: Composing, { key, fields, source }: SiteRecord): Draft {
  const kept = picture(pictureUrl(fields), String(fields.title))
  const links = Array.isArray(fields.links) ? fields.links : []
  return {
    kind: 'broadcastHost',
    reference: hostReference(key),
    source,
    body: present({
      title: fields.title,
      subtitle: fields.subtitle,
      description: fields.description,
      media: kept && shown(kept),
      links: links.map((link) => ({ ...link, type: link.type ?? networkOf(link.url) ?? 'website' })),
    }),
  }
}

/** The address of the picture of a record. */
export const pictureUrl = (fields: Record<string, unknown>): string | undefined => {
  const url: unknown = Object(fields.media).url
  return typeof url === 'string' ? url : undefined
}

function sessionDraft({ site, id, picture }: Composing, session: SiteRecord): Draft {
  const { categoryIds, hostIds, interestPointId, media: _address, time, ...fields } = session.fields
  const kept = picture(pictureUrl(session.fields), String(fields.title))
  const url: unknown = Object(fields.source).url
  const ids = (keys: unknown, referenceOfKey: (key: string) => string) =>
    [keys ?? []].flat().flatMap((key) => id(referenceOfKey(String(key))) ?? [])
  return {
    kind: 'broadcastSession',
    reference: referenceOf('broadcastSession', session.key),
    source: session.source,
    body: present({
      ...fields,
      time: time && { ...Object(time), timezone: Object(time).timezone ?? site.timeZone ?? null },
      categoryIds: ids(categoryIds, categoryReference),
      hostIds: ids(hostIds, hostReference),
      interestPointId: ids(interestPointId, placeReference)[0],
      media: kept && shown(kept),
      blocks: typeof url === 'string' ? [webButton(site, url)] : [],
      defaultLocale: localeOf(site),
    }),
  }
}

const webButton = ({ language }: Site, url: string) => ({
  type: 'button',
  label: labelIn(language, 'readOnTheWeb'),
  style: 'outlined',
  icon: lucide('external-link'),
  navigator: { url },
})

/** The time of the main event. A date without a time is that whole day; the last day is included. */
export function timeOf(whole: WholeFound, site: Site) {
  const timezone = site.timeZone ?? 'UTC'
  const allDay = whole.start.length === 10
  const start = instantOf(whole.start, timezone)
  if (!start) return undefined
  const last = whole.end ?? (allDay ? whole.start : undefined)
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
