import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { StageList } from './stage-list.tsx'
import { stageTexts } from './stage-texts.ts'
import { type Stage, stageNames } from './stages.ts'
import { useStageOrder } from './use-stage-order.ts'
import './stage-order.css'

/** The order of stages, in a dialog; it is saved as a whole. */
export function StageOrder({ stages, onClose }: { stages: readonly Stage[]; onClose: () => void }) {
  const t = useTexts(stageTexts)
  const common = useCommon()
  const { language } = useLanguage()
  const [wanted, setWanted] = useState({ stages: [...stages], isByName: false, isTouched: false })
  const [isSaving, setSaving] = useState(false)
  const save = useStageOrder()
  const submit = async () => {
    setSaving(true)
    const isDone = await save(wanted.stages, wanted.isByName)
    setSaving(false)
    if (isDone) onClose()
  }
  const byName = () =>
    setWanted({ stages: wanted.stages.toSorted(stageNames(language)), isByName: true, isTouched: true })
  return (
    <Modal opened onClose={onClose} title={<Text fw={650}>{t.title}</Text>}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {t.hint}
          </Text>
          <StageList
            stages={wanted.stages}
            onOrder={(next) => setWanted({ stages: next, isByName: false, isTouched: true })}
          />
          <Group justify="space-between">
            <Button variant="subtle" px={8} onClick={byName}>
              {t.byName}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {common.cancel}
              </Button>
              <Button type="submit" loading={isSaving} disabled={!wanted.isTouched}>
                {common.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
