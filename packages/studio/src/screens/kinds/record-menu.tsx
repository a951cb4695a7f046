import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AnyRecord } from '@marquee/model'
import { IconCopy, IconCopyPlus, IconHistory, IconTrash } from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDelete } from '../../data/delete.tsx'
import type { ScreenKind } from '../../kinds/declaration.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'
import { useDuplicate } from './use-duplicate.ts'

interface Props {
  declaration: ScreenKind
  record: AnyRecord
  onGone: () => void
  onHistory: () => void
}

/** Further actions on a record. */
export function RecordMenu({ declaration, record, onGone, onHistory }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const { kind } = declaration
  const remove = useDelete(kind)
  const name = nameOf(kind, record, language) || common.untitled
  const duplicate = useDuplicate(declaration)
  return (
    <>
      {canWrite && !declaration.isUnique && (
        <Menu.Item leftSection={<IconCopyPlus size={17} />} onClick={() => void duplicate(record._id)}>
          {t.duplicate}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconCopy size={17} />}
        onClick={() => {
          void navigator.clipboard?.writeText(record._id)
          notifications.show({ message: common.copied })
        }}
      >
        {t.copyId}
      </Menu.Item>
      <Menu.Item leftSection={<IconHistory size={17} />} onClick={onHistory}>
        {t.history}
      </Menu.Item>
      {canWrite && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={17} />}
          onClick={() => void remove([record._id], name, onGone)}
        >
          {common.delete}
        </Menu.Item>
      )}
    </>
  )
}
