import { zoneOffsetMs } from '@marquee/model/time'

/** An instant with the offset of a zone: `2027-07-02T21:00:00+02:00`. */
export function zonedInstant(ms: number, timeZone: string): string {
  const offset = zoneOffsetMs(ms, timeZone)
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${new Date(ms + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
