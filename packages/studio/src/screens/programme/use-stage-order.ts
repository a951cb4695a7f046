import { notifications } from '@mantine/notifications'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { notifyUndoable } from '../../ui/undo-notice.tsx'
import { useBatch } from '../panel/use-batch.ts'
import { stageTexts } from './stage-texts.ts'
import { orderChanges, type Stage } from './stages.ts'

/** Saves an order of stages in one batch; a notice offers to take it back. */
export function useStageOrder() {
  const common = useCommon()
  const t = useTexts(stageTexts)
  const saveAll = useBatch('broadcastInterestPoint')
  const set = (changes: { id: string; order: number | null }[]) =>
    saveAll(changes.map(({ id, order }) => ({ recordId: id, patch: { order } })))
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    notifications.show({ color: 'red', title: common.saveFailed, message, autoClose: false })
  }
  return async (stages: readonly Stage[], isByName: boolean): Promise<boolean> => {
    const changes = orderChanges(stages, isByName)
    if (changes.length === 0) return true
    const changed = new Set(changes.map(({ id }) => id))
    const before = stages.filter(({ id }) => changed.has(id)).map(({ id, order = null }) => ({ id, order }))
    try {
      await set(changes)
    } catch (error) {
      fail(error)
      return false
    }
    const undo = async () => {
      await set(before)
      notifications.show({ message: t.undone })
    }
    notifyUndoable({
      message: t.saved,
      action: common.undo,
      onUndo: () => void undo().catch(fail),
      withCloseButton: true,
    })
    return true
  }
}
