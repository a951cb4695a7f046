import { nextDay } from '@marquee/model'
import type { Collecting } from '../collect.ts'
import type { Event } from './schedule.ts'

/**
 * The start of each event as a date and time. Many files have the time only, under the date of a day that goes on after midnight:
 * then a time before the change of days is of the next date.
 */
export function startsOf(events: Event[], dayChange: string | undefined, note: Collecting['note']) {
  const lastInRoom = new Map<string, string>()
  const starts = new Map<Event, string>()
  for (const event of events) {
    const start = startOf(event, dayChange, lastInRoom, note)
    if (start !== undefined) starts.set(event, start)
  }
  return starts
}

function startOf(
  event: Event,
  dayChange: string | undefined,
  lastInRoom: Map<string, string>,
  note: Collecting['note'],
) {
  const written = [event.date, event.start].find((text) => text !== undefined && /\d[T ]\d/.test(text))
  if (written !== undefined) return written
  const date = event.date ?? event.day?.date
  const time = timeOfDay(event.start)
  if (date === undefined || time === undefined) {
    if (event.start === undefined) note('no_time', 'The event has no time; it is read without one.', event.at)
    return event.start
  }
  // A date of its own is the date of the event, not of the day that it is listed under.
  const isOwnDate = event.date !== undefined && event.date !== event.day?.date
  const change = timeOfDay(event.day?.start?.split(/[T ]/)[1]) ?? timeOfDay(dayChange)
  const room = `${date}/${event.room ?? ''}`
  const last = lastInRoom.get(room)
  const isAfterMidnight = change === undefined ? goesBack(last, time) : time < change
  if (!isAfterMidnight) lastInRoom.set(room, time)
  if (!isAfterMidnight || isOwnDate) return `${date}T${time}`
  if (change === undefined)
    note('after_midnight', `${time} follows ${last} in the same room; it is read as after midnight.`, event.at)
  return `${nextDay(date)}T${time}`
}

/** Rooms list their events in order, so a time in the night after one in the evening is of the next date. */
const goesBack = (last: string | undefined, time: string) => last !== undefined && last >= '17:00' && time < '06:00'

function timeOfDay(text: string | undefined): string | undefined {
  const [, hour = '', minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:$|[Z+.-])/.exec(text ?? '') ?? []
  return minute === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}`
}
