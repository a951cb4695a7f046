import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useBroadcast } from '../../../../data/broadcasts.tsx'
import { useTexts } from '../../../../texts/language.tsx'
import { texts } from './texts.ts'

/** Whether the own domain of a channel leads here. */
export function DomainCheck({ channelId, domain }: { channelId: string; domain: string }) {
  const t = useTexts(texts)
  const { api } = useBroadcast()
  const check = useMutation({ mutationFn: () => api.sdk.diffusers.checkDomain(channelId) })
  const { data } = check
  return (
    <Stack gap="xs" component="section" aria-label={t.domain}>
      <Title order={3} fz="sm">
        {t.domain}
      </Title>
      <Group gap="xs">
        <Text size="sm">{domain}</Text>
        <Button size="compact-sm" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t.check}
        </Button>
      </Group>
      {data && (
        <Group role="status" gap="xs" wrap="nowrap" align="flex-start" className="domain-state" data-state={data.state}>
          {data.state === 'ok' ? (
            <IconCircleCheck size={20} aria-hidden />
          ) : (
            <IconAlertTriangle size={20} aria-hidden />
          )}
          <Text size="sm">{t.states[data.state](data.domain, data.addresses.join(', '))}</Text>
        </Group>
      )}
      {check.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {check.error.message || t.checkFailed}
        </Text>
      )}
    </Stack>
  )
}
