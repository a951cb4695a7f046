import { isJsonFeed } from './feeds/json-feed.ts'
import { isAtom, isRss } from './feeds/xml-feeds.ts'
import { isGeoJson } from './geo/geojson.ts'
import { isKml } from './geo/kml.ts'
import { isHtml, isJsonLd } from './html/recognize.ts'
import { type FormatName, Unreadable } from './programme.ts'
import { isZip, type Source } from './source.ts'
import { isCsv } from './table/csv.ts'
import { isObject, objectsIn } from './values.ts'

interface Rule {
  format: FormatName
  matches: (source: Source) => boolean
}

/** The first rule that matches wins, so the certain ones come before those that accept nearly any text. */
const rules: Rule[] = [
  { format: 'icalendar', matches: ({ text }) => /^\s*BEGIN:VCALENDAR/i.test(text.slice(0, 1_000)) },
  { format: 'frab-xml', matches: ({ root }) => root === 'schedule' },
  {
    format: 'schedule-json',
    matches: ({ json }) =>
      isObject(json) && ([json.schedule, json].some(isSchedule) || isObject(json.conference_events)),
  },
  { format: 'sessionize-json', matches: ({ json }) => isSessionize(json) },
  { format: 'pretalx-json', matches: ({ json }) => isPretalx(json) },
  { format: 'geojson', matches: isGeoJson },
  { format: 'json-feed', matches: isJsonFeed },
  { format: 'kml', matches: isKml },
  { format: 'rss', matches: isRss },
  { format: 'atom', matches: isAtom },
  { format: 'json-ld', matches: isJsonLd },
  { format: 'html', matches: isHtml },
  { format: 'xlsx', matches: ({ bytes }) => isZip(bytes) },
  { format: 'csv', matches: ({ text }) => isCsv(text) },
]

/** Recognizes the format of a file from its content; names and declared types of real files are often wrong. */
export function recognize(source: Source): FormatName {
  const rule = rules.find(({ matches }) => matches(source))
  if (rule) return rule.format
  throw new Unreadable('The format of this file is unknown.', 'line 1')
}

const isSchedule = (value: unknown) =>
  isObject(value) && isObject(value.conference) && ('days' in value.conference || 'acronym' in value.conference)

const isSessionize = (json: unknown) =>
  isObject(json) ? 'sessions' in json && 'speakers' in json && !('talks' in json) : hasKeys(json, sessionizeKeys)

const isPretalx = (json: unknown) => {
  if (Array.isArray(json)) return hasKeys(json, pretalxKeys)
  if (!isObject(json)) return false
  if (Array.isArray(json.talks) && Array.isArray(json.rooms)) return true
  return hasKeys(json.results ?? json.slots ?? [json], pretalxKeys)
}

/** Whether the first object of a list has all keys of one of these groups. */
function hasKeys(value: unknown, groups: string[][]): boolean {
  const [first] = objectsIn(value)
  return first !== undefined && groups.some((keys) => keys.every((key) => key in first))
}

const sessionizeKeys = [
  ['rooms', 'timeSlots'],
  ['sessions', 'groupId'],
  ['fullName', 'firstName'],
  ['fullName', 'tagLine'],
]
const pretalxKeys = [
  ['code', 'title', 'speakers'],
  ['code', 'name', 'biography'],
  ['code', 'name', 'submissions'],
  ['id', 'name', 'capacity'],
  ['submission', 'start', 'room'],
]
