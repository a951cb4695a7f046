import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Change } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useRestoreTrashed, useTrashed } from '../../../data/trash.ts'
import { useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { texts } from './texts.ts'

/** A deletion: whether the record can be restored from the trash, and the button that does it. */
export function RestoreDeleted({ change }: { change: Change }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const trashed = useTrashed(change.id, true)
  const restore = useRestoreTrashed()
  const onSuccess = () => notifications.show({ color: 'green', message: t.restored })
  return (
    <>
      <Text size="sm">{trashed.data === null ? t.wasDeleted : t.inTrash}</Text>
      {restore.error && <ProblemNotice error={restore.error} />}
      {trashed.data && canWrite && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            loading={restore.isPending}
            onClick={() => restore.mutate([change], { onSuccess })}
          >
            {t.restoreDeleted}
          </Button>
        </Group>
      )}
    </>
  )
}
