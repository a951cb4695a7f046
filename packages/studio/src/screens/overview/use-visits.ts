import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { dayOf } from '../../ui/zoned.ts'
import { useFestivalDays } from './festival-days.ts'
import { daysOf, type Range, rangesFor } from './visit-range.ts'

/** The visits of a range of days, the counts of all events by type, and the ranges to choose from. */
export function useVisits(range: Range) {
  const { api, id, timezone, record } = useBroadcast()
  const { language } = useLanguage()
  const festival = useFestivalDays()?.days
  const days = daysOf(range, dayOf(new Date().toISOString(), timezone, record.dayStart), festival)
  const visits = useQuery({
    queryKey: ['broadcast', id, 'visits', days, language],
    queryFn: async ({ signal }) => {
      const [summary, counts] = await Promise.all([
        api.sdk.visitSummary({ ...days, locale: language }, { signal }),
        api.sdk.eventCounts({ ...days, limit: 100 }, { signal }),
      ])
      return { summary, counts: counts.data }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return { visits, ranges: rangesFor(festival) }
}

export type Summary = NonNullable<ReturnType<typeof useVisits>['visits']['data']>['summary']
