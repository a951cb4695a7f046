import { Button, Group, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useWebhooks, type WatchedWebhook, type Webhook } from '../../../data/webhooks.ts'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ScreenLink, useGo, useSearchValues } from '../../../ui/navigation.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { Panel } from '../panel.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { receiverSnippets } from '../snippets.ts'
import { HealthBadge } from './health-badge.tsx'
import { texts } from './texts.ts'
import { WebhookDetail } from './webhook-detail.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** All webhooks, or the one in the URL: ?webhook=... */
export default function WebhooksTab() {
  const t = useTexts(texts)
  const go = useGo()
  const [{ webhook: openId }] = useSearchValues()
  const found = useWebhooks()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<Webhook>()
  const open = found.webhooks.find(({ id }) => id === openId)
  const saved = (webhook: Webhook) => {
    setCreating(false)
    setCreated(webhook)
    void go('developers', 'webhooks', { search: { webhook: webhook.id } })
  }
  return (
    <>
      {open ? (
        <WebhookDetail key={open.id} webhook={open} />
      ) : (
        <Panel
          title={t.title}
          about={t.about}
          actions={
            <Button leftSection={<IconPlus size={17} />} onClick={() => setCreating(true)}>
              {t.create}
            </Button>
          }
        >
          {found.error && <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />}
          {found.isPending && <Rows />}
          {found.data?.length === 0 && <EmptyState icon={IconWebhook} title={t.emptyTitle} hint={t.emptyHint} />}
          {found.webhooks.length > 0 && (
            <ul className="surface list-rows">
              {found.webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )}
        </Panel>
      )}
      {isCreating && <WebhookForm onClose={() => setCreating(false)} onSaved={saved} />}
      <SecretDialog
        title={t.secretReady}
        label={t.secret}
        secret={created?.secret}
        snippets={receiverSnippets(created?.secret ?? '')}
        onClose={() => setCreated(undefined)}
      />
    </>
  )
}

function WebhookRow({ webhook }: { webhook: WatchedWebhook }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const { id, url, events, health, last, active } = webhook
  return (
    <li>
      <ScreenLink screen="developers" recordId="webhooks" search={{ webhook: id }} className="list-row developer-link">
        <div className="list-row-main">
          <Text fw={600} truncate className="developer-mono">
            {url}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={1} mt={3}>
            {events.includes('*') ? t.everything : events.join(', ')}
            {last && ` · ${t.lastDelivery(last.type, formatInstant(last.created_at, timezone, language))}`}
          </Text>
          {!active && (
            <Text size="sm" mt={3}>
              {t.disabled[webhook.disabled_reason ?? 'byHand']}
            </Text>
          )}
        </div>
        <Group>
          <HealthBadge health={health} />
        </Group>
      </ScreenLink>
    </li>
  )
}
