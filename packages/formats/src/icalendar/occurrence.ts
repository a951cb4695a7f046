import { attachmentsOf, urlOf } from '../addresses.ts'
import type { Collecting } from '../collect.ts'
import type { namedEntries } from '../named.ts'
import type { SessionTime } from '../session-time.ts'
import { cutTo, descriptionOf, titleOf } from '../texts.ts'
import { lineOf, present, textOf } from '../values.ts'
import { type Component, propertiesOf, propertyNamed, textNamed } from './components.ts'
import type { Occurrence } from './events.ts'
import type { When } from './when.ts'

export interface Context {
  file: Collecting
  place: ReturnType<typeof namedEntries>
  category: ReturnType<typeof namedEntries>
  base: string | undefined
  /** Of the calendar, if it names one. */
  calendarZone: string | undefined
  broadcastZone: string
}

export function addOccurrence(occurrence: Occurrence, context: Context): void {
  const { event, id } = occurrence
  const { file, base } = context
  const { at } = event
  const { note } = file
  const reason = reasonToLeaveOut(event)
  if (reason) {
    note(reason.code, reason.message, at)
    return
  }
  const title = titleOf(textNamed(event, 'summary'), at, file)
  if (title === undefined) return
  const addressing = { at, note, base }
  const uid = textNamed(event, 'uid')
  const url = urlOf(textNamed(event, 'url'), addressing)
  const place = context.place(textNamed(event, 'location'), at)
  const position = positionOf(event)
  if (place && position) place.fields.position ??= position
  file.session({
    id: textOf(id),
    at,
    fields: present({
      title,
      description: descriptionOf([textNamed(event, 'description')], at, note),
      time: timeOf(occurrence, context),
      categoryIds: categoriesIn(event, context),
      interestPointId: place,
      guid: cutTo(textOf(id), 200, at, note),
      source: uid === undefined && url === undefined ? undefined : present({ id: textOf(uid)?.slice(0, 200), url }),
      attachments: attachmentsOf(filesOf(event), addressing),
    }),
  })
}

/** A programme is public, so what its owner cancelled or marked as private is no part of it. */
function reasonToLeaveOut(event: Component): { code: string; message: string } | undefined {
  const title = lineOf(textNamed(event, 'summary'))?.slice(0, 100) ?? ''
  const state = (name: string) => textNamed(event, name)?.trim().toUpperCase()
  if (state('status') === 'CANCELLED') return { code: 'cancelled', message: `“${title}” is cancelled; it is left out.` }
  if (['PRIVATE', 'CONFIDENTIAL'].includes(state('class') ?? ''))
    return { code: 'private', message: `“${title}” is marked as private; it is left out.` }
  return undefined
}

function timeOf({ event, start, lengthMs }: Occurrence, { file, calendarZone, broadcastZone }: Context): SessionTime {
  if (!start) return { start: null, end: null, timezone: null, allDay: false }
  const endMs = lengthMs === undefined ? undefined : start.ms + lengthMs
  const isReal = endMs !== undefined && endMs >= start.ms && endMs <= lastMs
  if (endMs !== undefined && !isReal)
    file.note(
      'end_before_start',
      `“${lineOf(textNamed(event, 'summary')) ?? ''}” ends before it starts; its end is left out.`,
      event.at,
    )
  // The end of whole days is exclusive, as in the file; the same date twice is one day.
  const hasEnd = isReal && !(start.isDate && endMs === start.ms)
  const zone = zoneNameOf(start) ?? calendarZone
  return {
    start: new Date(start.ms).toISOString(),
    end: hasEnd ? new Date(endMs).toISOString() : null,
    timezone: zone === undefined || zone === broadcastZone ? null : zone,
    allDay: start.isDate,
  }
}

/** UTC in a file means an instant, not that the event is in that zone. */
const zoneNameOf = ({ zone: { name } }: When) => (name === 'UTC' || /^Etc\/|^GMT$/.test(name ?? '') ? undefined : name)

const lastMs = Date.parse('9999-12-31T23:59:59Z')

const categoriesIn = (event: Component, { category }: Context) => [
  ...new Set(
    propertiesOf(event, 'categories')
      .flatMap(({ values }) => values.map((value) => category(value, event.at)))
      .filter((entry) => entry !== undefined),
  ),
]

function positionOf(event: Component) {
  const [geo] = propertyNamed(event, 'geo')?.values ?? []
  const [latitude, longitude] = Array.isArray(geo) ? geo.map(Number) : []
  if (latitude === undefined || longitude === undefined) return undefined
  // Programs write 0;0 for events without a place.
  const isReal = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
  return isReal ? { x: longitude, y: latitude } : undefined
}

/** Files within the calendar itself are left out: an attachment is an address. */
const filesOf = (event: Component) =>
  propertiesOf(event, 'attach').flatMap(({ values: [url], params }) =>
    params.encoding ? [] : [{ url, label: params.filename ?? params['x-filename'] }],
  )
