import { impersonal, kinds, VisitorEvent } from '@marquee/model'
import type { Content } from '../content/content.ts'
import { createRecords } from '../content/create-record.ts'
import { check } from '../content/shape.ts'
import type { Tx } from '../store/db.ts'
import type { Site } from './site.ts'

/** The events of a visitor without a token. Only those of the visitors' site are accepted, and no text that could be personal is kept. */
export function checkVisitorEvents(body: unknown): VisitorEvent[] {
  const isOne = typeof body === 'object' && body !== null && 'type' in body
  const events = isOne
    ? [check<VisitorEvent>('visitor event', () => VisitorEvent, body)]
    : check<{ events: VisitorEvent[] }>('visitor events', () => visitorEventsSchema, body).events
  return events.flatMap((event) => impersonal(event) ?? [])
}

/** Appends events that belong to no client. */
export async function appendVisitorEvents(
  { content }: { content: Content },
  tx: Tx,
  site: Site,
  events: VisitorEvent[],
): Promise<void> {
  if (events.length === 0) return
  await content.writeIn(tx, site, { type: 'visitor' }, (writing) =>
    createRecords(
      writing,
      kinds.broadcastEvent,
      events.map((body) => ({ body })),
    ),
  )
}

const visitorEventsSchema = {
  type: 'object',
  required: ['events'],
  additionalProperties: false,
  properties: { events: { type: 'array', minItems: 1, maxItems: 100, items: VisitorEvent } },
}
