import { invalid, nextDay, startOfDay } from '@marquee/model'
import { type Conflict, conflictTypes, severities } from '../../conflicts/conflict.ts'
import type { Conflicts } from '../../conflicts/conflicts.ts'
import type { Db } from '../../store/db.ts'
import type { Calendar } from '../../store/records/broadcasts.ts'
import { choice, day, integer } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { conflictExample, conflictListSchema } from './conflict-schemas.ts'
import { broadcastPath, localeParam } from './kind-route-parts.ts'

/** Conflicts in the content of a broadcast. */
export function conflictRoutes({ db, conflicts }: { db: Db; conflicts: Conflicts }): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/conflicts`,
      tag: 'conflicts',
      summary: 'List conflicts',
      kept: 'content',
      params: {
        type: choice(conflictTypes, { default: null, description: 'Only conflicts of this type.' }),
        severity: choice(severities, { default: null, description: 'Only conflicts as severe as this.' }),
        day: day('Only conflicts on this day of the broadcast.'),
        limit: integer({ default: 50, min: 1, max: 200, description: 'How many, 1 to 200.' }),
        skip: integer({ default: 0, min: 0, description: 'How many to skip.' }),
        locale: localeParam,
      },
      answers: {
        200: {
          description: 'Those of the programme first, by time; then the others.',
          schema: conflictListSchema,
          example: {
            data: [conflictExample],
            metadata: {
              total: 1,
              limit: 50,
              skip: 0,
              isComplete: true,
              byType: { placeOverlap: 1 },
              bySeverity: { error: 1 },
            },
          },
        },
      },
      async handle({ query, membership }) {
        const { conflicts: all, isComplete, calendar } = await conflicts.find(membership.broadcastId)
        const isOfDay = query.day === null ? () => true : during(query.day, calendar)
        const found = all.filter(
          (conflict) =>
            (query.type === null || conflict.type === query.type) &&
            (query.severity === null || conflict.severity === query.severity) &&
            isOfDay(conflict),
        )
        const { limit, skip, locale } = query
        const page = found.slice(skip, skip + limit)
        const data = await conflicts.show(db, membership.broadcastId, page, calendar, locale ?? 'en')
        const byType = countBy(found, ({ type }) => type)
        const bySeverity = countBy(found, ({ severity }) => severity)
        const metadata = { total: found.length, limit, skip, isComplete, byType, bySeverity }
        return { status: 200, json: { data, metadata }, etag: true }
      },
    }),
  ]
}

/** Whether a conflict overlaps a day. Conflicts without a time do not. */
function during(day: string, { timeZone, dayStart }: Calendar): (conflict: Conflict) => boolean {
  const from = startOfDay(day, dayStart, timeZone)
  const to = from === undefined || day === '9999-12-31' ? undefined : startOfDay(nextDay(day), dayStart, timeZone)
  if (from === undefined || to === undefined) throw invalid('?day', 'format', 'must be a date such as 2026-07-04')
  return (conflict) => {
    if (conflict.from === null) return false
    const end = conflict.to ?? conflict.from
    return conflict.from < to && (end > from || conflict.from >= from)
  }
}

function countBy<T>(all: T[], nameOf: (one: T) => string): Record<string, number> {
  const groups = Map.groupBy(all, nameOf)
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.length]))
}
