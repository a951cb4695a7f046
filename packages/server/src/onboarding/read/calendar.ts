import { isTimeZone } from '@marquee/model'
import ICAL from 'ical.js'
import { resolveUrl } from '../addresses.ts'
import { cutText, oneLine } from '../text.ts'
import type { CalendarFound, EventFound } from './found.ts'
import { escapeMarkdown, markdownOf } from './markdown.ts'
import { withOwnKeys } from './own-keys.ts'

/** The events of an iCalendar file. Unlimited recurrences are expanded for a year, at most fifty times. */
export function readCalendar(text: string, url: string): CalendarFound {
  const root = new ICAL.Component(ICAL.parse(text.slice(0, maxLength).replaceAll('\0', '')))
  const zone = oneLine(String(root.getFirstPropertyValue('x-wr-timezone') ?? ''))
  for (const definition of root.getAllSubcomponents('vtimezone').slice(0, 50)) ICAL.TimezoneService.register(definition)
  const components = root.getAllSubcomponents('vevent').slice(0, maxEvents)
  const byUid = Map.groupBy(components, (component) => component.getFirstPropertyValue('uid') ?? component)
  const events = withOwnKeys([...byUid.values()].flatMap((sharing) => eventsOf(sharing, url)))
  return { kind: 'calendar', url, ...(isTimeZone(zone) && { timeZone: zone }), events: events.slice(0, maxEvents) }
}

/** Whether a text is a calendar, and not an error page. */
export const isCalendar = (text: string) => /^\s*BEGIN:VCALENDAR/i.test(text.slice(0, 1_000))

const maxLength = 5_242_880
const maxEvents = 500
const maxOccurrences = 50
const yearMs = 366 * 86_400_000

/** The events of all components with one UID: a series with its changed occurrences, or unrelated events that share the UID. */
function eventsOf(components: ICAL.Component[], calendarUrl: string): EventFound[] {
  const isException = (component: ICAL.Component) => component.hasProperty('recurrence-id')
  const masters = components.filter((component) => !isException(component))
  const exceptions = components.filter(isException)
  const [first, ...others] = masters
  const isSeries = first !== undefined && ['rrule', 'rdate'].some((name) => first.hasProperty(name))
  // Exceptions belong to a series. Some calendars list them without it, or several events under one UID: then each is a separate event.
  if (isSeries && others.length === 0) return occurrencesOf(first, exceptions, calendarUrl)
  return components.flatMap((component) => occurrencesOf(component, [], calendarUrl))
}

interface Occurrence {
  event: ICAL.Event
  start: ICAL.Time
  end: ICAL.Time
  /** The original time within the series, also when it was moved. */
  place: ICAL.Time
}

function occurrencesOf(component: ICAL.Component, exceptions: ICAL.Component[], calendarUrl: string): EventFound[] {
  const event = new ICAL.Event(component, { exceptions, strictExceptions: false })
  if (!event.startDate || isCancelled(component)) return []
  const uid = uidOf(event)
  return timesOfEvent(event).flatMap(({ event: one, start, end, place }, index) => {
    const title = oneLine(one.summary ?? '')
    if (title === '' || isCancelled(one.component)) return []
    const isFirst = index === 0 && !event.isRecurrenceException()
    const key = isFirst ? uid : `${uid} ${place.toString()}`
    return [{ ...detailsOf(one, title, calendarUrl), key, ...timesOf(start, end, zoneOf(one.component)) }]
  })
}

const isCancelled = (component: ICAL.Component) =>
  String(component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED'

const uidOf = (event: ICAL.Event) =>
  cutText(oneLine(event.uid ?? `${event.summary ?? ''} ${event.startDate?.toString() ?? ''}`), 300)

function timesOfEvent(event: ICAL.Event): Occurrence[] {
  const once = { event, start: event.startDate, end: event.endDate, place: event.recurrenceId ?? event.startDate }
  if (!event.isRecurring()) return [once]
  const found: Occurrence[] = []
  const iterator = event.iterator()
  const lastMs = event.startDate.toJSDate().getTime() + yearMs
  for (let next = iterator.next(); next && found.length < maxOccurrences; next = iterator.next()) {
    if (next.toJSDate().getTime() > lastMs) break
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    found.push({ event: item, start: startDate, end: endDate, place: next })
  }
  return found
}

function detailsOf(event: ICAL.Event, title: string, calendarUrl: string): Omit<EventFound, 'key' | 'start'> {
  const { component } = event
  const link = component.getFirstPropertyValue('url')
  const location = oneLine(event.location ?? '')
  const geo = component.getFirstPropertyValue('geo')
  const [latitude, longitude] = Array.isArray(geo) ? geo.map(Number) : []
  return {
    title: cutText(title, 300),
    description: descriptionOf(event.description ?? ''),
    url: typeof link === 'string' ? resolveUrl(link, calendarUrl) : undefined,
    ...(location !== '' && {
      place: {
        name: cutText(location.split(/\s*,\s*/)[0] ?? location, 200),
        description: location.includes(',') ? cutText(location, 500) : undefined,
        latitude,
        longitude,
      },
    }),
    hosts: [],
    categories: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues())
      .map((value) => oneLine(String(value)))
      .filter((value) => value !== '' && value.length <= 60)
      .slice(0, 5),
    isWhole: false,
  }
}

/** The time zone of the start, whether or not the file defines its rules. */
function zoneOf(component: ICAL.Component): string | undefined {
  const named = component.getFirstProperty('dtstart')?.getParameter('tzid')
  return typeof named === 'string' && isTimeZone(named) && named !== 'UTC' ? named : undefined
}

function timesOf(
  start: ICAL.Time,
  end: ICAL.Time,
  timeZone: string | undefined,
): Pick<EventFound, 'start' | 'end' | 'timeZone'> {
  // In a calendar an all-day end is exclusive; here it is the last day.
  if (start.isDate) {
    const last = end.clone()
    if (end.compare(start) > 0) last.adjust(-1, 0, 0, 0)
    return { start: start.toString(), end: last.toString() }
  }
  const written = (time: ICAL.Time) => {
    const name = time.zone?.tzid ?? 'floating'
    const wall = time.toString().replace(/Z$/, '')
    if (name === 'UTC' || name === 'Z') return `${wall}Z`
    // A zone with a well-known name is used as that; one defined by the file, by its own rules.
    return timeZone || name === 'floating' ? wall : time.toJSDate().toISOString()
  }
  return { start: written(start), end: written(end), ...(timeZone && { timeZone }) }
}

function descriptionOf(text: string): string | undefined {
  const clean = text.slice(0, 20_000).trim()
  if (clean === '') return undefined
  const markdown = /<(?:p|br|a|b|i|ul|li|div|strong|em)\b/i.test(clean)
    ? markdownOf(clean, 'https://nowhere.invalid/')
    : clean.split('\n').map(escapeMarkdown).join('\n').trim()
  return cutText(markdown, 8_000)
}
