import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommon } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'

const seconds = { none: 0, hour: 3_600, day: 86_400, week: 604_800 }

interface Props {
  title: string
  texts: { rotate: string; rotateAbout: string; overlap: string; overlaps: Record<keyof typeof seconds, string> }
  /** The request that rotates. */
  sending: { error: Error | null; isPending: boolean }
  onRotate: (overlapSeconds: number) => void
  onClose: () => void
}

/** Replaces a key or secret; the old one stays valid for the chosen overlap. */
export function RotateDialog({ title, texts: t, sending, onRotate, onClose }: Props) {
  const common = useCommon()
  const [overlap, setOverlap] = useState(seconds.day)
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{t.rotateAbout}</Text>
        {sending.error && <ProblemNotice error={sending.error} />}
        <Select
          label={t.overlap}
          allowDeselect={false}
          value={String(overlap)}
          onChange={(next) => setOverlap(Number(next ?? overlap))}
          data={Object.entries(seconds).map(([name, length]) => ({
            value: String(length),
            label: t.overlaps[name as keyof typeof seconds],
          }))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button loading={sending.isPending} onClick={() => onRotate(overlap)}>
            {t.rotate}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
