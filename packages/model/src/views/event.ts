import type { AnyRecord } from '../kind.ts'
import { broadcastSession } from '../kinds/broadcast-session.ts'
import { Description, Instant, NonEmptyTitle, Nullable, ObjectId, TimeZone } from '../shapes/scalars.ts'
import { CategoryKey, commonFirst, commonLast, renamed, type View } from './view.ts'

interface Time {
  start: string | null
  end: string | null
  timezone: string | null
  allDay: boolean
}

/** A session that has a title and both times. */
export const eventView: View = {
  name: 'event',
  plural: 'events',
  about: 'Something on the agenda, with a title, a start and an end.',
  kind: broadcastSession,
  fields: {
    ...commonFirst,
    title: { schema: NonEmptyTitle, required: true, example: 'Opening night' },
    start_time: { schema: Instant, required: true, example: '2027-07-02T18:00:00.000Z' },
    end_time: { schema: Instant, required: true, example: '2027-07-02T19:30:00.000Z' },
    timezone: { schema: Nullable(TimeZone), example: 'Europe/Paris' },
    category: { schema: CategoryKey, example: 'concert' },
    place_id: { schema: Nullable(ObjectId), example: null },
    description: { schema: Nullable(Description), example: 'Doors at 17:30.' },
    ...commonLast,
  },
  pointers: [
    ['/time/start', '/start_time'],
    ['/time/end', '/end_time'],
    ['/time/timezone', '/timezone'],
    ['/interestPointId', '/place_id'],
    ['/categoryIds/0', '/category'],
    ['/categoryIds', '/category'],
    ['/_reference', '/reference'],
  ],
  isShown: isEvent,
  isListed: isEvent,
  show(record, { category }) {
    const { start, end, timezone } = record.time as Time
    return {
      id: record._id,
      title: record.title,
      start_time: start,
      end_time: end,
      timezone,
      category,
      place_id: record.interestPointId,
      description: record.description,
      reference: record._reference,
      status: record.status,
      created_at: record._createdAt,
      updated_at: record._updatedAt,
    }
  },
  toPatch(sent, before) {
    const time = renamed(sent, { start_time: 'start', end_time: 'end', timezone: 'timezone' })
    return {
      ...renamed(sent, {
        title: 'title',
        description: 'description',
        place_id: 'interestPointId',
        reference: '_reference',
      }),
      ...(Object.keys(time).length > 0 && { time: { ...(before?.time as Time | undefined), ...time } }),
      ...(before === null && { status: 'published' }),
    }
  },
}

function isEvent(record: AnyRecord): boolean {
  const { start, end } = record.time as Time
  return record.title !== null && start !== null && end !== null
}
