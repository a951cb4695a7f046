import type { ShownRecord } from '@marquee/model'
import { jsonPieces, LazyList } from '../../base/json-pieces.ts'
import { localTime, zonedDateTime } from './local-time.ts'
import { type Host, isTimed, type Programme, type Session, sessionOf, sessionsOf } from './programme.ts'

/** The programme as schema.org data for search engines: the festival with all of its sessions. In pieces. */
export function* programmeJsonLd(programme: Programme): Generator<string> {
  const { broadcast, locale } = programme
  const sessions = yield* sessionsOf(programme)
  const first = sessions.at(0)
  const last = sessions.reduce<string | undefined>((latest, session) => {
    const end = session.end ?? session.start
    return latest === undefined || end > latest ? end : latest
  }, undefined)
  const festival = withoutEmpty({
    '@context': 'https://schema.org',
    ...superEvent(programme),
    description: broadcast.description || broadcast.shortDescription,
    startDate: broadcast.dates?.start ?? (first && zonedDateTime(first.start, broadcast.timezone)),
    endDate: broadcast.dates?.end ?? (last && zonedDateTime(last, broadcast.timezone)),
    eventStatus: scheduled,
    location: { '@type': 'Place', name: broadcast.name },
    organizer: organizer(programme),
    inLanguage: locale,
    subEvent: sessions.length === 0 ? null : new LazyList(eventsOf(programme, sessions)),
  })
  yield* jsonPieces(festival)
}

function* eventsOf(programme: Programme, sessions: Session[]): Generator<Record<string, unknown>> {
  for (const session of sessions) yield event(programme, session)
}

/** One session by itself. */
export function eventJsonLd(programme: Programme, session: ShownRecord): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    ...event(programme, sessionOf(programme, session)),
    superEvent: superEvent(programme),
  }
}

function event(programme: Programme, session: Session): Record<string, unknown> {
  const { title, description, url, imageUrl, language, languages, place, categories, hosts } = session
  return withoutEmpty({
    '@type': 'Event',
    name: title,
    description,
    url,
    ...times(session),
    ...statusOf(session),
    location: { '@type': 'Place', name: place?.name ?? programme.broadcast.name },
    performer: hosts.map(performer),
    organizer: organizer(programme),
    image: imageUrl,
    keywords: categories.map((category) => category.title),
    inLanguage: languages.length > 0 ? languages : language,
  })
}

/** A session that only changed its place is on schedule. */
function statusOf(session: Session): { eventStatus: string; previousStartDate?: string } {
  const { start, previousStart, isCancelled, isAllDay, timeZone } = session
  const isRescheduled = previousStart !== null && previousStart !== start
  const before =
    isRescheduled && (isAllDay ? localTime(previousStart, timeZone).date : zonedDateTime(previousStart, timeZone))
  return {
    eventStatus: isCancelled ? cancelled : isRescheduled ? rescheduled : scheduled,
    ...(before && { previousStartDate: before }),
  }
}

/** Dates for all-day sessions, times with the UTC offset for the others. */
function times(session: Session): { startDate?: string; endDate?: string } {
  if (!isTimed(session)) return {}
  const { start, end, timeZone, isAllDay } = session
  if (!isAllDay) {
    return { startDate: zonedDateTime(start, timeZone), ...(end !== null && { endDate: zonedDateTime(end, timeZone) }) }
  }
  const startDate = localTime(start, timeZone).date
  if (end === null) return { startDate }
  // The last day is included here, and an end at midnight is the end of the day before.
  const lastInstant = new Date(Math.max(Date.parse(end) - 1, Date.parse(start))).toISOString()
  return { startDate, endDate: localTime(lastInstant, timeZone).date }
}

/** A host may be a person, a band or a company, which is not stored. A solo artist can be a group of one, but a band is no person. */
function performer({ name, description, url, imageUrl }: Host): Record<string, unknown> {
  return withoutEmpty({ '@type': 'PerformingGroup', name, description, url, image: imageUrl })
}

function superEvent({ broadcast, links }: Programme) {
  const isFestival = (broadcast.type ?? 'festival') === 'festival'
  return { '@type': isFestival ? 'Festival' : 'Event', name: broadcast.name, url: links.home() }
}

const organizer = ({ broadcast, links }: Programme) => ({
  '@type': 'Organization',
  name: broadcast.name,
  url: links.home(),
})

/** Unknown values are left out. */
function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
}

const cancelled = 'https://schema.org/EventCancelled'
const rescheduled = 'https://schema.org/EventRescheduled'
const scheduled = 'https://schema.org/EventScheduled'
