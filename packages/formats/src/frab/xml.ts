import { type Programme, Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { textOf } from '../values.ts'
import { childOf, childrenOf, type Element, parseXml } from '../xml.ts'
import { eventValues } from './event-values.ts'
import { programmeOf } from './programme.ts'
import type { Day, Event, Person, Schedule } from './schedule.ts'

/** Reads the XML of frab, pentabarf, pretalx and c3voc. A value may be an attribute or an element. */
export function readFrabXml(source: Source): Programme {
  return programmeOf('frab-xml', scheduleIn(source.text), source)
}

/** The elements are no longer referred to when this returns, so their memory is free while the programme is made. */
function scheduleIn(text: string): Schedule {
  const root = parseXml(text)
  if (root.name.toLowerCase() !== 'schedule')
    throw new Unreadable(`A schedule is expected, but the file contains <${root.name}>.`, lineOf(root))
  return scheduleOf(root)
}

/** An element or attribute of the first of these names that has a text. */
function value(element: Element | undefined, ...names: string[]): string | undefined {
  for (const name of names) {
    const found = textOf(childOf(element, name)?.text) ?? textOf(element?.attributes[name])
    if (found !== undefined) return found
  }
  return undefined
}

const lineOf = ({ line }: Element) => `line ${line}`

function scheduleOf(root: Element): Schedule {
  const conference = childOf(root, 'conference')
  const people = [root, conference].flatMap((parent) => childrenOf(childOf(parent, 'persons'), 'person').map(personOf))
  const inConference = (list: string, item: string) =>
    [root, conference].flatMap((parent) => childrenOf(childOf(parent, list), item))
  return {
    at: lineOf(conference ?? root),
    generator: value(childOf(root, 'generator'), 'name'),
    title: value(conference, 'title') ?? value(root, 'title'),
    url: value(conference, 'url'),
    timeZone: value(conference, 'time_zone_name', 'timezone'),
    dayChange: value(conference, 'day_change'),
    baseUrl: value(conference, 'base_url') ?? value(root, 'base_url'),
    rooms: inConference('rooms', 'room').flatMap(roomOf),
    tracks: inConference('tracks', 'track').flatMap((track) => {
      const name = value(track, 'name') ?? textOf(track.text)
      return name === undefined ? [] : [{ name, color: value(track, 'color') }]
    }),
    people: new Map(people.flatMap((person) => (person.id === undefined ? [] : [[person.id, person]]))),
    events: eventsOf(root),
  }
}

function roomOf(room: Element) {
  const name = value(room, 'name') ?? (room.children.length === 0 ? textOf(room.text) : undefined)
  if (name === undefined) return []
  return [{ name, guid: value(room, 'guid'), description: value(room, 'description') }]
}

/** Days contain rooms with events, or events whose room is an element. */
function eventsOf(root: Element): Event[] {
  const days = [root, childOf(root, 'days')].flatMap((parent) => childrenOf(parent, 'day'))
  return [
    ...days.flatMap((day) => {
      const within = { date: value(day, 'date'), start: value(day, 'start') }
      return [
        ...childrenOf(day, 'room').flatMap((room) =>
          childrenOf(room, 'event').map((event) => eventOf(event, within, value(room, 'name'))),
        ),
        ...childrenOf(day, 'event').map((event) => eventOf(event, within, undefined)),
      ]
    }),
    ...[root, childOf(root, 'events')].flatMap((parent) =>
      childrenOf(parent, 'event').map((event) => eventOf(event, undefined, undefined)),
    ),
  ]
}

function eventOf(event: Element, day: Day | undefined, room: string | undefined): Event {
  const recording = childOf(event, 'recording')
  return {
    ...eventValues(
      (...names) => value(event, ...names),
      (...names) => value(recording, ...names),
    ),
    at: lineOf(event),
    url: value(event, 'origin_url', 'url', 'full_conf_url', 'conf_url'),
    day,
    date: value(event, 'date'),
    start: value(event, 'start', 'start_time'),
    room: value(event, 'room') ?? room,
    persons: ['persons', 'speakers'].flatMap((list) =>
      (childOf(event, list)?.children ?? []).filter(({ name }) => /^(?:person|speaker)$/.test(name)).map(personOf),
    ),
    links: childrenOf(childOf(event, 'links'), 'link').map(linkOf),
    attachments: childrenOf(childOf(event, 'attachments'), 'attachment').map(linkOf),
  }
}

function personOf(person: Element): Person {
  return {
    id: value(person, 'id', 'code'),
    guid: value(person, 'guid'),
    name:
      value(person, 'name', 'public_name', 'full_public_name') ??
      (person.children.length === 0 ? textOf(person.text) : undefined),
    texts: [value(person, 'abstract', 'biography'), value(person, 'description', 'extended_biography')],
    picture: value(person, 'avatar', 'image', 'picture'),
    links: childrenOf(childOf(person, 'links'), 'link').map(linkOf),
  }
}

function linkOf(link: Element) {
  const label = link.children.length === 0 ? textOf(link.text) : value(link, 'title')
  const url = value(link, 'href', 'url')
  // Some files have the address as text, without an attribute.
  return url === undefined ? { url: label } : { url, label: label ?? value(link, 'title') }
}
