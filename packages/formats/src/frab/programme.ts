import { type Addressing, attachmentsOf, linksOf, pictureOf, urlOf } from '../addresses.ts'
import { type Collecting, collectProgramme, type Entry, foldName } from '../collect.ts'
import { conventionOf } from '../durations.ts'
import { languagesOf } from '../languages.ts'
import { categoriesOf, namedEntries } from '../named.ts'
import type { FormatName, Programme } from '../programme.ts'
import { noteAssumedZone, sessionTime, type Zoned, zonedIn } from '../session-time.ts'
import type { Source } from '../source.ts'
import { cutTo, descriptionOf, maxTitle, titleOf } from '../texts.ts'
import { lineOf, present } from '../values.ts'
import { zoneNamed } from '../zones.ts'
import { startsOf } from './day-time.ts'
import { minutesOf } from './lengths.ts'
import type { Event, Person, Schedule } from './schedule.ts'

/** The programme of a schedule: tracks are categories, rooms places and persons hosts. */
export function programmeOf(format: FormatName, schedule: Schedule, { options, url }: Source): Programme {
  const file = collectProgramme(format)
  const timeZone = zoneNamed(schedule.timeZone, schedule.at, file.note)
  const zoned = zonedIn(timeZone, options.timeZone)
  const starts = startsOf(schedule.events, schedule.dayChange, file.note)
  const lengths = minutesOf(
    schedule.events,
    starts,
    conventionOf(schedule.events.map(({ duration }) => duration)),
    file.note,
  )
  const base = URL.canParse(schedule.baseUrl ?? '') ? schedule.baseUrl : url
  const context = {
    file,
    schedule,
    base,
    zoned,
    starts,
    lengths,
    places: namedEntries(file.place, placesIn(schedule)),
    tracks: categoriesOf(file, tracksIn(schedule)),
  }
  for (const event of schedule.events) addSession(event, context)
  noteUnmentioned(schedule, file)
  noteAssumedZone(zoned, starts.values(), file.note)
  return file.finish(
    present({
      title: lineOf(schedule.title),
      url: urlOf(schedule.url ?? schedule.baseUrl, { at: schedule.at, note: file.note, base: url }),
      timeZone,
    }),
  )
}

interface Context {
  file: Collecting
  schedule: Schedule
  base: string | undefined
  zoned: Zoned
  starts: Map<Event, string>
  lengths: Map<Event, number>
  places: (name: string | undefined, at: string) => Entry | undefined
  tracks: (name: string | undefined, at: string) => Entry | undefined
}

function addSession(event: Event, context: Context): void {
  const { at } = event
  const { file, base, zoned, starts, lengths } = context
  const title = titleOf(event.title, at, file)
  if (title === undefined) return
  const { note } = file
  const addressing = { at, note, base }
  const track = context.tracks(event.track, at)
  file.session({
    id: event.guid ?? event.id ?? event.slug,
    at,
    fields: present({
      title,
      subtitle: cutTo(lineOf(event.subtitle), maxTitle, at, note),
      description: descriptionOf([event.abstract, event.description], at, note),
      time: sessionTime({ start: starts.get(event), end: event.end, minutes: lengths.get(event) }, zoned, at, note),
      categoryIds: track && [track],
      hostIds: hostsOf(event, context),
      interestPointId: context.places(roomOf(event, context), at),
      type: cutTo(lineOf(event.type), 100, at, note),
      languages: languagesOf(event.language, at, note),
      guid: cutTo(event.guid, 200, at, note),
      source: sourceOf(event, addressing),
      links: linksOf(event.links, addressing),
      attachments: attachmentsOf(event.attachments, addressing),
      recording: recordingOf(event, addressing),
      feedbackUrl: urlOf(event.feedbackUrl, addressing),
      media: pictureOf(event.logo, addressing),
    }),
  })
}

function hostsOf(event: Event, { file, schedule, base }: Context): Entry[] {
  const hosts = event.persons.flatMap((mentioned) => {
    const { at } = event
    const listed = schedule.people.get(mentioned.id ?? '')
    const name = lineOf(mentioned.name) ?? lineOf(listed?.name)
    if (name === undefined) {
      file.note('no_name', 'A person has no name and is left out.', at)
      return []
    }
    // Details of a shared id belong to the person of that name only.
    const known = listed !== undefined && foldName(lineOf(listed.name) ?? name) === foldName(name) ? [listed] : []
    return [file.host(personFields(name, [mentioned, ...known], { at, note: file.note, base }))]
  })
  return [...new Set(hosts)]
}

/** A list of people also contains those whose sessions were removed. */
function noteUnmentioned({ people, events }: Schedule, file: Collecting): void {
  const mentioned = new Set(events.flatMap(({ persons }) => persons.map(({ id }) => id)))
  const count = [...people.keys()].filter((id) => !mentioned.has(id)).length
  if (count > 0) file.note('unmentioned_people', `${count} people of the list have no session; they are left out.`)
}

function personFields(name: string, writings: Person[], addressing: Addressing) {
  const { at, note } = addressing
  return {
    id: writings.map(({ guid, id }) => guid ?? id).find((id) => id !== undefined),
    at,
    fields: present({
      title: cutTo(name, maxTitle, at, note),
      description: descriptionOf(
        writings.flatMap(({ texts }) => texts),
        at,
        note,
      ),
      media: writings.map(({ picture }) => pictureOf(picture, addressing)).find((media) => media !== undefined),
      links: linksOf(
        writings.flatMap(({ links }) => links),
        addressing,
      ),
    }),
  }
}

/** The service's own schedules give sessions without place a room, because the format requires one. */
const roomOf = ({ room }: Event, { schedule: { generator, title } }: Context) =>
  generator === 'Marquee' && room === title ? undefined : room

function sourceOf(event: Event, addressing: Addressing) {
  const id = cutTo(event.id ?? event.slug, 200, addressing.at, addressing.note)
  const url = urlOf(event.url, { ...addressing, leadsTo: 'webOrContact' })
  return id === undefined && url === undefined ? undefined : present({ id, url })
}

/** Every event of most files has an empty recording, which says nothing. */
function recordingOf({ recording }: Event, addressing: Addressing) {
  const url = urlOf(recording.url, addressing)
  const license = cutTo(lineOf(recording.license), 500, addressing.at, addressing.note)
  const isOptedOut = /^(?:true|1|yes)$/i.test(recording.optOut ?? '')
  if (url === undefined && license === undefined && !isOptedOut) return undefined
  return present({ url, license, isOptedOut: isOptedOut || undefined })
}

const placesIn = ({ rooms }: Schedule) =>
  rooms.map(({ name, guid, description }) => ({ id: guid, fields: present({ title: name, description }) }))

const tracksIn = ({ tracks }: Schedule) =>
  tracks.map(({ name, color }) => ({ fields: present({ title: name, color: isColor(color) ? color : undefined }) }))

const isColor = (text: string | undefined) =>
  text !== undefined && /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)
