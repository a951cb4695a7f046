import { type Kind, subjectNames } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

export interface Popularity {
  id: string
  title: string | null
  favorites: number
  views: number
}

export interface VisitCounts {
  /** Days without visits are left out, and so are hours without views. */
  visits: { day: string; count: number }[]
  hours: { hour: number; count: number }[]
  sessions: Popularity[]
  /** Places, with the numbers of their sessions. */
  places: Popularity[]
  /** `about` is the kind of a record, or `screen`. */
  pages: { about: string; subject: string; title: string | null; views: number }[]
  searches: { text: string; count: number }[]
  /** How many people have starred what takes place at a place in an hour, whenever they did it; the largest session counts. */
  crowd: { day: string; hour: number; placeId: string; title: string | null; favorites: number }[]
  shares: number
}

interface Range {
  from: string
  to: string
  locale: string | null
  /** The length of each list. */
  limit: number
  timeZone: string
  dayStart: string
}

/**
 * The counts of a range of days, the largest first. Only counts are read, never events. A session counts for the place where it is
 * now; records that were deleted are left out. Titles are read last, for the records that are listed.
 */
export async function readVisitCounts(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  { from, to, locale, limit, timeZone, dayStart }: Range,
): Promise<VisitCounts> {
  const { screen, hour, text } = subjectNames
  const [row] = await db.query<{ counts: string }>(sql`
    with daily as (
      select type, day, sum(count)::bigint as count from timeline_counts
      where broadcast_id = ${broadcastId} and kind = ${kind.name} and day between ${from}::date and ${to}::date
        and type in ('visit', 'share')
      group by type, day
    ), counted as materialized (
      select type, about, subject, sum(count)::bigint as count from timeline_subject_counts
      where broadcast_id = ${broadcastId} and kind = ${kind.name} and day between ${from}::date and ${to}::date
      group by type, about, subject
    ), sessions as materialized (
      select id, keys ->> 'interestPointId' as place, favorites, views
      from (
        select subject as id,
          greatest(0, sum(case type when 'favorite.added' then count when 'favorite.removed' then -count end))::bigint as favorites,
          coalesce(sum(count) filter (where type = 'page.viewed'), 0)::bigint as views
        from counted where about = 'broadcastSession' group by subject
      ) c join records using (id)
      where broadcast_id = ${broadcastId} and kind = 'broadcastSession' and (favorites > 0 or views > 0)
    ), top_sessions as (
      select id, favorites, views from sessions order by favorites desc, views desc, id limit ${limit}
    ), top_places as (
      select place as id, sum(favorites)::bigint as favorites, sum(views)::bigint as views from sessions
      where place is not null group by place order by favorites desc, views desc, place limit ${limit}
    ), top_pages as (
      select about, subject, count as views from counted c
      where type = 'page.viewed' and about <> ${hour} and (
        about = ${screen}
        or (select true from records r where r.broadcast_id = ${broadcastId} and r.kind = c.about and r.id = c.subject))
      order by views desc, about, subject limit ${limit}
    ), top_searches as (
      select subject as text, count from counted
      where type = 'search.empty' and about = ${text} order by count desc, subject limit ${limit}
    ), starred as materialized (
      select subject as id, sum(case type when 'favorite.added' then count else -count end)::bigint as favorites
      from timeline_subject_counts
      where broadcast_id = ${broadcastId} and kind = ${kind.name} and about = 'broadcastSession'
        and type in ('favorite.added', 'favorite.removed')
      group by subject having sum(case type when 'favorite.added' then count else -count end) > 0
    ), expected as materialized (
      select to_char(local - ${dayStart}::interval, 'YYYY-MM-DD') as day, extract(hour from local)::int as hour, place,
        max(favorites) as favorites
      from (
        select favorites, body ->> 'interestPointId' as place,
          (body #>> '{time,start}')::timestamptz at time zone ${timeZone} as starts,
          coalesce(body #>> '{time,end}', body #>> '{time,start}')::timestamptz at time zone ${timeZone} as ends
        from starred join records using (id)
        where broadcast_id = ${broadcastId} and kind = 'broadcastSession'
          and body ->> 'interestPointId' is not null and body #>> '{time,start}' is not null
          and not coalesce((body #>> '{time,allDay}')::boolean, false) and not coalesce((body ->> 'cancelled')::boolean, false)
      ) sessions,
        generate_series(date_trunc('hour', starts),
          greatest(starts, least(ends - interval '1 second', starts + interval '1 day')), interval '1 hour') local
      group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${limit * hoursOfPlace}
    ), titles as materialized (
      select r.kind, r.id, coalesce(
        case when ${locale}::text is not null then coalesce(
          r.body #>> array['localeDetails', ${locale}::text, 'title'],
          r.body #>> array['localeDetails', r.body ->> 'defaultLocale', 'title']) end,
        r.body ->> 'title') as title
      from (
        select 'broadcastSession' as kind, id from top_sessions
        union all select 'broadcastInterestPoint', id from top_places
        union select 'broadcastInterestPoint', place from expected
        union select about, subject from top_pages
      ) listed join records r on r.broadcast_id = ${broadcastId} and r.kind = listed.kind and r.id = listed.id
    )
    select json_build_object(
      'visits', (select coalesce(json_agg(json_build_object('day', day, 'count', count)), '[]') from daily where type = 'visit'),
      'shares', (select coalesce(sum(count), 0) from daily where type = 'share'),
      'hours', (
        select coalesce(json_agg(json_build_object('hour', subject::int, 'count', count)), '[]')
        from counted where type = 'page.viewed' and about = ${hour}),
      'sessions', (
        select coalesce(json_agg(json_build_object('id', id, 'title', title, 'favorites', favorites, 'views', views)
          order by favorites desc, views desc, id), '[]')
        from top_sessions join titles using (id) where kind = 'broadcastSession'),
      'places', (
        select coalesce(json_agg(json_build_object('id', id, 'title', title, 'favorites', favorites, 'views', views)
          order by favorites desc, views desc, id), '[]')
        from top_places join titles using (id) where kind = 'broadcastInterestPoint'),
      'pages', (
        select coalesce(json_agg(json_build_object('about', about, 'subject', subject, 'title', title, 'views', views)
          order by views desc, about, subject), '[]')
        from top_pages left join titles t on t.kind = about and t.id = subject),
      'searches', (
        select coalesce(json_agg(json_build_object('text', text, 'count', count) order by count desc, text), '[]')
        from top_searches),
      'crowd', (
        select coalesce(json_agg(json_build_object(
          'day', day, 'hour', hour, 'placeId', place, 'title', title, 'favorites', favorites)
          order by favorites desc, day, hour, place), '[]')
        from expected join titles t on t.kind = 'broadcastInterestPoint' and t.id = place)) as counts`)
  if (!row) throw new Error('the counts were not read')
  return JSON.parse(row.counts)
}

/** The crowd of a place is listed for this many hours: a week of festival days. */
const hoursOfPlace = 7 * 18
