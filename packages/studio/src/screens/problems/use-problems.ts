import { useDebouncedCallback } from '@mantine/hooks'
import type { AnyRecord, KindName } from '@marquee/model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { onChange } from '../../data/live.ts'
import { useRecords, useRecordsById } from '../../data/records.ts'
import { useWebhooks } from '../../data/webhooks.ts'
import { placeOf } from '../../kinds/places.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useLanguage } from '../../texts/language.tsx'
import { type Group, problemsOf } from './problems.ts'

/**
 * The problems of the broadcast, kept up to date. It reads counts and the first records of each problem, so its cost does not grow with
 * the content; `isCut` when there are more conflicts than it reads.
 */
export function useProblems({ enabled = true }: { enabled?: boolean } = {}) {
  const { api, id, isOwner, record } = useBroadcast()
  const { language } = useLanguage()
  const [now] = useState(() => Date.now())
  const conflicts = useConflicts(enabled)
  const noTime = useGroup('broadcastSession', [{ status: 'published' }, { 'time.start': null }], enabled)
  const noPlace = useGroup('broadcastSession', [{ status: 'published' }, { interestPointId: null }], enabled)
  const late = useGroup(
    'broadcastArticle',
    [{ status: 'draft' }, { publishedAt: { $lte: new Date(now).toISOString() } }],
    enabled,
  )
  const { webhooks } = useWebhooks({ enabled: enabled && isOwner })
  const { records: runs } = useRecords(
    'workflowRun',
    {
      filters: [
        { status: { $in: ['failed', 'timedOut'] } },
        { startedAt: { $gte: new Date(now - weekMs).toISOString() } },
      ],
      sort: { startedAt: 'desc' },
      limit: 50,
      fields: ['workflowId', 'finishedAt'],
    },
    { enabled },
  )
  const workflows = useRecordsById(
    'workflow',
    useMemo(() => runs.flatMap(({ workflowId }) => workflowId ?? []), [runs]),
  )
  const usage = useQuery({ queryKey: ['broadcast', id, 'usage'], queryFn: () => api.usage(), enabled })
  const published = useRecords('broadcastSession', publishedOnes, { enabled: enabled && record.isPrivate })
  const problems = problemsOf({
    conflicts: conflicts.data?.data ?? [],
    noTime: noTime.group,
    noPlace: noPlace.group,
    late: late.group,
    webhooks: webhooks.filter(({ health, disabled_reason }) => health === 'failing' || disabled_reason !== null),
    runs: runs.map(({ workflowId = null, finishedAt = null }) => ({ workflowId, finishedAt })),
    workflowNames: new Map([...workflows].map(([one, workflow]) => [one, nameOf('workflow', workflow, language)])),
    records: usage.data?.records ?? {},
    isHidden: record.isPrivate && published.total > 0,
  })
  const parts = [conflicts, noTime, noPlace, late]
  return {
    problems,
    isCut: (conflicts.data?.metadata.total ?? 0) > mostConflicts,
    isPending: parts.some(({ isPending }) => isPending),
    error: parts.map(({ error }) => error).find((error) => error !== null),
    retry: () => void Promise.all(parts.map(({ refetch }) => refetch())),
  }
}

const mostConflicts = 200
const weekMs = 7 * 86_400_000
const publishedOnes = { filters: [{ status: 'published' }], limit: 1, fields: ['status'] }

/** The conflicts. They are refetched after changes, debounced. */
function useConflicts(enabled: boolean) {
  const { api, id } = useBroadcast()
  const { language } = useLanguage()
  const conflicts = useQuery({
    queryKey: ['broadcast', id, 'conflicts', language],
    queryFn: ({ signal }) => api.sdk.conflicts({ limit: mostConflicts, locale: language }, { signal }),
    enabled,
    // Changes that were made on another screen count as well.
    staleTime: 0,
  })
  const { refetch } = conflicts
  const refetchSoon = useDebouncedCallback(() => {
    if (enabled) void refetch()
  }, 1_500)
  useEffect(() => onChange(refetchSoon), [refetchSoon])
  return conflicts
}

function useGroup(kind: KindName, filters: Record<string, unknown>[], enabled: boolean) {
  const { language } = useLanguage()
  const { records, total, isPending, error, refetch } = useRecords(
    kind,
    { filters, limit: 3, fields: ['title', 'localeDetails'] },
    { enabled },
  )
  const group: Group = {
    total,
    records: records.map((record) => ({
      id: record._id,
      name: nameOf(kind, record as AnyRecord, language),
      target: placeOf(kind, record._id) ?? { screen: '' },
    })),
  }
  return { group, isPending, error, refetch }
}
