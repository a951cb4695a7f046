import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecordFor } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { kindKey } from '../../../data/records.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { type StatusPatch, statusChanges } from '../schedule.ts'
import { texts } from '../texts.ts'

/** Publishes articles or turns them into drafts, and offers undo. */
export function useSetStatus() {
  const t = useTexts(texts)
  const common = useCommon()
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: async (patches: StatusPatch[]) => {
      const results = []
      for (let at = 0; at < patches.length; at += 500) {
        const operations = patches.slice(at, at + 500).map((patch) => ({ op: 'update' as const, ...patch }))
        results.push(...(await api.kind('broadcastArticle').batch('each', operations)))
      }
      return results.filter(({ status }) => status < 400).length
    },
    onError: (error) => notifications.show({ color: 'red', message: error.message, autoClose: false }),
    onSettled: () => client.invalidateQueries({ queryKey: kindKey(id, 'broadcastArticle') }),
  })

  const setStatus = async (articles: RecordFor<'broadcastArticle'>[], status: 'draft' | 'published') => {
    const { forth, back } = statusChanges(articles, status)
    if (forth.length === 0) return
    const changed = await send.mutateAsync(forth).catch(() => undefined)
    if (changed === undefined) return
    if (changed < forth.length) {
      notifications.show({ color: 'red', message: t.bulk.failed(forth.length - changed), autoClose: false })
    }
    const undo = async () => {
      notifications.hide(notice)
      const undone = await send.mutateAsync(back).catch(() => 0)
      if (undone > 0) notifications.show({ message: t.bulk.undone, autoClose: 2_000 })
    }
    const notice = notifications.show({
      color: 'green',
      autoClose: 8_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{status === 'published' ? t.bulk.published(changed) : t.bulk.drafted(changed)}</Text>
          <Button size="compact-sm" variant="light" onClick={() => void undo()}>
            {common.undo}
          </Button>
        </Group>
      ),
    })
  }
  return { setStatus, isPending: send.isPending }
}
