import {
  type AnyRecord,
  findPlaces,
  type Kind,
  kinds,
  moveDay,
  moveInstant,
  oncePerKind,
  type Path,
  visit,
  withoutReferences,
} from '@marquee/model'

export interface Edition {
  name: string
  /** By how many local days its dates are moved. */
  days: number
  /** The time zone of the original. */
  timeZone: string
  /** The kinds that are copied; references to others are cleared. */
  copied: readonly Kind[]
  /** The website of the original, and the slug of the copy. */
  site: { id: string; slug: string } | undefined
}

/** A record of the original as the next edition begins with it. */
export function forNextEdition(edition: Edition) {
  const names = new Set([...edition.copied.map(({ name }) => name), kinds.broadcast.name])
  return (kind: Kind, record: Record<string, unknown>): Record<string, unknown> => {
    const copy = withoutReferences(kind, record, (reference) => !names.has(reference.kind))
    moveDates(kind, copy, edition)
    return { ...copy, ...changes[kind.name]?.(copy, edition) }
  }
}

const changes: Record<string, (record: Record<string, unknown>, edition: Edition) => Record<string, unknown>> = {
  // A copy is for its makers until they publish it.
  broadcast: ({ dates }, { name, days }) => ({ name, isPrivate: true, dates: movedDates(dates, days) }),
  // Facts about the performance of last time, and the identity of the session in other systems.
  broadcastSession: ({ time }) => ({
    time: inOrder(Object(time)),
    recording: null,
    feedbackUrl: null,
    guid: null,
    source: null,
  }),
  // News of last time are texts to start from.
  broadcastArticle: () => ({ status: 'draft', publishedAt: null }),
  broadcastDiffuser: ({ _id }, { site }) => ({ slug: _id === site?.id ? site?.slug : null, domain: null }),
}

function movedDates(dates: unknown, days: number): unknown {
  const { start, end } = Object(dates)
  return start === undefined ? null : { start: moveDay(start, days), end: moveDay(end, days) }
}

/** Moves every date-time that people wrote: times of sessions, countdowns, triggers. */
function moveDates(kind: Kind, record: Record<string, unknown>, { days, timeZone }: Edition): void {
  if (days === 0) return
  for (const path of datePaths(kind))
    visit(record, path, (holder, key) => {
      if (typeof holder[key] !== 'string') return
      const zone = typeof holder.timezone === 'string' ? holder.timezone : timeZone
      holder[key] = new Date(moveInstant(Date.parse(holder[key]), days, zone)).toISOString()
    })
}

/** Where the clock was turned back between start and end, the end has the earlier time of day. */
function inOrder(time: AnyRecord['time'] & Record<string, unknown>): Record<string, unknown> {
  const { start, end } = time
  return typeof start === 'string' && typeof end === 'string' && end < start ? { ...time, end: start } : time
}

const datePaths = oncePerKind((kind): Path[] =>
  Object.entries(kind.fields).flatMap(([name, field]) =>
    field.readOnly ? [] : findPlaces(field.schema, isInstant).map(({ path }) => [name, ...path]),
  ),
)

const isInstant = (schema: object) => ('format' in schema && schema.format === 'date-time') || undefined
