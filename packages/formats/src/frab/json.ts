import { type Programme, Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { isObject, type Json, objectsIn, textOf } from '../values.ts'
import { eventValues } from './event-values.ts'
import { programmeOf } from './programme.ts'
import type { Day, Event, Person, Schedule } from './schedule.ts'

/** Reads the `schedule.json` of c3voc, frab and pretalx. */
export function readScheduleJson(source: Source): Programme {
  const { json } = source
  const schedule = isObject(json) ? ([json.schedule, json.conference_events].find(isObject) ?? json) : undefined
  if (!isObject(schedule)) throw new Unreadable('The file contains no schedule.', '/schedule')
  const generator = isObject(json) ? value(json, 'generator') : undefined
  return programmeOf('schedule-json', { ...scheduleOf(schedule), generator }, source)
}

/** The first of these keys that has a text; a name may be within an object, as in `{"track": {"name": "Jazz"}}`. */
function value(object: Json, ...names: string[]): string | undefined {
  for (const name of names) {
    const found = object[name]
    const text =
      textOf(isObject(found) ? found.name : found) ?? (typeof found === 'boolean' ? String(found) : undefined)
    if (text !== undefined) return text
  }
  return undefined
}

function scheduleOf(schedule: Json): Omit<Schedule, 'generator'> {
  const conference = isObject(schedule.conference) ? schedule.conference : schedule
  const people = [schedule, conference].flatMap(({ persons, speakers }) => objectsIn(persons ?? speakers).map(personOf))
  return {
    at: '/schedule/conference',
    title: value(conference, 'title'),
    url: value(conference, 'url') ?? value(schedule, 'url'),
    timeZone: value(conference, 'time_zone_name', 'timezone'),
    dayChange: value(conference, 'day_change'),
    baseUrl: value(schedule, 'base_url') ?? value(conference, 'base_url'),
    rooms: objectsIn(conference.rooms ?? schedule.rooms).flatMap((room) => {
      const name = value(room, 'name')
      return name === undefined ? [] : [{ name, guid: value(room, 'guid'), description: value(room, 'description') }]
    }),
    tracks: objectsIn(conference.tracks ?? schedule.tracks).flatMap((track) => {
      const name = value(track, 'name')
      return name === undefined ? [] : [{ name, color: value(track, 'color') }]
    }),
    people: new Map(people.flatMap((person) => (person.id === undefined ? [] : [[person.id, person]]))),
    events: [...eventsInDays(conference.days ?? schedule.days), ...plainEvents(schedule)],
  }
}

function eventsInDays(days: unknown): Event[] {
  return Object.entries(isObject(days) || Array.isArray(days) ? days : {}).flatMap(([index, day]) => {
    if (!isObject(day)) return []
    const within = { date: value(day, 'date'), start: value(day, 'day_start', 'start') }
    return roomsOf(day.rooms).flatMap(({ name, events, path }) =>
      events.flatMap((event, position) => {
        const at = `/schedule/conference/days/${index}/rooms/${path}/${position}`
        return isObject(event) ? [eventOf(event, within, name, at)] : []
      }),
    )
  })
}

/** Rooms are an object of lists by name, or a list of objects with a name and events. */
function roomsOf(rooms: unknown): { name: string | undefined; events: unknown[]; path: string }[] {
  if (Array.isArray(rooms))
    return rooms.flatMap((room, index) =>
      isObject(room) && Array.isArray(room.events)
        ? [{ name: value(room, 'name'), events: room.events, path: `${index}/events` }]
        : [],
    )
  return Object.entries(isObject(rooms) ? rooms : {}).flatMap(([name, events]) =>
    Array.isArray(events) ? [{ name, events, path: segment(name) }] : [],
  )
}

/** A name within a JSON pointer. */
const segment = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** frab also lists its events without days. */
function plainEvents(schedule: Json): Event[] {
  const { events } = schedule
  return Array.isArray(events)
    ? events.flatMap((event, index) =>
        isObject(event) ? [eventOf(event, undefined, undefined, `/events/${index}`)] : [],
      )
    : []
}

function eventOf(event: Json, day: Day | undefined, room: string | undefined, at: string): Event {
  const recording = isObject(event.recording) ? event.recording : {}
  return {
    ...eventValues(
      (...names) => value(event, ...names),
      (...names) => value(recording, ...names),
    ),
    at,
    url: value(event, 'origin_url', 'url'),
    day,
    date: value(event, 'date', 'start_time'),
    start: value(event, 'start'),
    room: value(event, 'room') ?? room,
    persons: objectsIn(event.persons ?? event.speakers).map(personOf),
    links: linksIn(event.links),
    attachments: linksIn(event.attachments),
  }
}

function personOf(person: Json): Person {
  return {
    id: value(person, 'id', 'code'),
    guid: value(person, 'guid'),
    name: value(person, 'public_name', 'full_public_name', 'name', 'full_name'),
    texts: [value(person, 'abstract', 'biography'), value(person, 'description')],
    picture: value(person, 'avatar', 'avatar_url', 'image'),
    links: [...linksIn(person.links), ...(value(person, 'url') ? [{ url: person.url }] : [])],
  }
}

const linksIn = (links: unknown) =>
  (Array.isArray(links) ? links : []).map((link) =>
    isObject(link) ? { url: link.url ?? link.href, label: link.title ?? link.name, type: link.type } : { url: link },
  )
