import { ActionIcon, Button, Group, Paper, Text, Transition } from '@mantine/core'
import { IconEye, IconEyeOff, IconTrash, IconX } from '@tabler/icons-react'
import type { RecordFor } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useDelete } from '../../../data/delete.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { texts } from '../texts.ts'
import { useSetStatus } from './set-status.tsx'

/** What can be done with the selected articles together. All of it can be undone. */
export function BulkBar({ articles, onDone }: { articles: RecordFor<'broadcastArticle'>[]; onDone: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const remove = useDelete('broadcastArticle')
  const { setStatus, isPending } = useSetStatus()
  const count = articles.length
  const change = async (status: 'draft' | 'published') => {
    await setStatus(articles, status)
    onDone()
  }
  return (
    <Transition mounted={count > 0 && canWrite} transition="slide-up">
      {(styles) => (
        <Paper className="article-bulk" style={styles} role="toolbar" aria-label={t.selected(count)}>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon aria-label={t.clearSelection} onClick={onDone}>
              <IconX size={18} />
            </ActionIcon>
            <Text size="sm" fw={600} className="article-nowrap" visibleFrom="xs">
              {t.selected(count)}
            </Text>
            <Button
              size="sm"
              variant="light"
              color="green"
              leftSection={<IconEye size={17} />}
              loading={isPending}
              onClick={() => void change('published')}
            >
              {common.publish}
            </Button>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconEyeOff size={17} />}
              loading={isPending}
              onClick={() => void change('draft')}
            >
              {common.status.draft}
            </Button>
            <Button
              size="sm"
              variant="light"
              color="red"
              leftSection={<IconTrash size={17} />}
              onClick={() => {
                remove(
                  articles.map(({ _id }) => _id),
                  t.many(count),
                )
                onDone()
              }}
            >
              {common.delete}
            </Button>
          </Group>
        </Paper>
      )}
    </Transition>
  )
}
