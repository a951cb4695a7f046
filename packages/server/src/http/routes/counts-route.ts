import { dayOf, exampleCreate, invalid, type Kind, nextDay, shapes } from '@marquee/model'
import { type Calendar, findCalendar } from '../../store/records/broadcasts.ts'
import { readCounts, type TypeCounts } from '../../store/records/timeline.ts'
import { integer, text } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath, type KindRouteParts, readRight } from './kind-route-parts.ts'

/** How many records there were of each type on each day. They were counted when they came; none of them is looked at. */
export function countsRoute(kind: Kind, { db, clock }: KindRouteParts): Route {
  return forMembers(readRight(kind), {
    method: 'GET',
    path: `${broadcastPath}/${kind.plural}/counts`,
    tag: kind.name,
    isSensitive: kind.area !== 'content',
    summary: `Count ${kind.plural} by type and day`,
    params: {
      from: text('The first day, such as 2026-07-01; by default 29 days before the last.', 10),
      to: text('The last day; by default today, as the broadcast counts its days.', 10),
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
      const calendar = await findCalendar(db, membership.broadcastId)
      const days = daysOf(query, calendar, clock.now())
      const [from = '', to = ''] = [days[0], days.at(-1)]
      const { types, counts } = await readCounts(db, membership.broadcastId, kind, {
        from,
        to,
        type: query.type,
        limit: query.limit,
      })
      const { timeZone: timezone, dayStart } = calendar
      return {
        status: 200,
        json: {
          data: counts.map((one) => ({ type: one.type, total: one.total, counts: filled(one, days) })),
          metadata: { days, timezone, dayStart, types },
          _type: kind.name,
        },
        etag: true,
      }
    },
  })
}

/** Every day from the first to the last that was asked for. */
export function daysOf(
  asked: { from: string | null; to: string | null },
  { timeZone, dayStart }: Calendar,
  nowMs: number,
): string[] {
  const to = asked.to === null ? dayOf(nowMs, dayStart, timeZone) : requireDate(asked.to, '?to')
  const from = asked.from === null ? daysBefore(to, defaultDays - 1) : requireDate(asked.from, '?from')
  if (from > to) throw invalid('?from', 'order', 'must not come after the last day')
  if (daysBefore(to, maxDays - 1) > from) throw invalid('?from', 'range', `at most ${maxDays} days can be asked for`)
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  return days
}

function filled({ days: counted }: TypeCounts, days: string[]): number[] {
  const byDay = new Map(counted.map(({ day, count }) => [day, count]))
  return days.map((day) => byDay.get(day) ?? 0)
}

function requireDate(date: string, at: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`))
  const isReal = isDate && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
  if (!isReal || date < '1970-01-01' || date > '9998-12-31')
    throw invalid(at, 'format', 'must be a date such as 2026-07-04')
  return date
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

const defaultDays = 30
const maxDays = 400
const dayMs = 86_400_000

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
