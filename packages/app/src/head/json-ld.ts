import { formatAddress } from '../address.ts'
import type { App } from '../app-context.ts'
import { calendarOf, datesOf, programmeOf } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { idOf, type Shown, textOr, textsIn, wordsOf } from '../data/shown.ts'
import { find, findAll } from '../data/site-data.ts'
import { mediaOf } from '../parts/picture.tsx'
import type { PageInfo } from './page-info.ts'
import { zonedInstant } from './zoned-instant.ts'

/** What a page is about as schema.org data, for search engines; undefined for lists and tools. */
export function jsonLdOf(app: App, info: PageInfo, siteUrl: string): object | undefined {
  const { data, locale, route, site } = app
  const { broadcast } = data
  const addressOf = (to: App['route']) => siteUrl + formatAddress({ ...site, base: '', preview: undefined }, to, locale)
  const festival = {
    '@type': textOr(broadcast.type, 'festival') === 'festival' ? 'Festival' : 'Event',
    name: wordsOf(broadcast, 'name', locale),
    url: addressOf({ screen: 'home' }),
  }
  if (route.screen === 'home') return withContext({ ...festival, description: info.description, ...span(app) })
  if (!('id' in route)) return undefined
  const record = find(data, route.screen, route.id)
  if (!record) return undefined
  const image = mediaOf(app, record.media ?? record.coverImageUrl)?.url
  const common = {
    name: wordsOf(record, 'title', locale),
    description: info.description,
    url: addressOf({ screen: route.screen, id: route.id }),
    ...(image !== undefined && { image: new URL(image, siteUrl).href }),
  }
  if (route.screen === 'session')
    return withContext({ ...common, ...event(app, record, addressOf), superEvent: festival })
  if (route.screen === 'article')
    return withContext({
      ...common,
      '@type': 'NewsArticle',
      headline: common.name,
      datePublished: record.publishedAt,
      dateModified: record._updatedAt,
      inLanguage: locale,
      publisher: { '@type': 'Organization', name: festival.name },
    })
  if (route.screen === 'host') return withContext({ '@type': 'PerformingGroup', ...common })
  if (route.screen === 'place') return withContext({ '@type': 'Place', ...common })
  return undefined
}

/** An event without a date is none for search engines. */
function event(app: App, record: Shown, addressOf: (to: App['route']) => string): object {
  const { data, locale } = app
  const slot = programmeOf(data).byId.get(idOf(record))
  const place = find(data, 'place', record.interestPointId)
  const { timezone } = calendarOf(data)
  return {
    '@type': 'Event',
    ...(slot && {
      startDate: zonedInstant(slot.startMs, timezone),
      ...(slot.hasEnd && { endDate: zonedInstant(slot.endMs, timezone) }),
    }),
    ...statusOf(record, slot?.startMs, timezone),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: place ? wordsOf(place, 'title', locale) : wordsOf(data.broadcast, 'name', locale),
      ...(place && { url: addressOf({ screen: 'place', id: idOf(place) }) }),
    },
    performer: findAll(data, 'host', textsIn(record.hostIds)).map((host) => ({
      '@type': 'PerformingGroup',
      name: wordsOf(host, 'title', locale),
      url: addressOf({ screen: 'host', id: idOf(host) }),
    })),
    organizer: { '@type': 'Organization', name: wordsOf(data.broadcast, 'name', locale) },
    inLanguage: locale,
  }
}

/** A session that only changed its place is on schedule. */
function statusOf(session: Shown, startMs: number | undefined, timezone: string): object {
  const previousMs = Date.parse(textOr(Object(session.movedFrom).start))
  const isRescheduled = !Number.isNaN(previousMs) && previousMs !== startMs
  const status = isCancelled(session) ? 'EventCancelled' : isRescheduled ? 'EventRescheduled' : 'EventScheduled'
  return {
    eventStatus: `https://schema.org/${status}`,
    ...(isRescheduled && { previousStartDate: zonedInstant(previousMs, timezone) }),
  }
}

/** The dates of the event; those of its sessions when it has none of its own. */
function span({ data }: App): object {
  const dates = datesOf(data)
  if (dates) return { startDate: dates.start, endDate: dates.end }
  const { slots } = programmeOf(data)
  const first = slots[0]
  if (!first) return {}
  const { timezone } = calendarOf(data)
  const lastMs = slots.reduce((latest, { endMs }) => Math.max(latest, endMs), first.endMs)
  return { startDate: zonedInstant(first.startMs, timezone), endDate: zonedInstant(lastMs, timezone) }
}

const withContext = (thing: object) => ({ '@context': 'https://schema.org', ...thing })
