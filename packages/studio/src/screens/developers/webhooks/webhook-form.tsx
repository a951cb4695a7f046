import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type Webhook, webhooksKey } from '../../../data/webhooks.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { EventPicker } from './event-picker.tsx'
import { newSecret } from './signed-request.ts'
import { texts } from './texts.ts'

interface Props {
  /** The webhook to change; a new one without. */
  webhook?: Webhook
  onClose: () => void
  /** With the secret when one was created. */
  onSaved: (webhook: Webhook) => void
}

/** The URL, event types and signing of a webhook. */
export function WebhookForm({ webhook, onClose, onSaved }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState(webhook?.events ?? [])
  const [isSigned, setSigned] = useState(true)
  const save = useMutation({
    mutationFn: () =>
      webhook
        ? api.sdk.webhooks.update(webhook.id, { url: url.trim(), events })
        : api.sdk.webhooks.create({ url: url.trim(), events, ...(isSigned && { secret: newSecret() }) }),
    async onSuccess(saved) {
      void client.invalidateQueries({ queryKey: ['broadcast', id, 'usage'] })
      await client.invalidateQueries({ queryKey: webhooksKey(id) })
      onSaved(saved)
    },
  })
  const errors = save.error instanceof Problem ? save.error.errors : []
  const errorAt = (pointer: string) => errors.find((one) => one.pointer.startsWith(pointer))?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={webhook ? common.edit : t.create} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          {save.error && errors.length === 0 && <ProblemNotice error={save.error} />}
          <TextInput
            data-autofocus
            label={t.url}
            description={t.urlHint}
            required
            type="url"
            inputMode="url"
            placeholder="https://receiver.example/marquee"
            value={url}
            error={errorAt('/url')}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <EventPicker value={events} onChange={setEvents} error={errorAt('/events')} />
          {!webhook && (
            <Switch
              label={t.sign}
              description={t.signHint}
              checked={isSigned}
              onChange={(event) => setSigned(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={url.trim() === '' || events.length === 0}>
              {webhook ? common.save : common.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
