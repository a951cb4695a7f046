import { ActionIcon, Button, Group, Paper, Text, Transition } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type AnyRecord, kindNamed } from '@marquee/model'
import { IconEye, IconEyeOff, IconTrash, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KindName } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDelete } from '../../data/delete.tsx'
import { kindKey } from '../../data/records.ts'
import { schemaOf } from '../../fields/schema.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

/** What can be done with the selected records together. */
export function BulkBar({ kind, records, onDone }: { kind: KindName; records: AnyRecord[]; onDone: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const remove = useDelete(kind)
  const setStatus = useSetStatus(kind, onDone)
  const status = kindNamed(kind).fields.status
  const isPublishable = status !== undefined && schemaOf(status).enum?.includes('published') === true
  const ids = records.map(({ _id }) => _id)
  return (
    <Transition mounted={ids.length > 0 && canWrite} transition="slide-up">
      {(styles) => (
        <Paper className="bulk-bar" style={styles} role="toolbar" aria-label={t.selected(ids.length)}>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon aria-label={t.clear} onClick={onDone}>
              <IconX size={18} />
            </ActionIcon>
            <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
              {t.selected(ids.length)}
            </Text>
            {isPublishable && (
              <>
                <Button
                  size="sm"
                  variant="light"
                  color="green"
                  leftSection={<IconEye size={17} />}
                  loading={setStatus.isPending}
                  onClick={() => setStatus.mutate({ ids, status: 'published' })}
                >
                  {common.publish}
                </Button>
                <Button
                  size="sm"
                  variant="default"
                  visibleFrom="xs"
                  leftSection={<IconEyeOff size={17} />}
                  loading={setStatus.isPending}
                  onClick={() => setStatus.mutate({ ids, status: 'draft' })}
                >
                  {common.unpublish}
                </Button>
              </>
            )}
            <Button
              size="sm"
              variant="light"
              color="red"
              leftSection={<IconTrash size={17} />}
              onClick={() => {
                remove(ids, t.many(ids.length))
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

function useSetStatus(kind: KindName, onDone: () => void) {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, status }: { ids: string[]; status: string }) => {
      const results = []
      for (let at = 0; at < ids.length; at += 500) {
        const operations = ids.slice(at, at + 500).map((one) => ({ op: 'update' as const, id: one, body: { status } }))
        results.push(...(await api.kind(kind).batch('each', operations)))
      }
      return results
    },
    onSuccess(results) {
      const failed = results.filter(({ status }) => status >= 400).length
      const changed = results.length - failed
      if (changed > 0) notifications.show({ color: 'green', message: t.changed(changed) })
      if (failed > 0) notifications.show({ color: 'red', message: t.changeFailed(failed), autoClose: false })
      onDone()
    },
    onError: (error) => notifications.show({ color: 'red', message: error.message, autoClose: false }),
    onSettled: () => client.invalidateQueries({ queryKey: kindKey(id, kind) }),
  })
}
