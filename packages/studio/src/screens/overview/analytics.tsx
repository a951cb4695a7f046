import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Card } from './card.tsx'
import { texts } from './texts.ts'
import { useVisits } from './use-visits.ts'
import type { Range } from './visit-range.ts'
import { texts as visitTexts } from './visit-texts.ts'

/** Loaded once there are numbers: a new broadcast has none. */
const VisitNumbers = lazy(() => import('./visit-numbers.tsx'))

/** Visitors by day, and what they do; the charts also as tables. */
export function Analytics() {
  const t = useTexts(texts)
  const words = useTexts(visitTexts)
  const [form, setForm] = useState<'chart' | 'table'>('chart')
  const [range, setRange] = useState<Range>('month')
  const { visits, ranges } = useVisits(range)
  const { summary, counts = [] } = visits.data ?? {}
  const isEmpty = counts.length === 0
  const isNew = isEmpty && range === 'month'
  return (
    <Card
      title={t.analytics}
      aside={
        summary && (
          <Group gap="xs">
            {!(isNew && !ranges.includes('festival')) && (
              <SegmentedControl
                size="xs"
                aria-label={words.ranges}
                value={range}
                onChange={setRange}
                data={ranges.map((value) => ({ value, label: words.range[value] }))}
              />
            )}
            {!isEmpty && (
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
            )}
          </Group>
        )
      }
    >
      {visits.error && <ProblemNotice error={visits.error} onRetry={() => void visits.refetch()} />}
      {visits.isPending && <Skeleton height={220} radius="md" />}
      {summary && isEmpty && (
        <Text size="sm" c="dimmed">
          {isNew ? words.empty : words.nothing}
        </Text>
      )}
      {visits.data && !isEmpty && (
        <Suspense fallback={<Skeleton height={220} radius="md" />}>
          <VisitNumbers {...visits.data} isTable={form === 'table'} />
        </Suspense>
      )}
    </Card>
  )
}
