import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { OverlapSelect } from '../overlap-select.tsx'
import { type ApiKey, useKeys } from './keys.ts'
import { texts } from './texts.ts'

/** Replaces a key without downtime. */
export function RotateKey({
  apiKey,
  onClose,
  onRotated,
}: {
  apiKey: ApiKey
  onClose: () => void
  onRotated: (key: ApiKey) => void
}) {
  const t = useTexts(texts)
  const common = useCommon()
  const { rotate } = useKeys()
  const [overlapSeconds, setOverlap] = useState(86_400)
  return (
    <Modal opened onClose={onClose} title={t.rotateTitle(apiKey.name)}>
      <Stack>
        <Text size="sm">{t.rotateAbout}</Text>
        {rotate.error && <ProblemNotice error={rotate.error} />}
        <OverlapSelect label={t.overlap} words={t.overlaps} value={overlapSeconds} onChange={setOverlap} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ keyId: apiKey.id, overlapSeconds }, { onSuccess: onRotated })}
          >
            {t.rotate}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
