import { nextDay, startOfDay, zoneOffsetMs } from '@marquee/model'

export interface QuietHours {
  from: string
  to: string
}

/** When the quiet hours end that an instant is in; undefined outside of them. Pure. */
export function quietUntilMs(nowMs: number, { from, to }: QuietHours, timeZone: string): number | undefined {
  const wall = new Date(nowMs + zoneOffsetMs(nowMs, timeZone)).toISOString()
  const day = wall.slice(0, 10)
  const time = wall.slice(11, 16)
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!isQuiet) return undefined
  const endMs = Date.parse(startOfDay(time < to ? day : nextDay(day), to, timeZone) ?? '')
  // When clocks are set back, the hours that already ended once do not begin again.
  return endMs > nowMs ? endMs : undefined
}
