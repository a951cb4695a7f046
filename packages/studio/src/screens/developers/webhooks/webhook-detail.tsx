import { Anchor, Badge, Button, Group, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type WatchedWebhook, type Webhook, webhooksKey } from '../../../data/webhooks.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { ScreenLink, useGo } from '../../../ui/navigation.tsx'
import { Panel } from '../panel.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { receiverSnippets } from '../snippets.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { HealthBadge } from './health-badge.tsx'
import { Recover } from './recover.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { texts } from './texts.ts'
import { WebhookForm } from './webhook-form.tsx'

type Doing = 'edit' | 'rotate' | 'recover'

/** One webhook: its settings, actions and deliveries. */
export function WebhookDetail({ webhook }: { webhook: WatchedWebhook }) {
  const t = useTexts(texts)
  const common = useCommon()
  const [doing, setDoing] = useState<Doing>()
  const [rotated, setRotated] = useState<Webhook>()
  const { setActive, test, remove } = useWebhookActions(webhook)
  const stop = () => setDoing(undefined)
  return (
    <>
      <Anchor component={ScreenLink} screen="developers" recordId="webhooks" size="sm" underline="hover">
        <Group gap={6} mb="md" component="span">
          <IconArrowLeft size={16} /> {t.back}
        </Group>
      </Anchor>
      <Panel
        title={<span className="developer-mono developer-url">{webhook.url}</span>}
        actions={
          <>
            <Button leftSection={<IconSend size={16} />} loading={test.isPending} onClick={() => test.mutate()}>
              {t.test}
            </Button>
            <Button variant="default" onClick={() => setDoing('edit')}>
              {common.edit}
            </Button>
            <Button variant="default" onClick={() => setDoing('recover')}>
              {t.recover}
            </Button>
            <Button variant="default" onClick={() => setDoing('rotate')}>
              {t.rotate}
            </Button>
            <Button variant="light" color="red" onClick={remove}>
              {t.remove}
            </Button>
          </>
        }
      >
        <div className="surface webhook-facts">
          <Group gap="sm">
            <HealthBadge health={webhook.health} />
            <Badge variant="outline" color="gray" radius="sm" tt="none" fw={500}>
              {webhook.has_secret ? t.signed : t.unsigned}
            </Badge>
            <Switch
              label={t.active}
              checked={webhook.active}
              disabled={setActive.isPending}
              onChange={(event) => setActive.mutate(event.currentTarget.checked)}
            />
          </Group>
          {!webhook.active && <Text size="sm">{t.disabled[webhook.disabled_reason ?? 'byHand']}</Text>}
          <Group gap={6}>
            {webhook.events.map((event) => (
              <Badge key={event} variant="light" color="gray" radius="sm" tt="none" fw={500} className="developer-mono">
                {event === '*' ? t.everything : event}
              </Badge>
            ))}
          </Group>
        </div>
      </Panel>
      <DeliveryLog webhook={webhook} />
      {doing === 'edit' && <WebhookForm webhook={webhook} onClose={stop} onSaved={stop} />}
      {doing === 'recover' && <Recover webhook={webhook} onClose={stop} />}
      {doing === 'rotate' && (
        <RotateSecret
          webhook={webhook}
          onClose={stop}
          onRotated={(changed) => {
            stop()
            setRotated(changed)
          }}
        />
      )}
      <SecretDialog
        title={t.secretRotated}
        label={t.secret}
        secret={rotated?.secret}
        snippets={receiverSnippets(rotated?.secret ?? '')}
        onClose={() => setRotated(undefined)}
      />
    </>
  )
}

function useWebhookActions({ id: webhookId, url }: Webhook) {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const go = useGo()
  const confirm = useConfirm()
  const refresh = () => client.invalidateQueries({ queryKey: webhooksKey(id) })
  const onError = ({ message }: Error) => notifications.show({ color: 'red', message })
  const removal = useMutation({
    mutationFn: () => api.sdk.webhooks.delete(webhookId),
    async onSuccess() {
      await go('developers', 'webhooks', { replace: true })
      await refresh()
    },
    onError,
  })
  return {
    setActive: useMutation({
      mutationFn: (active: boolean) => api.sdk.webhooks.update(webhookId, { active }),
      onSuccess: refresh,
      onError,
    }),
    test: useMutation({
      mutationFn: () => api.sdk.webhooks.test(webhookId),
      async onSuccess() {
        notifications.show({ color: 'green', message: t.testSent })
        await refresh()
      },
      onError,
    }),
    async remove() {
      const message = `${url}. ${t.removeHint}`
      if (await confirm({ title: t.removeTitle, message, action: t.remove, isDangerous: true })) removal.mutate()
    },
  }
}
