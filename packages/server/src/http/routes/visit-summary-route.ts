import { kinds, screens, shapes } from '@marquee/model'
import type { Clock } from '../../base/clock.ts'
import { readVisitSummary } from '../../content/visit-summary.ts'
import type { Db } from '../../store/db.ts'
import { day } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath, localeParam, readRight } from './kind-route-parts.ts'

/** The numbers of the overview: visitors, hours, sessions, places, pages and searches. */
export function visitSummaryRoute({ db, clock }: { db: Db; clock: Clock }): Route {
  const kind = kinds.broadcastEvent
  return forMembers(readRight(kind), {
    method: 'GET',
    path: `${broadcastPath}/${kind.plural}/summary`,
    tag: kind.name,
    summary: 'Summarize the visits of a range of days',
    params: {
      from: day('The first day; by default 29 days before the last.'),
      to: day('The last day; by default today, in the time zone of the broadcast.'),
      locale: localeParam,
    },
    answers: {
      200: {
        description:
          'The largest numbers first, at most 20 entries a list (`crowd` has more). Records that were deleted are left out.',
        schema: summarySchema,
        example,
      },
    },
    async handle({ query, membership }) {
      const summary = await readVisitSummary({ db, clock }, membership.broadcastId, query)
      return { status: 200, json: summary }
    },
  })
}

const count = { type: 'integer', minimum: 0 }
const title = { type: ['string', 'null'] }
const listOf = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', required: Object.keys(properties), properties },
})

const properties = {
  days: { type: 'array', items: { type: 'string', format: 'date' } },
  timezone: shapes.TimeZone,
  dayStart: { type: 'string' },
  visitors: {
    type: 'object',
    description: 'Visits, of which a browser reports one a day; `counts` has a number for each of `days`.',
    required: ['total', 'counts'],
    properties: { total: count, counts: { type: 'array', items: count } },
  },
  hours: {
    ...listOf({ hour: { type: 'integer', minimum: 0, maximum: 23 }, count }),
    description: 'Views at each hour of the day, in the time zone of the broadcast.',
  },
  sessions: {
    ...listOf({ id: shapes.ObjectId, title, favorites: count, views: count }),
    description: 'Favorites are those that were added, without those that were removed.',
  },
  places: {
    ...listOf({ id: shapes.ObjectId, title, favorites: count, views: count }),
    description: 'The favorites and views of the sessions at each place.',
  },
  pages: {
    ...listOf({
      screen: { type: 'string', enum: Object.keys(screens) },
      id: shapes.Nullable(shapes.ObjectId),
      title,
      views: count,
    }),
    description: 'Views of screens and of the records that they show; `id` is null for a screen without a record.',
  },
  searches: { ...listOf({ text: { type: 'string' }, count }), description: 'Searches without results.' },
  crowd: {
    ...listOf({
      day: { type: 'string', format: 'date' },
      hour: { type: 'integer', minimum: 0, maximum: 23 },
      placeId: shapes.ObjectId,
      title,
      favorites: count,
    }),
    description:
      'The expected crowd: how many visitors have starred, on any day, what takes place at a place in an hour of a festival day. Of several sessions in one hour the largest counts.',
  },
  shares: count,
}

const summarySchema = { title: 'VisitSummary', type: 'object', required: Object.keys(properties), properties }

const example = {
  days: ['2026-07-03', '2026-07-04'],
  timezone: 'Europe/Paris',
  dayStart: '06:00',
  visitors: { total: 420, counts: [180, 240] },
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, count: hour < 9 ? 0 : hour * 3 })),
  sessions: [{ id: '66a1f0c2d4e5b60718293a4b', title: 'Opening night', favorites: 61, views: 130 }],
  places: [{ id: '66a1f0c2d4e5b60718293a4c', title: 'Main stage', favorites: 75, views: 210 }],
  pages: [{ screen: 'programme', id: null, title: null, views: 340 }],
  searches: [{ text: 'parking', count: 12 }],
  crowd: [{ day: '2026-07-04', hour: 21, placeId: '66a1f0c2d4e5b60718293a4c', title: 'Main stage', favorites: 61 }],
  shares: 9,
}
