import type { Collecting } from '../collect.ts'
import { type Component, propertyNamed, textNamed } from './components.ts'
import { durationMs } from './duration.ts'
import { maxTries, type SeriesContext, startsOfSeries } from './series.ts'
import { type When, whensOf, type Zones } from './when.ts'

/** One time at which an event happens. */
export interface Occurrence {
  event: Component
  id: string | undefined
  start: When | undefined
  /** Undefined when the file has neither an end nor a duration. */
  lengthMs: number | undefined
}

interface Context extends SeriesContext {
  times: Map<Component, Pick<Occurrence, 'start' | 'lengthMs'>>
}

/** All events of a calendar, with each occurrence of those that recur. Endless ones are followed for a year after the last date that is written. */
export function eventsOf(root: Component, zones: Zones, note: Collecting['note']): Occurrence[] {
  const events = root.components.filter(({ name }) => name === 'vevent')
  const times = new Map(events.map((event) => [event, timesOf(event, zones, note)]))
  const lastMs = [...times.values()].reduce((last, { start }) => Math.max(last, start?.ms ?? 0), 0)
  const context = { times, zones, horizonMs: lastMs + yearMs, tries: { left: maxTries }, note }
  const byUid = Map.groupBy(events, (event) => textNamed(event, 'uid') ?? event)
  return [...byUid.values()].flatMap((sharing) => occurrencesOf(sharing, context))
}

const yearMs = 366 * 86_400_000

function timesOf(event: Component, zones: Zones, note: Collecting['note']) {
  const [start] = whensOf(propertyNamed(event, 'dtstart'), zones, note)
  const [end] = whensOf(propertyNamed(event, 'dtend'), zones, note)
  return { start, lengthMs: start && end ? end.ms - start.ms : durationMs(propertyNamed(event, 'duration'), note) }
}

const isChange = (event: Component) => propertyNamed(event, 'recurrence-id') !== undefined
const isSeries = (event: Component) => ['rrule', 'rdate'].some((name) => propertyNamed(event, name) !== undefined)

/** The events with one UID: a series with its changed occurrences, or unrelated events that share it. */
function occurrencesOf(events: Component[], context: Context): Occurrence[] {
  const masters = events.filter((event) => !isChange(event))
  const changes = events.filter(isChange).map((event) => ({ event, when: replacedBy(event, context) }))
  // Changes belong to a series; when several share the UID, nothing says to which.
  const isOwner = masters.filter(isSeries).length === 1
  const changed = new Map(isOwner ? changes.map(({ event, when }) => [when?.ms, event]) : [])
  const used = new Set<Component>()
  const found = masters.flatMap((event): Occurrence[] => {
    const { start, lengthMs } = timesIn(context, event)
    const uid = textNamed(event, 'uid')
    if (!isSeries(event) || !start) return [{ event, id: uid, start, lengthMs }]
    return startsOfSeries(event, start, context).map((when) => {
      const change = changed.get(when.ms)
      if (change) used.add(change)
      // The first occurrence has the id of the event, so an event that becomes a series stays the same.
      const id = when.ms === start.ms ? uid : idOf(uid, when)
      return change ? { event: change, id, ...timesIn(context, change) } : { event, id, start: when, lengthMs }
    })
  })
  // A change of an occurrence that is not in the series is an event of its own.
  const alone = changes.filter(({ event }) => !used.has(event))
  return [
    ...found,
    ...alone.map(({ event, when }) => ({ event, id: idOf(textNamed(event, 'uid'), when), ...timesIn(context, event) })),
  ]
}

const timesIn = ({ times }: Context, event: Component) => times.get(event) ?? { start: undefined, lengthMs: undefined }

const idOf = (uid: string | undefined, when: When | undefined) =>
  uid === undefined || !when ? uid : `${uid}/${when.wall}`

function replacedBy(event: Component, { zones, note }: Context): When | undefined {
  const property = propertyNamed(event, 'recurrence-id')
  if (property?.params.range)
    note('this_and_future', 'The change is meant for all later occurrences; only this one is changed.', property.at)
  return whensOf(property, zones, note)[0]
}
