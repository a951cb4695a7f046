import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type Webhook, webhooksKey } from '../../../data/webhooks.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { OverlapSelect } from '../overlap-select.tsx'
import { newSecret } from './new-secret.ts'
import { texts } from './texts.ts'

/** Replaces the secret; during the overlap both sign. */
export function RotateSecret({
  webhook,
  onClose,
  onRotated,
}: {
  webhook: Webhook
  onClose: () => void
  onRotated: (webhook: Webhook) => void
}) {
  const t = useTexts(texts)
  const common = useCommon()
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const [overlapSeconds, setOverlap] = useState(86_400)
  const rotate = useMutation({
    mutationFn: () => api.sdk.webhooks.rotate(webhook.id, { secret: newSecret(), overlapSeconds }),
    async onSuccess(changed) {
      await client.invalidateQueries({ queryKey: webhooksKey(id) })
      onRotated(changed)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t.rotate}>
      <Stack>
        <Text size="sm">{t.rotateAbout}</Text>
        {rotate.error && <ProblemNotice error={rotate.error} />}
        <OverlapSelect label={t.overlap} words={t.overlaps} value={overlapSeconds} onChange={setOverlap} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {t.rotate}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
