import type { Collecting } from '../collect.ts'
import { type Convention, durationOf } from '../durations.ts'
import type { Event } from './schedule.ts'

/** The length of each event in minutes. Durations that may be days are decided by the other durations and the next event in the room. */
export function minutesOf(
  events: Event[],
  starts: Map<Event, string>,
  convention: Convention,
  note: Collecting['note'],
): Map<Event, number> {
  const gaps = events.some(({ duration }) => isThreePart(duration)) ? gapsOf(events, starts) : new Map<Event, number>()
  const lengths = new Map<Event, number>()
  for (const event of events) {
    if (event.duration === undefined) continue
    const duration = durationOf(event.duration, convention, gaps.get(event))
    if (!duration) {
      note('invalid_duration', `“${event.duration.slice(0, 60)}” is not a duration; it is left out.`, event.at)
      continue
    }
    noteReading(event, duration, note)
    lengths.set(event, duration.minutes)
  }
  return lengths
}

const isThreePart = (duration: string | undefined) => /^\d+:\d+:\d+$/.test(duration ?? '')

function noteReading(
  event: Event,
  { minutes, doubt }: { minutes: number; doubt?: number | undefined },
  note: Collecting['note'],
) {
  if (doubt !== undefined)
    note(
      'ambiguous_duration',
      `“${event.duration}” may mean ${inHours(minutes)} or ${inHours(doubt)}; it is read as ${inHours(minutes)}.`,
      event.at,
    )
  else if (isThreePart(event.duration) && minutes >= 1_440)
    note('duration_in_days', `The duration “${event.duration}” is read as ${inHours(minutes)}.`, event.at)
}

const inHours = (minutes: number) => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** Minutes until the next event in the same room. */
function gapsOf(events: Event[], starts: Map<Event, string>): Map<Event, number> {
  const gaps = new Map<Event, number>()
  for (const inRoom of Map.groupBy(events, ({ room }) => room ?? '').values()) {
    const sorted = inRoom
      .map((event) => ({ event, ms: Date.parse(starts.get(event) ?? '') }))
      .filter(({ ms }) => !Number.isNaN(ms))
      .sort((a, b) => a.ms - b.ms)
    for (const [index, { event, ms }] of sorted.entries()) {
      const next = sorted[index + 1]
      if (next) gaps.set(event, (next.ms - ms) / 60_000)
    }
  }
  return gaps
}
