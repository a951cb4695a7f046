import { isNode, type LinkedNode, linkedNodes, typesOf, valuesOf } from '@marquee/formats'
import { resolveUrl } from '../addresses.ts'
import { cutText, nameKey, oneLine } from '../text.ts'
import type { OwnerFound, PlaceClues, PlaceFound, WholeFound } from './found.ts'
import { escapeMarkdown, markdownOf } from './markdown.ts'

export interface StructuredFound {
  siteName: string | undefined
  owner: OwnerFound
  wholes: WholeFound[]
  genres: Record<string, string>
  clues: PlaceClues
}

/**
 * The schema.org data of a page about the site itself: its publisher, its main event, where it takes place. The programme in
 * the same data is read by `formats`, like that of a file; a programme has no publisher and no theme.
 */
export function readStructured(scripts: string[], baseUrl: string): StructuredFound {
  const nodes = linkedNodes(scripts)
  const events = nodes.filter(isEvent).slice(0, maxEvents)
  const site = nodes.find((node) => typesOf(node).includes('WebSite'))
  const owner = nodes.find((node) =>
    typesOf(node).some((type) =>
      /(?:Organization|MusicVenue|PerformingArtsTheater|Museum|MovieTheater|LocalBusiness)$/.test(type),
    ),
  )
  return {
    siteName: site && textOf(site, 'name'),
    owner: owner ? ownerOf(owner, baseUrl) : { links: [] },
    wholes: events.flatMap((node) => wholeOf(node, baseUrl) ?? []).slice(0, 20),
    genres: Object.fromEntries(events.flatMap(genreOf)),
    clues: cluesOf([...events, ...(owner ? [owner] : [])]),
  }
}

const maxEvents = 500

const isEvent = (node: LinkedNode) =>
  typesOf(node).some(
    (type) => type.endsWith('Event') || ['Festival', 'EventSeries', 'Hackathon', 'CourseInstance'].includes(type),
  ) && !typesOf(node).some((type) => type === 'BroadcastEvent')

/** An event that contains others, or lasts for days. */
function wholeOf(node: LinkedNode, baseUrl: string): WholeFound | undefined {
  const title = textOf(node, 'name', 'headline')
  const start = dateOf(node, 'startDate')
  const end = dateOf(node, 'endDate')
  if (!title || !start || /Cancelled/.test(String(node.eventStatus ?? ''))) return undefined
  const isNamed =
    typesOf(node).some((type) => type === 'Festival' || type === 'EventSeries') ||
    valuesOf(node, 'subEvent', 'subEvents').length > 0
  if (!isNamed && !(end && end.slice(0, 10) > start.slice(0, 10))) return undefined
  return {
    title: cutText(title, 300),
    description: plainOf(node),
    start,
    end,
    image: imageOf(node, baseUrl),
    place: valuesOf(node, 'location').flatMap((one) => placeOf(one) ?? [])[0],
    isNamed,
  }
}

/** The genre that the type of an event names. */
function genreOf(node: LinkedNode): [string, string][] {
  const title = textOf(node, 'name', 'headline')
  const genre = typesOf(node).flatMap((type) => genres[type] ?? [])[0]
  return title && genre ? [[nameKey(title), genre]] : []
}

/** Event types that name a genre, as words for `labels.ts`. */
const genres: Record<string, string> = {
  MusicEvent: '@music',
  TheaterEvent: '@theatre',
  DanceEvent: '@dance',
  ComedyEvent: '@comedy',
  ScreeningEvent: '@film',
  ExhibitionEvent: '@exhibition',
  VisualArtsEvent: '@exhibition',
  LiteraryEvent: '@reading',
  EducationEvent: '@workshop',
  CourseInstance: '@workshop',
  ChildrensEvent: '@family',
  FoodEvent: '@food',
  SportsEvent: '@sport',
  BusinessEvent: '@talk',
}

function cluesOf(nodes: LinkedNode[]): PlaceClues {
  const places = nodes.flatMap((node) => [node, ...valuesOf(node, 'location').filter(isNode)])
  const addresses = places.flatMap((place) => valuesOf(place, 'address').filter(isNode))
  const schedules = nodes.flatMap((node) => valuesOf(node, 'eventSchedule').filter(isNode))
  return {
    zones: distinct(schedules.flatMap((schedule) => textOf(schedule, 'scheduleTimezone') ?? [])),
    countries: distinct(addresses.flatMap((address) => countryOf(address) ?? [])),
    cities: distinct(addresses.flatMap((address) => textOf(address, 'addressLocality') ?? [])),
    offsets: distinct(
      nodes.flatMap((node) => dateOf(node, 'startDate') ?? []).filter((date) => /[+-]\d{2}:\d{2}$/.test(date)),
    ),
  }
}

