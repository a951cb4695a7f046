import { nextDay, startOfDay } from '@marquee/model'
import { comparePlaces } from '@marquee/model/place-order'
import { linksIn, wordsIn } from './blocks.ts'
import { guidOwners, stableNumber, stableUuid } from './identity.ts'
import { hoursAndMinutes, localTime, zonedDateTime } from './local-time.ts'
import {
  type Category,
  type Host,
  type NamedLink,
  type Preparation,
  type Programme,
  type PublicBroadcast,
  sessionsOf,
  type TimedSession,
} from './programme.ts'
import { slugOf } from './text.ts'

/** A programme by days and rooms, as conference schedules are exchanged. */
export interface Schedule {
  version: string
  acronym: string
  title: string
  firstDay: string
  lastDay: string
  timeZone: string
  homeUrl: string
  rooms: { name: string; guid: string }[]
  tracks: { name: string; color: string | null }[]
  days: Day[]
}

export interface Day {
  index: number
  date: string
  start: string
  end: string
  /** Events are rendered one by one. */
  rooms: { name: string; events: Iterable<Event> }[]
}

export interface Event {
  id: number
  guid: string
  date: string
  start: string
  duration: string
  room: string
  slug: string
  url: string
  title: string
  subtitle: string
  type: string
  track: string | null
  language: string
  abstract: string
  description: string
  imageUrl: string | null
  persons: (Omit<Host, 'id'> & { id: number; guid: string })[]
  links: NamedLink[]
  attachments: NamedLink[]
  recording: TimedSession['recording']
  feedbackUrl: string | null
  originUrl: string | null
}

/** All times are local to the broadcast, as on a printed programme. */
export function* scheduleOf(programme: Programme): Preparation<Schedule> {
  const { broadcast, links } = programme
  const sessions = yield* sessionsOf(programme)
  const days = yield* daysOf(broadcast, sessions)
  // A schedule needs dates, even before it has sessions.
  const anyDay = localTime(broadcast._updatedAt, broadcast.timezone).date
  return {
    version: versionOf(programme),
    acronym: acronymOf(broadcast),
    title: broadcast.name,
    firstDay: days.at(0)?.date ?? broadcast.dates?.start ?? anyDay,
    lastDay: days.at(-1)?.date ?? broadcast.dates?.end ?? anyDay,
    timeZone: broadcast.timezone,
    homeUrl: links.home(),
    rooms: yield* roomsOf(broadcast, sessions),
    tracks: yield* tracksOf(sessions),
    days,
  }
}

/** At least four characters, and no hyphen, which separates an acronym from a title. */
const acronymOf = ({ _id, name }: PublicBroadcast) => (slugOf(name).replaceAll('-', '_') || _id).padEnd(4, '_')

/** The last change of anything in it, so that the same schedule has the same version. */
function versionOf({ broadcast, sessions, places, hosts, categories, removed }: Programme): string {
  const records = [broadcast, ...sessions, ...places.values(), ...hosts.values(), ...categories.values()]
  const instants = [...records.map(({ _updatedAt }) => _updatedAt), ...removed.map(({ removedAt }) => removedAt)]
  return instants.reduce((newest, instant) => (instant > newest ? instant : newest))
}

/** Days on which a session starts. */
function* daysOf(broadcast: PublicBroadcast, sessions: TimedSession[]): Preparation<Day[]> {
  const startOf = dayStarts(broadcast)
  const dayOfSession = new Map<TimedSession, string>()
  for (const session of sessions) {
    dayOfSession.set(session, dayOf(session, broadcast, startOf))
    yield ''
  }
  const owners = guidOwners(sessions)
  const byDay = Map.groupBy(sessions, (session) => dayOfSession.get(session) ?? '')
  return [...byDay.keys()].sort().flatMap((date, at) => {
    const [start, end] = [startOf(date), startOf(nextDay(date))]
    // Beyond the representable years, there is no schedule.
    if (start === undefined || end === undefined) return []
    const rooms = Map.groupBy(byDay.get(date) ?? [], (session) => roomOf(session, broadcast))
    return {
      index: at + 1,
      date,
      start: zonedDateTime(start, broadcast.timezone),
      end: zonedDateTime(end, broadcast.timezone),
      rooms: [...rooms]
        .sort(([, [one]], [, [other]]) => roomOrder(one, other))
        .map(([name, inRoom]) => ({
          name,
          events: eventsOf(inRoom, broadcast, owners),
        })),
    }
  })
}

