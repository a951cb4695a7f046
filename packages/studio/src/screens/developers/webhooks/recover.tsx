import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type Webhook, webhooksKey } from '../../../data/webhooks.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { hasUnreadDate } from '../../../ui/unread-date.ts'
import { ZonedDateTime } from '../../../ui/zoned-date-time.tsx'
import { texts } from './texts.ts'

/** Redelivers the failed deliveries of a time range. */
export function Recover({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { api, id, timezone } = useBroadcast()
  const client = useQueryClient()
  const [since, setSince] = useState<string | null>(() => new Date(Date.now() - dayMs).toISOString())
  const [until, setUntil] = useState<string | null>(null)
  const recover = useMutation({
    mutationFn: (from: string) => api.sdk.webhooks.recover(webhook.id, { since: from, ...(until && { until }) }),
    async onSuccess({ recovered }) {
      onClose()
      notifications.show({ color: 'green', message: t.recovered(recovered) })
      await client.invalidateQueries({ queryKey: webhooksKey(id) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t.recoverTitle}>
      <Stack>
        <Text size="sm">{t.recoverAbout}</Text>
        {recover.error && <ProblemNotice error={recover.error} />}
        <ZonedDateTime
          label={t.since}
          value={since}
          zone={timezone}
          timeFor={() => '00:00'}
          onChange={setSince}
          required
        />
        <ZonedDateTime
          label={t.until}
          description={t.untilNow}
          value={until}
          zone={timezone}
          timeFor={() => '23:59'}
          onChange={setUntil}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            loading={recover.isPending}
            disabled={!since}
            onClick={() => !hasUnreadDate() && since && recover.mutate(since)}
          >
            {t.recover}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const dayMs = 86_400_000
