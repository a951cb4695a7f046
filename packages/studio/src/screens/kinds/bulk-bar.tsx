import { ActionIcon, Button, Group, Paper, Text, Transition } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AnyRecord } from '@marquee/model'
import { IconEye, IconEyeOff, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import type { KindName } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDelete } from '../../data/delete.tsx'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { texts } from './texts.ts'
import './bulk-bar.css'

interface Props {
  kind: KindName
  records: AnyRecord[]
  /** The name of the selection in notices: `3 articles`. */
  name: string
  /** Publishes and unpublishes the selection; absent for kinds without this status. */
  status?: { set: (status: 'draft' | 'published') => void; isPending: boolean } | undefined
  onDone: () => void
}

/** The actions on the selected records of a list. */
export function BulkBar({ kind, records, name, status, onDone }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const remove = useDelete(kind)
  const [isEditing, editing] = useDisclosure()
  const ids = records.map(({ _id }) => _id)
  return (
    <>
      <BulkEditDialog kind={kind} records={records} isOpen={isEditing} onClose={editing.close} onDone={onDone} />
      <Transition mounted={ids.length > 0 && canWrite} transition="slide-up">
        {(styles) => (
          <Paper className="bulk-bar" style={styles} role="toolbar" aria-label={t.selected(ids.length)}>
            <Group gap="xs" justify="center">
              <ActionIcon aria-label={t.clear} onClick={onDone}>
                <IconX size={18} />
              </ActionIcon>
              <Text size="sm" fw={600}>
                {t.selected(ids.length)}
              </Text>
              {status && (
                <>
                  <Button
                    size="sm"
                    variant="light"
                    color="green"
                    leftSection={<IconEye size={17} />}
                    loading={status.isPending}
                    onClick={() => status.set('published')}
                  >
                    {common.publish}
                  </Button>
                  <Button
                    size="sm"
                    variant="default"
                    leftSection={<IconEyeOff size={17} />}
                    loading={status.isPending}
                    onClick={() => status.set('draft')}
                  >
                    {common.unpublish}
                  </Button>
                </>
              )}
              <Button size="sm" variant="default" leftSection={<IconPencil size={17} />} onClick={editing.open}>
                {t.edit.open}
              </Button>
              <Button
                size="sm"
                variant="light"
                color="red"
                leftSection={<IconTrash size={17} />}
                onClick={() => void remove(ids, name, onDone)}
              >
                {common.delete}
              </Button>
            </Group>
          </Paper>
        )}
      </Transition>
    </>
  )
}
