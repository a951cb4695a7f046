import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type Delivery, webhooksKey } from '../../../data/webhooks.ts'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { useSearchValues } from '../../../ui/navigation.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { dateFormats, formatInstant } from '../../../ui/zoned.ts'
import { Code } from '../code.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { headersOf, prettyBody } from './signed-request.ts'
import { texts } from './texts.ts'

interface Props {
  webhookId: string
  deliveryId: string | undefined
  onClose: () => void
}

/** One delivery: its body, its headers, and the response to each attempt. */
export function DeliveryDrawer({ webhookId, deliveryId, onClose }: Props) {
  const t = useTexts(texts)
  const isPhone = useMediaQuery('(max-width: 48em)')
  const { api, id } = useBroadcast()
  const found = useQuery({
    queryKey: [...webhooksKey(id), webhookId, 'delivery', deliveryId],
    queryFn: ({ signal }) => api.sdk.webhooks.delivery(webhookId, deliveryId ?? '', { signal }),
    enabled: deliveryId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  })
  return (
    <Drawer
      opened={deliveryId !== undefined}
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 680}
      title={
        <Text fw={650} fz="lg">
          {t.delivery}
        </Text>
      }
    >
      {found.error && <ProblemNotice error={found.error} />}
      {found.isPending && deliveryId !== undefined && <Rows />}
      {found.data && <Whole webhookId={webhookId} delivery={found.data} />}
    </Drawer>
  )
}

function Whole({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const redeliver = useRedeliver(webhookId, delivery.id)
  const when = (at: string) => formatInstant(at, timezone, language, dateFormats.precise)
  const tries = delivery.tries ?? []
  const facts: [string, string | null][] = [
    [t.event, delivery.event_id],
    [t.sequence, delivery.sequence === null ? null : String(delivery.sequence)],
    [t.made, when(delivery.created_at)],
    [t.finished, delivery.finished_at && when(delivery.finished_at)],
  ]
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm">
          <Text fw={650} className="developer-mono">
            {delivery.type}
          </Text>
          <DeliveryStatus status={delivery.status} />
        </Group>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={redeliver.isPending}
          onClick={() => redeliver.mutate()}
        >
          {t.redeliver}
        </Button>
      </Group>
      <dl className="developer-facts">
        {facts.flatMap(([name, value]) =>
          value === null ? [] : [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>],
        )}
      </dl>
      {tries.length === 0 && <Text c="dimmed">{t.noTries}</Text>}
      {tries.map((one) => (
        <Try key={one.number} one={one} when={when} />
      ))}
      <div>
        <Title order={3} fz="sm" mb={6}>
          {t.headers}
        </Title>
        <Code label={t.headers} text={headersOf(delivery.event_id, tries.at(-1)?.at)} />
        <Text size="xs" c="dimmed" mt={4}>
          {t.headersHint}
        </Text>
      </div>
      <div>
        <Title order={3} fz="sm" mb={6}>
          {t.body}
        </Title>
        <Code label={t.body} text={prettyBody(delivery.body ?? '')} />
      </div>
    </Stack>
  )
}

function Try({ one, when }: { one: NonNullable<Delivery['tries']>[number]; when: (at: string) => string }) {
  const t = useTexts(texts)
  const { number = 0, at, status, latency_ms, error, reply } = one
  const isSuccess = status !== null && status !== undefined && status >= 200 && status < 300
  return (
    <section>
      <Group gap="sm" mb={6}>
        <Title order={3} fz="sm">
          {t.attempt(number)}
        </Title>
        <Badge color={isSuccess ? 'green' : 'red'} variant="light" radius="sm" tt="none">
          {status ?? error}
        </Badge>
        <Text size="sm" c="dimmed" className="tabular">
          {at && when(at)}
          {latency_ms !== undefined && ` · ${latency_ms} ms`}
        </Text>
      </Group>
      {status && error && <Text size="sm">{error}</Text>}
      {reply ? (
        <Code label={t.reply} text={prettyBody(reply)} />
      ) : (
        <Text size="sm" c="dimmed">
          {t.noReply}
        </Text>
      )}
    </section>
  )
}

function useRedeliver(webhookId: string, deliveryId: string) {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const [, change] = useSearchValues()
  return useMutation({
    mutationFn: () => api.sdk.webhooks.redeliver(webhookId, deliveryId),
    async onSuccess({ delivery_id }) {
      notifications.show({ color: 'green', message: t.redelivered })
      // Opens the new delivery, unless the person has opened another one meanwhile.
      change(({ delivery }) => (delivery === deliveryId ? { delivery: delivery_id } : {}))
      await client.invalidateQueries({ queryKey: webhooksKey(id) })
    },
    onError: ({ message }) => notifications.show({ color: 'red', message }),
  })
}
