import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type Webhook, webhooksKey } from '../../../data/webhooks.ts'
import { useTexts } from '../../../texts/language.tsx'
import { RotateDialog } from '../rotate-dialog.tsx'
import { newSecret } from './signed-request.ts'
import { texts } from './texts.ts'

interface Props {
  webhook: Webhook
  onClose: () => void
  onRotated: (webhook: Webhook) => void
}

/** Replaces the secret; during the overlap both sign. */
export function RotateSecret({ webhook, onClose, onRotated }: Props) {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const rotate = useMutation({
    mutationFn: (overlapSeconds: number) =>
      api.sdk.webhooks.rotate(webhook.id, { secret: newSecret(), overlapSeconds }),
    async onSuccess(changed) {
      await client.invalidateQueries({ queryKey: webhooksKey(id) })
      onRotated(changed)
    },
  })
  return <RotateDialog title={t.rotate} texts={t} sending={rotate} onRotate={rotate.mutate} onClose={onClose} />
}