/** The programme day of a session: one at half past one at night belongs to the evening before. An all-day session is on its date. */
function dayOf(
  { start, isAllDay }: TimedSession,
  { timezone, dayStart }: PublicBroadcast,
  startOf: (day: string) => string | undefined,
): string {
  const { date, time } = localTime(start, timezone)
  if (isAllDay) return date
  const day = time < dayStart ? dayBefore(date) : date
  // Where clocks change around the start of a day, local times are misleading.
  if (start < (startOf(day) ?? '')) return dayBefore(day)
  return start >= (startOf(nextDay(day)) ?? '~') ? nextDay(day) : day
}

function dayStarts({ timezone, dayStart }: PublicBroadcast): (day: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (day) => {
    if (!known.has(day)) known.set(day, startOfDay(day, dayStart, timezone))
    return known.get(day)
  }
}

type GuidOwners = ReturnType<typeof guidOwners>

function* eventsOf(sessions: TimedSession[], broadcast: PublicBroadcast, owners: GuidOwners): Generator<Event> {
  for (const session of sessions) yield eventOf(session, broadcast, owners)
}

function eventOf(session: TimedSession, broadcast: PublicBroadcast, owners: GuidOwners): Event {
  const { id, guid, title, start, end, hosts, blocks, languages } = session
  const isOwnGuid = guid !== null && isUuid(guid) && owners.get(guid) === id
  const { date, time, offset } = localTime(start, broadcast.timezone)
  return {
    id: stableNumber(broadcast._id, id),
    guid: isOwnGuid ? guid : stableUuid(broadcast._id, id),
    date: `${date}T${time}${offset}`,
    start: time.slice(0, 5),
    duration: hoursAndMinutes(end === null ? 0 : Date.parse(end) - Date.parse(start)),
    room: roomOf(session, broadcast),
    slug: [acronymOf(broadcast), slugOf(title), id].filter(Boolean).join('-'),
    url: session.url,
    title,
    subtitle: session.subtitle,
    type: session.type,
    track: session.categories.at(0)?.title ?? null,
    language: languages.length > 0 ? languages.join(', ') : (session.language ?? ''),
    abstract: session.description,
    description: wordsIn(blocks),
    imageUrl: session.imageUrl,
    persons: hosts.map((host) => ({
      ...host,
      id: stableNumber(broadcast._id, host.id),
      guid: stableUuid(broadcast._id, host.id),
    })),
    links: [...session.links, ...linksIn(blocks)],
    attachments: session.attachments,
    recording: session.recording,
    feedbackUrl: session.feedbackUrl,
    originUrl: session.sourceUrl,
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The format requires a room; sessions without a place get one for the whole festival. */
const roomOf = ({ place }: TimedSession, broadcast: PublicBroadcast) => place?.name ?? broadcast.name

/** The order of the places; rooms without one are last, in the order of their first sessions. */
const roomOrder = (one: TimedSession | undefined, other: TimedSession | undefined) =>
  inOrder(one?.place ?? {}, other?.place ?? {})
const inOrder = comparePlaces<{ order?: unknown }>(() => 0)

function* roomsOf(broadcast: PublicBroadcast, sessions: TimedSession[]): Preparation<Schedule['rooms']> {
  const rooms = new Map<string, TimedSession>()
  for (const session of sessions) {
    const name = roomOf(session, broadcast)
    // Two places with the same name become one room, because rooms are identified by name.
    if (!rooms.has(name)) rooms.set(name, session)
    yield ''
  }
  return [...rooms]
    .sort(([, one], [, other]) => roomOrder(one, other))
    .map(([name, { place }]) => ({ name, guid: stableUuid(broadcast._id, place?.id ?? broadcast._id) }))
}

function* tracksOf(sessions: TimedSession[]): Preparation<Schedule['tracks']> {
  const tracks = new Map<string, Category>()
  for (const session of sessions) {
    const [track] = session.categories
    if (track) tracks.set(track.title, track)
    yield ''
  }
  return [...tracks.values()].map(({ title, color }) => ({ name: title, color }))
}

const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
