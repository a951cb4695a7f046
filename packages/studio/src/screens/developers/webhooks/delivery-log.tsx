import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type Delivery, type Webhook, webhooksKey } from '../../../data/webhooks.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ScreenLink, useSearchValues } from '../../../ui/navigation.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { Panel } from '../panel.tsx'
import { texts as shared } from '../texts.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { texts } from './texts.ts'

const statuses = ['pending', 'delivered', 'failed'] as const
const pageSize = 30

/** The deliveries of a webhook, updated live. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const t = useTexts(texts)
  const { more } = useTexts(shared)
  const common = useCommon()
  const { api, id } = useBroadcast()
  const [{ status: asked, delivery: openId }, change] = useSearchValues()
  const status = statuses.find((one) => one === asked)
  const log = useInfiniteQuery({
    queryKey: [...webhooksKey(id), webhook.id, 'log', status],
    queryFn: ({ pageParam, signal }) =>
      api.sdk.webhooks.deliveries(webhook.id, { status, limit: pageSize, before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    refetchInterval: 2_500,
    placeholderData: keepPreviousData,
  })
  const deliveries = log.data?.pages.flat() ?? []
  // The state of a webhook follows from its last deliveries, so it is refetched with them.
  const client = useQueryClient()
  const news = deliveries
    .slice(0, 5)
    .map(({ id: one, status: now, attempts }) => `${one} ${now} ${attempts}`)
    .join()
  useEffect(() => {
    if (news !== '') void client.invalidateQueries({ queryKey: [...webhooksKey(id), webhook.id, 'last'] })
  }, [news, client, id, webhook.id])
  return (
    <Panel
      title={t.log}
      about={t.logAbout}
      actions={
        <SegmentedControl
          aria-label={t.log}
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
          data={[{ value: '', label: common.all }, ...statuses.map((value) => ({ value, label: t.status[value] }))]}
        />
      }
    >
      {log.error && <ProblemNotice error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Rows />}
      {log.data && deliveries.length === 0 && (
        <EmptyState icon={IconMailbox} title={t.logEmpty} hint={t.logEmptyHint} />
      )}
      {deliveries.length > 0 && (
        <ul className="surface list-rows">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={webhook.id} delivery={delivery} status={status} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button variant="default" mt="sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {more}
        </Button>
      )}
      <DeliveryDrawer
        webhookId={webhook.id}
        deliveryId={typeof openId === 'string' ? openId : undefined}
        onClose={() => change({ delivery: undefined })}
      />
    </Panel>
  )
}

function DeliveryRow(props: { webhookId: string; delivery: Delivery; status: string | undefined }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const { delivery, webhookId, status } = props
  const when = (at: string) => formatInstant(at, timezone, language)
  return (
    <li>
      <ScreenLink
        screen="developers"
        recordId="webhooks"
        search={{ webhook: webhookId, delivery: delivery.id, ...(status && { status }) }}
        className="list-row developer-link"
      >
        <div className="list-row-main">
          <Text fw={600} className="developer-mono">
            {delivery.type}
          </Text>
          <Text size="sm" c="dimmed">
            {when(delivery.created_at)} · {t.tries(delivery.attempts)}
            {delivery.next_attempt_at && delivery.attempts > 0 && ` · ${t.nextTry(when(delivery.next_attempt_at))}`}
          </Text>
        </div>
        <Group>
          <DeliveryStatus status={delivery.status} />
        </Group>
      </ScreenLink>
    </li>
  )
}
