import { exampleCreate, type Kind, shapes } from '@marquee/model'
import { readDailyCounts } from '../../content/daily-counts.ts'
import { day, integer, text } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath, type KindRouteParts, readRight } from './kind-route-parts.ts'

/** The number of records of each type on each day. */
export function countsRoute(kind: Kind, { db, clock }: KindRouteParts): Route {
  return forMembers(readRight(kind), {
    method: 'GET',
    path: `${broadcastPath}/${kind.plural}/counts`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Count ${kind.plural} by type and day`,
    params: {
      from: day('The first day; by default 29 days before the last.'),
      to: day('The last day; by default today, in the time zone of the broadcast.'),
      type: text('Only this type.', 200),
      limit: integer({ default: 100, min: 1, max: 500, description: 'How many types, those with the most first.' }),
    },
    answers: {
      200: {
        description: 'For every type one number a day, in the order of `days`; a day without any has 0.',
        schema: countsSchema(kind),
        example: exampleOf(kind),
      },
    },
    async handle({ query, membership }) {
      const { data, metadata } = await readDailyCounts({ db, clock }, membership.broadcastId, kind, query)
      return {
        status: 200,
        json: { data, metadata, _type: kind.name },
        etag: true,
      }
    },
  })
}

const countsSchema = (kind: Kind) => ({
  title: `${kind.name}Counts`,
  type: 'object',
  required: ['data', 'metadata', '_type'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'total', 'counts'],
        properties: {
          type: { type: 'string' },
          total: { type: 'integer' },
          counts: { type: 'array', items: { type: 'integer' } },
        },
      },
    },
    metadata: {
      type: 'object',
      required: ['days', 'timezone', 'dayStart', 'types'],
      properties: {
        days: { type: 'array', items: { type: 'string', format: 'date' } },
        timezone: shapes.TimeZone,
        dayStart: { type: 'string' },
        types: { type: 'integer', description: 'How many types there are in all.' },
      },
    },
    _type: { type: 'string', const: kind.name },
  },
})

const exampleOf = (kind: Kind) => ({
  data: [{ type: String(exampleCreate(kind)[kind.timeline?.by ?? '']), total: 12, counts: [5, 0, 7] }],
  metadata: {
    days: ['2026-07-03', '2026-07-04', '2026-07-05'],
    timezone: 'Europe/Paris',
    dayStart: '06:00',
    types: 1,
  },
  _type: kind.name,
})
