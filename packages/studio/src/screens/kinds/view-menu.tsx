import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconLink, IconPencil, IconTrash, IconUser, IconUsers } from '@tabler/icons-react'
import { type SavedView, useDeleteView } from '../../data/saved-views.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { viewTexts } from './view-texts.ts'

interface Props {
  view: SavedView
  onRename: (() => void) | undefined
  /** Shares it with everybody, or takes it back. */
  onShare: (() => void) | undefined
  mayDelete: boolean
  onDeleted: () => void
  onUndone: () => void
}

/** The actions on the open view. */
export function ViewMenu({ view, onRename, onShare, mayDelete, onDeleted, onUndone }: Props) {
  const t = useTexts(viewTexts)
  const common = useCommon()
  const remove = useDeleteView(({ message }) => notifications.show({ color: 'red', message }))
  const copy = () => {
    void navigator.clipboard?.writeText(window.location.href)
    notifications.show({ message: common.copied })
  }
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <ActionIcon size={26} variant="subtle" color="gray" aria-label={t.actions(view.name)}>
          <IconChevronDown size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onRename && (
          <Menu.Item leftSection={<IconPencil size={17} />} onClick={onRename}>
            {t.rename}
          </Menu.Item>
        )}
        {onShare && (
          <Menu.Item leftSection={view.shared ? <IconUser size={17} /> : <IconUsers size={17} />} onClick={onShare}>
            {view.shared ? t.unshare : t.share}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={17} />} onClick={copy}>
          {t.copyLink}
        </Menu.Item>
        {mayDelete && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={17} />}
            onClick={() => {
              remove(view, onUndone)
              onDeleted()
            }}
          >
            {common.delete}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
