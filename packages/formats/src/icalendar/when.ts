import ICAL from 'ical.js'
import type { Collecting } from '../collect.ts'
import { instantOf, zonedIn } from '../session-time.ts'
import { knownZone } from '../zones.ts'
import { type Component, type Property, propertiesOf } from './components.ts'

/** A date, or a date and time, of a calendar. */
export interface When {
  isDate: boolean
  /** As clocks show it: `2027-07-02` or `2027-07-02T10:00:00`. */
  wall: string
  ms: number
  zone: Zone
}

export interface Zone {
  /** Of the IANA database; undefined for rules of the file and for local times without zone. */
  name: string | undefined
  isFloating: boolean
  msOf(wall: string): number | undefined
}

/** The zones that a calendar uses. Names are looked up in the IANA database first, because definitions in files are often incomplete. */
export function calendarZones(root: Component, fallback: string, note: Collecting['note']) {
  const known = new Map<string, Zone>()
  const floating = ianaZone(fallback, true, note)
  const named = (tzid: string, at: string): Zone => {
    const found = known.get(tzid)
    if (found) return found
    const name = knownZone(tzid)
    const zone =
      name === undefined
        ? (definedZone(root, tzid) ?? unknownZone(tzid, floating, at, note))
        : ianaZone(name, false, note)
    known.set(tzid, zone)
    return zone
  }
  return { floating, utc: ianaZone('UTC', false, note), named }
}

export type Zones = ReturnType<typeof calendarZones>

function ianaZone(name: string, isFloating: boolean, note: Collecting['note']): Zone {
  const zoned = zonedIn(name, name)
  return {
    name: isFloating ? undefined : name,
    isFloating,
    msOf: (wall) => {
      const instant = instantOf(wall.length === 10 ? `${wall}T00:00:00` : wall, zoned, wall, note)
      return instant === null ? undefined : Date.parse(instant)
    },
  }
}

function unknownZone(tzid: string, floating: Zone, at: string, note: Collecting['note']): Zone {
  note(
    'unknown_time_zone',
    `“${tzid.slice(0, 100)}” is not a known time zone; its times are read in the event's own.`,
    at,
  )
  return floating
}

/** A zone by the rules of the file. Only yearly rules: ical.js does not return from some others. */
function definedZone(root: Component, tzid: string): Zone | undefined {
  const definition = root.components.find(
    (component) => component.name === 'vtimezone' && propertiesOf(component, 'tzid')[0]?.values[0] === tzid,
  )
  if (!definition || definition.components.length === 0) return undefined
  const rules = definition.components.flatMap((observance) => propertiesOf(observance, 'rrule'))
  if (rules.some(({ raw }) => !/FREQ=YEARLY/i.test(raw))) return undefined
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(jCalOf(definition) as never))
    const msOf = (wall: string) => {
      const utcMs = Date.parse(`${wall.length === 10 ? `${wall}T00:00:00` : wall}Z`)
      return (
        utcMs -
        zone.utcOffset(ICAL.Time.fromDateTimeString(`${wall.slice(0, 10)}T${wall.slice(11) || '00:00:00'}`)) * 1_000
      )
    }
    if (Number.isNaN(msOf('2027-07-02T10:00:00'))) return undefined
    return { name: undefined, isFloating: false, msOf }
  } catch {
    return undefined
  }
}

const jCalOf = ({ name, properties, components }: Component): unknown[] => [
  name,
  properties.map(({ jCal }) => jCal),
  components.map(jCalOf),
]

/** The values of a date property, such as DTSTART or EXDATE. */
export function whensOf(property: Property | undefined, zones: Zones, note: Collecting['note']): When[] {
  return (property?.raw.split(',') ?? []).flatMap((written) => {
    const when = property && whenOf(written.trim(), property, zones)
    if (!when) note('invalid_time', `“${written.slice(0, 60)}” is not a date or time; it is left out.`, property?.at)
    return when ? [when] : []
  })
}

function whenOf(written: string, { params, at }: Property, zones: Zones): When | undefined {
  // Of a period only the start counts. Some programs write extended ISO 8601.
  const compact = (written.split('/')[0] ?? '').replaceAll(/(?<=\d)[-:](?=\d)/g, '')
  const [, year, month, day, hour, minute, second = '00', utc] = timePattern.exec(compact) ?? []
  if (year === undefined) return undefined
  const isDate = hour === undefined
  const wall = `${year}-${month}-${day}${isDate ? '' : `T${hour}:${minute}:${second === '60' ? '59' : second}`}`
  const zone = zoneOf(utc !== undefined, params.tzid, at, zones)
  const ms = zone.msOf(wall)
  return ms === undefined ? undefined : { isDate, wall, ms, zone }
}

function zoneOf(isUtc: boolean, tzid: unknown, at: string, zones: Zones): Zone {
  if (isUtc) return zones.utc
  return typeof tzid === 'string' && tzid !== '' ? zones.named(tzid, at) : zones.floating
}

const timePattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/i
