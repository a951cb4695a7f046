import { Alert, Button, Group, Loader, Progress, Text, TextInput, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconWorldOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { myBroadcastsKey, useBroadcast, useMyBroadcasts } from '../data/broadcasts.tsx'
import { useTexts } from '../texts/language.tsx'
import { texts } from './texts.ts'

const stages = [
  'onboarding',
  'onboardingCapturingWebsite',
  'onboardingGeneratingAssets',
  'onboardingApplyingTheme',
  'onboardingBuildingContent',
  'onboardingFinalizing',
] as const

/** Progress while a broadcast is filled from a website, updated by the change stream. */
export function Onboarding() {
  const { record } = useBroadcast()
  if (record.status === 'idle') return null
  return record.status === 'onboardingFailed' ? <Failed /> : <Stages />
}

function Stages() {
  const { onboarding: t } = useTexts(texts)
  const { record } = useBroadcast()
  const { refetch } = useMyBroadcasts()
  // Polls as well, for networks that block the stream.
  useQuery({
    queryKey: [...myBroadcastsKey, 'onboarding'],
    queryFn: async () => (await refetch()).status,
    refetchInterval: 4_000,
  })
  const at = stages.findIndex((stage) => stage === record.status)
  return (
    <section className="surface" style={{ padding: 22, marginBottom: 28 }} aria-live="polite">
      <Title order={2} fz="lg">
        {t.title(record.name)}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t.wait}
      </Text>
      <Progress value={((at + 0.5) / stages.length) * 100} animated mb="md" aria-label={t.title(record.name)} />
      {stages.map((stage, index) => (
        <Group key={stage} gap="sm" mb={6} c={index > at ? 'dimmed' : undefined}>
          {index < at && <IconCircleCheckFilled size={20} color="var(--mantine-color-green-7)" />}
          {index === at && <Loader size={18} />}
          {index > at && <IconCircle size={20} stroke={1.5} />}
          <Text size="sm" fw={index === at ? 650 : 400}>
            {t.stages[stage]}
          </Text>
        </Group>
      ))}
    </section>
  )
}

function Failed() {
  const { onboarding: t } = useTexts(texts)
  const { api, id, canWrite } = useBroadcast()
  const { refetch } = useMyBroadcasts()
  const [typed, setWebsite] = useState<string>()
  const { data } = useQuery({ queryKey: ['broadcast', id, 'onboarding'], queryFn: () => api.sdk.onboarding() })
  const website = typed ?? data?.website ?? ''
  const again = useMutation({
    mutationFn: () =>
      api.sdk.startOnboarding({ website: /^https?:\/\//i.test(website) ? website : `https://${website}` }),
    onSettled: () => refetch(),
  })
  return (
    <Alert color="red" icon={<IconWorldOff size={22} />} title={t.failed} mb="lg" radius="lg">
      <Text size="sm" mb="sm">
        {data?.reason ? `${data.reason} ` : ''}
        {t.failedHint}
      </Text>
      {canWrite && (
        <Group align="flex-end" gap="xs">
          <TextInput
            type="url"
            label={t.website}
            placeholder="https://"
            value={website}
            error={again.error?.message}
            onChange={(event) => setWebsite(event.currentTarget.value)}
          />
          <Button disabled={website.trim() === ''} loading={again.isPending} onClick={() => again.mutate()}>
            {t.again}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
