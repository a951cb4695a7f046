import { nextDay } from '@marquee/model'
import { wordsIn } from './blocks.ts'
import {
  component,
  contentLines,
  date,
  dateTime,
  type Line,
  quotedParam,
  textLine,
  utcDateTime,
  utcOffset,
} from './icalendar.ts'
import { guidOwners } from './identity.ts'
import { localTime } from './local-time.ts'
import { isTimed, type NamedLink, type Programme, sessionOf, sessionsOf, type TimedSession } from './programme.ts'
import { createZones, type Observance, type Zones } from './time-zone.ts'

/** The programme as a calendar to subscribe to, in pieces. It does not depend on the clock, so unchanged sessions give identical bytes. */
export function* programmeCalendar(programme: Programme, { name }: { name?: string } = {}): Generator<string> {
  const { broadcast } = programme
  const sessions = yield* sessionsOf(programme)
  const removed = removedSessions(programme)
  // Time zones must precede the events that use them.
  const zones = createZones()
  for (const session of [...sessions, ...removed.map((one) => one.session)]) {
    timeLines(session, zones)
    yield ''
  }
  // A calendar must contain a component, at least its time zone.
  if (sessions.length + removed.length === 0) zones.localMs(Date.parse(broadcast._updatedAt), broadcast.timezone)
  yield contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Marquee//Programme//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    textLine('NAME', name ?? broadcast.name),
    textLine('X-WR-CALNAME', name ?? broadcast.name),
    ...(broadcast.shortDescription ? [textLine('X-WR-CALDESC', broadcast.shortDescription)] : []),
    textLine('X-WR-TIMEZONE', broadcast.timezone),
    'REFRESH-INTERVAL;VALUE=DURATION:PT30M',
    'X-PUBLISHED-TTL:PT30M',
    ...zones.described().flatMap(zoneLines),
  ])
  const owners = guidOwners([...sessions, ...removed.map((one) => one.session)])
  const uidOf = ({ id, guid }: TimedSession) =>
    guid !== null && owners.get(guid) === id ? textLine('UID', guid) : `UID:${id}@${broadcast._id}.marquee`
  for (const session of sessions) yield contentLines(eventLines(uidOf(session), session, zones))
  for (const one of removed) yield contentLines(removedLines(uidOf(one.session), one, zones))
  yield contentLines(['END:VCALENDAR'])
}

interface RemovedSession {
  session: TimedSession
  removedAt: string
}

/** A session that was published again is not listed as removed: a calendar must not contain it twice. */
function removedSessions(programme: Programme): RemovedSession[] {
  const present = new Set(programme.sessions.map(({ _id }) => _id))
  return programme.removed.flatMap(({ session: record, removedAt }) => {
    const session = sessionOf(programme, record)
    return isTimed(session) && !present.has(session.id) ? [{ session, removedAt }] : []
  })
}

function eventLines(uid: Line, session: TimedSession, zones: Zones): Line[] {
  const { title, isCancelled, place, categories, attachments, url, updatedAt } = session
  const text = textOf(session)
  return component('VEVENT', [
    ...identityLines(uid, session, updatedAt),
    ...timeLines(session, zones),
    textLine('SUMMARY', title),
    ...(text === '' ? [] : [textLine('DESCRIPTION', text)]),
    ...(place ? [textLine('LOCATION', place.name)] : []),
    ...(categories.length > 0 ? [textLine('CATEGORIES', ...categories.map((category) => category.title))] : []),
    ...attachments.map(attachmentLine),
    `URL:${url}`,
    isCancelled ? 'STATUS:CANCELLED' : 'STATUS:CONFIRMED',
  ])
}

/** Everything that people read about a session; calendars have no other field for it. */
function textOf({ subtitle, description, blocks, hosts }: TimedSession): string {
  const names = hosts.map(({ name }) => name).join(', ')
  return [subtitle, description, wordsIn(blocks), names].filter((part) => part !== '').join('\n\n')
}

