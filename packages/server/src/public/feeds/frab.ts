import { jsonPieces, LazyList } from '../../base/json-pieces.ts'
import type { NamedLink, Programme } from './programme.ts'
import { type Day, type Event, type Schedule, scheduleOf } from './schedule.ts'
import { type Element, element, largeElement, xmlDocument } from './xml.ts'

/** The programme in the format of frab, pretalx and the apps of many conferences, in pieces. */
export function* scheduleXml(programme: Programme): Generator<string> {
  const schedule = yield* scheduleOf(programme)
  yield* xmlDocument(
    largeElement('schedule', {}, [
      element('generator', { name: 'Marquee' }),
      element('version', {}, schedule.version),
      conferenceElement(schedule),
      ...schedule.days.map(dayElement),
    ]),
  )
}

/** The same as JSON. */
export function* scheduleJson(programme: Programme): Generator<string> {
  const schedule = yield* scheduleOf(programme)
  const { version, acronym, title, firstDay, lastDay, timeZone, homeUrl, rooms, tracks, days } = schedule
  yield* jsonPieces({
    $schema: 'https://c3voc.de/schedule/schema.json',
    generator: { name: 'Marquee' },
    schedule: {
      version,
      base_url: homeUrl,
      conference: {
        acronym,
        title,
        start: firstDay,
        end: lastDay,
        daysCount: days.length,
        timeslot_duration: timeslot,
        time_zone_name: timeZone,
        url: homeUrl,
        rooms: rooms.map((room) => ({ ...room, description: null, capacity: null })),
        tracks: tracks.map(({ name, color }) => ({ name, ...(color !== null && { color }) })),
        days: days.map(dayObject),
      },
    },
  })
}

function conferenceElement({ title, acronym, firstDay, lastDay, days, homeUrl, timeZone }: Schedule): Element {
  return element('conference', {}, [
    element('title', {}, title),
    element('acronym', {}, acronym),
    element('start', {}, firstDay),
    element('end', {}, lastDay),
    element('days', {}, days.length),
    element('timeslot_duration', {}, timeslot),
    element('base_url', {}, homeUrl),
    element('time_zone_name', {}, timeZone),
  ])
}

function dayElement({ index, date, start, end, rooms }: Day): Generator<string> {
  const elements = rooms.map(({ name, events }) => largeElement('room', { name }, eachOf(events, eventElement)))
  return largeElement('day', { index, date, start, end }, elements)
}

function* eachOf<T, U>(items: Iterable<T>, map: (item: T) => U): Generator<U> {
  for (const item of items) yield map(item)
}

function dayObject({ index, date, start, end, rooms }: Day) {
  return {
    index,
    date,
    day_start: start,
    day_end: end,
    rooms: Object.fromEntries(rooms.map(({ name, events }) => [name, new LazyList(eachOf(events, eventObject))])),
  }
}

function eventElement({ id, guid, persons, links, attachments, recording, imageUrl, track, ...event }: Event): Element {
  return element('event', { id, guid }, [
    element('date', {}, event.date),
    element('start', {}, event.start),
    element('duration', {}, event.duration),
    element('room', {}, event.room),
    element('slug', {}, event.slug),
    element('url', {}, event.url),
    element('title', {}, event.title),
    element('subtitle', {}, event.subtitle),
    element('track', {}, track ?? ''),
    element('type', {}, event.type),
    element('language', {}, event.language),
    element('abstract', {}, event.abstract),
    element('description', {}, event.description),
    imageUrl === null ? undefined : element('logo', {}, imageUrl),
    recording === null ? undefined : recordingElement(recording),
    optionalElement('feedback_url', event.feedbackUrl),
    optionalElement('origin_url', event.originUrl),
    element(
      'persons',
      {},
      persons.map((person) => element('person', { id: person.id }, person.name)),
    ),
    element(
      'links',
      {},
      links.map(({ url, title }) => element('link', { href: url }, title ?? url)),
    ),
    element(
      'attachments',
      {},
      attachments.map(({ url, title }) => element('attachment', { href: url }, title ?? url)),
    ),
  ])
}

const optionalElement = (name: string, value: string | null) => (value === null ? undefined : element(name, {}, value))

function recordingElement({ license, isOptedOut, url }: NonNullable<Event['recording']>): Element {
  return element('recording', {}, [
    element('license', {}, license),
    element('optout', {}, String(isOptedOut)),
    optionalElement('url', url),
  ])
}

function eventObject({ persons, imageUrl, recording, feedbackUrl, originUrl, links, attachments, ...event }: Event) {
  return {
    ...event,
    ...(recording !== null && { recording_license: recording.license, do_not_record: recording.isOptedOut }),
    ...(feedbackUrl !== null && { feedback_url: feedbackUrl }),
    ...(originUrl !== null && { origin_url: originUrl }),
    ...(imageUrl !== null && { logo: imageUrl }),
    persons: persons.map(({ id, guid, name, description, imageUrl: avatar }) => ({
      id,
      guid,
      public_name: name,
      biography: description,
      ...(avatar !== null && { avatar }),
    })),
    links: links.map(referenceOf),
    attachments: attachments.map(referenceOf),
  }
}

const referenceOf = ({ url, title }: NamedLink) => ({ url, ...(title !== null && { title }) })

/** The time grid on which apps draw a schedule. */
const timeslot = '00:05'
