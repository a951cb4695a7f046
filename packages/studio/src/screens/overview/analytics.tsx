import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { AnalyticsChart } from './analytics-chart.tsx'
import { AnalyticsTable } from './analytics-table.tsx'
import { Card } from './card.tsx'
import { topSeries } from './chart.ts'
import { texts } from './texts.ts'

const shownTypes = 6

/** Visitor analytics of the last thirty days, as a chart or a table. */
export function Analytics() {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const [form, setForm] = useState<'chart' | 'table'>('chart')
  const counts = useQuery({
    queryKey: ['broadcast', id, 'event counts'],
    queryFn: ({ signal }) => api.sdk.eventCounts({ limit: 100 }, { signal }),
    refetchInterval: 60_000,
  })
  const { data = [], metadata } = counts.data ?? {}
  const series = topSeries(data, shownTypes, t.others)
  return (
    <Card
      title={t.analytics}
      aside={
        data.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label={t.analytics}
            value={form}
            onChange={setForm}
            data={[
              { value: 'chart', label: t.asChart },
              { value: 'table', label: t.asTable },
            ]}
          />
        )
      }
    >
      {counts.error && <ProblemNotice error={counts.error} onRetry={() => void counts.refetch()} />}
      {counts.isPending && <Skeleton height={220} radius="md" />}
      {counts.data && (
        <Text size="sm" c="dimmed" mb="sm">
          {data.length === 0 ? t.noAnalytics : t.analyticsAbout}
        </Text>
      )}
      {metadata && data.length > 0 && form === 'chart' && <AnalyticsChart days={metadata.days} series={series} />}
      {metadata && data.length > 0 && form === 'table' && <AnalyticsTable days={metadata.days} series={series} />}
    </Card>
  )
}
