import { kinds } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

/** How often a campaign was opened. */
export interface Openings {
  opened: number
  languages: { locale: string; opened: number }[]
  /** On the first two days, by the hour of the clocks. */
  hours: { day: string; hour: number; opened: number }[]
}

export const noOpenings: Openings = { opened: 0, languages: [], hours: [] }

/**
 * Reads counts, never events. Only the days on which people open a message are read: push services keep it for one, and a range
 * without an end would grow with the age of the campaign.
 */
export async function readOpenings(
  db: Queryable,
  broadcastId: string,
  campaignId: string,
  day: string,
): Promise<Openings> {
  const [row] = await db.query<{ openings: string }>(sql`
    with counted as materialized (
      select day, split_part(subject, ' ', 2) as hour, split_part(subject, ' ', 3) as locale, sum(count)::bigint as opened
      from timeline_subject_counts
      where broadcast_id = ${broadcastId} and kind = ${kinds.broadcastEvent.name}
        and day between ${day}::date and ${day}::date + ${days}::int and type = 'campaign.opened'
        and about = ${kinds.broadcastCampaign.name} and left(subject, 24) = ${campaignId}
      group by 1, 2, 3
    )
    select json_build_object(
      'opened', (select coalesce(sum(opened), 0) from counted where hour = ''),
      'languages', (
        select coalesce(json_agg(json_build_object('locale', locale, 'opened', opened)), '[]')
        from (select locale, sum(opened)::bigint as opened from counted where hour <> '' group by locale) l),
      'hours', (
        select coalesce(json_agg(json_build_object('day', day, 'hour', hour::int, 'opened', opened)), '[]')
        from (
          select day, hour, sum(opened)::bigint as opened from counted
          where hour <> '' and day <= ${day}::date + 1 group by day, hour) h)) as openings`)
  return row ? JSON.parse(row.openings) : noOpenings
}

const days = 30
