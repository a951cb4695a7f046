import { type AnyRecord, carriesIdsOnly, kindNamed, type View, viewOf } from '@marquee/model'
import type { LoggedChange } from '../store/changes/changes.ts'

/** An event as receivers get it: an id, a type, and the bytes that every attempt sends. */
export interface WebhookEvent {
  id: string
  type: string
  sequence: number | null
  body: string
}

export interface EnvelopeParts {
  broadcastId: string
  /** Records as Surface A. */
  showPlain(view: View, records: AnyRecord[]): Promise<Record<string, unknown>[]>
}

/** The events of a change, one per event type. Deterministic. */
export async function eventsOf(change: LoggedChange, parts: EnvelopeParts): Promise<WebhookEvent[]> {
  if (change.event_types.length === 0) return []
  const data = await dataOf(change, parts)
  return change.event_types.map((type) => {
    const id = `evt_${parts.broadcastId}_${change.sequence}_${type.split('.')[1]}`
    return envelope({
      id,
      type,
      sequence: change.sequence,
      broadcastId: parts.broadcastId,
      at: change.at,
      data,
      recordId: change.record_id,
    })
  })
}

export function envelope(event: {
  id: string
  type: string
  sequence: number | null
  broadcastId: string
  at: Date
  data: Record<string, unknown>
  recordId: string
}): WebhookEvent {
  const head = {
    id: event.id,
    type: event.type,
    api_version: 'v1',
    timestamp: event.at.toISOString(),
    broadcast_id: event.broadcastId,
    sequence: event.sequence,
  }
  const whole = JSON.stringify({ ...head, data: event.data })
  const isTooLong = Buffer.byteLength(whole) > maxBytes
  const body = isTooLong ? JSON.stringify({ ...head, data: { id: event.recordId }, truncated: true }) : whole
  return { id: event.id, type: event.type, sequence: event.sequence, body }
}

async function dataOf(change: LoggedChange, { showPlain }: EnvelopeParts): Promise<Record<string, unknown>> {
  const kind = kindNamed(change.kind)
  if (carriesIdsOnly(kind) || change.body === null) return { id: change.record_id }
  const record: AnyRecord = JSON.parse(change.body)
  const view = viewOf(kind.name)
  if (!view) return record
  // The event is truncated anyway, so its HTML need not be rendered.
  if (typeof record.content === 'string' && record.content.length > maxBytes) return record
  // Without a title, or an event without times, it lacks required fields of the event's schema.
  const [shown] = view.isListed(record) ? await showPlain(view, [record]) : []
  return shown ?? { id: change.record_id }
}

const maxBytes = 262_144
