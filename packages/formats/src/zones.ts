import { isTimeZone, zoneName } from '@marquee/model'
import type { Collecting } from './collect.ts'
import { lineOf } from './values.ts'
import { windowsZones } from './windows-zones.ts'

/** A time zone of a file: an IANA name, or a name that Windows uses. An unknown one is reported. */
export function zoneNamed(value: unknown, at: string, note: Collecting['note']): string | undefined {
  const name = lineOf(value)
  if (name === undefined) return undefined
  const zone = knownZone(name)
  if (zone === undefined)
    note(
      'unknown_time_zone',
      `“${name.slice(0, 100)}” is not a known time zone; local times are read in the event's own.`,
      at,
    )
  return zone
}

/** Some programs put a prefix before the name: `/freeassociation.sourceforge.net/Europe/Berlin`. */
export function knownZone(name: string): string | undefined {
  if (isTimeZone(name)) return zoneName(name)
  const [inPath] = /[A-Z][A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?$/.exec(name) ?? []
  if (inPath && isTimeZone(inPath)) return zoneName(inPath)
  return windowsZones[name.replace(/^"|"$/g, '')]
}
