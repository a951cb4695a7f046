import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { SavedView } from '../../data/saved-views.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { viewTexts } from './view-texts.ts'

interface Props {
  /** Undefined for a new view. */
  view: SavedView | undefined
  canShare: boolean
  onClose: () => void
  onSave: (body: { name: string; shared?: boolean }) => Promise<void>
}

/** Names a view; a new one is for the person or for everybody. */
export function ViewDialog({ view, canShare, onClose, onSave }: Props) {
  const t = useTexts(viewTexts)
  const common = useCommon()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      await onSave({ name: name.trim(), ...(!view && { shared: isShared }) })
      onClose()
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem))
      setSaving(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={view ? t.renameTitle : t.saveTitle} size="sm">
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          {!view && (
            <Text size="sm" c="dimmed">
              {t.about}
            </Text>
          )}
          <TextInput
            label={t.name}
            value={name}
            maxLength={80}
            error={error}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {!view && canShare && (
            <Switch label={t.shared} checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isSaving} disabled={name.trim() === ''}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