const attachmentLine = ({ url, title }: NamedLink): Line =>
  `ATTACH${title === null ? '' : `;FILENAME=${quotedParam(title)}`}:${url}`

/** Enough to identify a session that is no longer on the programme; its other fields are no longer public. */
function removedLines(uid: Line, { session, removedAt }: RemovedSession, zones: Zones): Line[] {
  return component('VEVENT', [
    ...identityLines(uid, session, removedAt),
    ...timeLines(session, zones),
    textLine('SUMMARY', session.title),
    ...(session.place ? [textLine('LOCATION', session.place.name)] : []),
    'STATUS:CANCELLED',
  ])
}

/** SEQUENCE must increase with every edit. The seconds since the session was created do, without a stored counter. */
function identityLines(uid: Line, { createdAt }: TimedSession, changedAt: string): Line[] {
  const changedMs = Date.parse(changedAt)
  const ageSeconds = Math.floor((changedMs - Date.parse(createdAt)) / 1_000)
  return [
    uid,
    `DTSTAMP:${utcDateTime(changedMs)}`,
    `CREATED:${utcDateTime(Date.parse(createdAt))}`,
    `LAST-MODIFIED:${utcDateTime(changedMs)}`,
    `SEQUENCE:${Math.min(Math.max(ageSeconds, 0), maxInteger)}`,
  ]
}

function timeLines(session: TimedSession, zones: Zones): Line[] {
  const { start, end, timeZone, isAllDay } = session
  if (isAllDay) return dateLines(session)
  const startMs = Date.parse(start)
  const endMs = end === null ? startMs : Date.parse(end)
  // An end must come after the start; without one, an event ends as it starts.
  const hasEnd = Math.floor(endMs / 1_000) > Math.floor(startMs / 1_000)
  const localStartMs = timeZone === 'UTC' ? undefined : zones.localMs(startMs, timeZone)
  const localEndMs = timeZone === 'UTC' ? undefined : zones.localMs(endMs, timeZone)
  if (localStartMs === undefined || localEndMs === undefined) {
    return [`DTSTART:${utcDateTime(startMs)}`, ...(hasEnd ? [`DTEND:${utcDateTime(endMs)}`] : [])]
  }
  return [
    `DTSTART;TZID=${timeZone}:${dateTime(localStartMs)}`,
    ...(hasEnd ? [`DTEND;TZID=${timeZone}:${dateTime(localEndMs)}`] : []),
  ]
}

/** All-day: the end is exclusive, and an end at midnight already is. */
function dateLines({ start, end, timeZone }: TimedSession): Line[] {
  const first = localTime(start, timeZone)
  const last = localTime(end ?? start, timeZone)
  const isExclusive = last.date > first.date && last.time === '00:00:00'
  return [
    `DTSTART;VALUE=DATE:${date(first.date)}`,
    // There is no day after the last representable one.
    ...(end === null || last.date === '9999-12-31'
      ? []
      : [`DTEND;VALUE=DATE:${date(isExclusive ? last.date : nextDay(last.date))}`]),
  ]
}

function zoneLines({ timeZone, observances }: { timeZone: string; observances: Observance[] }): Line[] {
  return component('VTIMEZONE', [`TZID:${timeZone}`, ...observances.flatMap(observanceLines)])
}

function observanceLines({ fromMs, offsetBeforeMs, offsetMs, isDaylight }: Observance): Line[] {
  return component(isDaylight ? 'DAYLIGHT' : 'STANDARD', [
    `DTSTART:${dateTime(fromMs + offsetBeforeMs)}`,
    `TZOFFSETFROM:${utcOffset(offsetBeforeMs)}`,
    `TZOFFSETTO:${utcOffset(offsetMs)}`,
  ])
}

/** The largest value in iCalendar. */
const maxInteger = 2_147_483_647
