import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCommon } from '../texts/language.tsx'
import { type KindName, Problem } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { forgetDraft } from './draft-store.ts'
import { holdBack, letGo } from './held-back.ts'
import { kindKey } from './records.ts'
import { usePerson } from './session.ts'

/** How long a delete can be undone. The API has no undelete, so nothing is sent before. */
export const undoMs = 8_000

/**
 * Deletes records after a delay in which it can be undone. They leave the lists at once. When the page is closed during
 * the delay nothing is deleted: an irreversible delete must not happen by accident.
 */
export function useDelete<K extends KindName>(kind: K) {
  const { api, id: broadcastId } = useBroadcast()
  const person = usePerson()
  const client = useQueryClient()
  const common = useCommon()

  const send = async (ids: string[], force: boolean) => {
    try {
      const [only] = ids
      if (ids.length === 1 && only !== undefined) await api.kind(kind).delete(only, { force })
      else await deleteAll(ids)
      for (const id of ids) forgetDraft({ personId: person.id, broadcastId, kind, recordId: id })
    } catch (error) {
      if (error instanceof Problem && error.code === 'in_use') confirmForced(ids)
      else {
        const message = error instanceof Error ? error.message : ''
        notifications.show({ color: 'red', title: common.deleteFailed, message, autoClose: false })
      }
    } finally {
      await client.invalidateQueries({ queryKey: kindKey(broadcastId, kind) })
      letGo(ids)
    }
  }

  /** Records that others refer to are deleted only after a confirmation. */
  const confirmForced = (ids: string[]) => {
    const notice = notifications.show({
      color: 'yellow',
      autoClose: false,
      title: common.inUse,
      message: (
        <Button
          size="compact-sm"
          color="red"
          variant="light"
          onClick={() => {
            notifications.hide(notice)
            holdBack(ids)
            void send(ids, true)
          }}
        >
          {common.deleteAnyway}
        </Button>
      ),
    })
  }

  const deleteAll = async (ids: string[]) => {
    for (let at = 0; at < ids.length; at += 500) {
      const part = ids.slice(at, at + 500)
      const results = await api.kind(kind).batch(
        'each',
        part.map((id) => ({ op: 'delete' as const, id })),
      )
      const refused = results.find(({ status }) => status >= 400 && status !== 404)
      if (refused) throw new Error(refused.problem?.detail ?? common.deleteFailed)
    }
  }

  return (ids: string[], what: string, { force = false } = {}) => {
    if (ids.length === 0) return
    holdBack(ids)
    const timer = setTimeout(() => {
      notifications.hide(notice)
      void send(ids, force)
    }, undoMs)
    const undo = () => {
      clearTimeout(timer)
      letGo(ids)
      notifications.hide(notice)
    }
    const notice = notifications.show({
      autoClose: false,
      withCloseButton: false,
      className: 'undo-notice',
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{common.deleted(what)}</Text>
          <Button size="compact-sm" variant="light" onClick={undo}>
            {common.undo}
          </Button>
        </Group>
      ),
    })
  }
}
