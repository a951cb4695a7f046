import { parseInstant, zoneOffsetMs } from '@marquee/model'

/** The local time of a zone at an instant, as `2026-07-04 18:00:00`. */
export function toWall(instant: string, zone: string): string {
  const ms = Date.parse(instant)
  return new Date(ms + zoneOffsetMs(ms, zone)).toISOString().slice(0, 19).replace('T', ' ')
}

/** The instant of a local time in a zone; undefined when a clock change skips it. */
export function fromWall(wall: string, zone: string): string | undefined {
  const parsed = parseInstant(wall.replace(' ', 'T'), zone)
  return 'instant' in parsed ? parsed.instant : undefined
}

/** An instant formatted in the zone of the broadcast, with 24 hours. */
export function formatInstant(
  instant: string,
  zone: string,
  language: string,
  options: Intl.DateTimeFormatOptions = short,
): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: zone }).format(new Date(instant))
}

/** The locale whose dates the studio shows: English ones have the day first, like the others. */
export const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

const short: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
}

/** The formats of dates in the studio. `formatInstant` uses the first by default. */
export const dateFormats = {
  short,
  /** Where the weekday helps to choose. */
  weekday: { weekday: 'short', ...short },
  /** Shows a typed date in words, to be checked. */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** Of this year, where there is little room. */
  compact: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  compactWeekday: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  precise: { ...short, second: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  dayWeekday: { weekday: 'short', day: 'numeric', month: 'short' },
  dayYear: { day: 'numeric', month: 'short', year: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** The festival day of an instant: times before the start of the day belong to the day before. */
export function dayOf(instant: string, zone: string, dayStart: string): string {
  const [hours = 0, minutes = 0] = dayStart.split(':').map(Number)
  const ms = Date.parse(instant)
  return new Date(ms + zoneOffsetMs(ms, zone) - (hours * 60 + minutes) * 60_000).toISOString().slice(0, 10)
}

/** The names of all time zones that this browser supports. */
export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}
