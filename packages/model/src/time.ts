/** An instant in ISO 8601, UTC, with milliseconds; or the reason why the text is not a date-time. */
export type ParsedInstant = { instant: string } | { reason: string }

/**
 * Parses a date-time with an offset, or a local one in `timeZone`. An ambiguous local time is the earlier one, a skipped one is an error.
 * As in ISO 8601, an offset may be hours alone, a fraction may follow a comma, and 24:00 is the end of a day, the midnight of the next.
 */
export function parseInstant(text: string, timeZone: string): ParsedInstant {
  return isPlainInstant(text) ? { instant: text } : parseAny(text, timeZone)
}

/** Whether a text has the form that we return, and so needs no parsing. Whether a month has more than 28 days is left to that. */
const isPlainInstant = (text: string): boolean =>
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text)

function parseAny(text: string, timeZone: string): ParsedInstant {
  const parts = pattern.exec(text)
  if (!parts) return { reason: `must be an ISO 8601 date and time, such as 2026-07-04T18:00:00Z${hintFor(text)}` }
  const [, year, month, day, written, minute, second = '00', fraction = '', zone] = parts
  const isEndOfDay = written === '24' && Number(`${minute}${second}${fraction}`) === 0
  const hour = isEndOfDay ? 0 : Number(written)
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), hour, Number(minute), Number(second))
  const shifted = new Date(local)
  if (Number(year) < 100) shifted.setUTCFullYear(Number(year))
  if (!isRealDate(shifted, Number(month), Number(day), hour, Number(minute), Number(second))) {
    return { reason: 'is not a date and time that exists' }
  }
  const wallMs = shifted.getTime() + (isEndOfDay ? dayMs : 0) + Number(fraction.slice(0, 3).padEnd(3, '0'))
  const instantMs = zone ? wallMs - offsetMs(zone) : localToInstantMs(wallMs, timeZone)
  if (instantMs === undefined) return { reason: `does not exist in ${timeZone}, where the clock skips it` }
  if (instantMs < firstMs || instantMs > lastMs) return { reason: 'must be in the years 1 to 9999' }
  return { instant: new Date(instantMs).toISOString() }
}

/** Whether a date-time says where it is meant. */
export const hasOffset = (text: string): boolean => pattern.exec(text)?.[8] !== undefined

/** In a query an unencoded + arrives as a space. */
const hintFor = (text: string) => (/\d \d{2}(?::?\d{2})?$/.test(text) ? '; in a query, encode + as %2B' : '')

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9+_/-]*$/.test(name)) return false
  try {
    formatterFor(name)
    return true
  } catch {
    return false
  }
}

/** A time zone in the spelling of the IANA database: `Europe/Paris` for `europe/paris`. */
export function zoneName(name: string): string {
  if (spelledRight.has(name)) return name
  const { timeZone } = formatterFor(name).resolvedOptions()
  const lower = name.toLowerCase()
  if (timeZone.toLowerCase() === lower) {
    spelledRight.add(timeZone)
    return timeZone
  }
  // Intl resolves an alias such as Europe/Kyiv to another name, so its spelling is restored by rule.
  const isOneCase = name === lower || name === name.toUpperCase()
  if (!isOneCase || !name.includes('/')) return name
  return lower.replaceAll(/\b[a-z]|_[a-z]/g, (letter) => letter.toUpperCase()).replace(/^Us\//, 'US/')
}

/** Cache: asking Intl takes longer than the rest of a small write. */
const spelledRight = new Set<string>()

/** The UTC offset of a time zone at an instant. */
export function zoneOffsetMs(instantMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const key = `${instantMs} ${timeZone}`
  const known = offsetCache.get(key)
  if (known !== undefined) return known
  const offsetMs = computeOffsetMs(instantMs, timeZone)
  if (offsetCache.size >= maxCachedOffsets) offsetCache.clear()
  offsetCache.set(key, offsetMs)
  return offsetMs
}

/** Cache: Intl is slow, and the sessions of a programme begin and end at few distinct times. */
const offsetCache = new Map<string, number>()
const maxCachedOffsets = 10_000

function computeOffsetMs(instantMs: number, timeZone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(instantMs)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(hour, minute, second)
  return wall.getTime() - Math.floor(instantMs / 1_000) * 1_000
}

/** The first instant at which the clocks of a zone show this local time, or undefined when they skip it. */
export function localToInstantMs(wallMs: number, timeZone: string): number | undefined {
  // The offset in force is among those of the days around; the largest that fits gives the earliest instant.
  const offsets = [
    zoneOffsetMs(wallMs - dayMs, timeZone),
    zoneOffsetMs(wallMs + dayMs, timeZone),
    zoneOffsetMs(wallMs, timeZone),
  ]
  const fitting = offsets
    .map((offset) => wallMs - offset)
    .filter((instantMs) => zoneOffsetMs(instantMs, timeZone) === wallMs - instantMs)
  return fitting.length > 0 ? Math.min(...fitting) : undefined
}

/** The instant of a time of day (`06:00`) on a local day (`2026-07-04`); undefined for an invalid date. A time that the clock skips becomes the next one that exists. */
export function startOfDay(day: string, timeOfDay: string, timeZone: string): string | undefined {
  const wall = parseInstant(`${day}T${timeOfDay}:00Z`, 'UTC')
  if ('reason' in wall || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  for (let wallMs = Date.parse(wall.instant); ; wallMs += minuteMs) {
    const instantMs = localToInstantMs(wallMs, timeZone)
    if (instantMs !== undefined) return new Date(instantMs).toISOString()
  }
}

/** The day of an instant when days start at `dayStart`: with 06:00, 01:30 at night belongs to the day before. */
export function dayOf(instantMs: number, dayStart: string, timeZone: string): string {
  const [hours = 0, minutes = 0] = dayStart.split(':').map(Number)
  const wallMs = instantMs + zoneOffsetMs(instantMs, timeZone)
  return new Date(wallMs - (hours * 60 + minutes) * minuteMs).toISOString().slice(0, 10)
}

/** The hour that the clocks of a zone show at an instant. */
export function hourOf(instantMs: number, timeZone: string): number {
  return new Date(instantMs + zoneOffsetMs(instantMs, timeZone)).getUTCHours()
}

/** Whether a text is a day that exists, such as `2027-07-02`. */
export function isCalendarDay(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return ms >= firstMs && new Date(ms).toISOString().startsWith(text)
}

/** The days from one date to another; negative when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** A date, moved by days. */
export function moveDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** An instant at the same time of day some local days later. A time that the clock skips becomes the next one that exists. */
export function moveInstant(instantMs: number, days: number, timeZone: string): number {
  const wallMs = instantMs + zoneOffsetMs(instantMs, timeZone) + days * dayMs
  for (let laterMs = wallMs; ; laterMs += minuteMs) {
    const movedMs = localToInstantMs(laterMs, timeZone)
    if (movedMs !== undefined) return movedMs
  }
}

/** The day after a date. */
export function nextDay(day: string): string {
  return moveDay(day, 1)
}

const minuteMs = 60_000
const dayMs = 86_400_000
const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,30}))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/

function isRealDate(date: Date, month: number, day: number, hour: number, minute: number, second: number): boolean {
  return (
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  )
}

function offsetMs(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  // Intl ignores case; a formatter for each spelling would let callers fill the memory.
  const key = timeZone.toLowerCase()
  const known = formatters.get(key)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // Only names of real zones get here, so there are at most a few hundred.
  formatters.set(key, formatter)
  return formatter
}
