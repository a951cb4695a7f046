import { ActionIcon, Alert, Button, Group, Menu, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconDots, IconInfoCircle, IconRestore } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useActorName } from '../data/actor-names.ts'
import { useBroadcast } from '../data/broadcasts.tsx'
import type { DraftEditing } from '../data/draft.ts'
import { useLastChange } from '../data/live.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useCommon } from '../texts/language.tsx'
import { hasUnreadDate } from '../ui/unread-date.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { Others } from './others.tsx'

interface Props {
  draft: DraftEditing
  onSaved?: (record: Record<string, unknown>) => void
  /** Further buttons before the save button. */
  children?: ReactNode
  /** Entries of the overflow menu. */
  menu?: ReactNode
  saveLabel?: string
}

/** Saving, for every form: the button, the shortcut, the unsaved state, errors, and the merge. */
export function EditingBar({ draft, onSaved, children, menu, saveLabel }: Props) {
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const save = async () => {
    if (hasUnreadDate()) return
    const record = await draft.save()
    if (!record) return
    notifications.show({ message: common.saved, color: 'green', autoClose: 2_000 })
    onSaved?.(record)
  }
  const saveByKeys = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (canWrite && !draft.isSaving) void save()
  }
  // Also in editors of code and text, where the browser would save the page; one that saves by itself prevents the default.
  useHotkeys([['mod+S', saveByKeys, { preventDefault: false }]], [], true)
  useKeptNotice(draft)
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" role="status" truncate>
          {draft.isDirty ? common.unsaved : ''}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Others draft={draft} />
          {draft.isDirty && (
            <Tooltip label={common.discard}>
              <ActionIcon size="lg" variant="default" aria-label={common.discard} onClick={draft.discard}>
                <IconRestore size={18} />
              </ActionIcon>
            </Tooltip>
          )}
          {menu && (
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <ActionIcon size="lg" variant="default" aria-label={common.more}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>{menu}</Menu.Dropdown>
            </Menu>
          )}
          {children}
          {canWrite && (
            <Button
              onClick={() => void save()}
              loading={draft.isSaving}
              disabled={draft.recordId !== undefined && !draft.isDirty}
            >
              {saveLabel ?? common.save}
            </Button>
          )}
        </Group>
      </Group>
      <MergeDialog draft={draft} onSettled={() => void save()} />
    </>
  )
}

/** Notices about the state of a form: a failed save, edits of an earlier visit, changes by others. */
export function EditingNotices({ draft }: { draft: DraftEditing }) {
  const common = useCommon()
  const fieldLabel = useFieldLabel()
  const actorName = useActorName()
  const change = useLastChange(draft.kind, draft.recordId)
  const who = actorName(change?.actor)
  const { saveError, errors, takenOver } = draft
  const fields = (paths: { path: readonly string[] }[]) =>
    [...new Set(paths.map(({ path }) => fieldLabel(path.at(-1) ?? '', draft.kind)))].join(', ')
  return (
    <>
      {saveError && (
        <Alert color="red" mb="md" role="alert" icon={<IconAlertCircle size={20} />} title={common.saveFailed}>
          {errors.size > 0 ? common.fieldsToFix(errors.size) : saveError.message}
        </Alert>
      )}
      {takenOver.length > 0 && (
        <Alert color="blue" mb="md" role="status" icon={<IconInfoCircle size={20} />}>
          {common.merge.takenOver(who, fields(takenOver))}
        </Alert>
      )}
      {draft.isRestored && !saveError && (
        <Alert color="yellow" mb="md" icon={<IconInfoCircle size={20} />}>
          <Group justify="space-between">
            <Text size="sm">{common.unsavedRestored}</Text>
            <Button size="compact-sm" variant="light" color="yellow" onClick={draft.discard}>
              {common.discard}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}

/** Notifies on leaving a form with unsaved edits that they are kept. */
function useKeptNotice(draft: DraftEditing): void {
  const { unsavedKept } = useCommon()
  const latest = useRef(draft.isDirty)
  latest.current = draft.isDirty && draft.recordId !== undefined
  useEffect(
    () => () => {
      if (latest.current) notifications.show({ message: unsavedKept, color: 'yellow', autoClose: 5_000 })
    },
    [unsavedKept],
  )
}