const distinct = (texts: string[]) => [...new Set(texts)].slice(0, 20)

function placeOf(value: unknown): PlaceFound | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : { name: cutText(oneLine(value), 200) }
  if (!isNode(value) || typesOf(value).includes('VirtualLocation')) return undefined
  const address = valuesOf(value, 'address')[0]
  const name = textOf(value, 'name') ?? (isNode(address) ? textOf(address, 'name', 'addressLocality') : undefined)
  if (!name) return undefined
  const geo = valuesOf(value, 'geo')[0]
  return {
    name: cutText(name, 200),
    description: addressText(address),
    latitude: isNode(geo) ? numberOf(geo.latitude, 90) : undefined,
    longitude: isNode(geo) ? numberOf(geo.longitude, 180) : undefined,
  }
}

function addressText(address: unknown): string | undefined {
  if (typeof address === 'string') return cutText(oneLine(address), 500)
  if (!isNode(address)) return undefined
  const town = [textOf(address, 'postalCode'), textOf(address, 'addressLocality')]
    .filter((part) => part !== undefined)
    .join(' ')
  const parts = [textOf(address, 'streetAddress'), town, textOf(address, 'addressRegion')]
  const text = parts.filter((part) => part !== undefined && part !== '').join(', ')
  return text === '' ? undefined : cutText(text, 500)
}

function countryOf(address: LinkedNode): string | undefined {
  const value = valuesOf(address, 'addressCountry')[0]
  const text = isNode(value) ? textOf(value, 'name') : typeof value === 'string' ? oneLine(value) : undefined
  return text && /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined
}

function ownerOf(node: LinkedNode, baseUrl: string): OwnerFound {
  const logo = valuesOf(node, 'logo')[0]
  const links = valuesOf(node, 'sameAs').flatMap((one) =>
    typeof one === 'string' ? (resolveUrl(one, baseUrl) ?? []) : [],
  )
  return {
    name: textOf(node, 'alternateName', 'name'),
    description: plainOf(node),
    logo: typeof logo === 'string' ? resolveUrl(logo, baseUrl) : isNode(logo) ? imageUrl(logo, baseUrl) : undefined,
    links: links.slice(0, 12),
  }
}

/** A text of a node, on one line. */
function textOf(node: LinkedNode, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = valuesOf(node, name)[0]
    const text = isNode(value) ? value['@value'] : value
    const line = typeof text === 'string' ? oneLine(decoded(text.slice(0, 20_000))) : ''
    if (line !== '') return line
  }
  return undefined
}

/** Descriptions often contain HTML, plain or escaped. */
const decoded = (text: string) =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&rsquo;', '’')
    .replaceAll('&nbsp;', ' ')

function plainOf(node: LinkedNode): string | undefined {
  const value = valuesOf(node, 'description')[0]
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const text = decoded(value.slice(0, 20_000)).replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return cutText(
    /<[a-z/]/i.test(text) ? markdownOf(text, 'https://nowhere.invalid/') : escapeMarkdown(text).trim(),
    8_000,
  )
}

function imageOf(node: LinkedNode, baseUrl: string): string | undefined {
  const value = valuesOf(node, 'image', 'photo', 'thumbnailUrl')[0]
  return typeof value === 'string' ? resolveUrl(value, baseUrl) : isNode(value) ? imageUrl(value, baseUrl) : undefined
}

function imageUrl(node: LinkedNode, baseUrl: string): string | undefined {
  const value = valuesOf(node, 'contentUrl', 'url')[0]
  return typeof value === 'string' ? resolveUrl(value, baseUrl) : undefined
}

/** A date or date-time in ISO 8601; sites leave out the colon of the offset, or write a space for the T. */
function dateOf(node: LinkedNode, name: string): string | undefined {
  const value = valuesOf(node, name)[0]
  const text = isNode(value) ? value['@value'] : value
  return typeof text === 'string' ? isoDate(text) : undefined
}

function isoDate(text: string): string | undefined {
  const parts =
    /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?\s*$/i.exec(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second = '00', zone = ''] = parts
  const date = `${year}-${month}-${day}`
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  return hour ? `${date}T${hour}:${minute}:${second}${offset}` : date
}

function numberOf(value: unknown, limit: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= limit ? number : undefined
}
