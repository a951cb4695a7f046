import { isTimeZone, parseInstant } from '@marquee/model'
import type { CalendarFound, EventFound, PageFound } from '../read/found.ts'
import { countryOf } from './language.ts'

/** The time zone of a site: named by its calendars and events, else derived from its country. */
export function timeZoneOf(pages: PageFound[], calendars: CalendarFound[], events: EventFound[]): string | undefined {
  const named = [...calendars.map(({ timeZone }) => timeZone), ...events.map(({ timeZone }) => timeZone)]
  const zone = named.find((one) => one !== undefined && isTimeZone(one) && one !== 'UTC')
  if (zone) return zone
  const countries = [
    ...events.map(({ place }) => place?.country),
    ...pages.flatMap(({ declaredLanguages }) => declaredLanguages.map(countryOf)),
  ]
  const country = countries.find((one) => one !== undefined && one in zoneOfCountry)
  return country && zoneOfCountry[country]
}

/** Countries with (almost) a single time zone; other countries do not determine one. */
const zoneOfCountry: Record<string, string> = {
  FR: 'Europe/Paris',
  BE: 'Europe/Brussels',
  CH: 'Europe/Zurich',
  LU: 'Europe/Luxembourg',
  MC: 'Europe/Monaco',
  DE: 'Europe/Berlin',
  AT: 'Europe/Vienna',
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  NL: 'Europe/Amsterdam',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  CZ: 'Europe/Prague',
  PL: 'Europe/Warsaw',
  DK: 'Europe/Copenhagen',
  SE: 'Europe/Stockholm',
  NO: 'Europe/Oslo',
  FI: 'Europe/Helsinki',
  GR: 'Europe/Athens',
  HU: 'Europe/Budapest',
  RO: 'Europe/Bucharest',
  TR: 'Europe/Istanbul',
  JP: 'Asia/Tokyo',
  TW: 'Asia/Taipei',
  KR: 'Asia/Seoul',
  IN: 'Asia/Kolkata',
  MA: 'Africa/Casablanca',
  SN: 'Africa/Dakar',
  TN: 'Africa/Tunis',
  DZ: 'Africa/Algiers',
  AR: 'America/Argentina/Buenos_Aires',
  CO: 'America/Bogota',
  PE: 'America/Lima',
  NZ: 'Pacific/Auckland',
}

/** The instant of a written time, in its time zone; undefined for one that does not exist. */
export function instantOf(text: string, timeZone: string): string | undefined {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text
  const parsed = parseInstant(whole, timeZone)
  return 'instant' in parsed ? parsed.instant : undefined
}
