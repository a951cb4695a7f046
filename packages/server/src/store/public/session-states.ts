import { kinds } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { raw, sql } from '../sql.ts'
import { visibleSql } from './public-visibility.ts'

/** A name in several languages. */
export type Named = {
  title: string | null
  localeDetails: Record<string, { title?: string | null }> | null
  defaultLocale: string | null
}

/** A session on the programme, as far as visitors plan by it. */
export type SessionState = Named & {
  start: string | null
  end: string | null
  allDay: boolean
  /** Absent in states that an earlier release stored. */
  isCancelled?: boolean
  placeId: string | null
  /** Null when there is none, or when it is not published. */
  place: Named | null
}

/** The sessions among these that are on the programme at an instant. Their bodies are not read whole: blocks can be large. */
export async function findSessionStates(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  at: Date,
): Promise<Map<string, SessionState>> {
  if (ids.length === 0) return new Map()
  const audience = { at, withDrafts: false }
  const { broadcastSession: session, broadcastInterestPoint: place } = kinds
  const rows = await db.query<{ id: string; state: string }>(sql`
    with session as materialized (
      select id, body from records
      where broadcast_id = ${broadcastId} and kind = ${session.name} and id = any (${ids}::text[]) and ${visibleSql(session, audience)}
    )
    select session.id, json_build_object(
      ${named('session')},
      'start', session.body #> '{time,start}', 'end', session.body #> '{time,end}', 'allDay', coalesce((session.body #>> '{time,allDay}')::boolean, false),
      'isCancelled', coalesce((session.body ->> 'cancelled')::boolean, false),
      'placeId', session.body -> 'interestPointId',
      'place', case when place.body is not null then json_build_object(${named('place')}) end
    ) as state
    from session left join lateral (
      select body from records
      where broadcast_id = ${broadcastId} and kind = ${place.name} and id = session.body ->> 'interestPointId' and ${visibleSql(place, audience)}
    ) place on true`)
  return new Map(rows.map(({ id, state }) => [id, JSON.parse(state)]))
}

const named = (table: string) =>
  raw(`'title', ${table}.body -> 'title', 'defaultLocale', ${table}.body -> 'defaultLocale', 'localeDetails', (
    select json_object_agg(detail.key, json_build_object('title', detail.value -> 'title'))
    from json_each(case json_typeof(${table}.body -> 'localeDetails') when 'object' then ${table}.body -> 'localeDetails' end) detail)`)
