import { ActionIcon, Button, CopyButton, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { texts } from '../texts.ts'

const seconds = { hour: 3_600, day: 86_400, week: 604_800 }

/** Creates a preview link to the site, with its drafts. */
export function ShareDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { api, timezone } = useBroadcast()
  const [lasts, setLasts] = useState<keyof typeof seconds>('day')
  const make = useMutation({ mutationFn: () => api.sdk.createPreview({ expires_in: seconds[lasts] }) })
  const { data } = make
  return (
    <Modal opened={isOpen} onClose={onClose} title={t.share.title}>
      <Stack>
        <Text size="sm">{t.share.intro}</Text>
        <SegmentedControl
          fullWidth
          aria-label={t.share.lasts}
          value={lasts}
          onChange={(value) => setLasts(value as keyof typeof seconds)}
          data={(['hour', 'day', 'week'] as const).map((value) => ({ value, label: t.share.durations[value] }))}
        />
        <Group>
          <Button onClick={() => make.mutate()} loading={make.isPending}>
            {t.share.make}
          </Button>
        </Group>
        {make.error && <ProblemNotice error={make.error} />}
        {data && (
          <>
            <Copyable label={t.share.link} value={data.url} />
            <Group>
              <Button
                component="a"
                href={data.url}
                target="_blank"
                rel="noreferrer"
                variant="default"
                leftSection={<IconExternalLink size={17} />}
              >
                {common.open}
              </Button>
            </Group>
            <Copyable label={t.share.token} value={data.token} />
            <Text size="sm" c="dimmed" role="status">
              {t.share.until(formatInstant(data.expires_at, timezone, language))}
            </Text>
          </>
        )}
      </Stack>
    </Modal>
  )
}

function Copyable({ label, value }: { label: string; value: string }) {
  const common = useCommon()
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon aria-label={`${copied ? common.copied : common.copy}: ${label}`} onClick={copy}>
              {copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  )
}
