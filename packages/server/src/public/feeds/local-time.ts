import { zoneOffsetMs } from '@marquee/model'

/** An instant as local time of a zone: `2026-07-04`, `20:00:00`, `+02:00`. */
export interface LocalTime {
  date: string
  time: string
  offset: string
}

/** In UTC where the local time cannot be written: a historic offset with seconds, or a year beyond 9999. */
export function localTime(instant: string, timeZone: string): LocalTime {
  const instantMs = Date.parse(instant)
  const offsetMs = zoneOffsetMs(instantMs, timeZone)
  const year = new Date(instantMs + offsetMs).getUTCFullYear()
  return offsetMs % 60_000 === 0 && year >= 1 && year <= 9999 ? partsOf(instantMs, offsetMs) : partsOf(instantMs, 0)
}

/** `2026-07-04T20:00:00+02:00` */
export function zonedDateTime(instant: string, timeZone: string): string {
  const { date, time, offset } = localTime(instant, timeZone)
  return `${date}T${time}${offset}`
}

function partsOf(instantMs: number, offsetMs: number): LocalTime {
  const iso = new Date(instantMs + offsetMs).toISOString()
  return {
    date: iso.slice(0, 10),
    time: iso.slice(11, 19),
    offset: (offsetMs < 0 ? '-' : '+') + hoursAndMinutes(offsetMs),
  }
}

/** `01:30` */
export function hoursAndMinutes(durationMs: number): string {
  const minutes = Math.floor(Math.abs(durationMs) / 60_000)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
