import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { kindKey } from '../../data/records.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { notifyUndoable } from '../../ui/undo-notice.tsx'
import { dayTexts } from './day-texts.ts'

/** Creates sessions in one batch, all of them or none; a notice offers to delete them again. */
export function useCreateMany() {
  const { api, id: broadcastId } = useBroadcast()
  const client = useQueryClient()
  const common = useCommon()
  const t = useTexts(dayTexts)
  const sessions = api.kind('broadcastSession')
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    notifications.show({ color: 'red', title: common.saveFailed, message, autoClose: false })
  }
  const refresh = () => client.invalidateQueries({ queryKey: kindKey(broadcastId, 'broadcastSession') })
  const undo = async (ids: string[]) => {
    await sessions.batch(
      'atomic',
      ids.map((id) => ({ op: 'delete', id })),
    )
    await refresh()
    notifications.show({ message: t.undone })
  }
  return async (makeBodies: () => Promise<Record<string, unknown>[]>): Promise<boolean> => {
    try {
      const bodies = await makeBodies()
      const results = await sessions.batch(
        'atomic',
        bodies.map((body) => ({ op: 'create', body })),
      )
      await refresh()
      const ids = results.flatMap(({ id }) => id ?? [])
      notifyUndoable({
        message: t.created(ids.length),
        action: common.undo,
        onUndo: () => void undo(ids).catch(fail),
        withCloseButton: true,
      })
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }
}
