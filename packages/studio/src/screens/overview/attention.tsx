import { Skeleton, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAlertTriangle, IconCircleCheck, IconRouteX, IconWebhookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { onChange } from '../../data/live.ts'
import { useRecords, useRecordsById } from '../../data/records.ts'
import { useWebhooks } from '../../data/webhooks.ts'
import { placeOf } from '../../kinds/places.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { Card } from './card.tsx'
import { texts } from './texts.ts'

/** Problems: clashes in the programme, failing webhooks, failed runs. */
export function Attention() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const clashes = useClashes()
  const hooks = useFailingWebhooks()
  const runs = useFailedRuns()
  const total = clashes.data?.metadata.total ?? 0
  const isWell = clashes.data && total === 0 && hooks.length === 0 && runs.records.length === 0
  return (
    <Card title={t.attention}>
      {clashes.isPending && <Skeleton height={60} radius="md" />}
      {clashes.error && <ProblemNotice error={clashes.error} onRetry={() => void clashes.refetch()} />}
      {isWell && (
        <Text size="sm" c="dimmed" className="attention-well">
          <IconCircleCheck size={19} aria-hidden /> {t.allWell}
        </Text>
      )}
      <ul className="overview-list">
        {total > 0 && (
          <AttentionItem screen="programme" icon={<IconAlertTriangle size={18} />} title={t.clashes(total)} />
        )}
        {clashes.data?.data.map(({ id, message, records }) => {
          const [first] = records
          const place = first && placeOf(first.kind, first.id)
          return <AttentionItem key={id} {...(place ?? { screen: 'programme' })} title={message} isDetail />
        })}
        {hooks.map(({ id, url, active }) => (
          <AttentionItem
            key={id}
            screen="developers"
            recordId="webhooks"
            search={{ webhook: id }}
            icon={<IconWebhookOff size={18} />}
            title={active ? t.webhookFailing(hostOf(url)) : t.webhookOff(hostOf(url))}
          />
        ))}
        {runs.records.map((run) => {
          const workflow = runs.workflows.get(run.workflowId ?? '')
          const name = workflow ? nameOf('workflow', workflow, language) : t.aWorkflow
          return (
            <AttentionItem
              key={run._id}
              screen="workflows"
              {...(workflow && { recordId: workflow._id })}
              icon={<IconRouteX size={18} />}
              title={t.runFailed(name)}
              when={run.finishedAt ? formatInstant(run.finishedAt, timezone, language, moment) : undefined}
            />
          )
        })}
      </ul>
    </Card>
  )
}

interface AttentionItemProps {
  screen: string
  recordId?: string
  search?: Record<string, unknown>
  icon?: ReactNode
  title: string
  when?: string | undefined
  /** A detail of the line above. */
  isDetail?: boolean
}

function AttentionItem({ icon, title, when, isDetail = false, ...place }: AttentionItemProps) {
  return (
    <li>
      <ScreenLink {...place} className="overview-row trouble" data-detail={isDetail || undefined}>
        {icon && (
          <span className="trouble-icon" aria-hidden>
            {icon}
          </span>
        )}
        <span className="overview-name">{title}</span>
        {when && (
          <Text span size="xs" c="dimmed" className="tabular">
            {when}
          </Text>
        )}
      </ScreenLink>
    </li>
  )
}

/** The clashes. They are refetched after changes, debounced. */
function useClashes() {
  const { api, id } = useBroadcast()
  const { language } = useLanguage()
  const clashes = useQuery({
    queryKey: ['broadcast', id, 'clashes', language],
    queryFn: ({ signal }) => api.sdk.conflicts({ limit: 3, locale: language }, { signal }),
  })
  const { refetch } = clashes
  const refetchSoon = useDebouncedCallback(() => void refetch(), 1_500)
  useEffect(() => onChange(refetchSoon), [refetchSoon])
  return clashes
}

function useFailingWebhooks() {
  const { isOwner } = useBroadcast()
  const { webhooks } = useWebhooks({ enabled: isOwner })
  return webhooks.filter(({ health, disabled_reason }) => health === 'failing' || disabled_reason !== null)
}

function useFailedRuns() {
  const [since] = useState(() => new Date(Date.now() - weekMs).toISOString())
  const { records } = useRecords('workflowRun', {
    filters: [{ status: { $in: ['failed', 'timedOut'] } }, { startedAt: { $gte: since } }],
    sort: { startedAt: 'desc' },
    limit: 3,
    fields: ['workflowId', 'status', 'finishedAt'],
  })
  const workflows = useRecordsById(
    'workflow',
    useMemo(() => records.flatMap(({ workflowId }) => workflowId ?? []), [records]),
  )
  return { records, workflows }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

const weekMs = 7 * 86_400_000
const moment: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
