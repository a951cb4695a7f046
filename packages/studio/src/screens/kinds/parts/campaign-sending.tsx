import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AnyRecord } from '@marquee/model'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { recordKey } from '../../../data/records.ts'
import { useTexts } from '../../../texts/language.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { texts } from '../texts.ts'
import { CampaignReach } from './campaign-reach.tsx'

/** The reach of a campaign, sending it, and its progress. */
export function CampaignSending({ record, values }: { record: AnyRecord; values: Record<string, unknown> }) {
  const { campaign: t } = useTexts(texts)
  const { api, id, canWrite } = useBroadcast()
  const client = useQueryClient()
  const confirm = useConfirm()
  const key = recordKey(id, 'broadcastCampaign', record._id)
  const isOpen = record.status === 'draft' || record.status === 'scheduled'
  // The audience as it is edited, so that the number follows each condition.
  const [{ filters = [], filtersLogical = '$and' }] = useDebouncedValue(Object(values.audience), 300)
  const reach = useQuery({
    queryKey: [...key, 'reach', record._updatedAt, filters, filtersLogical],
    queryFn: () => api.sdk.campaigns.audience(record._id, { filters: filters ?? [], filtersLogical }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const act = useMutation({
    mutationFn: (verb: 'send' | 'cancel') => api.sdk.campaigns[verb](record._id),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const { total = 0, sent = 0, failed = 0, gone = 0, reason } = Object(record.stats)
  const send = async () => {
    const message = t.reach(reach.data?.reachable ?? 0)
    if (await confirm({ title: t.sendTitle, message, action: t.send })) act.mutate('send')
  }
  return (
    <Stack className="surface" p="md" mt="lg" gap="sm">
      {isOpen && reach.data && (
        <Text size="sm" role="status">
          {t.reach(reach.data.reachable)}
        </Text>
      )}
      {record.status === 'sending' && (
        <Progress value={total === 0 ? 0 : ((sent + failed + gone) / total) * 100} animated aria-label={t.progress} />
      )}
      {!isOpen && total > 0 && <Text size="sm">{t.stats(sent, total, failed + gone)}</Text>}
      {!isOpen && total > 0 && <CampaignReach record={record} />}
      {reason && (
        <Text size="sm" c="var(--mantine-color-error)">
          {reason}
        </Text>
      )}
      {act.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {act.error.message}
        </Text>
      )}
      {canWrite && (
        <Group gap="xs">
          {isOpen && (
            <Button leftSection={<IconSend size={17} />} loading={act.isPending} onClick={() => void send()}>
              {t.send}
            </Button>
          )}
          {(record.status === 'scheduled' || record.status === 'sending') && (
            <Button variant="default" leftSection={<IconPlayerStop size={17} />} onClick={() => act.mutate('cancel')}>
              {t.cancel}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
